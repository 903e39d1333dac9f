package backendtest

import (
	"context"
	"fmt"
	"time"

	"github.com/memware/memware/backends"
)

func searchCases() []Case {
	return []Case{
		{
			Name: "search/a scope without records gives no hits and no error", Rule: "Backend.Search",
			Why: "A scope without records gives no hits and no error.",
			Run: every(emptyScope),
		},
		{
			Name: "search/gives at most K hits", Rule: "Backend.Search",
			Why: "Search returns the best q.K records that q finds.",
			Run: every(atMostK),
		},
		{
			Name: "search/filters before the K are chosen", Rule: "Backend.Search",
			Why: "Validity, session, floor and scope are applied before the K are chosen, never after.",
			Run: every(filtersFirst),
		},
		{
			Name: "search/the floor comes before the K", Rule: "Query.MinRelevance",
			Why: "MinRelevance: floor of the relevance term, applied before the K are chosen; found are records of relevance at least that.",
			Run: in(floorFirst, plane()),
		},
		{
			Name: "search/tells how many it considered", Rule: "Result.Considered",
			Why: "Considered is how many records passed the filters and were scored.",
			Run: every(considered),
		},
		{
			Name: "search/includes what the flags say", Rule: "Include",
			Why: "IncludeSuperseded: facts that no longer hold, or whose interval is empty.",
			Run: every(includeSuperseded),
		},
		{
			Name: "search/reading makes nothing fresher", Rule: "Policy",
			Why: "Age runs from Record.AssertedAt, never from the last access.",
			Run: every(readingIsNoTouch),
		},
		{
			Name: "search/hits are whole but for the vector", Rule: "Hit",
			Why: "A Hit is a record found, with its score. Its Vector is nil: searches do not return vectors, scans do.",
			Run: every(hitsAreWhole),
		},
	}
}

func sessionCases() []Case {
	return []Case{
		{
			Name: "sessions/a query finds its notes, those without one, and all facts", Rule: "Query",
			Why: "With a Session, notes of other sessions are left out; notes without one and facts are not.",
			Run: every(querySession),
		},
		{
			Name: "sessions/a filter selects everything said in them", Rule: "Filter",
			Why: "A filter with a session selects everything said in it, facts included.",
			Run: every(filterSession),
		},
	}
}

func emptyScope(ctx context.Context, s *store) {
	q := now()
	q.Text = "anything"
	same(s, "hits", len(s.search(ctx, q).Hits), 0)
	s.put(ctx, backends.Inserted, of(bob(), note("n", 1)))
	res := s.search(ctx, q)
	same(s, "hits", len(res.Hits), 0)
	same(s, "Considered", res.Considered, 0)
}

func atMostK(ctx context.Context, s *store) {
	s.putAll(ctx, note("a", 1), note("b", 3), note("c", 2))
	want := []string{"b", "c", "a"}
	for k := 1; k <= 4; k++ {
		q := now()
		q.K = k
		s.ranks(ctx, q, want[:min(k, 3)]...)
	}
	q := now()
	q.K = backends.MaxK
	s.ranks(ctx, q, want...)
}

// filtersFirst surrounds three records that a query finds with hundreds that
// score higher and that it must not.
func filtersFirst(ctx context.Context, s *store) {
	crowd := func(id string, on int) backends.Record {
		return edit(fact(id, "city", "city "+id, on), func(r *backends.Record) { r.Importance = 1 })
	}
	var all []backends.Record
	for i := range 200 {
		old := crowd(fmt.Sprintf("old%03d", i), 90)
		old.AssertedAt = old.AssertedAt.Add(time.Duration(i) * time.Second)
		theirs := crowd(fmt.Sprintf("session%03d", i), 99)
		theirs.Kind, theirs.Key, theirs.Value, theirs.Session = backends.Note, "", "", "other"
		gone := expiring(crowd(fmt.Sprintf("expired%03d", i), 99), 99)
		gone.Key = gone.ID
		waiting := held(crowd(fmt.Sprintf("held%03d", i), 99))
		all = append(all, old, theirs, gone, waiting)
	}
	s.putAll(ctx, all...)
	for i := range 200 {
		all[i] = edit(crowd(fmt.Sprintf("bob%03d", i), 99), func(r *backends.Record) { r.Scope, r.Key = bob(), r.ID })
	}
	s.putAll(ctx, all[:200]...)
	s.putAll(ctx, edit(fact("current", "city", "kyoto", 91), func(r *backends.Record) { r.Importance = 0 }),
		note("plain", 2), edit(note("mine", 1), func(r *backends.Record) { r.Session = "mine" }))
	q := now()
	q.K, q.Session = 5, "mine"
	s.ranks(ctx, q, "current", "plain", "mine")
	q.K = 1
	s.ranks(ctx, q, "current")
}

func floorFirst(ctx context.Context, s *store) {
	for i := range 50 {
		r := edit(note(fmt.Sprintf("far%02d", i), 99), func(r *backends.Record) { r.Importance = 1 })
		r.Vector = axis(4, 1)
		s.putAll(ctx, r)
	}
	s.putAll(ctx, note("near", 1), edit(note("half", 1), func(r *backends.Record) { r.Vector = []float32{3, 4, 0, 0} }),
		edit(note("opposite", 1), func(r *backends.Record) { r.Vector = []float32{-1, 0, 0, 0} }))
	for _, tc := range []struct {
		floor      float64
		want       []string
		considered int
	}{
		{0.7, []string{"near"}, 1},
		{0.5, []string{"near", "half"}, 2},
		{1.5, nil, 0},
	} {
		q := now()
		q.K, q.MinRelevance = 2, &tc.floor
		s.ranks(ctx, q, tc.want...)
		same(s, "Considered", s.search(ctx, q).Considered, tc.considered)
	}
	exact, below := 0.0, -2.0
	q := now()
	q.MinRelevance = &exact
	same(s, "hits at a floor of exactly their relevance", len(s.search(ctx, q).Hits), 52)
	q.MinRelevance = &below
	same(s, "hits with a floor below all", len(s.search(ctx, q).Hits), 53)
}

