package backendtest

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/memware/memware/backends"
)

// search returns the answer to a query at a time of the clock.
func (l *ledger) search(space backends.Space, at time.Time, q backends.Query) backends.Result {
	t := backends.Time(cmp.Or(q.AsOf, q.Now, at))
	p := backends.DefaultPolicy()
	if q.Policy != nil {
		p = *q.Policy
	}
	words := l.collection()
	res := backends.Result{Exact: true}
	for _, r := range l.all(at) {
		if !found(r, q, t) {
			continue
		}
		relevance := words.relevance(q.Text, r.Text)
		if !space.TextOnly() {
			relevance = cosine(q.Vector, r.Vector)
		}
		h := backends.Hit{Record: r, Score: blend(p, t, space.Relevance(relevance), r)}
		h.Vector = nil
		if q.MinRelevance == nil || h.Score.Relevance >= *q.MinRelevance {
			res.Hits = append(res.Hits, h)
		}
	}
	res.Considered = len(res.Hits)
	slices.SortFunc(res.Hits, func(a, b backends.Hit) int {
		return -cmp.Or(cmp.Compare(a.Score.Total, b.Score.Total), a.Cursor().Compare(b.Cursor()))
	})
	res.Hits = res.Hits[:min(q.K, len(res.Hits))]
	return res
}

// found reports whether a query finds r at its reference time.
func found(r backends.Record, q backends.Query, t time.Time) bool {
	holds := r.ValidUntil.IsZero() || t.Before(r.ValidUntil)
	otherSession := r.Kind == backends.Note && q.Session != "" && r.Session != "" && r.Session != q.Session
	expired := !r.ExpiresAt.IsZero() && !r.ExpiresAt.After(t)
	switch {
	case r.Kind == backends.Retraction, r.AssertedAt.After(t), otherSession:
		return false
	case expired && q.Include&backends.IncludeExpired == 0:
		return false
	case r.Status == backends.Quarantined:
		return q.Include&backends.IncludeQuarantined != 0
	}
	return holds || q.Include&backends.IncludeSuperseded != 0
}

// collection returns what the statistics of a scope count.
func (l *ledger) collection() collection {
	var c collection
	for _, r := range l.stored {
		if r.Status == backends.Admitted && r.Kind != backends.Retraction {
			c = append(c, strings.Fields(r.Text))
		}
	}
	return c
}
