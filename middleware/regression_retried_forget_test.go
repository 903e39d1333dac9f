package middleware_test

import (
	"testing"
	"time"

	"github.com/memware/memware/middleware"
)

// A retried turn that says nothing but "forget my phone" erases what was told
// since its first attempt.
func TestRegressionRetriedForgetErasesWhatCameSince(t *testing.T) {
	b := newBench(t, nil)
	b.say(t, "phone=1")
	ctx := middleware.WithTurnID(b.ctx, "turn-7")
	forget := func() {
		b.clock.pass(time.Minute)
		e, err := b.Open(ctx, "forget phone")
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Finish(ctx); err != nil {
			t.Fatal(err)
		}
	}
	forget()
	b.say(t, "phone=2")
	forget() // the client never saw the first answer
	if l, _ := b.List(b.ctx); len(l) != 1 {
		t.Errorf("got %d facts, want the phone told after the request", len(l))
	}
}
