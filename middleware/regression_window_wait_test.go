package middleware_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// The second caller of Window waits for a lock, whatever its context says.
func TestRegressionWindowOutlivesItsContext(t *testing.T) {
	b := newBench(t, func(o *middleware.Options) {
		o.Deadline = time.Second
		o.Plugins = []middleware.Plugin{middleware.Rerank("slow", func(ctx context.Context, _ middleware.Ask, h []backends.Hit) ([]backends.Hit, error) {
			<-ctx.Done()
			return h, nil
		})}
	})
	e, err := b.Open(b.ctx, "what?")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	wg.Go(func() { _, _ = e.Window(b.ctx) })
	time.Sleep(20 * time.Millisecond)
	ctx, cancel := context.WithTimeout(b.ctx, 30*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, _ = e.Window(ctx)
	if d := time.Since(start); d > 300*time.Millisecond {
		t.Errorf("waited %v under a context of 30ms", d)
	}
	wg.Wait()
}

func TestRegressionWindowIsShared(t *testing.T) {
	b := newBench(t, nil)
	b.say(t, "tea is nice")
	e, _ := b.Open(b.ctx, "tea")
	w, _ := e.Window(b.ctx)
	w.Memories[0].Text = "changed"
	if again, _ := e.Window(b.ctx); again.Memories[0].Text != "tea is nice" {
		t.Error("one caller changed the window of all, and what counts as an echo")
	}
}
