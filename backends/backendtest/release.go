package backendtest

import (
	"context"
	"time"

	"github.com/memware/memware/backends"
)

func releaseCases() []Case {
	return []Case{
		{
			Name: "release/as said keeps time and Seq", Rule: "10",
			Why: "With the stored AssertedAt it is released as said and keeps its Seq.",
			Run: every(releaseAsSaid),
		},
		{
			Name: "release/as said may land superseded", Rule: "10",
			Why: "As said it may land superseded and says so.",
			Run: every(releaseLate),
		},
		{
			Name: "release/as of now has a new Seq and keeps SaidAt", Rule: "10",
			Why: "As of now, with a new Seq; SaidAt is the AssertedAt of the first Put.",
			Run: every(releaseAsOfNow),
		},
		{
			Name: "release/may correct key and member", Rule: "10",
			Why: "The stored record takes Key, Member, Status, AssertedAt and Reviewer from this one.",
			Run: every(releaseCorrected),
		},
		{
			Name: "release/leaves everything else as it was", Rule: "Record.Reviewer",
			Why: "The stored record takes Key, Member, Status, AssertedAt and Reviewer from this one, everything else stays.",
			Run: every(releaseKeepsRest),
		},
		{
			Name: "release/of a note and of a retraction", Rule: "10",
			Why: "Released: left quarantine, as a note or as the last entry of its slot.",
			Run: every(releaseOthers),
		},
		{
			Name: "release/kind and value must agree", Rule: "Record.Reviewer",
			Why: "Kind and folded Value or Text must agree.",
			Run: every(releaseMustAgree),
		},
		{
			Name: "release/of what is admitted is Unchanged", Rule: "Record.Reviewer",
			Why: "The first release wins: any other one has the outcome Unchanged.",
			Run: every(releaseOfAdmitted),
		},
		{
			Name: "release/repeated it has its outcome again", Rule: "Record.Reviewer",
			Why: "The first release wins: its repetition has the same outcome again.",
			Run: every(releaseRepeated),
		},
		{
			Name: "release/needs a Reviewer", Rule: "10",
			Why: "A Put is a release only if it carries a Reviewer.",
			Run: every(releaseNeedsReviewer),
		},
	}
}

func releaseAsSaid(ctx context.Context, s *store) {
	candidate := held(fact("h", "city", "kyoto", 3))
	s.put(ctx, backends.Inserted, fact("a", "city", "osaka", 1))
	s.put(ctx, backends.Held, candidate)
	s.put(ctx, backends.Inserted, note("n", 3))
	before := s.get(ctx, alice(), "h")
	s.put(ctx, backends.Released, release(candidate))
	after := s.get(ctx, alice(), "h")
	same(s, "Seq", after.Seq, before.Seq)
	same(s, "AssertedAt", after.AssertedAt, day(3))
	same(s, "Status", after.Status, backends.Admitted)
	same(s, "Reviewer", after.Reviewer, "grace")
	s.history(ctx, "city", "a 1..3 by h", "h 3..")
	s.finds(ctx, now(), "h", "n")
}

func releaseLate(ctx context.Context, s *store) {
	candidate := held(fact("h", "city", "osaka", 1))
	s.put(ctx, backends.Held, candidate)
	s.put(ctx, backends.Inserted, fact("b", "city", "kyoto", 3))
	s.put(ctx, backends.Late, release(candidate))
	s.history(ctx, "city", "h 1..3 by b", "b 3..")
	s.finds(ctx, now(), "b")
	s.finds(ctx, asOf(2), "h")
}

func releaseAsOfNow(ctx context.Context, s *store) {
	candidate := held(fact("h", "city", "osaka", 1))
	s.put(ctx, backends.Held, candidate)
	s.put(ctx, backends.Inserted, fact("b", "city", "kyoto", 3))
	s.put(ctx, backends.Released, release(edit(candidate, func(r *backends.Record) { r.AssertedAt = day(50) })))
	got := s.get(ctx, alice(), "h")
	same(s, "AssertedAt", got.AssertedAt, day(50))
	same(s, "SaidAt", got.SaidAt, day(1))
	same(s, "RecordedAt", got.RecordedAt, day(100))
	if b := s.get(ctx, alice(), "b"); s.err == nil && got.Seq <= b.Seq {
		s.failed("Seq after a release as of now is %d, not above %d", got.Seq, b.Seq)
	}
	s.history(ctx, "city", "b 3..50 by h", "h 50..")
	s.finds(ctx, asOf(49), "b")
	s.finds(ctx, asOf(50), "h")
	s.selects(ctx, backends.Filter{Scope: alice(), Until: day(2)}, "h")
}

