package backendtest_test

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
)

func searchMutations() []mutation {
	return []mutation{
		{bug: "an unknown scope is an error", caught: "search/a scope without records gives no hits and no error", build: wrapping(func(w *wrapper) {
			scopes := w.knowing()
			w.search = func(ctx context.Context, q backends.Query) (backends.Result, error) {
				if !scopes[q.Scope] {
					return backends.Result{}, backends.ErrInvalid
				}
				return w.full.Search(ctx, q)
			}
		})},
		{bug: "there is one hit too many", caught: "search/gives at most K hits", build: queries(func(q *backends.Query) { q.K = min(q.K+1, backends.MaxK) })},
		{bug: "filters come after the K", caught: "search/filters before the K are chosen", build: wrapping(func(w *wrapper) {
			w.search = func(ctx context.Context, q backends.Query) (backends.Result, error) {
				wide := q
				wide.Include, wide.Session = 7, ""
				return w.searchThenKeep(ctx, wide, q)
			}
		})},
		{bug: "the floor comes after the K", caught: "search/the floor comes before the K", build: wrapping(func(w *wrapper) {
			w.search = func(ctx context.Context, q backends.Query) (backends.Result, error) {
				wide := q
				wide.MinRelevance, wide.Policy = nil, &backends.Policy{Importance: 1, HalfLife: 1}
				return w.searchThenKeep(ctx, wide, q)
			}
		})},
		{bug: "what is at the floor is left out", caught: "search/the floor comes before the K", build: queries(func(q *backends.Query) {
			if q.MinRelevance != nil {
				above := math.Nextafter(*q.MinRelevance, 9)
				q.MinRelevance = &above
			}
		})},
		{bug: "only the hits are counted", caught: "search/tells how many it considered", build: results(func(_ backends.Query, res *backends.Result) { res.Considered = len(res.Hits) })},
		{bug: "no flag finds superseded facts", caught: "search/includes what the flags say", build: queries(func(q *backends.Query) { q.Include &^= backends.IncludeSuperseded })},
		{bug: "empty intervals are never found", caught: "search/includes what the flags say", build: results(func(_ backends.Query, res *backends.Result) {
			res.Hits = slices.DeleteFunc(res.Hits, func(h backends.Hit) bool { return h.ValidUntil.Equal(h.AssertedAt) })
		})},
		{bug: "reading makes fresher", caught: "search/reading makes nothing fresher", build: func(o *inmem.Options) backends.Backend {
			read := map[string]float64{}
			return results(func(_ backends.Query, res *backends.Result) {
				for i, h := range res.Hits {
					res.Hits[i].Score.Recency += read[h.ID]
					read[h.ID] += 0.01
				}
			})(o)
		}},
		{bug: "hits lack what is not text", caught: "search/hits are whole but for the vector", build: results(func(_ backends.Query, res *backends.Result) {
			for i := range res.Hits {
				res.Hits[i].Meta = nil
			}
		})},
		{bug: "hits carry vectors", caught: "search/hits are whole but for the vector", build: results(func(q backends.Query, res *backends.Result) {
			for i := range res.Hits {
				res.Hits[i].Vector = slices.Clone(q.Vector)
			}
		})},
	}
}

// searchThenKeep answers one query and keeps what another finds.
func (w *wrapper) searchThenKeep(ctx context.Context, q, keep backends.Query) (backends.Result, error) {
	keep.K = backends.MaxK
	found, err := w.full.Search(ctx, keep)
	if err != nil {
		return found, err
	}
	res, err := w.full.Search(ctx, q)
	res.Hits = slices.DeleteFunc(res.Hits, func(h backends.Hit) bool {
		return !slices.ContainsFunc(found.Hits, func(f backends.Hit) bool { return f.ID == h.ID })
	})
	return res, err
}

func sessionMutations() []mutation {
	return []mutation{
		{bug: "a session hides the facts of others", caught: "sessions/a query finds its notes, those without one, and all facts", build: results(func(q backends.Query, res *backends.Result) {
			res.Hits = slices.DeleteFunc(res.Hits, func(h backends.Hit) bool {
				return q.Session != "" && h.Session != "" && h.Session != q.Session
			})
		})},
		{bug: "a session hides the notes without one", caught: "sessions/a query finds its notes, those without one, and all facts", build: results(func(q backends.Query, res *backends.Result) {
			res.Hits = slices.DeleteFunc(res.Hits, func(h backends.Hit) bool {
				return q.Session != "" && h.Kind == backends.Note && h.Session == ""
			})
		})},
		{bug: "queries know no session", caught: "sessions/a query finds its notes, those without one, and all facts", build: queries(func(q *backends.Query) { q.Session = "" })},
		{bug: "a session's filter leaves out facts", caught: "sessions/a filter selects everything said in them", build: scans(func(f *backends.Filter) {
			if f.Sessions != nil {
				f.Kinds = []backends.Kind{backends.Note}
			}
		})},
	}
}

