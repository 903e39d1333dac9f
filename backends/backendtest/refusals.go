package backendtest

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/memware/memware/backends"
)

func refusalCases() []Case {
	return []Case{
		{
			Name: "refusals/every invalid record", Rule: "Record",
			Why: "ErrInvalid reports an argument that breaks a documented rule; nothing is changed.",
			Run: every(invalidRecords),
		},
		{
			Name: "refusals/every invalid vector", Rule: "Space",
			Why: "A vector is of the space's length (ErrSpace otherwise), finite and not zero (ErrInvalid otherwise). In TFIDF only a nil or empty one passes.",
			Run: every(invalidVectors),
		},
		{
			Name: "refusals/batches too large", Rule: "MaxBatch",
			Why: "A batch has one scope for all records and at most MaxBatch.",
			Run: every(invalidBatches),
		},
		{
			Name: "refusals/every invalid query", Rule: "Query",
			Why: "In a Query K < 1, a negative weight, all-zero weights or a half-life of 0 are errors.",
			Run: every(invalidQueries),
		},
		{
			Name: "refusals/every invalid filter", Rule: "Filter.IDs",
			Why: "An empty non-nil list is an error; lists hold at most MaxBatch.",
			Run: every(invalidFilters),
		},
		{
			Name: "refusals/nothing at its limit", Rule: "Backend",
			Why: "Limits on sizes are the Max constants of this package and hold for every backend.",
			Run: every(limits),
		},
		{
			Name: "refusals/no vector of the largest dimension", Rule: "MaxDim",
			Why: "MaxDim is the number of components a vector may have.",
			Run: in(largestDimension, backends.Space{Name: "backendtest-largest", Dim: backends.MaxDim}),
		},
		{
			Name: "refusals/errors hold no content", Rule: "Backend",
			Why: "Errors never hold text, keys, members, values or scopes of records.",
			Run: every(errorsHoldNothing),
		},
	}
}

// A spoiling makes a valid argument invalid.
type spoiling[T any] struct {
	what string
	do   func(*T)
}

const badUTF8 = "a\xffb"

func badNames() []spoiling[backends.Record] {
	type record = backends.Record
	var all []spoiling[record]
	for _, f := range []struct {
		what string
		most int
		at   func(*record) *string
	}{
		{"tenant", backends.MaxNameBytes, func(r *record) *string { return &r.Scope.Tenant }},
		{"user", backends.MaxNameBytes, func(r *record) *string { return &r.Scope.User }},
		{"id", backends.MaxIDBytes, func(r *record) *string { return &r.ID }},
		{"session", backends.MaxNameBytes, func(r *record) *string { return &r.Session }},
		{"key", backends.MaxKeyBytes, func(r *record) *string { return &r.Key }},
		{"member", backends.MaxNameBytes, func(r *record) *string { return &r.Member }},
		{"value", backends.MaxTextBytes, func(r *record) *string { return &r.Value }},
		{"text", backends.MaxTextBytes, func(r *record) *string { return &r.Text }},
		{"reason", backends.MaxRefBytes, func(r *record) *string { return &r.Reason }},
		{"source", backends.MaxRefBytes, func(r *record) *string { return &r.Source }},
		{"reviewer", backends.MaxNameBytes, func(r *record) *string { return &r.Reviewer }},
	} {
		all = append(all,
			spoiling[record]{"a long " + f.what, func(r *record) { *f.at(r) = long(f.most + 1) }},
			spoiling[record]{f.what + " that is not UTF-8", func(r *record) { *f.at(r) = badUTF8 }})
	}
	return all
}

