package middleware

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/memware/memware/backends"
)

// maxAbandoned bounds the calls that outlived their deadline and still run: an
// embedder that never answers must not collect goroutines without end.
const maxAbandoned = 64

// calls runs work that may ignore its context, and leaves it behind at the
// deadline. What is left behind is counted until it ends.
type calls struct {
	mu        sync.Mutex // guards the fields below
	limit     int
	running   int
	abandoned int
	closed    bool
	idle      chan struct{} // closed by the last call to end, while draining
}

// run calls f with a context that ends after d. It returns at the deadline at
// the latest, with the context's error and left = true if f has not returned by
// then. Where too many calls are left behind it does not start f.
func (c *calls) run(ctx context.Context, d time.Duration, f func(context.Context) error) (left bool, err error) {
	if err := c.begin(); err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(ctx, d)
	done := make(chan error, 1)
	go func() {
		defer cancel()
		defer c.end()
		err := errors.New("the call ended its goroutine")
		defer func() { done <- err }() // even by runtime.Goexit
		err = protect(func() error { return f(ctx) })
	}()
	select {
	case err := <-done:
		return false, err
	case <-ctx.Done():
	}
	select {
	case err := <-done: // it obeyed its context
		return false, err
	default:
		c.leave(done)
		return true, fmt.Errorf("%w: %w", backends.ErrUnavailable, context.Cause(ctx))
	}
}

// protect turns a panic of a plug-in into an error: in a goroutine of ours it
// would end the program. The error names the type alone, a value may hold text.
func protect(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic of type %T", p)
		}
	}()
	return f()
}

func (c *calls) begin() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.closed:
		return backends.ErrClosed
	case c.abandoned >= c.limit:
		return fmt.Errorf("%w: %d calls still run past their deadline", backends.ErrUnavailable, c.abandoned)
	}
	c.running++
	return nil
}

func (c *calls) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running--
	if c.running == 0 && c.idle != nil {
		close(c.idle)
		c.idle = nil
	}
}

// leave counts a call as abandoned until it ends.
func (c *calls) leave(done <-chan error) {
	c.mu.Lock()
	c.abandoned++
	c.mu.Unlock()
	go func() {
		<-done
		c.mu.Lock()
		c.abandoned--
		c.mu.Unlock()
	}()
}

// drain refuses new calls and waits at most d for those that run.
func (c *calls) drain(d time.Duration) {
	c.mu.Lock()
	c.closed = true
	idle := make(chan struct{})
	if c.running == 0 {
		close(idle)
	} else {
		c.idle = idle
	}
	c.mu.Unlock()
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-idle:
	case <-timer.C:
	}
}
