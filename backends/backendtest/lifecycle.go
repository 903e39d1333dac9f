package backendtest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/memware/memware/backends"
)

func lifecycleCases() []Case {
	return []Case{
		{
			Name: "lifecycle/a cancelled call returns the context's error", Rule: "Backend",
			Why: "A call ended by its context returns the context's error.",
			Run: every(cancelled),
		},
		{
			Name: "lifecycle/a late call returns the context's error", Rule: "Backend",
			Why: "A call ended by its context returns the context's error: of a deadline too.",
			Run: every(pastDeadline),
		},
		{
			Name: "lifecycle/after Close calls return ErrClosed", Rule: "Backend.Close",
			Why: "Errors match ErrClosed after Close.",
			Run: every(closed),
		},
		{
			Name: "lifecycle/Close may be called more than once", Rule: "Backend.Close",
			Why: "Close may be called more than once.",
			Run: every(closedTwice),
		},
		{
			Name: "lifecycle/calls in flight at Close finish or fail with ErrClosed", Rule: "Backend.Close",
			Why: "Calls in flight finish or fail with ErrClosed.",
			Run: every(closedInFlight),
		},
	}
}

// callAll makes each call and expects its error.
func (s *store) callAll(ctx context.Context, when string, want error) {
	errs := map[string]error{}
	_, errs["Put"] = s.Put(ctx, []backends.Record{s.fit(note("never", 1))})
	maps.Copy(errs, s.askAll(ctx, alice()))
	for what, err := range errs {
		if !errors.Is(err, want) {
			s.failed("%s %s: got %v, want %v", what, when, err, want)
		}
	}
}

func cancelled(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, edit(note("n", 1), func(r *backends.Record) { r.Origin = backends.Other }))
	ended, cancel := context.WithCancel(ctx)
	cancel()
	s.callAll(ended, "with a cancelled context", context.Canceled)
	s.holds(ctx, alice(), "n")
	s.put(ctx, backends.Inserted, note("never", 1))
}

func pastDeadline(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, edit(note("n", 1), func(r *backends.Record) { r.Origin = backends.Other }))
	ended, cancel := context.WithDeadline(ctx, time.Now().Add(-time.Second))
	defer cancel()
	s.callAll(ended, "past its deadline", context.DeadlineExceeded)
	s.holds(ctx, alice(), "n")
}

func closed(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, note("n", 1))
	s.must("Close", s.Close())
	s.callAll(ctx, "after Close", backends.ErrClosed)
}

func closedTwice(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, note("n", 1))
	for range 3 {
		s.must("Close", s.Close())
	}
}

func closedInFlight(ctx context.Context, s *store) {
	const callers = 8
	s.together(callers+1, func(i int) error {
		if i == callers {
			return s.Close()
		}
		for j := range 50 {
			_, err := s.outcome(ctx, note(fmt.Sprintf("n%d-%d", i, j), 1))
			if errors.Is(err, backends.ErrClosed) {
				return nil
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	s.callAll(ctx, "after Close", backends.ErrClosed)
}