func orderMutations() []mutation {
	return []mutation{
		{bug: "the most relevant come first", caught: "order/is that of the blended score", build: wrapping(func(w *wrapper) {
			w.reordering(func(a, b backends.Hit) int { return cmp.Compare(b.Score.Relevance, a.Score.Relevance) })
		})},
		{bug: "importance does not count", caught: "order/is that of the blended score", build: policies(func(p *backends.Policy) {
			if p.Relevance > 0 {
				p.Importance = 0
			}
		})},
		{bug: "the best K are those of the most relevant 2K", caught: "order/is that of the blended score", build: wrapping(approximates)},
		{bug: "the sum is normalised", caught: "order/is that of the blended score", build: results(func(_ backends.Query, res *backends.Result) {
			for i := range res.Hits {
				res.Hits[i].Score.Total /= 1.6
			}
		})},
		{bug: "the calibration is forgotten", caught: "order/scores are calibrated by the space", build: options(func(o *inmem.Options) { o.Space.Low, o.Space.High = 0, 0 })},
		{bug: "relevance is clamped", caught: "order/scores are calibrated by the space", build: results(func(_ backends.Query, res *backends.Result) {
			for i, h := range res.Hits {
				res.Hits[i].Score.Relevance = min(1, max(0, h.Score.Relevance))
			}
		})},
		{bug: "a zero weight is the default", caught: "order/is by default that of the default policy", build: policies(func(p *backends.Policy) {
			def := backends.DefaultPolicy()
			p.Relevance, p.Recency, p.Importance = cmp.Or(p.Relevance, def.Relevance), cmp.Or(p.Recency, def.Recency), cmp.Or(p.Importance, def.Importance)
		})},
		{bug: "the default is relevance alone", caught: "order/is by default that of the default policy", build: queries(func(q *backends.Query) {
			if q.Policy == nil {
				q.Policy = &backends.Policy{Relevance: 1, HalfLife: 1}
			}
		})},
		{bug: "of equal scores the older comes first", caught: "order/ties go to the newer, the later Seq, the greater ID", build: wrapping(func(w *wrapper) {
			w.reordering(func(a, b backends.Hit) int {
				return cmp.Or(cmp.Compare(b.Score.Total, a.Score.Total), a.Cursor().Compare(b.Cursor()))
			})
		})},
		{bug: "of equal scores and times the smaller ID comes first", caught: "order/ties go to the newer, the later Seq, the greater ID", build: wrapping(func(w *wrapper) {
			w.reordering(func(a, b backends.Hit) int {
				return cmp.Or(cmp.Compare(b.Score.Total, a.Score.Total), b.AssertedAt.Compare(a.AssertedAt), cmp.Compare(a.ID, b.ID))
			})
		})},
		{bug: "recency falls to 1/e", caught: "order/recency halves with the half-life", build: policies(func(p *backends.Policy) { p.HalfLife = p.HalfLife * 693 / 1000 })},
		{bug: "no answer is exact", caught: "order/is exact and says so", build: results(func(_ backends.Query, res *backends.Result) { res.Exact = false })},
	}
}

// policies changes the policies that queries give.
func policies(change func(*backends.Policy)) build {
	return queries(func(q *backends.Query) {
		if q.Policy != nil {
			p := *q.Policy
			change(&p)
			q.Policy = &p
		}
	})
}

// best returns the first k hits.
func best(hits []backends.Hit, k int) []backends.Hit { return hits[:min(max(k, 0), len(hits))] }

// reordering answers in another order.
func (w *wrapper) reordering(order func(a, b backends.Hit) int) {
	w.search = func(ctx context.Context, q backends.Query) (backends.Result, error) {
		k := q.K
		q.K = backends.MaxK
		res, err := w.full.Search(ctx, q)
		slices.SortStableFunc(res.Hits, order)
		res.Hits = best(res.Hits, k)
		return res, err
	}
}

// approximates fetches by relevance and blends afterwards.
func approximates(w *wrapper) {
	w.search = func(ctx context.Context, q backends.Query) (backends.Result, error) {
		nearest := q
		nearest.K, nearest.Policy = min(2*q.K, backends.MaxK), &backends.Policy{Relevance: 1, HalfLife: 1}
		near, err := w.full.Search(ctx, nearest)
		if err != nil {
			return near, err
		}
		all := q
		all.K = backends.MaxK
		res, err := w.full.Search(ctx, all)
		res.Hits = slices.DeleteFunc(res.Hits, func(h backends.Hit) bool {
			return !slices.ContainsFunc(near.Hits, func(n backends.Hit) bool { return n.ID == h.ID })
		})
		res.Hits = best(res.Hits, q.K)
		return res, err
	}
}