func considered(ctx context.Context, s *store) {
	s.putAll(ctx, notes("n", 7, 1)...)
	s.putAll(ctx, fact("a", "city", "osaka", 1), fact("b", "city", "kyoto", 2), held(note("h", 1)),
		edit(note("theirs", 1), func(r *backends.Record) { r.Session = "theirs" }), expiring(note("gone", 1), 2))
	q := now()
	q.K, q.Session = 3, "mine"
	res := s.search(ctx, q)
	same(s, "hits", len(res.Hits), 3)
	same(s, "Considered", res.Considered, 8)
	q.Session = ""
	same(s, "Considered without a session", s.search(ctx, q).Considered, 9)
	same(s, "Considered with flags", s.search(ctx, with(everything, q)).Considered, 12)
}

func includeSuperseded(ctx context.Context, s *store) {
	s.putAll(ctx, fact("a", "city", "osaka", 1), fact("empty", "city", "kobe", 3), fact("b", "city", "kyoto", 3),
		retraction("end", "pet", "", 4), fact("p", "pet", "cat", 2), fact("c", "city", "nara", 6))
	flag := backends.IncludeSuperseded
	s.finds(ctx, now(), "c")
	s.finds(ctx, with(flag, now()), "a", "empty", "b", "p", "c")
	s.finds(ctx, with(flag, asOf(5)), "a", "empty", "b", "p")
	s.finds(ctx, with(flag, asOf(2)), "a", "p")
	s.finds(ctx, asOf(3), "b", "p")
	s.erase(ctx, byID("c"))
	s.finds(ctx, with(flag, now()), "a", "empty", "b", "p")
}

func readingIsNoTouch(ctx context.Context, s *store) {
	s.putAll(ctx, note("old", 1), note("new", 40))
	s.ranks(ctx, now(), "new", "old")
	before := s.scores(ctx, now())
	for range 20 {
		s.ranks(ctx, asOf(1), "old")
		s.get(ctx, alice(), "old")
	}
	s.ranks(ctx, now(), "new", "old")
	sameList(s, "scores", s.scores(ctx, now()), before)
}

func hitsAreWhole(ctx context.Context, s *store) {
	s.putAll(ctx, edit(fact("a", "city", "osaka", 1), func(r *backends.Record) {
		r.Session, r.Source, r.Parents, r.Meta = "morning", "message 7", []string{"p"}, map[string]string{"k": "v"}
	}), fact("b", "city", "kyoto", 2), note("n", 3))
	for _, h := range s.search(ctx, with(backends.IncludeSuperseded, now())).Hits {
		want := s.get(ctx, alice(), h.ID)
		want.Vector = nil
		s.must("hit "+h.ID, differ(h.Record, want))
		same(s, "length of the vector of a hit", len(h.Vector), 0)
		same(s, "length of the vector of a scan", len(s.get(ctx, alice(), h.ID).Vector), s.space.Dim)
	}
}

func saidIn(session string, r backends.Record) backends.Record {
	r.Session = session
	return r
}

func querySession(ctx context.Context, s *store) {
	s.putAll(ctx, saidIn("one", note("n1", 1)), saidIn("two", note("n2", 2)), note("n0", 3), saidIn("One", note("case", 4)),
		saidIn("two", fact("f2", "city", "osaka", 5)), fact("f0", "pet", "cat", 6))
	for session, want := range map[string][]string{
		"":      {"n1", "n2", "n0", "case", "f2", "f0"},
		"one":   {"n1", "n0", "f2", "f0"},
		"two":   {"n2", "n0", "f2", "f0"},
		"three": {"n0", "f2", "f0"},
		"*":     {"n0", "f2", "f0"},
	} {
		q := now()
		q.Session = session
		s.finds(ctx, q, want...)
	}
	s.put(ctx, backends.Superseding, saidIn("one", fact("f1", "city", "kyoto", 7)))
	q := now()
	q.Session = "two"
	s.finds(ctx, q, "n2", "n0", "f1", "f0")
}

func filterSession(ctx context.Context, s *store) {
	s.putAll(ctx, saidIn("one", note("n1", 1)), saidIn("two", note("n2", 2)), note("n0", 3),
		saidIn("one", fact("f1", "city", "osaka", 4)), saidIn("one", held(note("h1", 5))),
		saidIn("one", retraction("r1", "pet", "", 6)), fact("f0", "pet", "cat", 7))
	for _, tc := range []struct {
		sessions []string
		want     []string
	}{
		{nil, []string{"n1", "n2", "n0", "f1", "h1", "r1", "f0"}},
		{[]string{"one"}, []string{"n1", "f1", "h1", "r1"}},
		{[]string{"two", "none"}, []string{"n2"}},
		{[]string{""}, []string{"n0", "f0"}},
		{[]string{"", "two"}, []string{"n2", "n0", "f0"}},
	} {
		s.selects(ctx, backends.Filter{Scope: alice(), Sessions: tc.sessions}, tc.want...)
	}
	s.erase(ctx, backends.Filter{Scope: alice(), Sessions: []string{"one"}})
	s.holds(ctx, alice(), "n2", "n0", "f0")
}
