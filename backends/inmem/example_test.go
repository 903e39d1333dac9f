package inmem_test

import (
	"context"
	"fmt"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
)

func Example() {
	ctx := context.Background()
	b := inmem.New(nil)
	defer b.Close()

	alice := backends.Scope{Tenant: "acme", User: "alice"}
	prefers := func(id, value string, daysAgo int) backends.Record {
		return backends.Record{
			ID: id, Scope: alice, Kind: backends.Fact, Key: "meeting.time", Value: value,
			Text: "I prefer meetings at " + value, Origin: backends.User, Status: backends.Admitted,
			AssertedAt: time.Now().AddDate(0, 0, -daysAgo),
		}
	}
	outcomes, err := b.Put(ctx, []backends.Record{prefers("a", "2pm", 44), prefers("b", "11am", 21)})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(outcomes)

	res, err := b.Search(ctx, backends.Query{Scope: alice, Text: "When should the meeting be?", K: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, h := range res.Hits {
		fmt.Println(h.Text)
	}

	// Output:
	// [inserted superseding]
	// I prefer meetings at 11am
}

func ExampleNew() {
	ctx := context.Background()
	b := inmem.New(&inmem.Options{
		Concepts: map[string][]string{"meeting": {"call", "schedule", "appointment"}},
	})
	defer b.Close()

	alice := backends.Scope{Tenant: "acme", User: "alice"}
	_, err := b.Put(ctx, []backends.Record{
		{ID: "1", Scope: alice, Text: "Meetings before noon only", Status: backends.Admitted, AssertedAt: time.Now()},
		{ID: "2", Scope: alice, Text: "The dog barks at noon", Status: backends.Admitted, AssertedAt: time.Now()},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := b.Search(ctx, backends.Query{Scope: alice, Text: "when is our call?", K: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Hits[0].Text)

	// Output:
	// Meetings before noon only
}
