package backendtest

import (
	"context"
	"fmt"
	"time"

	"github.com/memware/memware/backends"
)

func idCases() []Case {
	return []Case{
		{
			Name: "ids/are unique within a scope, not across", Rule: "7",
			Why: "An ID is unique within a scope and made by the caller.",
			Run: every(idsPerScope),
		},
		{
			Name: "ids/a retry gives the first outcome and changes nothing", Rule: "7",
			Why: "Putting the same content again changes nothing and returns the first outcome.",
			Run: every(retries),
		},
		{
			Name: "ids/the first Put wins for all but content", Rule: "7",
			Why: "The first Put wins for all else (time, vector, importance).",
			Run: every(firstWins),
		},
		{
			Name: "ids/a retry of a candidate is held, even after its release", Rule: "7",
			Why: "A retry gives the first outcome; without a Reviewer no Put releases anything.",
			Run: every(heldRetry),
		},
		{
			Name: "ids/other content is an error", Rule: "7",
			Why: "An ID's content is Kind, Key, Member and the folded Value or Text; other content is ErrInvalid.",
			Run: every(conflicts),
		},
		{
			Name: "ids/content is compared folded", Rule: "7",
			Why: "An ID's content is Kind, Key, Member, and folded Value or Text.",
			Run: every(foldedRetry),
		},
	}
}

func seqCases() []Case {
	return []Case{
		{
			Name: "seq/is strictly increasing in batch order", Rule: "1",
			Why: "Seq is strictly increasing per scope, given by the backend at the first Put in batch order.",
			Run: every(seqIncreases),
		},
		{
			Name: "seq/goes on after an erase", Rule: "1",
			Why: "Seq is strictly increasing per scope.",
			Run: every(seqAfterErase),
		},
		{
			Name: "seq/an import keeps Seq and numbers on from the greatest", Rule: "1",
			Why: "An import gives the old number, which the backend keeps, numbering on from the greatest it has seen.",
			Run: every(importedSeq),
		},
		{
			Name: "seq/an import keeps RecordedAt and SaidAt", Rule: "Record.RecordedAt",
			Why: "Zero in a Put means the backend's clock; an import gives the old time.",
			Run: every(importedTimes),
		},
	}
}

func idsPerScope(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, fact("same", "city", "osaka", 1))
	s.put(ctx, backends.Inserted, of(bob(), note("same", 2)))
	same(s, "kind of alice's record", s.get(ctx, alice(), "same").Kind, backends.Fact)
	same(s, "kind of bob's record", s.get(ctx, bob(), "same").Kind, backends.Note)
	s.erase(ctx, byID("same"))
	s.holds(ctx, bob(), "same")
	s.put(ctx, backends.Erased, fact("same", "city", "osaka", 1))
	s.put(ctx, backends.Inserted, of(bob(), note("same", 2)))
}

func retries(ctx context.Context, s *store) {
	puts := []struct {
		record backends.Record
		want   backends.Outcome
	}{
		{note("n", 1), backends.Inserted},
		{fact("a", "city", "osaka", 2), backends.Inserted},
		{fact("b", "city", "kyoto", 3), backends.Superseding},
		{fact("c", "city", "kyoto", 4), backends.Confirmed},
		{fact("late", "city", "nara", 1), backends.Late},
		{retraction("end", "city", "", 5), backends.Retracted},
		{held(fact("h", "city", "kobe", 6)), backends.Held},
	}
	for _, p := range puts {
		s.put(ctx, p.want, p.record)
	}
	before := s.scan(ctx, backends.Filter{Scope: alice()})
	s.clock.advance(time.Hour)
	for _, p := range puts {
		s.put(ctx, p.want, p.record)
	}
	s.unchanged(ctx, before)
}

func firstWins(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, fact("a", "city", "osaka", 2))
	s.put(ctx, backends.Superseding, fact("b", "city", "kyoto", 3))
	before := s.scan(ctx, backends.Filter{Scope: alice()})
	s.put(ctx, backends.Inserted, edit(fact("a", "city", "osaka", 9), func(r *backends.Record) {
		r.Text, r.Importance, r.Session, r.Origin = "other words", 1, "evening", backends.System
		r.Source, r.Reason, r.Parents = "elsewhere", "none", []string{"b"}
		r.Meta, r.ExpiresAt, r.Seq = map[string]string{"x": "y"}, day(50), 99
		if !s.space.TextOnly() {
			r.Vector = axis(s.space.Dim, 1)
		}
	}))
	s.unchanged(ctx, before)
	s.put(ctx, backends.Superseding, held(fact("b", "city", "kyoto", 1)))
	s.unchanged(ctx, before)
}

func heldRetry(ctx context.Context, s *store) {
	candidate := held(fact("h", "city", "osaka", 1))
	s.put(ctx, backends.Held, candidate)
	s.put(ctx, backends.Released, release(candidate))
	s.put(ctx, backends.Held, candidate)
	same(s, "status after the retry", s.get(ctx, alice(), "h").Status, backends.Admitted)

	corrected := held(fact("k", "ciry", "osaka", 1))
	s.put(ctx, backends.Held, corrected)
	s.put(ctx, backends.Late, release(edit(corrected, func(r *backends.Record) { r.Key, r.AssertedAt = "city", day(0) })))
	s.put(ctx, backends.Held, corrected)
	same(s, "key after the retry", s.get(ctx, alice(), "k").Key, "city")
	s.refused(ctx, "the corrected key, which is not that of the first Put", backends.ErrInvalid, fact("k", "city", "osaka", 1))
}

