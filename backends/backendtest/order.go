package backendtest

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/memware/memware/backends"
)

// tolerance is what a store that computes in float32 may be off by.
const tolerance = 1e-6

func orderCases() []Case {
	return []Case{
		{
			Name: "order/is that of the blended score", Rule: "Backend.Search",
			Why: "Search returns the best q.K records that q finds, by the blended score of Policy.",
			Run: in(blendedOrder, wide(0, 0), wide(0.1, 0.9)),
		},
		{
			Name: "order/scores are calibrated by the space", Rule: "Space",
			Why: "Low and High calibrate relevance = (cosine - Low) / (High - Low). It is linear and not clamped.",
			Run: in(calibratedScores, wide(0.25, 0.75)),
		},
		{
			Name: "order/is by default that of the default policy", Rule: "Query",
			Why: "Policy nil: DefaultPolicy; in one given, a zero is a zero.",
			Run: every(defaultPolicy),
		},
		{
			Name: "order/ties go to the newer, the later Seq, the greater ID", Rule: "Result",
			Why: "Of equal scores the newer AssertedAt first, then the later Seq, then the greater ID.",
			Run: every(ties),
		},
		{
			Name: "order/recency halves with the half-life", Rule: "Policy",
			Why: "HalfLife is the age at which the recency term has fallen to one half.",
			Run: every(halfLife),
		},
		{
			Name: "order/is exact and says so", Rule: "Result.Exact",
			Why: "Exact reports that Hits are the true best K by the blended score, not an approximation.",
			Run: in(saysExact, backends.Space{}, wide(0, 0)),
		},
	}
}

// wide is a space with enough dimensions for random vectors to differ.
func wide(low, high float64) backends.Space {
	return backends.Space{Name: "backendtest-wide", Dim: 16, Low: low, High: high}
}

func cosine(a, b []float32) float64 {
	var dot, aa, bb float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		dot, aa, bb = dot+x*y, aa+x*x, bb+y*y
	}
	return dot / math.Sqrt(aa*bb)
}

// blend is the score of a record as the contract defines it.
func blend(p backends.Policy, at time.Time, relevance float64, r backends.Record) backends.Score {
	age := max(0, at.Sub(r.AssertedAt).Seconds())
	recency := math.Pow(0.5, age/p.HalfLife.Seconds())
	return backends.Score{
		Relevance: relevance, Recency: recency, Importance: r.Importance,
		Total: p.Relevance*relevance + p.Recency*recency + p.Importance*r.Importance,
	}
}

func near(a, b backends.Score, by float64) bool {
	return math.Abs(a.Relevance-b.Relevance) <= by && math.Abs(a.Recency-b.Recency) <= by &&
		math.Abs(a.Importance-b.Importance) <= by && math.Abs(a.Total-b.Total) <= by
}

// ranked expects hits to be the best of a scored set: each with its own score,
// in descending order, and at each rank as good as the true one.
func ranked(hits []backends.Hit, scores map[string]backends.Score, k int, by float64) error {
	totals := make([]float64, 0, len(scores))
	for _, sc := range scores {
		totals = append(totals, sc.Total)
	}
	slices.SortFunc(totals, func(a, b float64) int { return cmp.Compare(b, a) })
	if want := min(k, len(totals)); len(hits) != want {
		return fmt.Errorf("got %d hits, want %d", len(hits), want)
	}
	seen := map[string]bool{}
	for i, h := range hits {
		want, ok := scores[h.ID]
		switch {
		case !ok || seen[h.ID]:
			return fmt.Errorf("hit %d, %q, is not found by the query, or twice", i, h.ID)
		case !near(h.Score, want, by):
			return fmt.Errorf("score of %q: got %+v, want %+v", h.ID, h.Score, want)
		case math.Abs(want.Total-totals[i]) > by:
			return fmt.Errorf("hit %d, %q, has a total of %v, the true one of that rank %v", i, h.ID, want.Total, totals[i])
		case i > 0 && !ordered(hits[i-1], h):
			return fmt.Errorf("hits %q and %q are out of order", hits[i-1].ID, h.ID)
		}
		seen[h.ID] = true
	}
	return nil
}

// ordered reports whether a may come before b.
func ordered(a, b backends.Hit) bool {
	return cmp.Or(cmp.Compare(a.Score.Total, b.Score.Total), a.Cursor().Compare(b.Cursor())) > 0
}

// random returns notes whose terms are all different.
func random(rng *rand.Rand, n, dim int) []backends.Record {
	all := make([]backends.Record, n)
	for i := range all {
		r := note(fmt.Sprintf("n%03d", i), 0)
		r.AssertedAt = day(100).Add(-time.Duration(rng.Int64N(int64(60 * 24 * time.Hour)))).Truncate(time.Microsecond)
		r.Importance = rng.Float64()
		r.Vector = direction(rng, dim)
		all[i] = r
	}
	return all
}

func direction(rng *rand.Rand, dim int) []float32 {
	v := make([]float32, dim)
	for i := range v {
		v[i] = float32(rng.NormFloat64())
	}
	return v
}

