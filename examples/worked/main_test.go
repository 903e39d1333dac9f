package main

import (
	"context"
	"math"
	"testing"
)

func Example() {
	main()
	// Output:
	// "When do I like to schedule our call?" on day 63
	//
	// policy, top 3           answer  stale
	// recency only            no      no
	// similarity only         yes     yes
	// blended                 yes     yes
	// blended + supersession  yes     no
	//
	// recency only
	//   1  0.9517  Two tomatoes are nearly ripe
	//   2  0.9057  Sunny at last, lunch outside on the steps
	//   3  0.8203  Fixed the squeaky door with a bit of oil
	//
	// similarity only
	//   1  0.6996  I prefer meetings at 11am
	//   2  0.6996  I prefer meetings at 2pm
	//   3  0.3642  Had a pointless call with the bank about my card
	//
	// blended
	//   1  0.9557  I prefer meetings at 11am
	//   2  0.8836  I prefer meetings at 2pm
	//   3  0.6718  Had a pointless call with the bank about my card
	//
	// blended + supersession
	//   1  0.9557  I prefer meetings at 11am
	//   2  0.6718  Had a pointless call with the bank about my card
	//   3  0.5872  I would like a longer weekend
	//
	// I prefer meetings at 11am  cosine 0.70  blended 0.96
	// I prefer meetings at 2pm   cosine 0.70  blended 0.88
}

func TestTheTwoValuesAreEquallyLikeTheQuestion(t *testing.T) {
	x, err := load()
	if err != nil {
		t.Fatal(err)
	}
	answer, stale := x.values()
	want := map[string][2]float64{answer: {0.699616, 0.955682}, stale: {0.699616, 0.883581}}
	hits, err := x.ask(t.Context(), x.policies()[2], len(x.Notes))
	if err != nil {
		t.Fatal(err)
	}
	if len(hits) != len(x.Notes) {
		t.Fatalf("got %d hits, want all %d notes", len(hits), len(x.Notes))
	}
	for _, h := range hits {
		w, ok := want[h.Text]
		if !ok {
			continue
		}
		delete(want, h.Text)
		if math.Abs(h.Score.Relevance-w[0]) > 1e-6 || math.Abs(h.Score.Total-w[1]) > 1e-6 {
			t.Errorf("%s: got cosine %.6f and blended %.6f, want %.6f and %.6f",
				h.Text, h.Score.Relevance, h.Score.Total, w[0], w[1])
		}
	}
	if len(want) > 0 {
		t.Errorf("%d of the two values were not found", len(want))
	}
}

func TestAnInterruptEndsTheExample(t *testing.T) {
	x, err := load()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.ask(ctx, x.policies()[0], x.K); err == nil {
		t.Error("got no error, want that of the context")
	}
}
