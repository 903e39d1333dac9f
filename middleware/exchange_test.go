package middleware_test

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/middleware"
)

// A faulty backend counts calls, fails and hangs as it is told.
type faulty struct {
	backends.Backend
	searches, puts atomic.Int64
	fail           atomic.Pointer[error]
	hang           chan struct{} // nil: never
}

func (f *faulty) Search(ctx context.Context, q backends.Query) (backends.Result, error) {
	f.searches.Add(1)
	if f.hang != nil {
		<-f.hang
	}
	if err := f.fail.Load(); err != nil {
		return backends.Result{}, *err
	}
	return f.Backend.Search(ctx, q)
}

func (f *faulty) Put(ctx context.Context, r []backends.Record) ([]backends.Outcome, error) {
	f.puts.Add(1)
	if err := f.fail.Load(); err != nil {
		return nil, *err
	}
	return f.Backend.Put(ctx, r)
}

func (f *faulty) Scan(ctx context.Context, q backends.Filter, c backends.Cursor) iter.Seq2[backends.Record, error] {
	return f.Backend.Scan(ctx, q, c)
}

func (f *faulty) failWith(err error) { f.fail.Store(&err) }

func (f *faulty) recover() { f.fail.Store(nil) }

func newFaulty(t *testing.T, o *middleware.Options) (*middleware.Memory, *faulty) {
	t.Helper()
	f := &faulty{Backend: inmem.New(nil)}
	if o == nil {
		o = &middleware.Options{}
	}
	o.Logger = slog.New(slog.DiscardHandler)
	o.Deadline = cmp.Or(o.Deadline, 10*time.Second) // of a busy machine
	m, err := middleware.New(f, middleware.ExtractorFunc(notation), o)
	if err != nil {
		t.Fatal(err)
	}
	return m, f
}

