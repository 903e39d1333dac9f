// Command worked prints what each part of the score does, for one question about
// forty things that one person said over two months. Two of them give the time
// at which he likes to meet; the later one replaces the earlier.
//
//	go run ./examples/worked
//
// Recency alone finds neither, similarity alone finds both, and so does the
// blend of the two, since both sentences are equally like the question. Only
// once the two are values of one key is the stale one out of the window.
//
// The sentences, the stop words and the two concepts stand in
// testdata/worked.json: the library knows none of them.
package main

import (
	"context"
	"fmt"
	"os"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "worked:", err)
		os.Exit(1)
	}
}
