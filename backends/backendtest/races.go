package backendtest

import (
	"context"
	"fmt"

	"github.com/memware/memware/backends"
)

func raceCases() []Case {
	return []Case{
		{
			Name: "release/of concurrent ones one wins", Rule: "10",
			Why: "Of concurrent calls one wins.",
			Run: every(releasesRace),
		},
		{
			Name: "release/erase beats it in any order", Rule: "10",
			Why: "Erase beats release in any order.",
			Run: every(eraseBeatsRelease),
		},
		{
			Name: "release/a discard or a release wins, never both", Rule: "10",
			Why: "Discard is an Erase of quarantined records. Of concurrent calls one wins.",
			Run: every(discardRace),
		},
	}
}

func releasesRace(ctx context.Context, s *store) {
	const reviewers = 16
	candidate := held(fact("h", "city", "osaka", 1))
	s.put(ctx, backends.Held, candidate)
	outcomes := make([]backends.Outcome, reviewers)
	s.together(reviewers, func(i int) error {
		r := release(candidate)
		r.Reviewer, r.AssertedAt = fmt.Sprintf("reviewer %d", i), day(10+i)
		var err error
		outcomes[i], err = s.outcome(ctx, r)
		return err
	})
	count := map[backends.Outcome]int{}
	for i, o := range outcomes {
		count[o]++
		if o == backends.Released {
			same(s, "reviewer", s.get(ctx, alice(), "h").Reviewer, fmt.Sprintf("reviewer %d", i))
		}
	}
	same(s, "releases that won", count[backends.Released], 1)
	same(s, "releases that changed nothing", count[backends.Unchanged], reviewers-1)
}

func eraseBeatsRelease(ctx context.Context, s *store) {
	first, second := held(note("released first", 1)), held(note("erased first", 1))
	s.putAll(ctx, first, second)
	s.put(ctx, backends.Released, release(first))
	s.erase(ctx, byID(first.ID, second.ID))
	s.put(ctx, backends.Erased, release(second))
	s.holds(ctx, alice())

	const n = 32
	all := candidates("h", n, 1)
	s.putAll(ctx, all...)
	s.together(2*n, func(i int) error {
		if i%2 == 0 {
			_, err := s.Erase(ctx, byID(all[i/2].ID))
			return err
		}
		_, err := s.outcome(ctx, release(all[i/2]))
		return err
	})
	s.holds(ctx, alice())
	for _, r := range all {
		s.put(ctx, backends.Erased, release(r))
	}
	s.holds(ctx, alice())
}

func discardRace(ctx context.Context, s *store) {
	discard := func(id string) backends.Filter {
		return backends.Filter{Scope: alice(), IDs: []string{id}, Statuses: []backends.Status{backends.Quarantined}}
	}
	s.putAll(ctx, held(note("first", 1)))
	s.put(ctx, backends.Released, release(note("first", 1)))
	same(s, "released records discarded", s.erase(ctx, discard("first")).Selected, 0)
	s.holds(ctx, alice(), "first")

	const n = 32
	all := candidates("h", n, 1)
	s.putAll(ctx, all...)
	released, erased := make([]backends.Outcome, n), make([]int, n)
	s.together(2*n, func(i int) error {
		if i%2 == 0 {
			e, err := s.Erase(ctx, discard(all[i/2].ID))
			erased[i/2] = e.Selected
			return err
		}
		var err error
		released[i/2], err = s.outcome(ctx, release(all[i/2]))
		return err
	})
	for i, r := range all {
		left := len(s.scan(ctx, byID(r.ID)))
		switch {
		case s.err != nil:
		case released[i] == backends.Released && erased[i] == 0 && left == 1:
		case released[i] == backends.Erased && erased[i] == 1 && left == 0:
		default:
			s.failed("candidate %q: release %v, %d discarded, %d left", r.ID, released[i], erased[i], left)
		}
	}
}
