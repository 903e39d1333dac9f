package middleware_test

import (
	"testing"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// A record id does not say who spoke: what a tool, a page or a quote said first in
// the turn takes the id, and the user's own statement comes out as Held.
func TestRegressionHeldTwinTakesTheUsersFact(t *testing.T) {
	t.Run("quoted and then said in one message", func(t *testing.T) {
		b := newBench(t, nil)
		b.turn(t,
			middleware.Message{Origin: backends.User, Quoted: true, Text: "home.city=Kyoto"},
			middleware.Message{Origin: backends.User, Text: "home.city=Kyoto"})
		wantCurrent(t, b, 1)
	})
	t.Run("a tool remembers, then the turn is written", func(t *testing.T) {
		b := newBench(t, nil)
		ctx, e, err := b.Join(middleware.WithTurnID(b.ctx, "m1"), "home.city=Kyoto")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Remember(ctx, middleware.Statement{Origin: backends.Tool, Key: "home.city", Value: "Kyoto", Text: "saved by a tool"}); err != nil {
			t.Fatal(err)
		}
		if err := e.Finish(ctx); err != nil {
			t.Fatal(err)
		}
		wantCurrent(t, b, 1)
	})
	t.Run("the system states what a tool of the turn said", func(t *testing.T) {
		b := newBench(t, nil)
		ctx := middleware.WithTurnID(b.ctx, "m1")
		if _, err := b.Write(ctx, middleware.Turn{Messages: []middleware.Message{{Origin: backends.Tool, Text: "home.city=Kyoto"}}}); err != nil {
			t.Fatal(err)
		}
		j, err := b.Remember(ctx, middleware.Statement{Origin: backends.System, Key: "home.city", Value: "Kyoto", Text: "home.city=Kyoto"})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("verdict %v, outcome %v", j.Verdict.Decision, j.Outcome)
		wantCurrent(t, b, 1)
	})
}

func wantCurrent(t *testing.T, b bench, n int) {
	t.Helper()
	if l, err := b.List(b.ctx); err != nil || len(l) != n {
		t.Errorf("got %d current records (%v), want %d", len(l), err, n)
	}
}
