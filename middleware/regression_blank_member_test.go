package middleware_test

import (
	"testing"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// A member of nothing but spaces folds to none, which means all of them.
func TestRegressionBlankMember(t *testing.T) {
	t.Run("Retract", func(t *testing.T) {
		b := newBench(t, nil)
		b.say(t, "allergy/nuts=nuts\nallergy/milk=milk")
		b.clock.pass(time.Minute)
		o, err := b.Retract(b.ctx, "allergy", " ")
		if l, _ := b.List(b.ctx); len(l) != 2 {
			t.Errorf("got %d allergies, want 2 (outcome %v, error %v)", len(l), o, err)
		}
	})
	t.Run("Review", func(t *testing.T) {
		b := newBench(t, nil)
		w := b.turn(t, middleware.Message{Origin: backends.Tool, Text: "allergy/nuts=nuts"})
		if _, err := b.Release(b.ctx, w.Candidates[0].ID, middleware.Review{Reviewer: "r", Member: " "}); err == nil {
			t.Error("a blank corrected member took the record out of its slot")
		}
	})
}
