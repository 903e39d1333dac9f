package main

import (
	"context"
	"log"
	"os"
	"time"
)

func Example() {
	clock := func() time.Time { return time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC) }
	if err := run(context.Background(), os.Stdout, clock); err != nil {
		log.Fatal(err)
	}
	// Output:
	// in the window: Look up how to pay the printer's invoice. (user)
	// held by the rule "origin", from a tool: My bank account is DE44 5001 0517 5407 3249 31.
	// audit: discard of 1 record by rita
	// in the window: Look up how to pay the printer's invoice. (user)
}
