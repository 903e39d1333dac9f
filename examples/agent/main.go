// Command agent gives an agent with a tool a memory. It needs no key: the model
// is a stand-in that plans as a ReAct agent does.
//
//	go run ./examples/agent
//
// A turn of the user is one read and one write, however often the agent goes
// round. What the tool says is no word of the user's: it is held for review, and
// so is what the agent makes of it.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/tools"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/adapters/langchaingo/chain"
	"github.com/memware/memware/adapters/rules"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/middleware"
)

func main() {
	mem, err := middleware.New(inmem.New(nil), rules.New(), nil)
	if err != nil {
		log.Fatal(err)
	}
	defer mem.Close()
	model := langchaingo.WrapModel(planner{}, mem) // any langchaingo model
	executor := agents.NewExecutor(agents.NewOneShotAgent(model, []tools.Tool{shop{}}))
	agent := chain.Wrap(executor, mem, nil)
	ctx := middleware.WithScope(context.Background(), backends.Scope{Tenant: "acme", User: "alice"})

	for _, said := range []string{
		"My shoe size is 43",
		"Which running shoes do you have for me?",
	} {
		fmt.Println(">", said)
		answer, err := chains.Run(ctx, agent, said)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(answer)
	}
	if err := review(ctx, mem); err != nil {
		log.Fatal(err)
	}
}

// review prints what is remembered, and what is held for review.
func review(ctx context.Context, mem *middleware.Memory) error {
	known, err := mem.List(ctx)
	if err != nil {
		return err
	}
	held, err := mem.Quarantined(ctx)
	if err != nil {
		return err
	}
	fmt.Println()
	for _, r := range known {
		fmt.Printf("remembered (%v): %s\n", r.Origin, r.Text)
	}
	for _, r := range held {
		fmt.Printf("held (%v, %s): %s\n", r.Origin, r.Reason, r.Text)
	}
	return nil
}
