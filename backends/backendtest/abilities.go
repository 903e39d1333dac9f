package backendtest

import (
	"context"
	"fmt"
	"time"

	"github.com/memware/memware/backends"
)

func abilityCases() []Case {
	return []Case{
		{
			Name: "abilities/Count tells the numbers of a scope", Rule: "Counter",
			Why: "Count returns the numbers of one scope.",
			Run: every(countNumbers),
		},
		{
			Name: "abilities/Count follows erases and releases", Rule: "Counts",
			Why: "Superseded: facts that an entry or point ended. Held: in quarantine.",
			Run: every(countFollows),
		},
		{
			Name: "abilities/Audit tells who decided what, and when", Rule: "Auditor",
			Why: "Audit yields the decisions of a scope, the oldest first. They outlive the records they were about.",
			Run: every(auditsDecisions),
		},
		{
			Name: "abilities/Space tells the space", Rule: "Spacer",
			Why: "Space returns the space the store was created in. It never changes.",
			Run: in(tellsSpace, backends.Space{}, plane(), wide(0.1, 0.9)),
		},
	}
}

func countNumbers(ctx context.Context, s *store) {
	same(s, "Counts of nothing", s.counts(ctx), backends.Counts{})
	s.putAll(ctx, fact("a", "city", "osaka", 1), fact("b", "city", "kyoto", 2), fact("c", "city", "kyoto", 2),
		member("nuts", "allergy", "nuts", 1), member("milk", "allergy", "milk", 1), retraction("end", "allergy", "milk", 2),
		expiring(fact("gone", "code", "1111", 1), 2), note("n1", 1), expiring(note("n2", 1), 2),
		held(note("h1", 1)), held(fact("h2", "city", "nara", 3)))
	s.putAll(ctx, of(bob(), note("bob", 1)))
	same(s, "Counts", s.counts(ctx), backends.Counts{Current: 3, Superseded: 3, Retractions: 1, Notes: 2, Held: 2})
	s.put(ctx, backends.Inserted, note("n1", 1))
	same(s, "Counts after a retry", s.counts(ctx), backends.Counts{Current: 3, Superseded: 3, Retractions: 1, Notes: 2, Held: 2})
}

func countFollows(ctx context.Context, s *store) {
	s.putAll(ctx, fact("a", "city", "osaka", 1), fact("b", "city", "kyoto", 2), held(fact("h", "city", "nara", 3)), held(note("d", 3)))
	s.put(ctx, backends.Released, release(fact("h", "city", "nara", 3)))
	same(s, "Counts after a release", s.counts(ctx), backends.Counts{Current: 1, Superseded: 2, Held: 1})
	s.erase(ctx, byID("h", "d"))
	same(s, "Counts after an erase", s.counts(ctx), backends.Counts{Superseded: 2})
	s.put(ctx, backends.Inserted, fact("c", "city", "kobe", 4))
	same(s, "Counts after another assertion", s.counts(ctx), backends.Counts{Current: 1, Superseded: 2})
	s.erase(ctx, backends.Filter{Scope: alice()})
	same(s, "Counts after an erase of all", s.counts(ctx), backends.Counts{})
}

func auditsDecisions(ctx context.Context, s *store) {
	same(s, "the audit of nothing", len(s.audit(ctx, alice())), 0)
	s.putAll(ctx, fact("a", "city", "osaka", 1), held(fact("h", "city", "nara", 3)), held(note("d", 3)), held(note("e", 3)))
	s.putAll(ctx, of(bob(), note("a", 1)))
	reviewed := release(fact("h", "city", "nara", 3))
	reviewed.Reviewer = "rita"
	s.put(ctx, backends.Released, reviewed)
	s.put(ctx, backends.Released, reviewed) // a repetition decides nothing
	s.clock.advance(time.Hour)
	discard := byID("d", "e", "a")
	discard.Statuses, discard.By = []backends.Status{backends.Quarantined}, "dan"
	s.erase(ctx, discard)
	s.clock.advance(time.Hour)
	s.erase(ctx, byID("unknown")) // found nothing
	s.erase(ctx, backends.Filter{Scope: alice(), By: "eve"})
	start := day(100)
	same(s, "the audit", fmt.Sprint(s.audit(ctx, alice())), fmt.Sprint([]backends.AuditEntry{
		{At: start, Action: backends.ActionRelease, By: "rita", Records: 1},
		{At: start.Add(time.Hour), Action: backends.ActionDiscard, By: "dan", Records: 2},
		{At: start.Add(2 * time.Hour), Action: backends.ActionErase, By: "eve", Records: 2},
	}))
	same(s, "the audit of another scope", len(s.audit(ctx, bob())), 0)
}

func tellsSpace(ctx context.Context, s *store) {
	b, ok := s.Backend.(backends.Spacer)
	if !ok {
		s.failed("%w: the store is no Spacer", ErrSkip)
		return
	}
	for range 2 {
		got := b.Space()
		if !got.Same(s.space) || got.Low != s.space.Low || got.High != s.space.High {
			s.failed("Space: got %+v, want %+v", got, s.space)
		}
		s.putAll(ctx, note("n", 1))
	}
}
