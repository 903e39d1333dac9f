package backendtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/memware/memware/backends"
)

func concurrencyCases() []Case {
	return []Case{
		{
			Name: "concurrency/100 writers of one slot leave one current", Rule: "Backend.Put",
			Why: "Each is stored, with all that follows from it, in one atomic step: at every instant a slot has at most one current value.",
			Run: every(writersOfOneSlot),
		},
		{
			Name: "concurrency/a reader never sees two current values", Rule: "Backend.Put",
			Why: "At every instant a slot has at most one current value.",
			Run: every(readersBesideWriters),
		},
		{
			Name: "concurrency/retries of one id store it once", Rule: "7",
			Why: "An ID is unique within a scope: the first Put wins, a retry gives the first outcome.",
			Run: every(retriesRace),
		},
		{
			Name: "concurrency/batches side by side lose nothing", Rule: "Backend",
			Why: "Backends are safe for concurrent use.",
			Run: every(batchesSideBySide),
		},
	}
}

// together runs n calls at once and notes their errors.
func (s *store) together(n int, call func(i int) error) {
	if s.err != nil {
		return
	}
	errs := make([]error, n)
	start := make(chan struct{})
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			<-start
			errs[i] = call(i)
		})
	}
	close(start)
	wg.Wait()
	s.must("concurrent calls", errors.Join(errs...))
}

func writersOfOneSlot(ctx context.Context, s *store) {
	const writers = 100
	s.together(writers, func(i int) error {
		_, err := s.outcome(ctx, fact(fmt.Sprintf("w%02d", i), "city", fmt.Sprintf("city %d", i), i))
		return err
	})
	var want []string
	for i := range writers - 1 {
		want = append(want, fmt.Sprintf("w%02d %d..%d by w%02d", i, i, i+1, i+1))
	}
	s.history(ctx, "city", append(want, "w99 99..")...)
	s.finds(ctx, now(), "w99")
	for _, at := range []int{0, 42, 98} {
		s.finds(ctx, asOf(at), fmt.Sprintf("w%02d", at))
	}
}

func readersBesideWriters(ctx context.Context, s *store) {
	const writers, each = 4, 25
	s.put(ctx, backends.Inserted, fact("start", "city", "osaka", 0))
	var writing atomic.Int32
	writing.Store(writers)
	s.together(writers+2, func(i int) error {
		if i >= writers {
			return s.watch(ctx, &writing)
		}
		defer writing.Add(-1)
		for j := range each {
			r := fact(fmt.Sprintf("w%d-%02d", i, j), "city", fmt.Sprintf("city %d %d", i, j), 1+j)
			r.AssertedAt = r.AssertedAt.Add(time.Duration(i) * time.Hour)
			if _, err := s.outcome(ctx, r); err != nil {
				return err
			}
		}
		return nil
	})
}

// watch reads a slot until the writers are done, and once more.
func (s *store) watch(ctx context.Context, writing *atomic.Int32) error {
	q := backends.Query{Scope: alice(), K: 10}
	if !s.space.TextOnly() {
		q.Vector = axis(s.space.Dim, 0)
	}
	for done := false; !done; {
		done = writing.Load() == 0
		res, err := s.Search(ctx, q)
		if err != nil {
			return err
		}
		if len(res.Hits) != 1 {
			return fmt.Errorf("a reader saw %d current values of one slot: %q", len(res.Hits), hitIDs(res))
		}
	}
	return nil
}

func retriesRace(ctx context.Context, s *store) {
	const callers = 32
	outcomes := make([]backends.Outcome, callers)
	s.together(callers, func(i int) error {
		r := fact("one", "city", "osaka", 1)
		r.Importance = float64(i) / callers
		var err error
		outcomes[i], err = s.outcome(ctx, r)
		return err
	})
	for _, o := range outcomes {
		same(s, "outcome", o, backends.Inserted)
	}
	s.holds(ctx, alice(), "one")
}

func batchesSideBySide(ctx context.Context, s *store) {
	const callers, each = 8, 50
	s.together(callers, func(i int) error {
		var batch []backends.Record
		for j := range each {
			batch = append(batch, s.fit(note(fmt.Sprintf("b%d-%02d", i, j), 1)))
		}
		_, err := s.Put(ctx, batch)
		return err
	})
	all := s.scan(ctx, backends.Filter{Scope: alice()})
	same(s, "records", len(all), callers*each)
	s.ascending(all)
	for i := range callers {
		mine := slices.DeleteFunc(ids(all), func(id string) bool { return id[:2] != fmt.Sprintf("b%d", i) })
		if s.err == nil && !slices.IsSorted(mine) {
			s.failed("batch %d is not in its order: %q", i, mine)
		}
	}
}
