package inmem_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
)

// stuck returns a backend that stays in the middle of a write of alice as long
// as the test runs, and a note of hers that was stored before.
func stuck(t *testing.T) *inmem.Backend {
	t.Helper()
	inside, leave := make(chan struct{}), make(chan struct{})
	b := open(t, inmem.Options{Analyse: func(text string) []string {
		if text == "slow" {
			close(inside)
			<-leave
		}
		return strings.Fields(text)
	}})
	put(t, b, note("before", "tea"))
	var wg sync.WaitGroup
	wg.Go(func() { _, _ = b.Put(context.Background(), []backends.Record{note("during", "slow")}) })
	<-inside
	t.Cleanup(func() {
		close(leave)
		wg.Wait()
	})
	return b
}

func TestReadersDoNotWaitForAWriter(t *testing.T) {
	b := stuck(t)
	res, err := b.Search(t.Context(), backends.Query{Scope: alice(), Text: "tea", K: 1})
	if err != nil || len(res.Hits) != 1 || res.Hits[0].ID != "before" {
		t.Errorf("Search beside a writer = %v, %v, want the note before", res.Hits, err)
	}
	for _, f := range []backends.Filter{
		{Scope: alice()}, {Scope: alice(), IDs: []string{"before", "during"}},
	} {
		if got := scan(t, b, f); len(got) != 1 {
			t.Errorf("Scan beside a writer gives %d records, want 1", len(got))
		}
	}
}

func TestScopesDoNotWaitForEachOther(t *testing.T) {
	b := stuck(t)
	r := note("n", "tea")
	r.Scope = bob()
	put(t, b, r)
	if _, err := b.Erase(t.Context(), backends.Filter{Scope: bob()}); err != nil {
		t.Error(err)
	}
	if _, err := b.Count(t.Context(), bob()); err != nil {
		t.Error(err)
	}
}

func TestCloseDoesNotWaitForAWriter(t *testing.T) {
	b := stuck(t)
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	for name, call := range calls(b) {
		if err := call(t.Context()); !errors.Is(err, backends.ErrClosed) {
			t.Errorf("%s after Close: got %v, want %v", name, err, backends.ErrClosed)
		}
	}
}

func TestAWriterDoesNotWaitForAScan(t *testing.T) {
	b := open(t, inmem.Options{})
	put(t, b, fact("a", "city", "osaka"), note("n", "tea"))
	var seen []string
	for r, err := range b.Scan(t.Context(), backends.Filter{Scope: alice()}, backends.Cursor{}) {
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, fmt.Sprint(r.ID, r.ValidUntil.IsZero()))
		put(t, b, fact("b", "city", "kyoto"))
		if _, err := b.Erase(t.Context(), backends.Filter{Scope: alice(), IDs: []string{"n"}}); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := strings.Join(seen, " "), "atrue ntrue"; got != want {
		t.Errorf("a scan beside writes sees %q, want what it started with, %q", got, want)
	}
}

func TestABatchThatIsCutShortKeepsWhatWasStored(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b := open(t, inmem.Options{Analyse: func(text string) []string {
		if text == "last" {
			cancel()
		}
		return strings.Fields(text)
	}})
	outcomes, err := b.Put(ctx, []backends.Record{note("a", "first"), note("b", "last"), note("c", "never")})
	if !errors.Is(err, context.Canceled) || len(outcomes) != 3 || outcomes[1] != backends.Inserted || outcomes[2] != 0 {
		t.Errorf("Put = %v, %v, want two outcomes and %v", outcomes, err, context.Canceled)
	}
	if got := scan(t, b, backends.Filter{Scope: alice()}); len(got) != 2 {
		t.Errorf("%d records are stored, want 2", len(got))
	}
}

func TestAnEraseThatIsCutShortChangesNothing(t *testing.T) {
	b := open(t, inmem.Options{})
	put(t, b, note("a", "tea"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Erase(ctx, backends.Filter{Scope: alice()}); !errors.Is(err, context.Canceled) {
		t.Errorf("Erase = %v, want %v", err, context.Canceled)
	}
	if got := put(t, b, note("a", "tea"), note("b", "tea")); got[0] != backends.Inserted || got[1] != backends.Inserted {
		t.Errorf("outcomes after it = %v, want both inserted", got)
	}
}

// TestEveryViewIsOfOneInstant has writers move a value on, while readers count
// how many values hold.
func TestEveryViewIsOfOneInstant(t *testing.T) {
	b := open(t, inmem.Options{})
	put(t, b, fact("start", "city", "city 0"))
	ctx, cancel := context.WithCancel(t.Context())
	var writers, readers sync.WaitGroup
	for i := range 4 {
		writers.Go(func() {
			for j := range 200 {
				id := fmt.Sprintf("f%d-%d", i, j)
				put(t, b, fact(id, "city", "city "+id))
				if j%3 == 0 {
					_, _ = b.Erase(ctx, backends.Filter{Scope: alice(), IDs: []string{fmt.Sprintf("f%d-%d", i, j/2)}})
				}
			}
		})
		readers.Go(func() {
			for ctx.Err() == nil {
				res, err := b.Search(ctx, backends.Query{Scope: alice(), Text: "city", K: 10})
				if err == nil && len(res.Hits) > 1 {
					t.Errorf("%d values hold at once", len(res.Hits))
					return
				}
			}
		})
	}
	writers.Wait()
	cancel()
	readers.Wait()
}

func TestConcurrentReleaseAndDiscardAgree(t *testing.T) {
	for range 50 {
		synctest.Test(t, func(t *testing.T) {
			b := open(t, inmem.Options{})
			held := fact("h", "city", "osaka")
			held.Status = backends.Quarantined
			put(t, b, held)
			released := held
			released.Status, released.Reviewer = backends.Admitted, "grace"
			go func() { _, _ = b.Put(context.Background(), []backends.Record{released}) }()
			go func() {
				_, _ = b.Erase(context.Background(), backends.Filter{Scope: alice(), IDs: []string{"h"}})
			}()
			synctest.Wait()
			if got := scan(t, b, backends.Filter{Scope: alice()}); len(got) != 0 {
				t.Errorf("erase lost against a release: %v", got[0].Status)
			}
		})
	}
}
