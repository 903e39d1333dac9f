package middleware_test

import (
	"testing"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// "Forget my phone" comes before the delayed write of the turn that told it: the
// key is unknown, nothing is fenced, and the phone is stored afterwards.
func TestRegressionForgetBeforeALateWrite(t *testing.T) {
	b := newBench(t, nil)
	told := b.clock.Now()
	b.clock.pass(time.Minute)
	b.say(t, "forget phone")
	if _, err := b.Write(b.ctx, middleware.Turn{ID: "t0", At: told, Messages: []middleware.Message{{Origin: backends.User, Text: "phone=1"}}}); err != nil {
		t.Fatal(err)
	}
	if l, _ := b.List(b.ctx); len(l) != 0 {
		t.Error("what was said before the request came back by a late write")
	}
}
