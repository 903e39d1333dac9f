package chain_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/tools"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/adapters/langchaingo/chain"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/internal/llmtest"
	"github.com/memware/memware/middleware"
)

// knows stands for a real model. It answers with the memories in its prompt.
func knows(_ context.Context, c llmtest.Call) (*llms.ContentResponse, error) {
	known := strings.Join(middleware.WindowLines(prompt(c)), "; ")
	return &llms.ContentResponse{Choices: []*llms.ContentChoice{{Content: "Final Answer: You said: " + known}}}, nil
}

func newMemory() *middleware.Memory {
	mem, err := middleware.New(inmem.New(nil), &extractor{}, nil)
	if err != nil {
		log.Fatal(err)
	}
	return mem
}

func ExampleWrap() {
	mem := newMemory()
	defer mem.Close()
	model := langchaingo.WrapModel(llmtest.New(knows), mem)
	executor := agents.NewExecutor(agents.NewOneShotAgent(model, []tools.Tool{tool{name: "weather"}}))
	agent := chain.Wrap(executor, mem, nil)

	ctx := middleware.WithScope(context.Background(), backends.Scope{Tenant: "acme", User: "alice"})
	for _, text := range []string{"My dog is Biscuit", "What is my dog called?"} {
		answer, err := chains.Run(ctx, agent, text)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(answer)
	}
	// Output:
	// You said:
	// You said: My dog is Biscuit
}

// A chain of a plain model has the window where its prompt says.
func ExampleWrap_promptVariable() {
	mem := newMemory()
	defer mem.Close()
	inner := chains.NewLLMChain(llmtest.New(knows), template("{{.known}}Question: {{.question}}", "known", "question"))
	c := chain.Wrap(inner, mem, &chain.Options{PromptVariable: "known"})

	ctx := middleware.WithScope(context.Background(), backends.Scope{Tenant: "acme", User: "alice"})
	for _, text := range []string{"My dog is Biscuit", "What is my dog called?"} {
		answer, err := chains.Run(ctx, c, text)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(strings.TrimPrefix(answer, "Final Answer: "))
	}
	// Output:
	// You said:
	// You said: My dog is Biscuit
}
