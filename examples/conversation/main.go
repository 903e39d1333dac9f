// Command conversation gives chains.NewConversation a memory that outlives its
// buffer. It needs no key: the model is a stand-in that tells what it was shown.
//
//	go run ./examples/conversation
//
// The buffer keeps the last turn of one conversation. The memory keeps what
// matters of all of them.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/memory"

	"github.com/memware/memware/adapters/langchaingo"
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
	ctx := middleware.WithScope(context.Background(), backends.Scope{Tenant: "acme", User: "alice"})

	for day, said := range [][]string{
		{"I am allergic to peanuts", "Good morning!", "What could I cook tonight?"},
		{"Am I allergic to anything?"},
	} {
		fmt.Println("day", day+1)
		conversation := chains.NewConversation(reader{}, langchaingo.NewChatMemory(mem, &langchaingo.ChatMemoryOptions{
			Inner: memory.NewConversationWindowBuffer(1),
		}))
		for _, text := range said {
			answer, err := chains.Run(ctx, conversation, text)
			if err != nil {
				log.Fatal(err)
			}
			fmt.Printf("> %s\n%s\n", text, answer)
		}
	}
}
