package backendtest

import (
	"context"

	"github.com/memware/memware/backends"
)

func copyCases() []Case {
	return []Case{
		{
			Name: "copies/of what is put", Rule: "Backend",
			Why: "They keep no reference to their arguments. Backends copy what they are given, slices and maps included.",
			Run: every(copiesIn),
		},
		{
			Name: "copies/of what is returned", Rule: "Backend",
			Why: "They give no reference away. Backends copy what they return, slices and maps included.",
			Run: every(copiesOut),
		},
		{
			Name: "copies/of filters, queries and policies", Rule: "Backend",
			Why: "They keep no reference to their arguments.",
			Run: every(copiesOfFilters),
		},
	}
}

// full returns a record that has every list.
func (s *store) full() backends.Record {
	r := fact("a", "city", "osaka", 1)
	r.Parents, r.Meta = []string{"p1", "p2"}, map[string]string{"k": "v"}
	if !s.space.TextOnly() {
		r.Vector = []float32{1, 2, 3, 4}
	}
	return r
}

// scores returns the scores of what q finds, in order.
func (s *store) scores(ctx context.Context, q backends.Query) []backends.Score {
	var all []backends.Score
	for _, h := range s.search(ctx, q).Hits {
		all = append(all, h.Score)
	}
	return all
}

// spoil overwrites what the lists of r point to.
func spoil(r backends.Record) {
	for i := range r.Vector {
		r.Vector[i] = -9
	}
	for i := range r.Parents {
		r.Parents[i] = "spoilt"
	}
	for k := range r.Meta {
		r.Meta[k] = "spoilt"
	}
}

func copiesIn(ctx context.Context, s *store) {
	r := s.full()
	batch := []backends.Record{r}
	s.putAll(ctx, batch...)
	before := s.scores(ctx, now())
	spoil(r)
	batch[0].Text = "spoilt"
	got, want := s.get(ctx, alice(), "a"), s.full()
	want.RecordedAt, want.SaidAt, want.Seq = got.RecordedAt, got.SaidAt, got.Seq
	s.must("record after its caller changed it", differ(got, want))
	sameList(s, "scores after the caller changed the vector", s.scores(ctx, now()), before)
}

func copiesOut(ctx context.Context, s *store) {
	s.putAll(ctx, s.full())
	want := s.get(ctx, alice(), "a").Clone()
	before := s.scores(ctx, now())
	spoil(s.get(ctx, alice(), "a"))
	for _, h := range s.search(ctx, now()).Hits {
		spoil(h.Record)
	}
	s.must("record after a reader changed it", differ(s.get(ctx, alice(), "a"), want))
	sameList(s, "scores after a reader changed the vector", s.scores(ctx, now()), before)
	want.Vector = nil
	for _, h := range s.search(ctx, now()).Hits {
		s.must("hit after a reader changed it", differ(h.Record, want))
	}
}

func copiesOfFilters(ctx context.Context, s *store) {
	f := backends.Filter{Scope: alice(), Slots: []backends.Slot{{Key: "city"}}, Origins: []backends.Origin{backends.User}}
	s.erase(ctx, f)
	f.Slots[0].Key, f.Origins[0] = "pet", backends.Tool
	s.put(ctx, backends.Erased, fact("f", "city", "osaka", 1))
	s.put(ctx, backends.Inserted, fact("p", "pet", "cat", 1))
	marked := byID("x")
	s.erase(ctx, marked)
	marked.IDs[0] = "y"
	s.put(ctx, backends.Erased, note("x", 1))
	s.put(ctx, backends.Inserted, note("y", 1))
}
