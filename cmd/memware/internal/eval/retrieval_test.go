package eval_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memware/memware/cmd/memware/internal/eval"
)

func TestRetrievalFindsEvidence(t *testing.T) {
	var last, total int
	s := eval.Setup{
		Policy:   eval.Choice{Recency: ptr(0.0), Importance: ptr(0.0)},
		Progress: func(done, of int) { last, total = done, of },
	}
	got, err := s.Retrieval(t.Context(), data("conversations.json"))
	if err != nil {
		t.Fatal(err)
	}
	found := func(category string, queries int) eval.RetrievalResult {
		all := eval.ByDepth{At3: 100, At5: 100, At10: 100, At20: 100}
		return eval.RetrievalResult{Category: category, Queries: queries, Recall: all, Any: all, MRR: 100}
	}
	want := eval.Retrieval{Skipped: 1, Unknown: 2, Results: []eval.RetrievalResult{
		found("multi-hop", 1), found("temporal", 1), found("open-domain", 1), found("single-hop", 1), found("adversarial", 1),
		found("overall", 4), found("all", 5),
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("retrieval (-want +got):\n%s", diff)
	}
	if last != 12 || total != 12 {
		t.Errorf("progress ended at %d of %d, want 12 of 12", last, total)
	}
}

func TestRetrievalCountsWhatIsNotFound(t *testing.T) {
	// By recency the last session comes first: of six turns the evidence in the
	// first one is the sixth, fifth and fourth.
	s := eval.Setup{Policy: eval.Choice{Relevance: ptr(0.0), Importance: ptr(0.0)}}
	got, err := s.Retrieval(t.Context(), data("conversations.json"))
	if err != nil {
		t.Fatal(err)
	}
	want := []eval.RetrievalResult{
		{Category: "multi-hop", Queries: 1, MRR: 33.3, // D2:1 is third, D1:2 fifth
			Recall: eval.ByDepth{At3: 50, At5: 100, At10: 100, At20: 100}, Any: eval.ByDepth{At3: 100, At5: 100, At10: 100, At20: 100}},
		{Category: "temporal", Queries: 1, MRR: 16.7, // D1:1
			Recall: eval.ByDepth{At10: 100, At20: 100}, Any: eval.ByDepth{At10: 100, At20: 100}},
		{Category: "open-domain", Queries: 1, MRR: 25, // D1:3
			Recall: eval.ByDepth{At5: 100, At10: 100, At20: 100}, Any: eval.ByDepth{At5: 100, At10: 100, At20: 100}},
	}
	if diff := cmp.Diff(want, got.Results[:3]); diff != "" {
		t.Errorf("retrieval (-want +got):\n%s", diff)
	}
}