func statisticsMutations() []mutation {
	return []mutation{
		{bug: "relevance is dampened", caught: "statistics/relevance is the cosine of tf-idf", build: results(func(_ backends.Query, res *backends.Result) {
			for i, h := range res.Hits {
				res.Hits[i].Score.Relevance = math.Sqrt(max(0, h.Score.Relevance))
			}
		})},
		{bug: "the first answer is kept", caught: "statistics/follow every write", build: wrapping(caching)},
		{bug: "candidates count", caught: "statistics/include superseded and expired assertions, nothing else", build: shadowing(func(r backends.Record) []backends.Record {
			if r.Status == backends.Admitted {
				return nil
			}
			return []backends.Record{shadow(r, r.Scope)}
		})},
		{bug: "superseded facts do not count", caught: "statistics/include superseded and expired assertions, nothing else", build: wrapping(erasesSuperseded)},
		{bug: "the erased still counts", caught: "statistics/after an erase are those of what remains", build: wrapping(shadowsErased)},
		{bug: "all scopes count", caught: "statistics/are per scope", build: shadowing(func(r backends.Record) []backends.Record {
			if r.Kind != backends.Note || r.Scope.User != "bob" {
				return nil
			}
			return []backends.Record{shadow(r, backends.Scope{Tenant: "acme", User: "alice"})}
		})},
		{bug: "unknown words lessen relevance", caught: "statistics/words that no assertion has are left out of the query", build: results(func(q backends.Query, res *backends.Result) {
			for i := range res.Hits {
				if strings.Contains(q.Text, "nix") {
					res.Hits[i].Score.Relevance /= 2
				}
			}
		})},
	}
}

func caching(w *wrapper) {
	cache := map[string]backends.Result{}
	w.search = func(ctx context.Context, q backends.Query) (backends.Result, error) {
		if res, ok := cache[q.Text]; ok && q.Text != "" {
			return res, nil
		}
		res, err := w.full.Search(ctx, q)
		cache[q.Text] = res
		return res, err
	}
}

// erasesSuperseded keeps only what is current.
func erasesSuperseded(w *wrapper) {
	w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
		all, err := w.full.Put(ctx, records)
		if len(records) == 0 || err != nil {
			return all, err
		}
		for _, r := range stored(ctx, w.full, backends.Filter{Scope: records[0].Scope}) {
			if !r.ValidUntil.IsZero() {
				_, _ = w.full.Erase(ctx, backends.Filter{Scope: r.Scope, IDs: []string{r.ID}})
			}
		}
		return all, nil
	}
}

// shadow returns a note with the words of r, that a mutant stores beside it and
// hides.
func shadow(r backends.Record, sc backends.Scope) backends.Record {
	r.Scope, r.Status, r.Kind = sc, backends.Admitted, backends.Note
	r.Key, r.Member, r.Value = "", "", ""
	return r
}

const shadowed = "~shadow of "

// shadowing stores more than it is given, and hides that.
func shadowing(more func(backends.Record) []backends.Record) build {
	return wrapping(func(w *wrapper) {
		w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			all, err := w.full.Put(ctx, records)
			for _, r := range records {
				w.shadows(ctx, more(r))
			}
			return all, err
		}
		w.hiding(isShadow)
	})
}

func (w *wrapper) shadows(ctx context.Context, records []backends.Record) {
	for _, r := range records {
		r.ID, r.Seq = shadowed+r.ID, 0
		_, _ = w.full.Put(ctx, []backends.Record{r})
	}
}

func isShadow(r backends.Record) bool { return strings.HasPrefix(r.ID, shadowed) }

func shadowsErased(w *wrapper) {
	w.erase = func(ctx context.Context, f backends.Filter) (backends.Erasure, error) {
		gone := stored(ctx, w.full, f)
		e, err := w.full.Erase(ctx, f)
		for _, r := range gone {
			r.Parents = nil
			w.shadows(ctx, []backends.Record{shadow(r, r.Scope)})
		}
		return e, err
	}
	w.hiding(isShadow)
}

// hiding leaves some records out of scans and searches.
func (w *wrapper) hiding(hidden func(backends.Record) bool) {
	w.scan = func(ctx context.Context, f backends.Filter, after backends.Cursor) iter.Seq2[backends.Record, error] {
		return func(yield func(backends.Record, error) bool) {
			for r, err := range w.full.Scan(ctx, f, after) {
				if (err != nil || !hidden(r)) && !yield(r, err) {
					return
				}
			}
		}
	}
	w.search = func(ctx context.Context, q backends.Query) (backends.Result, error) {
		k := q.K
		q.K = backends.MaxK
		res, err := w.full.Search(ctx, q)
		before := len(res.Hits)
		res.Hits = slices.DeleteFunc(res.Hits, func(h backends.Hit) bool { return hidden(h.Record) })
		res.Considered -= before - len(res.Hits)
		res.Hits = best(res.Hits, k)
		return res, err
	}
}
