package eval_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memware/memware/cmd/memware/internal/eval"
)

func TestUpdatesCountAnswersAndStaleValues(t *testing.T) {
	got, err := eval.Setup{}.Updates(t.Context(), data("changes.json"))
	if err != nil {
		t.Fatal(err)
	}
	var want []eval.UpdatesResult
	for _, w := range []struct {
		policy string
		counts [6][2]float64 // answer and stale: direct, paraphrase, as-of, with 1 and 3 memories each
	}{
		{"recency only", [6][2]float64{{0, 0}, {100, 0}, {100, 0}, {100, 0}, {0, 0}, {100, 0}}},
		{"similarity only", [6][2]float64{{100, 0}, {100, 100}, {100, 0}, {100, 0}, {100, 0}, {100, 0}}},
		{"blended", [6][2]float64{{100, 0}, {100, 100}, {100, 0}, {100, 0}, {100, 0}, {100, 0}}},
		{"blended + supersession", [6][2]float64{{100, 0}, {100, 0}, {100, 0}, {100, 0}, {100, 0}, {100, 0}}},
	} {
		for i, c := range w.counts {
			want = append(want, eval.UpdatesResult{
				Policy: w.policy, QueryKind: []string{"direct", "paraphrase", "as-of"}[i/2], K: []int{1, 3}[i%2],
				Queries: 1, AnswerPct: c[0], StalePct: c[1],
			})
		}
	}
	if diff := cmp.Diff(want, got.Results); diff != "" {
		t.Errorf("updates (-want +got):\n%s", diff)
	}
}

func TestSupersessionShowsNoStaleValue(t *testing.T) {
	got, err := eval.Setup{}.Updates(t.Context(), data("updates.json"))
	if err != nil {
		t.Fatal(err)
	}
	least := map[string][2]float64{"direct": {47, 71}, "paraphrase": {8, 17}, "as-of": {37, 70}} // with 1 and 3 memories
	seen := 0
	for _, r := range got.Results {
		if r.Policy != "blended + supersession" {
			continue
		}
		seen++
		if r.StalePct != 0 {
			t.Errorf("%s at %d: stale = %v %%, want 0", r.QueryKind, r.K, r.StalePct)
		}
		if want := least[r.QueryKind][r.K/3]; r.AnswerPct < want || r.Queries != 100 {
			t.Errorf("%s at %d: answer = %v %% of %d, want at least %v %% of 100", r.QueryKind, r.K, r.AnswerPct, r.Queries, want)
		}
	}
	if seen != 6 {
		t.Errorf("got %d results, want 6", seen)
	}
}
