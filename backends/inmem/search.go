package inmem

import (
	"context"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/index"
)

// Search looks at every record of the scope, in one version. It is always exact.
func (b *Backend) Search(ctx context.Context, q backends.Query) (backends.Result, error) {
	if err := b.ready(ctx); err != nil {
		return backends.Result{}, err
	}
	if err := q.Validate(b.space); err != nil {
		return backends.Result{}, err
	}
	s := b.reading(q.Scope)
	if s == nil {
		return backends.Result{Exact: true}, nil
	}
	search := b.prepare(q)
	hits, considered, err := s.published.Load().rows.Search(ctx, search.query())
	if err != nil {
		return backends.Result{}, err
	}
	res := backends.Result{Exact: true, Considered: considered, Hits: make([]backends.Hit, len(hits))}
	for i, h := range hits {
		res.Hits[i] = backends.Hit{Record: h.Value.record(false), Score: search.score(h.Value, h.Cosine)}
	}
	return res, nil
}

// A search is a query with its defaults filled in.
type search struct {
	*Backend
	backends.Query
	policy backends.Policy
	at     time.Time // the reference time
	clock  time.Time
}

func (b *Backend) prepare(q backends.Query) search {
	s := search{Backend: b, Query: q, policy: backends.DefaultPolicy(), clock: b.now()}
	if q.Policy != nil {
		s.policy = *q.Policy
	}
	s.at = s.clock
	for _, t := range []time.Time{q.Now, q.AsOf} {
		if !t.IsZero() {
			s.at = t
		}
	}
	return s
}

func (s search) query() index.Query[row] {
	q := index.Query[row]{K: s.K, Keep: s.keeps, Score: s.total}
	if s.analyse != nil {
		q.Words = s.analyse(s.Text)
		return q
	}
	q.Vector = s.Vector
	return q
}

// keeps reports a record that may be found, whatever it says.
func (s search) keeps(r row) bool {
	switch {
	case r.Kind == backends.Retraction, r.AssertedAt.After(s.at), s.overdue(r.entry, s.clock):
		return false
	case r.Kind == backends.Note && s.Session != "" && r.Session != "" && r.Session != s.Session:
		return false
	case !r.ExpiresAt.IsZero() && !r.ExpiresAt.After(s.at) && s.Include&backends.IncludeExpired == 0:
		return false
	case r.Status == backends.Quarantined:
		return s.Include&backends.IncludeQuarantined != 0
	case r.until.IsZero() || r.until.After(s.at):
		return true
	}
	return s.Include&backends.IncludeSuperseded != 0
}

// total returns the blended score, and whether the relevance reaches the floor.
func (s search) total(r row, cosine float64) (float64, bool) {
	score := s.score(r, cosine)
	return score.Total, s.MinRelevance == nil || score.Relevance >= *s.MinRelevance
}

func (s search) score(r row, cosine float64) backends.Score {
	return s.policy.Score(s.at, s.space.Relevance(cosine), r.AssertedAt, r.Importance)
}

// Count returns the numbers of a scope.
func (b *Backend) Count(ctx context.Context, of backends.Scope) (backends.Counts, error) {
	if err := b.ready(ctx); err != nil {
		return backends.Counts{}, err
	}
	if err := of.Validate(); err != nil {
		return backends.Counts{}, err
	}
	s := b.reading(of)
	if s == nil {
		return backends.Counts{}, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.publish()
	s.expire(b.now())
	return s.counts, nil
}
