package main

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/memware/memware/middleware"
)

// clients ask the same question over and over.
type clients struct {
	done        sync.WaitGroup
	end         func()
	asked, lost atomic.Int64
}

func start(ctx context.Context, mem *middleware.Memory) *clients {
	ended := make(chan struct{})
	c := &clients{end: sync.OnceFunc(func() { close(ended) })}
	for range 8 {
		c.done.Go(func() {
			for {
				w, err := mem.Read(ctx, middleware.Ask{Text: question})
				c.asked.Add(1)
				if err != nil || len(w.Memories) != 2 {
					c.lost.Add(1)
				}
				select {
				case <-ended:
					return
				default:
				}
			}
		})
	}
	return c
}

// stop ends the clients and waits for them. It may be called more than once.
func (c *clients) stop() (asked, lost int64) {
	c.end()
	c.done.Wait()
	return c.asked.Load(), c.lost.Load()
}