func conflicts(ctx context.Context, s *store) {
	m := member("m", "allergy", "nuts", 1)
	text := edit(fact("t", "city", "", 1), func(r *backends.Record) { r.Text = "osaka" })
	s.putAll(ctx, m, text, note("n", 1), retraction("end", "car", "", 1), held(fact("h", "pet", "cat", 1)))
	before := s.scan(ctx, backends.Filter{Scope: alice()})
	for _, tc := range []struct {
		what string
		with backends.Record
	}{
		{"another key", edit(m, func(r *backends.Record) { r.Key = "likes" })},
		{"another member", edit(m, func(r *backends.Record) { r.Member = "milk" })},
		{"no member", edit(m, func(r *backends.Record) { r.Member = "" })},
		{"another value", edit(m, func(r *backends.Record) { r.Value = "Nuts" })},
		{"another text where there is no value", edit(text, func(r *backends.Record) { r.Text = "kyoto" })},
		{"another kind", retraction("m", "allergy", "nuts", 1)},
		{"a fact for a note", fact("n", "city", "note n", 1)},
		{"another text of a note", edit(note("n", 1), func(r *backends.Record) { r.Text = "something else" })},
		{"a member for a key-wide retraction", retraction("end", "car", "mini", 1)},
		{"another value of a candidate", held(fact("h", "pet", "dog", 1))},
	} {
		s.refused(ctx, tc.what, backends.ErrInvalid, tc.with)
	}
	s.unchanged(ctx, before)
}

func foldedRetry(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, fact("a", "city", "caf\u00e9 1", 1))
	s.put(ctx, backends.Inserted, fact("a", "city", " cafe\u0301\t１ ", 1))
	same(s, "value", s.get(ctx, alice(), "a").Value, "caf\u00e9 1")
	s.put(ctx, backends.Inserted, note("n", 1))
	s.put(ctx, backends.Inserted, edit(note("n", 1), func(r *backends.Record) { r.Text = "  note \n n " }))
	s.holds(ctx, alice(), "a", "n")
}

func seqIncreases(ctx context.Context, s *store) {
	var want []string
	for i := range 4 {
		var batch []backends.Record
		for j := range 5 {
			id := fmt.Sprintf("r%d%d", i, 9-j)
			batch = append(batch, fact(id, fmt.Sprintf("key%d", j), "value "+id, 1))
			want = append(want, id)
		}
		s.putAll(ctx, append(batch, batch[0])...)
	}
	all := s.scan(ctx, backends.Filter{Scope: alice()})
	if s.err == nil {
		sameList(s, "records of one time, by Seq", ids(all), want)
	}
	s.ascending(all)
}

// ascending expects Seq to grow from record to record.
func (s *store) ascending(all []backends.Record) {
	for i := 1; i < len(all); i++ {
		if all[i].Seq <= all[i-1].Seq {
			s.failed("Seq of %q is %d, not above %d of %q, put before it", all[i].ID, all[i].Seq, all[i-1].Seq, all[i-1].ID)
		}
	}
}

func seqAfterErase(ctx context.Context, s *store) {
	s.putAll(ctx, note("a", 1), note("b", 2), fact("c", "city", "osaka", 3))
	last := s.get(ctx, alice(), "c").Seq
	s.erase(ctx, backends.Filter{Scope: alice()})
	s.clock.set(day(102))
	s.put(ctx, backends.Inserted, note("d", 101))
	if got := s.get(ctx, alice(), "d").Seq; s.err == nil && got <= last {
		s.failed("Seq after an erase is %d, not above %d", got, last)
	}
}

func importedSeq(ctx context.Context, s *store) {
	numbered := func(id string, seq uint64) backends.Record {
		return edit(note(id, 1), func(r *backends.Record) { r.Seq = seq })
	}
	s.putAll(ctx, numbered("ten", 10))
	s.putAll(ctx, numbered("big", 1<<40), numbered("three", 3))
	s.putAll(ctx, note("next", 1), numbered("four", 4), note("last", 1))
	s.holds(ctx, alice(), "three", "four", "ten", "big", "next", "last")
	for id, want := range map[string]uint64{"three": 3, "four": 4, "ten": 10, "big": 1 << 40} {
		same(s, "Seq of "+id, s.get(ctx, alice(), id).Seq, want)
	}
	s.ascending(s.scan(ctx, backends.Filter{Scope: alice()}))
}

func importedTimes(ctx context.Context, s *store) {
	r := edit(fact("a", "city", "osaka", 5), func(r *backends.Record) {
		r.RecordedAt, r.SaidAt, r.Reviewer = day(7), day(2), "grace"
	})
	s.put(ctx, backends.Inserted, r)
	got := s.get(ctx, alice(), "a")
	same(s, "RecordedAt", got.RecordedAt, day(7))
	same(s, "SaidAt", got.SaidAt, day(2))
	same(s, "AssertedAt", got.AssertedAt, day(5))
	same(s, "Reviewer", got.Reviewer, "grace")
	s.put(ctx, backends.Inserted, r)
	s.put(ctx, backends.Superseding, fact("b", "city", "kyoto", 6))
	got = s.get(ctx, alice(), "b")
	same(s, "RecordedAt by the clock", got.RecordedAt, s.clock.now())
	same(s, "SaidAt by AssertedAt", got.SaidAt, day(6))
}