func releaseCorrected(ctx context.Context, s *store) {
	candidate := held(fact("h", "alergy", "nuts", 2))
	s.put(ctx, backends.Held, candidate)
	s.put(ctx, backends.Inserted, member("nuts", "allergy", "nuts", 1))
	s.put(ctx, backends.Released, release(edit(candidate, func(r *backends.Record) { r.Key, r.Member = "allergy", "nuts" })))
	got := s.get(ctx, alice(), "h")
	same(s, "Key", got.Key, "allergy")
	same(s, "Member", got.Member, "nuts")
	s.history(ctx, "alergy")
	s.history(ctx, "allergy", "nuts 1..2 by h", "h 2..")
}

func releaseKeepsRest(ctx context.Context, s *store) {
	candidate := s.fit(held(edit(fact("h", "city", "osaka", 1), func(r *backends.Record) {
		r.Importance, r.Session, r.Source, r.Meta = 0.25, "morning", "message 7", map[string]string{"a": "b"}
		r.Origin, r.ExpiresAt, r.Parents = backends.Document, day(200), []string{"p"}
	})))
	s.put(ctx, backends.Held, candidate)
	want := s.get(ctx, alice(), "h")
	s.clock.advance(time.Hour)
	s.put(ctx, backends.Released, edit(candidate, func(r *backends.Record) {
		r.Status, r.Reviewer = backends.Admitted, "grace"
		r.Value, r.Text, r.Importance, r.Session = " osaka ", "other words", 1, "evening"
		r.Source, r.Meta, r.Origin, r.Reason = "elsewhere", nil, backends.System, ""
		r.ExpiresAt, r.Parents = time.Time{}, nil
		if !s.space.TextOnly() {
			r.Vector = axis(s.space.Dim, 1)
		}
	}))
	want.Status, want.Reviewer = backends.Admitted, "grace"
	s.must("record released", differ(s.get(ctx, alice(), "h"), want))
}

func releaseOthers(ctx context.Context, s *store) {
	s.putAll(ctx, held(note("n", 5)), held(retraction("end", "city", "", 3)), held(retraction("late", "pet", "", 3)),
		fact("a", "city", "osaka", 1), fact("b", "pet", "cat", 4), note("other", 9))
	s.put(ctx, backends.Released, release(note("n", 5)))
	s.put(ctx, backends.Released, release(retraction("end", "city", "", 3)))
	s.put(ctx, backends.Late, release(retraction("late", "pet", "", 3)))
	s.finds(ctx, now(), "n", "b", "other")
	s.history(ctx, "city", "a 1..3 by end", "end 3..")
	s.history(ctx, "pet", "late 3..4 by b", "b 4..")
}

func releaseMustAgree(ctx context.Context, s *store) {
	candidate := held(fact("h", "city", "osaka", 1))
	s.putAll(ctx, candidate, held(note("n", 1)))
	before := s.scan(ctx, backends.Filter{Scope: alice()})
	s.refused(ctx, "a release of another value", backends.ErrInvalid,
		release(edit(candidate, func(r *backends.Record) { r.Value = "kyoto" })))
	s.refused(ctx, "a release of another kind", backends.ErrInvalid, release(retraction("h", "city", "", 1)))
	s.refused(ctx, "a release of another text", backends.ErrInvalid,
		release(edit(note("n", 1), func(r *backends.Record) { r.Text = "something else" })))
	s.unchanged(ctx, before)
}

func releaseOfAdmitted(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, fact("a", "city", "osaka", 1))
	s.put(ctx, backends.Held, held(note("n", 1)))
	s.put(ctx, backends.Released, release(note("n", 1)))
	before := s.scan(ctx, backends.Filter{Scope: alice()})
	s.put(ctx, backends.Unchanged, release(edit(fact("a", "city", "osaka", 9), func(r *backends.Record) { r.Key = "town" })))
	s.put(ctx, backends.Unchanged, release(fact("a", "city", "osaka", 1)))
	s.put(ctx, backends.Unchanged, edit(release(note("n", 1)), func(r *backends.Record) { r.Reviewer = "heidi" }))
	s.put(ctx, backends.Unchanged, release(note("n", 9)))
	s.unchanged(ctx, before)
}

func releaseRepeated(ctx context.Context, s *store) {
	early, late := held(fact("early", "city", "osaka", 1)), held(fact("late", "city", "kyoto", 2))
	s.putAll(ctx, early, late)
	s.put(ctx, backends.Released, release(late))
	s.put(ctx, backends.Late, release(early))
	s.put(ctx, backends.Superseding, fact("c", "city", "nara", 3))
	before := s.scan(ctx, backends.Filter{Scope: alice()})
	s.put(ctx, backends.Released, release(late))
	s.put(ctx, backends.Late, release(early))
	s.unchanged(ctx, before)
}

func releaseNeedsReviewer(ctx context.Context, s *store) {
	s.put(ctx, backends.Held, held(fact("h", "city", "osaka", 1)))
	s.put(ctx, backends.Held, fact("h", "city", "osaka", 1))
	s.put(ctx, backends.Held, edit(fact("h", "city", "osaka", 50), func(r *backends.Record) { r.Origin = backends.System }))
	s.finds(ctx, now())
	same(s, "status", s.get(ctx, alice(), "h").Status, backends.Quarantined)
}
