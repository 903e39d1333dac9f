// Command chain gives a chain of several model calls a memory. It needs no key:
// the model is a stand-in that reads out what the memory put in front of it.
//
//	go run ./examples/chain
//
// To answer a question from three documents langchaingo asks the model once a
// document and once for all. That is one turn of the user: it is read once, for
// the user's own words, and written once.
package main

import (
	"context"
	"fmt"
	"log"
	"sync/atomic"

	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/schema"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/adapters/langchaingo/chain"
	"github.com/memware/memware/adapters/rules"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/middleware"
)

func main() {
	var count counts
	mem, err := middleware.New(inmem.New(nil), rules.New(), &middleware.Options{Plugins: count.plugins()})
	if err != nil {
		log.Fatal(err)
	}
	defer mem.Close()
	model := langchaingo.WrapModel(&waiter{calls: &count.calls}, mem) // any langchaingo model
	qa := chain.Wrap(chains.LoadMapReduceQA(model), mem, nil)
	ctx := middleware.WithScope(context.Background(), backends.Scope{Tenant: "acme", User: "alice"})

	menu := []schema.Document{
		{PageContent: "Starters: satay with peanuts, tomato soup."},
		{PageContent: "Mains: mushroom risotto, grilled trout."},
		{PageContent: "Desserts: lemon tart, brownies."},
	}
	for _, said := range []string{"I am allergic to peanuts", "What may I order, with my allergy?"} {
		answer, err := chains.Predict(ctx, qa, map[string]any{"question": said, "input_documents": menu})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("> %s\n%s\n", said, answer)
		count.print()
	}
}

// counts tells what a turn took.
type counts struct{ calls, reads, writes atomic.Int64 }

func (c *counts) plugins() []middleware.Plugin {
	return []middleware.Plugin{
		{Name: "count_reads", Stage: middleware.StageScore, Place: middleware.Before, Read: func(context.Context, *middleware.Reading) error {
			c.reads.Add(1)
			return nil
		}},
		{Name: "count_writes", Stage: middleware.StageExtract, Place: middleware.Before, Write: func(context.Context, *middleware.Writing) error {
			c.writes.Add(1)
			return nil
		}},
	}
}

func (c *counts) print() {
	fmt.Printf("  (%d model calls, %d read, %d write)\n", c.calls.Swap(0), c.reads.Swap(0), c.writes.Swap(0))
}
