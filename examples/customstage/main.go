// Command customstage adds three stages of its own to a memory: one that orders
// what was found anew, one that keeps card numbers out of what is written, and
// one that tells what became of each statement. It needs no key.
//
//	go run ./examples/customstage
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"slices"
	"time"

	"github.com/memware/memware/adapters/redact"
	"github.com/memware/memware/adapters/rules"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/middleware"
)

func main() {
	if err := run(context.Background(), os.Stdout, time.Now); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, out io.Writer, clock func() time.Time) error {
	report := func(_ context.Context, turn *middleware.Writing) error {
		for _, j := range turn.Judged {
			fmt.Fprintf(out, "%s: %s\n", j.Outcome, j.Text)
		}
		return nil
	}
	mem, err := middleware.New(inmem.New(&inmem.Options{Clock: clock}), rules.New(), &middleware.Options{
		Clock: clock,
		Plugins: []middleware.Plugin{
			middleware.Rerank("constraints_first", constraintsFirst),
			redact.New(redact.Card).Plugin(),
			{Name: "report", Stage: middleware.StageIndex, Place: middleware.After, Write: report},
		},
	})
	if err != nil {
		return err
	}
	defer mem.Close()

	ctx = middleware.WithScope(ctx, backends.Scope{Tenant: "acme", User: "alice"})
	for _, said := range []string{
		"the peanuts at the fair smelled lovely",
		"I must not eat peanuts",
		"my card is 4111 1111 1111 1111",
	} {
		turn := middleware.Turn{Messages: []middleware.Message{{Origin: backends.User, Text: said}}}
		if _, err := mem.Write(ctx, turn); err != nil {
			return err
		}
	}
	window, err := mem.Read(ctx, middleware.Ask{Text: "shall I buy the peanuts at the fair?", K: 2})
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(out, window.Text)
	return err
}

// constraintsFirst puts what is important in front of what is merely related.
func constraintsFirst(_ context.Context, _ middleware.Ask, hits []backends.Hit) ([]backends.Hit, error) {
	important := func(h backends.Hit) int {
		if h.Importance >= 0.8 {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(hits, func(a, b backends.Hit) int { return important(a) - important(b) })
	return hits, nil
}
