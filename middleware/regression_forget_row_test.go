package middleware_test

import (
	"testing"

	"github.com/memware/memware/backends"
)

// A value that was confirmed more than 1,024 times cannot be forgotten by its row.
func TestRegressionForgetOfALongRow(t *testing.T) {
	b := newBench(t, nil)
	for range backends.MaxBatch + 1 {
		b.say(t, "home.city=Kyoto")
	}
	rows, err := b.History(b.ctx, "home.city")
	if err != nil || len(rows) != 1 {
		t.Fatal(len(rows), err)
	}
	if _, err := b.Forget(b.ctx, backends.Filter{IDs: []string{rows[0].ID}}); err != nil {
		t.Errorf("one id was given: %v", err)
	}
}

// An id stands for its row only where it stands alone.
func TestRegressionForgetOfARowAndAKind(t *testing.T) {
	b := newBench(t, nil)
	b.say(t, "b=1")
	b.say(t, "b=1")
	rows, _ := b.History(b.ctx, "b")
	if _, err := b.Forget(b.ctx, backends.Filter{IDs: []string{rows[0].ID}, Kinds: []backends.Kind{backends.Fact}}); err != nil {
		t.Fatal(err)
	}
	if rows, _ = b.History(b.ctx, "b"); len(rows) != 0 {
		t.Errorf("the row's other entry stays")
	}
}