func blendedOrder(ctx context.Context, s *store) {
	rng := rand.New(rand.NewPCG(1, 2))
	all := random(rng, 300, s.space.Dim)
	s.putAll(ctx, all...)
	const oneDay = 24 * time.Hour
	for i, p := range []backends.Policy{
		backends.DefaultPolicy(),
		{Relevance: 1, HalfLife: oneDay},
		{Recency: 2, HalfLife: 7 * oneDay},
		{Importance: 0.5, HalfLife: oneDay},
		{Relevance: 1, Recency: 0.05, Importance: 0.3, HalfLife: 14 * oneDay},
		{Relevance: 3, Recency: 1, Importance: 2, HalfLife: 36 * time.Hour},
	} {
		q := backends.Query{Scope: alice(), Vector: direction(rng, s.space.Dim), Policy: &p, K: 20 + i}
		scores := map[string]backends.Score{}
		for _, r := range all {
			scores[r.ID] = blend(p, s.clock.now(), s.space.Relevance(cosine(q.Vector, r.Vector)), r)
		}
		res := s.search(ctx, q)
		if s.err == nil {
			s.must(fmt.Sprintf("policy %+v", p), ranked(res.Hits, scores, q.K, tolerance))
		}
	}
}

func calibratedScores(ctx context.Context, s *store) {
	for id, v := range map[string][]float32{"same": {5, 0}, "half": {1, 1}, "square": {0, 2}, "opposite": {-3, 0}} {
		s.putAll(ctx, edit(note(id, 1), func(r *backends.Record) { r.Vector = append(v, make([]float32, 14)...) }))
	}
	q := now()
	q.Vector = append([]float32{7, 0}, make([]float32, 14)...)
	s.ranks(ctx, q, "same", "half", "square", "opposite")
	want := map[string]float64{"same": 1.5, "half": (math.Sqrt2/2 - 0.25) / 0.5, "square": -0.5, "opposite": -2.5}
	for _, h := range s.search(ctx, q).Hits {
		if math.Abs(h.Score.Relevance-want[h.ID]) > tolerance {
			s.failed("relevance of %q: got %v, want %v", h.ID, h.Score.Relevance, want[h.ID])
		}
	}
}

func defaultPolicy(ctx context.Context, s *store) {
	s.putAll(ctx, edit(note("important", 1), func(r *backends.Record) { r.Importance = 1 }),
		edit(note("fresh", 99), func(r *backends.Record) { r.Importance = 0.4 }),
		edit(note("between", 90), func(r *backends.Record) { r.Importance = 0.3 }))
	p := backends.DefaultPolicy()
	s.ranks(ctx, now(), "fresh", "important", "between")
	for _, h := range s.search(ctx, now()).Hits {
		if want := blend(p, s.clock.now(), h.Score.Relevance, h.Record); !near(h.Score, want, tolerance) {
			s.failed("score of %q: got %+v, want %+v", h.ID, h.Score, want)
		}
	}
	for _, tc := range []struct {
		policy backends.Policy
		want   []string
	}{
		{backends.Policy{Importance: 1, HalfLife: time.Hour}, []string{"important", "fresh", "between"}},
		{backends.Policy{Recency: 1, HalfLife: 240 * time.Hour}, []string{"fresh", "between", "important"}},
	} {
		q := now()
		q.Policy = &tc.policy
		s.ranks(ctx, q, tc.want...)
		for _, h := range s.search(ctx, q).Hits {
			if want := blend(tc.policy, s.clock.now(), h.Score.Relevance, h.Record); !near(h.Score, want, tolerance) {
				s.failed("score of %q by policy %+v: got %+v, want %+v", h.ID, tc.policy, h.Score, want)
			}
		}
	}
}

func ties(ctx context.Context, s *store) {
	numbered := func(id string, on int, seq uint64) backends.Record {
		return edit(note(id, on), func(r *backends.Record) { r.Seq, r.Text = seq, "the same words" })
	}
	s.putAll(ctx, numbered("b", 5, 10), numbered("a", 5, 10), numbered("c", 5, 9), numbered("z", 4, 8), numbered("d", 6, 7))
	p := backends.Policy{Relevance: 1, Importance: 1, HalfLife: time.Hour}
	q := backends.Query{Scope: alice(), Text: "words", Policy: &p}
	want := []string{"d", "b", "a", "c", "z"}
	for k := 1; k <= len(want); k++ {
		q.K = k
		s.ranks(ctx, q, want[:k]...)
	}
}

func halfLife(ctx context.Context, s *store) {
	at := func(id string, t time.Time) backends.Record {
		return edit(note(id, 1), func(r *backends.Record) { r.AssertedAt = t })
	}
	start := s.clock.now()
	s.putAll(ctx, at("now", start), at("hour", start.Add(-time.Hour)), at("ten", start.Add(-10*time.Hour)))
	q := now()
	q.Policy = &backends.Policy{Recency: 1, HalfLife: time.Hour}
	s.ranks(ctx, q, "now", "hour", "ten")
	want := map[string]float64{"now": 1, "hour": 0.5, "ten": 1.0 / 1024}
	for _, h := range s.search(ctx, q).Hits {
		if math.Abs(h.Score.Recency-want[h.ID]) > tolerance || math.Abs(h.Score.Total-want[h.ID]) > tolerance {
			s.failed("score of %q: got %+v, want a recency and total of %v", h.ID, h.Score, want[h.ID])
		}
	}
}

func saysExact(ctx context.Context, s *store) {
	if !s.search(ctx, now()).Exact {
		s.failed("an answer of nothing is not said to be exact")
	}
	rng := rand.New(rand.NewPCG(3, 4))
	all := random(rng, 2000, 16)
	for i := range all {
		all[i].ID = fmt.Sprintf("n%04d", i)
		if s.space.TextOnly() {
			all[i].Vector = nil
		}
	}
	s.putAll(ctx, all...)
	q := now()
	q.K = 5
	if !s.search(ctx, q).Exact {
		s.failed("the answer is not said to be exact")
	}
}
