package inmem_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/analysis"
)

// TestBenchmarksAnswerExactly compares what the benchmarks measure with every
// record scored by the definition, before and after half of them are erased.
func TestBenchmarksAnswerExactly(t *testing.T) {
	for _, space := range benchSpaces() {
		t.Run(space.Name, func(t *testing.T) {
			w := newWorkload(t, space, 2000)
			w.checkSearches(t)
			all := scan(t, w, backends.Filter{Scope: w.scope})
			rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			for _, r := range all[:len(all)/2] {
				w.erase(t, r.ID)
			}
			w.checkSearches(t)
			w.checkFresh(t)
		})
	}
}

func (w *workload) checkSearches(t *testing.T) {
	t.Helper()
	all := scan(t, w, backends.Filter{Scope: w.scope})
	for seed := range uint64(20) {
		q := w.query(seed)
		q.Now = time.Now()
		if seed%4 == 3 {
			q.Include = backends.IncludeSuperseded
		}
		res, err := w.Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		want := brute(q, all)
		if res.Considered != len(want) {
			t.Fatalf("query %d: considered %d, want %d", seed, res.Considered, len(want))
		}
		for i, h := range res.Hits {
			if h.ID != want[i].ID || math.Abs(h.Score.Total-want[i].Score.Total) > 1e-9 {
				t.Fatalf("query %d, hit %d: got %q with %v, want %q with %v", seed, i, h.ID, h.Score.Total, want[i].ID, want[i].Score.Total)
			}
		}
	}
}

// checkFresh expects the scores, to the last digit, of a backend that never held
// what was erased, and got the rest in another order.
func (w *workload) checkFresh(t *testing.T) {
	t.Helper()
	fresh := newWorkload(t, w.Space(), 0)
	left := scan(t, w, backends.Filter{Scope: w.scope})
	rand.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	for batch := range slices.Chunk(left, 1000) {
		fresh.put(t, batch...)
	}
	for seed := range uint64(20) {
		q := w.query(seed)
		q.Now, q.K, q.Include = time.Now(), len(left), backends.IncludeSuperseded
		got, err := w.Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		want, err := fresh.Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for i, h := range got.Hits {
			if h.ID != want.Hits[i].ID || h.Score != want.Hits[i].Score {
				t.Fatalf("query %d, hit %d: got %q with %v, a fresh backend gives %q with %v",
					seed, i, h.ID, h.Score, want.Hits[i].ID, want.Hits[i].Score)
			}
		}
	}
}

// brute scores every record of a scan by the definition.
func brute(q backends.Query, all []backends.Record) []backends.Hit {
	n, df := 0.0, map[string]float64{}
	for _, r := range all {
		n++
		for w := range tally(r.Text) {
			df[w]++
		}
	}
	weigh := func(r backends.Record, known bool) map[any]float64 {
		v := map[any]float64{}
		for i, x := range r.Vector {
			v[i] = float64(x)
		}
		if r.Vector != nil {
			return v
		}
		for w, tf := range tally(r.Text) {
			if !known || df[w] > 0 {
				v[w] = tf * (math.Log((1+n)/(1+df[w])) + 1)
			}
		}
		return v
	}
	asked := weigh(backends.Record{Text: q.Text, Vector: q.Vector}, true)
	var hits []backends.Hit
	for _, r := range all {
		if !r.ValidUntil.IsZero() && !r.ValidUntil.After(q.Now) && q.Include&backends.IncludeSuperseded == 0 {
			continue
		}
		s := backends.DefaultPolicy().Score(q.Now, cosine(asked, weigh(r, false)), r.AssertedAt, r.Importance)
		hits = append(hits, backends.Hit{Record: r, Score: s})
	}
	slices.SortFunc(hits, func(a, b backends.Hit) int {
		return cmp.Or(cmp.Compare(b.Score.Total, a.Score.Total), b.Cursor().Compare(a.Cursor()))
	})
	return hits
}

func tally(text string) map[string]float64 {
	counts := map[string]float64{}
	for _, w := range analysis.Words(text) {
		counts[w]++
	}
	return counts
}

func cosine(a, b map[any]float64) float64 {
	var dot, aa, bb float64
	for k, x := range a {
		dot, aa = dot+x*b[k], aa+x*x
	}
	for _, x := range b {
		bb += x * x
	}
	if dot == 0 {
		return 0
	}
	return dot / math.Sqrt(aa*bb)
}
