package middleware_test

import (
	"testing"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// "I have no allergies any more. Allergies: none." keeps the old allergies.
func TestRegressionWideRetractionIsDroppedForAFactWithoutMember(t *testing.T) {
	b := newBench(t, nil)
	b.say(t, "allergy/nuts=nuts")
	b.say(t, "-allergy\nallergy=none")
	wantOnly(t, b, "none")
}

// With ForgetRetracts a request about an unknown key stores its name.
func TestRegressionForgetRetractsAnUnknownKey(t *testing.T) {
	b := newBench(t, func(o *middleware.Options) { o.ForgetRetracts = true })
	if w := b.say(t, "forget phone"); w.Candidates[0].Outcome != 0 {
		t.Errorf("got %v, want it rejected as %s", w.Candidates[0].Outcome, middleware.RuleUnknownKey)
	}
}

func wantOnly(t *testing.T, b bench, value string) {
	t.Helper()
	l, _ := b.List(b.ctx)
	if len(l) != 1 || l[0].Value != value {
		var got []backends.Record
		got = append(got, l...)
		t.Errorf("got %d current facts, want %q alone", len(got), value)
	}
}