func TestATurnIsReadOnceAndWrittenOnce(t *testing.T) {
	m, f := newFaulty(t, nil)
	defer m.Close()
	ctx := middleware.WithScope(t.Context(), alice)
	ctx, outer, err := m.Join(ctx, "city=Kyoto")
	if err != nil || !outer.Outermost() {
		t.Fatalf("outermost %v, %v", outer.Outermost(), err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			_, inner, err := m.Join(ctx, "a rendered template")
			if err != nil || inner.Outermost() {
				t.Errorf("joined as outermost, %v", err)
				return
			}
			if _, err := inner.Window(ctx); err != nil {
				t.Error(err)
			}
			if err := inner.Finish(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if f.searches.Load() != 1 || f.puts.Load() != 1 {
		t.Errorf("%d reads and %d writes, want one each", f.searches.Load(), f.puts.Load())
	}
	if rows, err := m.History(ctx, "city"); err != nil || len(rows) != 1 {
		t.Errorf("history %v, %v: the raw input was not written", rows, err)
	}
}

func TestTwoMemoriesDoNotShareATurn(t *testing.T) {
	m, _ := newFaulty(t, nil)
	defer m.Close()
	n, _ := newFaulty(t, nil)
	defer n.Close()
	ctx := middleware.WithScope(t.Context(), alice)
	ctx, _, _ = m.Join(ctx, "x")
	if _, e, err := n.Join(ctx, "x"); err != nil || !e.Outermost() {
		t.Errorf("the second memory joined the first one's turn, %v", err)
	}
}

func TestATurnOfOneUserIsNotJoinedByAnother(t *testing.T) {
	m, _ := newFaulty(t, nil)
	defer m.Close()
	ctx, _, err := m.Join(middleware.WithScope(t.Context(), alice), "city=Kyoto")
	if err != nil {
		t.Fatal(err)
	}
	ctx, e, err := m.Join(middleware.WithScope(ctx, bob), "city=Oslo")
	if err != nil || !e.Outermost() {
		t.Fatalf("bob joined alice's turn, %v", err)
	}
	if err := e.Finish(ctx); err != nil {
		t.Fatal(err)
	}
	if rows, err := m.History(middleware.WithScope(t.Context(), alice), "city"); err != nil || len(rows) != 0 {
		t.Errorf("alice has %v, %v", rows, err)
	}
}

func TestAnAnswerHasTheTrustOfWhatWasHeard(t *testing.T) {
	b := newBench(t, nil)
	e, err := b.Open(b.ctx, "look it up")
	if err != nil {
		t.Fatal(err)
	}
	e.Heard(middleware.Message{Origin: backends.Tool, Text: "city=Oslo"})
	if err := e.Finish(b.ctx, middleware.Message{Origin: backends.Assistant, Text: "take the train"}); err != nil {
		t.Fatal(err)
	}
	held, err := b.Quarantined(b.ctx)
	if err != nil || len(held) != 2 {
		t.Errorf("held %v, %v, want the tool's words and the answer", held, err)
	}
}

func TestReloadAppliesToTheNextTurn(t *testing.T) {
	b := newBench(t, nil)
	for _, text := range []string{"apples one", "apples two", "apples three"} {
		b.say(t, text)
	}
	before, err := b.Open(b.ctx, "apples")
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Reload(middleware.Options{K: 1}); err != nil {
		t.Fatal(err)
	}
	if w, err := before.Window(b.ctx); err != nil || len(w.Memories) != 3 {
		t.Errorf("the turn in progress sees %d memories, %v, want 3", len(w.Memories), err)
	}
	if got := b.texts(t, "apples"); len(got) != 1 {
		t.Errorf("the next read sees %q, want one", got)
	}
	if err := b.Reload(middleware.Options{K: -1}); !errors.Is(err, backends.ErrInvalid) {
		t.Errorf("a bad setting: %v", err)
	}
	if got := b.texts(t, "apples"); len(got) != 1 {
		t.Errorf("after a refused reload %q, want one", got)
	}
}

func TestAStoreThatFailsDoesNotBreakTheChat(t *testing.T) {
	down := backends.ErrUnavailable
	for _, tc := range []struct {
		name   string
		closed bool
	}{{"fail-open", false}, {"fail-closed", true}} {
		t.Run(tc.name, func(t *testing.T) {
			m, f := newFaulty(t, &middleware.Options{FailClosed: tc.closed})
			defer m.Close()
			ctx := middleware.WithScope(t.Context(), alice)
			e, err := m.Open(ctx, "city=Kyoto")
			if err != nil {
				t.Fatal(err)
			}
			f.failWith(down)
			if w, err := e.Window(ctx); errors.Is(err, down) != tc.closed || w.Text != "" {
				t.Errorf("window %q, %v", w.Text, err)
			}
			if err := e.Finish(ctx); errors.Is(err, down) != tc.closed {
				t.Errorf("finish: %v", err)
			}
			f.recover()
			if err := e.Finish(ctx); err != nil { // the retry completes the turn
				t.Errorf("retry: %v", err)
			}
			if rows, err := m.History(ctx, "city"); err != nil || len(rows) != 1 {
				t.Errorf("history %v, %v, want the fact once", rows, err)
			}
		})
	}
}

func TestASlowMemoryDoesNotHoldTheAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, f := newFaulty(t, &middleware.Options{Deadline: 200 * time.Millisecond})
		f.hang = make(chan struct{}) // ignores its context
		ctx := middleware.WithScope(t.Context(), alice)
		for range 100 { // more than may be left behind
			e, err := m.Open(ctx, "city")
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			if w, err := e.Window(ctx); err != nil || w.Text != "" {
				t.Fatalf("window %q, %v", w.Text, err)
			}
			if took := time.Since(start); took > 200*time.Millisecond {
				t.Fatalf("took %v, want at most the deadline", took)
			}
		}
		if n := f.searches.Load(); n != 64 {
			t.Errorf("%d calls are left behind, want them bounded at 64", n)
		}
		close(f.hang)
		synctest.Wait()
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestACancelledTurnWritesNothing(t *testing.T) {
	m, f := newFaulty(t, nil)
	defer m.Close()
	ctx, cancel := context.WithCancel(middleware.WithScope(t.Context(), alice))
	e, err := m.Open(ctx, "city=Kyoto")
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := e.Finish(ctx); err != nil || f.puts.Load() != 0 {
		t.Errorf("%d writes, %v, want none", f.puts.Load(), err)
	}
	if _, err := e.Window(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("window after a cancel: %v, want the context's error", err)
	}
}

func TestAClosedMemorySaysSo(t *testing.T) {
	m, _ := newFaulty(t, &middleware.Options{FailClosed: true})
	ctx := middleware.WithScope(t.Context(), alice)
	e, err := m.Open(ctx, "city=Kyoto")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(m.Close(), m.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Window(ctx); !errors.Is(err, backends.ErrClosed) {
		t.Errorf("window: %v", err)
	}
	if err := e.Finish(ctx); !errors.Is(err, backends.ErrClosed) {
		t.Errorf("finish: %v", err)
	}
	if _, err := m.Read(ctx, middleware.Ask{Text: "x"}); !errors.Is(err, backends.ErrClosed) {
		t.Errorf("read: %v", err)
	}
}

func TestWhatTheWindowShowedIsNotLearnedAgain(t *testing.T) {
	b := newBench(t, nil)
	b.say(t, "I prefer tea")
	_, e, err := b.Join(b.ctx, "what do I prefer?")
	if err != nil {
		t.Fatal(err)
	}
	w, err := e.Window(b.ctx)
	if err != nil || w.Text == "" {
		t.Fatalf("window %q, %v", w.Text, err)
	}
	if err := e.Finish(b.ctx, middleware.Message{Origin: backends.Assistant, Text: "You said: I prefer tea.\nGood night"}); err != nil {
		t.Fatal(err)
	}
	records, err := b.List(b.ctx)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range records {
		got = append(got, r.Text)
	}
	slices.Sort(got)
	if want := []string{"Good night", "I prefer tea", "what do I prefer?"}; !slices.Equal(got, want) {
		t.Errorf("stored %q, want %q", got, want)
	}
}
