package middleware_test

import (
	"context"
	"testing"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// Reads and writes share the bound on calls left behind: 64 stuck reads, and what
// every user says is lost although the store works.
func TestRegressionStuckReadsLoseWrites(t *testing.T) {
	release := make(chan struct{})
	b := newBench(t, func(o *middleware.Options) {
		o.Deadline = time.Millisecond
		o.Plugins = []middleware.Plugin{middleware.Rerank("stuck", func(_ context.Context, _ middleware.Ask, h []backends.Hit) ([]backends.Hit, error) {
			<-release
			return h, nil
		})}
	})
	defer func() { close(release); time.Sleep(50 * time.Millisecond) }()
	for range 64 {
		e, err := b.Open(b.ctx, "what?")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = e.Window(b.ctx)
	}
	e, _ := b.Open(b.ctx, "home.city=Kyoto")
	if err := e.Finish(b.ctx); err != nil {
		t.Fatal(err)
	}
	if l, _ := b.List(b.ctx); len(l) != 1 {
		t.Errorf("got %d facts, want 1", len(l))
	}
}
