// Command retriever answers questions from memories, by a chain of langchaingo
// that answers from documents. It needs no key: the model is a stand-in that
// quotes the first of them.
//
//	go run ./examples/retriever
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/schema"

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
	for _, s := range []middleware.Statement{
		{Key: "door.code", Value: "1111", Text: "The code of the back door is 1111"},
		{Key: "door.code", Value: "2222", Text: "The code of the back door is 2222"}, // replaces it
		{Text: "The back door sticks in winter"},
		{Text: "The garden needs water on Fridays"},
	} {
		s.Origin = backends.User
		if _, err := mem.Remember(ctx, s); err != nil {
			log.Fatal(err)
		}
	}

	qa := chains.NewRetrievalQAFromLLM(quoter{}, langchaingo.NewRetriever(mem, &langchaingo.RetrieverOptions{K: 2}))
	qa.ReturnSourceDocuments = true
	outputs, err := chains.Call(ctx, qa, map[string]any{"query": "What is the code of the back door?"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(outputs["text"])
	for i, d := range outputs["source_documents"].([]schema.Document) {
		fmt.Printf("%d. %s (%v, key %q)\n", i+1, d.PageContent, d.Metadata["origin"], d.Metadata["key"])
	}
}