func badRecords() []spoiling[backends.Record] {
	type record = backends.Record
	return append(badNames(), []spoiling[record]{
		{"no tenant", func(r *record) { r.Scope.Tenant = "" }},
		{"no user", func(r *record) { r.Scope.User = "" }},
		{"no id", func(r *record) { r.ID = "" }},
		{"an unknown kind", func(r *record) { r.Kind = backends.Retraction + 1 }},
		{"an unknown origin", func(r *record) { r.Origin = backends.System + 1 }},
		{"an unknown status", func(r *record) { r.Status = backends.Admitted + 1 }},
		{"a note with a key", func(r *record) { r.Kind, r.Member, r.Value = backends.Note, "", "" }},
		{"a note with a member", func(r *record) { r.Kind, r.Key, r.Value = backends.Note, "", "" }},
		{"a note with a value", func(r *record) { r.Kind, r.Key, r.Member = backends.Note, "", "" }},
		{"a fact without a key", func(r *record) { r.Key = "" }},
		{"no text", func(r *record) { r.Text = "" }},
		{"blank text", func(r *record) { r.Text = " \t\n" }},
		{"a retraction without a key", func(r *record) { *r = retraction(r.ID, "", "", 1) }},
		{"a retraction with text", func(r *record) { *r = retraction(r.ID, "city", "", 1); r.Text = "gone" }},
		{"a retraction with a value", func(r *record) { *r = retraction(r.ID, "city", "", 1); r.Value = "gone" }},
		{"a retraction with a vector", func(r *record) { *r = retraction(r.ID, "city", "", 1); r.Vector = []float32{1, 0, 0, 0} }},
		{"a negative importance", func(r *record) { r.Importance = -0.1 }},
		{"an importance above 1", func(r *record) { r.Importance = 1.1 }},
		{"an importance that is no number", func(r *record) { r.Importance = math.NaN() }},
		{"a reviewer of what is held", func(r *record) { r.Status, r.Reviewer = backends.Quarantined, "grace" }},
		{"no time", func(r *record) { r.AssertedAt = time.Time{} }},
		{"a time too far ahead", func(r *record) { r.AssertedAt = day(101) }},
		{"a SaidAt too far ahead", func(r *record) { r.SaidAt = day(101) }},
		{"too many parents", func(r *record) { r.Parents = strings.Split(words(backends.MaxParents+1), " ") }},
		{"an empty parent", func(r *record) { r.Parents = []string{"p", ""} }},
		{"a long parent", func(r *record) { r.Parents = []string{long(backends.MaxIDBytes + 1)} }},
		{"itself as its parent", func(r *record) { r.Parents = []string{"p", r.ID} }},
		{"too many pairs of meta", func(r *record) { r.Meta = pairs(backends.MaxMeta + 1) }},
		{"an empty name in meta", func(r *record) { r.Meta = map[string]string{"": "v"} }},
		{"a long name in meta", func(r *record) { r.Meta = map[string]string{long(backends.MaxMetaBytes + 1): "v"} }},
		{"a long value in meta", func(r *record) { r.Meta = map[string]string{"k": long(backends.MaxMetaBytes + 1)} }},
		{"a value in meta that is not UTF-8", func(r *record) { r.Meta = map[string]string{"k": badUTF8} }},
	}...)
}

// words returns n words, apart by spaces.
func words(n int) string { return strings.TrimSpace(strings.Repeat("p ", n)) }

func pairs(n int) map[string]string {
	m := map[string]string{}
	for i := range n {
		m[long(i+1)] = "v"
	}
	return m
}

func invalidRecords(ctx context.Context, s *store) {
	s.putAll(ctx, corpus()...)
	before := s.scan(ctx, backends.Filter{Scope: alice()})
	for _, bad := range badRecords() {
		r := member("bad", "allergy", "nuts", 1)
		bad.do(&r)
		s.refused(ctx, bad.what, backends.ErrInvalid, r)
		s.refused(ctx, bad.what+" behind a good record", backends.ErrInvalid, edit(note("good", 1), func(g *backends.Record) { g.Scope = r.Scope }), r)
	}
	s.unchanged(ctx, before)
}

func invalidVectors(ctx context.Context, s *store) {
	type bad struct {
		what string
		v    []float32
		want error
	}
	all := []bad{{"a vector in a space without", []float32{1}, backends.ErrSpace}}
	if !s.space.TextOnly() {
		nan, inf := float32(math.NaN()), float32(math.Inf(1))
		all = []bad{
			{"no components", []float32{}, backends.ErrSpace},
			{"a component too few", []float32{1, 0, 0}, backends.ErrSpace},
			{"a component too many", []float32{1, 0, 0, 0, 0}, backends.ErrSpace},
			{"a component that is no number", []float32{1, nan, 0, 0}, backends.ErrInvalid},
			{"an infinite component", []float32{1, 0, -inf, 0}, backends.ErrInvalid},
			{"only zeros", []float32{0, 0, 0, 0}, backends.ErrInvalid},
		}
	}
	for _, tc := range all {
		s.refused(ctx, tc.what, tc.want, edit(note("n", 1), func(r *backends.Record) { r.Vector = tc.v }))
		if _, err := s.Search(ctx, backends.Query{Scope: alice(), K: 1, Vector: tc.v}); !errors.Is(err, tc.want) {
			s.failed("Search with a vector of %s: got %v, want %v", tc.what, err, tc.want)
		}
	}
	s.holds(ctx, alice())
}

func invalidBatches(ctx context.Context, s *store) {
	s.refused(ctx, "too many records", backends.ErrInvalid, notes("n", backends.MaxBatch+1, 1)...)
	s.refused(ctx, "two tenants", backends.ErrInvalid, note("a", 1), edit(note("b", 1), func(r *backends.Record) { r.Scope.Tenant = "other" }))
	s.holds(ctx, alice())
	same(s, "outcomes of the largest batch", len(s.putAll(ctx, notes("n", backends.MaxBatch, 1)...)), backends.MaxBatch)
}

