package middleware

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/memware/memware/backends"
)

// Fates of a candidate, as [Explained] tells them. Besides these, "filter",
// "top_k" and the other names of stages say that a plug-in there dropped it.
const (
	FateKept        = "kept"
	FateCut         = "cut"         // behind the k best
	FateBudget      = "budget"      // too long for what was left of the budget
	FateTemplate    = "template"    // the template fails on it, or writes the frame of the window
	FateDuplicate   = "duplicate"   // of the hit that By names
	FateFloor       = "floor"       // less relevant than the floor
	FateSuperseded  = "superseded"  // by the record that By names, or by an erased one
	FateQuarantined = "quarantined" // by the rule of the gate that By names
	FateExpired     = "expired"
)

// An Explanation tells why a window is what it is.
type Explanation struct {
	Window     Window
	Candidates []Explained // by descending total score
	Decided    string      // the term that decided the order: relevance, recency, importance, or none
}

// Explained is a candidate with what became of it.
type Explained struct {
	backends.Hit
	Rank int    // in the window, from 1; 0: not in it
	Fate string // one of the Fates, or the stage where a plug-in dropped it
	By   string // an id, a rule or a plug-in's name, as the fate says; else empty
}

// Explain reads the window for a question, and tells of every candidate near the
// cut why it was kept or dropped: superseded, quarantined and expired records
// included. Candidates are the best 2 * k * fan-out by their blended scores.
func (m *Memory) Explain(ctx context.Context, a Ask) (Explanation, error) {
	scope, err := ScopeFrom(ctx)
	if err != nil {
		return Explanation{}, err
	}
	t := &trail{}
	o := m.o.Load()
	w, err := m.read(ctx, o, a, t)
	if err != nil {
		return Explanation{}, err
	}
	if err := a.complete(o); err != nil {
		return Explanation{}, err
	}
	q := t.query
	q.Scope, q.MinRelevance = scope, nil
	q.K = min(2*a.K*o.Fanout, backends.MaxK)
	q.Include = backends.IncludeSuperseded | backends.IncludeQuarantined | backends.IncludeExpired
	found, err := m.backend.Search(ctx, q)
	if err != nil {
		return Explanation{}, err
	}
	e := Explanation{Window: w, Decided: decided(*q.Policy, found.Hits, a.K)}
	for _, h := range found.Hits {
		e.Candidates = append(e.Candidates, t.explain(h, w))
	}
	return e, nil
}

// decided names the term whose weighted values differ most, by their standard
// deviation, over the candidates down to k behind the cut.
func decided(p backends.Policy, hits []backends.Hit, k int) string {
	hits = hits[:min(2*k, len(hits))]
	most, name := 0.0, "none"
	for _, term := range []struct {
		name  string
		value func(backends.Score) float64
	}{
		{"relevance", func(s backends.Score) float64 { return p.Relevance * s.Relevance }},
		{"recency", func(s backends.Score) float64 { return p.Recency * s.Recency }},
		{"importance", func(s backends.Score) float64 { return p.Importance * s.Importance }},
	} {
		if d := deviation(hits, term.value); d > most {
			most, name = d, term.name
		}
	}
	return name
}

func deviation(hits []backends.Hit, value func(backends.Score) float64) float64 {
	var sum, squares float64
	for _, h := range hits {
		v := value(h.Score)
		sum, squares = sum+v, squares+v*v
	}
	n := float64(len(hits))
	if n == 0 {
		return 0
	}
	return math.Sqrt(max(0, squares/n-sum/n*sum/n))
}

// A trail notes where a read dropped hits. A nil trail notes nothing.
type trail struct {
	query   backends.Query // as score asked it
	at      time.Time      // the reference time
	dropped map[string]drop
	scored  map[string]bool
}

type drop struct{ fate, by string }

// restart forgets what a narrower attempt dropped.
func (t *trail) restart() {
	if t != nil {
		t.dropped, t.scored = map[string]drop{}, map[string]bool{}
	}
}

func (t *trail) drop(id, fate, by string) {
	if t != nil {
		t.dropped[id] = drop{fate, by}
	}
}

// asked notes the query and what it found.
func (t *trail) asked(q backends.Query, hits []backends.Hit) {
	if t == nil {
		return
	}
	t.query, t.at = q, q.Now
	if !q.AsOf.IsZero() {
		t.at = q.AsOf
	}
	for _, h := range hits {
		t.scored[h.ID] = true
	}
}

func (t *trail) explain(h backends.Hit, w Window) Explained {
	x := Explained{Hit: h}
	if i := slices.IndexFunc(w.Memories, func(k backends.Hit) bool { return k.ID == h.ID }); i >= 0 {
		x.Rank, x.Fate = i+1, FateKept
		return x
	}
	if d, ok := t.dropped[h.ID]; ok {
		x.Fate, x.By = d.fate, d.by
		return x
	}
	switch {
	case h.Status == backends.Quarantined:
		x.Fate, x.By = FateQuarantined, h.Reason
	case !h.ValidUntil.IsZero() && !h.ValidUntil.After(t.at):
		x.Fate, x.By = FateSuperseded, h.SupersededBy
	case !h.ExpiresAt.IsZero() && !h.ExpiresAt.After(t.at):
		x.Fate = FateExpired
	case t.query.MinRelevance != nil && h.Score.Relevance < *t.query.MinRelevance && !t.scored[h.ID]:
		x.Fate = FateFloor
	default:
		x.Fate = FateCut
	}
	return x
}
