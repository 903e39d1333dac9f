// Command quickstart gives a langchaingo program a memory. It needs no key: the
// model is a stand-in that reads out what the memory put in front of it.
//
//	go run ./examples/quickstart
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/tmc/langchaingo/llms"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/adapters/rules"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/middleware"
)

func main() {
	var llm llms.Model = reader{} // any langchaingo model

	mem, err := middleware.New(inmem.New(nil), rules.New(), nil)
	if err != nil {
		log.Fatal(err)
	}
	defer mem.Close()
	llm = langchaingo.WrapModel(llm, mem)
	ctx := middleware.WithScope(context.Background(), backends.Scope{Tenant: "acme", User: "alice"})

	for _, said := range []string{
		"I prefer meetings at 2pm",
		"Actually, 11am works better for meetings",
		"When do I like to have meetings?",
	} {
		answer, err := llms.GenerateFromSinglePrompt(ctx, llm, said)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("> %s\n%s\n", said, answer)
	}
}