func badQueries() []spoiling[backends.Query] {
	type query = backends.Query
	weigh := func(p backends.Policy) func(*query) { return func(q *query) { q.Policy = &p } }
	floor := func(x float64) func(*query) { return func(q *query) { q.MinRelevance = &x } }
	nan, inf := math.NaN(), math.Inf(1)
	return []spoiling[query]{
		{"no tenant", func(q *query) { q.Scope.Tenant = "" }},
		{"no user", func(q *query) { q.Scope.User = "" }},
		{"a user that is not UTF-8", func(q *query) { q.Scope.User = badUTF8 }},
		{"a long session", func(q *query) { q.Session = long(backends.MaxNameBytes + 1) }},
		{"a session that is not UTF-8", func(q *query) { q.Session = badUTF8 }},
		{"a long text", func(q *query) { q.Text = long(backends.MaxQueryBytes + 1) }},
		{"a text that is not UTF-8", func(q *query) { q.Text = badUTF8 }},
		{"k of 0", func(q *query) { q.K = 0 }},
		{"k below 0", func(q *query) { q.K = -1 }},
		{"k too large", func(q *query) { q.K = backends.MaxK + 1 }},
		{"an unknown flag", func(q *query) { q.Include = 8 }},
		{"a floor that is no number", floor(nan)},
		{"an infinite floor", floor(-inf)},
		{"all weights 0", weigh(backends.Policy{HalfLife: time.Hour})},
		{"a half-life of 0", weigh(backends.Policy{Relevance: 1})},
		{"a half-life below 0", weigh(backends.Policy{Relevance: 1, HalfLife: -time.Hour})},
		{"a negative weight", weigh(backends.Policy{Relevance: 1, Recency: -1, HalfLife: time.Hour})},
		{"a weight that is no number", weigh(backends.Policy{Relevance: 1, Importance: nan, HalfLife: time.Hour})},
		{"an infinite weight", weigh(backends.Policy{Relevance: inf, HalfLife: time.Hour})},
	}
}

func invalidQueries(ctx context.Context, s *store) {
	s.putAll(ctx, corpus()...)
	for _, bad := range badQueries() {
		q := backends.Query{Scope: alice(), K: 5}
		if !s.space.TextOnly() {
			q.Vector = axis(s.space.Dim, 0)
		}
		bad.do(&q)
		if res, err := s.Search(ctx, q); !errors.Is(err, backends.ErrInvalid) || len(res.Hits) != 0 {
			s.failed("Search with %s: got %d hits, %v, want ErrInvalid", bad.what, len(res.Hits), err)
		}
	}
}

func badFilters() []spoiling[backends.Filter] {
	type filter = backends.Filter
	slot := func(sl backends.Slot) func(*filter) { return func(f *filter) { f.Slots = []backends.Slot{sl} } }
	const many = backends.MaxBatch + 1
	return []spoiling[filter]{
		{"no tenant", func(f *filter) { f.Scope.Tenant = "" }},
		{"no user", func(f *filter) { f.Scope.User = "" }},
		{"a long user", func(f *filter) { f.Scope.User = long(backends.MaxNameBytes + 1) }},
		{"an empty list of ids", func(f *filter) { f.IDs = []string{} }},
		{"an empty list of slots", func(f *filter) { f.Slots = []backends.Slot{} }},
		{"an empty list of kinds", func(f *filter) { f.Kinds = []backends.Kind{} }},
		{"an empty list of statuses", func(f *filter) { f.Statuses = []backends.Status{} }},
		{"an empty list of origins", func(f *filter) { f.Origins = []backends.Origin{} }},
		{"an empty list of sessions", func(f *filter) { f.Sessions = []string{} }},
		{"too many ids", func(f *filter) { f.IDs = strings.Split(words(many), " ") }},
		{"too many slots", func(f *filter) { f.Slots = make([]backends.Slot, many) }},
		{"too many sessions", func(f *filter) { f.Sessions = make([]string, many) }},
		{"an empty id", func(f *filter) { f.IDs = []string{"n1", ""} }},
		{"a long id", func(f *filter) { f.IDs = []string{long(backends.MaxIDBytes + 1)} }},
		{"a slot without a key", slot(backends.Slot{Member: "nuts"})},
		{"a slot with a long key", slot(backends.Slot{Key: long(backends.MaxKeyBytes + 1)})},
		{"a slot of one member and all of them", slot(backends.Slot{Key: "allergy", Member: "nuts", All: true})},
	}
}

