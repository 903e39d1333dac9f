package inmem_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
)

// A worked example: 40 notes of one user, with scores worked out apart from this
// code.
type worked struct {
	Query      string
	QueryDay   int `json:"query_day"`
	K          int
	Vectorizer struct {
		TokenRegex string   `json:"token_regex"`
		StopWords  []string `json:"stop_words"`
		Concepts   map[string][]string
	}
	Expected struct {
		Table map[string]struct {
			Top3 []struct {
				Day   int
				Text  string
				Score float64
			}
		}
	}
	Notes []struct {
		ID         string
		Day        int
		Text       string
		Key        string
		Importance float64
		Expected   struct{ Similarity, Recency, Blended float64 }
	}
}

func readWorked(t *testing.T) worked {
	t.Helper()
	data, err := os.ReadFile("testdata/worked.json")
	if err != nil {
		t.Fatal(err)
	}
	var w worked
	if err := json.Unmarshal(data, &w); err != nil {
		t.Fatal(err)
	}
	return w
}

func workedDay(n int) time.Time { return time.Date(2026, 1, n, 9, 0, 0, 0, time.UTC) }

// open returns a backend with the notes. Keyed ones are facts if asked for.
func (w worked) open(t *testing.T, facts bool) *inmem.Backend {
	t.Helper()
	word := regexp.MustCompile(w.Vectorizer.TokenRegex)
	b := inmem.New(&inmem.Options{
		Analyse:   func(text string) []string { return word.FindAllString(strings.ToLower(text), -1) },
		StopWords: w.Vectorizer.StopWords,
		Concepts:  w.Vectorizer.Concepts,
		Clock:     func() time.Time { return workedDay(w.QueryDay) },
	})
	t.Cleanup(func() { _ = b.Close() })
	var records []backends.Record
	for _, n := range w.Notes {
		r := backends.Record{
			ID: n.ID, Scope: alice(), Text: n.Text, Importance: n.Importance,
			Origin: backends.User, Status: backends.Admitted, AssertedAt: workedDay(n.Day),
		}
		if facts && n.Key != "" {
			r.Kind, r.Key = backends.Fact, n.Key
		}
		records = append(records, r)
	}
	if _, err := b.Put(t.Context(), records); err != nil {
		t.Fatal(err)
	}
	return b
}

func (w worked) query() backends.Query {
	return backends.Query{Scope: alice(), Text: w.Query, K: w.K}
}

func TestWorkedExampleRanksAsItsTable(t *testing.T) {
	w := readWorked(t)
	weigh := func(relevance, recency float64) *backends.Policy {
		return &backends.Policy{Relevance: relevance, Recency: recency, HalfLife: 14 * 24 * time.Hour}
	}
	for _, tc := range []struct {
		name   string
		facts  bool
		policy *backends.Policy
	}{
		{"recency only", false, weigh(0, 1)},
		{"similarity only", false, weigh(1, 0)},
		{"blended", false, nil},
		{"blended + supersession", true, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			q := w.query()
			q.Policy = tc.policy
			res, err := w.open(t, tc.facts).Search(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			var got, want []string
			for _, h := range res.Hits {
				got = append(got, fmt.Sprintf("%.4f %s", h.Score.Total, h.Text))
			}
			for _, row := range w.Expected.Table[tc.name].Top3 {
				want = append(want, fmt.Sprintf("%.4f %s", row.Score, row.Text))
			}
			if !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
			if !res.Exact {
				t.Error("not exact")
			}
		})
	}
}

func TestWorkedExampleScores(t *testing.T) {
	w := readWorked(t)
	q := w.query()
	q.K = len(w.Notes)
	res, err := w.open(t, false).Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	scores := map[string]backends.Score{}
	for _, h := range res.Hits {
		scores[h.ID] = h.Score
	}
	for id, want := range map[string]backends.Score{
		"n13": {Relevance: 0.699616, Total: 0.883581},
		"n28": {Relevance: 0.699616, Total: 0.955682},
	} {
		got := scores[id]
		if math.Abs(got.Relevance-want.Relevance) > 1e-6 || math.Abs(got.Total-want.Total) > 1e-6 {
			t.Errorf("%s: relevance %.6f, total %.6f, want %.6f, %.6f", id, got.Relevance, got.Total, want.Relevance, want.Total)
		}
	}
	if got, want := scores["n13"].Relevance, scores["n28"].Relevance; got != want {
		t.Errorf("relevance of two notes of one shape: %v and %v, want the same", got, want)
	}
	for _, n := range w.Notes {
		got, want := scores[n.ID], n.Expected
		for what, d := range map[string]float64{
			"relevance": got.Relevance - want.Similarity, "recency": got.Recency - want.Recency, "total": got.Total - want.Blended,
		} {
			if math.Abs(d) > 0.5001e-4 {
				t.Errorf("%s: %s is off by %v, want four decimals of %v", n.ID, what, d, want)
			}
		}
	}
}

func TestWorkedExampleCountsTheSuperseded(t *testing.T) {
	w := readWorked(t)
	q := w.query()
	res, err := w.open(t, true).Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if got := res.Hits[0].Score.Relevance; math.Abs(got-0.699616) > 1e-6 {
		t.Errorf("relevance = %.6f, want 0.699616, as with both values counted", got)
	}
}