func invalidFilters(ctx context.Context, s *store) {
	s.putAll(ctx, corpus()...)
	before := s.scan(ctx, backends.Filter{Scope: alice()})
	for _, bad := range badFilters() {
		f := backends.Filter{Scope: alice()}
		bad.do(&f)
		if e, err := s.Erase(ctx, f); !errors.Is(err, backends.ErrInvalid) || e != (backends.Erasure{}) {
			s.failed("Erase with %s: got %+v, %v, want ErrInvalid", bad.what, e, err)
		}
		for r, err := range s.Scan(ctx, f, backends.Cursor{}) {
			if !errors.Is(err, backends.ErrInvalid) {
				s.failed("Scan with %s: got %q, %v, want ErrInvalid", bad.what, r.ID, err)
			}
		}
	}
	s.unchanged(ctx, before)
	s.put(ctx, backends.Inserted, fact("not fenced", "car", "mini", 1))
}

func limits(ctx context.Context, s *store) {
	r := fact(long(backends.MaxIDBytes), long(backends.MaxKeyBytes), long(backends.MaxTextBytes), 1)
	r.Scope = backends.Scope{Tenant: long(backends.MaxNameBytes), User: long(backends.MaxNameBytes)}
	r.Session, r.Member, r.Reviewer = long(backends.MaxNameBytes), long(backends.MaxNameBytes), long(backends.MaxNameBytes)
	r.Text, r.Reason, r.Source = long(backends.MaxTextBytes), long(backends.MaxRefBytes), long(backends.MaxRefBytes)
	r.Meta, r.Parents, r.Importance = pairs(backends.MaxMeta), nil, 1
	r.Meta[long(backends.MaxMetaBytes)], r.Meta["x"] = long(backends.MaxMetaBytes), ""
	delete(r.Meta, "xx")
	for i := range backends.MaxParents {
		r.Parents = append(r.Parents, "p"+long(i))
	}
	r = s.fit(r)
	s.put(ctx, backends.Inserted, r)
	got := s.get(ctx, r.Scope, r.ID)
	r.RecordedAt, r.SaidAt, r.Seq = got.RecordedAt, got.SaidAt, got.Seq
	s.must("record at the limits", differ(got, r))

	q := backends.Query{Scope: r.Scope, Session: r.Session, Text: long(backends.MaxQueryBytes), K: backends.MaxK}
	s.finds(ctx, q, r.ID)
	f := backends.Filter{Scope: r.Scope, IDs: strings.Split(words(backends.MaxBatch-1), " "), Slots: []backends.Slot{{Key: r.Key, Member: r.Member}}}
	f.IDs = append(f.IDs, r.ID)
	s.selects(ctx, f, r.ID)
	same(s, "Selected", s.erase(ctx, f).Selected, 1)
}

func largestDimension(ctx context.Context, s *store) {
	r := edit(note("n", 1), func(r *backends.Record) {
		r.Vector = make([]float32, s.space.Dim)
		for i := range r.Vector {
			r.Vector[i] = float32(i%7) - 3
		}
	})
	s.put(ctx, backends.Inserted, r)
	s.putAll(ctx, edit(note("m", 1), func(r *backends.Record) { r.Vector = axis(s.space.Dim, s.space.Dim-1) }))
	if got := s.get(ctx, alice(), "n"); s.err == nil && !slices.Equal(got.Vector, r.Vector) {
		s.failed("a vector of %d components is not kept", s.space.Dim)
	}
	s.ranks(ctx, backends.Query{Scope: alice(), Vector: r.Vector}, "n", "m")
}

func errorsHoldNothing(ctx context.Context, s *store) {
	const canary = "canary"
	secret := member("id", "key"+canary, "member"+canary, 1)
	secret.Scope = backends.Scope{Tenant: "tenant" + canary, User: "user" + canary}
	secret.Value, secret.Text, secret.Session = "value"+canary, "text"+canary, "session"+canary
	secret = s.fit(secret)
	s.putAll(ctx, secret)
	silent := func(what string, err error) {
		if err == nil || strings.Contains(err.Error(), canary) {
			s.failed("%s: got %v, want an error without content", what, err)
		}
	}
	for _, bad := range badRecords() {
		r := edit(secret, func(r *backends.Record) { r.ID = "bad"; bad.do(r) })
		_, err := s.Put(ctx, []backends.Record{r})
		silent("Put with "+bad.what, err)
	}
	_, err := s.Put(ctx, []backends.Record{edit(secret, func(r *backends.Record) { r.Value = "other" + canary })})
	silent("Put of other content", err)
	for _, bad := range badQueries() {
		q := backends.Query{Scope: secret.Scope, Session: secret.Session, Text: secret.Text, K: 1, Vector: secret.Vector}
		bad.do(&q)
		_, err := s.Search(ctx, q)
		silent("Search with "+bad.what, err)
	}
	for _, bad := range badFilters() {
		f := backends.Filter{Scope: secret.Scope}
		bad.do(&f)
		_, err := s.Erase(ctx, f)
		silent("Erase with "+bad.what, err)
	}
	s.must("Close", s.Close())
	_, err = s.Put(ctx, []backends.Record{secret})
	silent("Put after Close", err)
}
