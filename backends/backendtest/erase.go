package backendtest

import (
	"context"
	"slices"
	"time"

	"github.com/memware/memware/backends"
)

func eraseCases() []Case {
	var all []Case
	for _, sel := range selectors() {
		all = append(all, Case{
			Name: "erase/by " + sel.name, Rule: "11",
			Why: "Erase removes the records the filter selects, and bars them: erase selects by id, slot, key, kind, status, origin, session, age or whole scope.",
			Run: every(sel.check),
		})
	}
	return append(all,
		Case{
			Name: "erase/of nothing is no error", Rule: "Backend.Erase",
			Why: "Erasing nothing is not an error: unknown IDs are marked, selectors fenced.",
			Run: every(eraseNothing),
		},
		Case{
			Name: "erase/marks unknown ids", Rule: "11",
			Why: "Erasing an unknown id marks it.",
			Run: every(marksUnknown),
		},
		Case{
			Name: "erase/bars an erased id whatever its content", Rule: "11",
			Why: "A Put of an erased id gives the outcome Erased and stores nothing but its own mark.",
			Run: every(erasedIDs),
		},
		Case{
			Name: "erase/without Until goes up to the clock", Rule: "Filter.Until",
			Why: "Zero means no bound in a scan and where IDs is the only list set; in any other erase it means the backend's clock.",
			Run: every(eraseUntilClock),
		},
		Case{
			Name: "erase/leaves other scopes untouched", Rule: "11",
			Why: "No call reads or changes another scope: marks and fences belong to theirs.",
			Run: every(eraseOneScope),
		},
		Case{
			Name: "erase/tells how many it selected and derived", Rule: "Erasure",
			Why: "Selected: records the filter selected. Derived: further records, erased because a parent was.",
			Run: every(erasureNumbers),
		},
	)
}

// A selector is a way to select records of the corpus, and which it selects.
type selector struct {
	name   string
	filter backends.Filter
	want   []string
}

// corpus holds records that differ in everything a filter selects by.
func corpus() []backends.Record {
	vary := func(r backends.Record, origin backends.Origin, session string) backends.Record {
		r.Origin, r.Session = origin, session
		return r
	}
	return []backends.Record{
		vary(note("n1", 1), backends.User, "one"),
		vary(fact("a", "city", "osaka", 2), backends.User, "one"),
		vary(held(fact("h", "city", "kobe", 3)), backends.Document, "one"),
		vary(member("nuts", "allergy", "nuts", 4), backends.User, ""),
		vary(fact("b", "city", "kyoto", 5), backends.System, "two"),
		vary(member("milk", "allergy", "milk", 6), backends.System, "two"),
		vary(retraction("end", "allergy", "", 7), backends.User, "two"),
		vary(note("n2", 8), backends.Tool, ""),
	}
}

func selectors() []selector {
	all := []selector{
		{"id", backends.Filter{IDs: []string{"n1", "b"}}, []string{"n1", "b"}},
		{"slot", backends.Filter{Slots: []backends.Slot{{Key: "city"}}}, []string{"a", "h", "b"}},
		{"slot of a member", backends.Filter{Slots: []backends.Slot{{Key: "allergy", Member: "nuts"}}}, []string{"nuts"}},
		{"slot without a member", backends.Filter{Slots: []backends.Slot{{Key: "allergy"}}}, []string{"end"}},
		{"key with its members", byKey("allergy"), []string{"nuts", "milk", "end"}},
		{"kind", backends.Filter{Kinds: []backends.Kind{backends.Note, backends.Retraction}}, []string{"n1", "end", "n2"}},
		{"status", backends.Filter{Statuses: []backends.Status{backends.Quarantined}}, []string{"h"}},
		{"origin", backends.Filter{Origins: []backends.Origin{backends.Tool, backends.System}}, []string{"b", "milk", "n2"}},
		{"session", backends.Filter{Sessions: []string{"one"}}, []string{"n1", "a", "h"}},
		{"no session", backends.Filter{Sessions: []string{""}}, []string{"nuts", "n2"}},
		{"age", backends.Filter{Until: day(3)}, []string{"n1", "a", "h"}},
		{"whole scope", backends.Filter{}, []string{"n1", "a", "h", "nuts", "b", "milk", "end", "n2"}},
		{"several at once", backends.Filter{
			Slots: []backends.Slot{{Key: "city"}, {Key: "allergy", All: true}}, Kinds: []backends.Kind{backends.Fact},
			Statuses: []backends.Status{backends.Admitted}, Origins: []backends.Origin{backends.User, backends.System},
			Sessions: []string{"one", "two"}, Until: day(5),
		}, []string{"a", "b"}},
		{"ids and more", backends.Filter{IDs: []string{"n1", "a", "b"}, Sessions: []string{"one"}}, []string{"n1", "a"}},
	}
	for i := range all {
		all[i].filter.Scope = alice()
	}
	return all
}

// check erases by the selector, and shows what is gone, barred and left.
func (sel selector) check(ctx context.Context, s *store) {
	all := corpus()
	for _, r := range all {
		s.putAll(ctx, r)
		s.putAll(ctx, of(bob(), r))
	}
	others := s.scan(ctx, backends.Filter{Scope: bob()})
	e := s.erase(ctx, sel.filter)
	same(s, "Selected", e.Selected, len(sel.want))
	same(s, "Derived", e.Derived, 0)
	if sel.filter.IDs == nil || sel.filter.IDsOnly() {
		same(s, "Fenced", e.Fenced, !sel.filter.IDsOnly())
	}
	gone := func(r backends.Record) bool { return slices.Contains(sel.want, r.ID) }
	left := slices.DeleteFunc(corpus(), gone)
	s.holds(ctx, alice(), ids(left)...)

	for _, r := range all {
		clone := edit(r, func(r *backends.Record) { r.ID += "'" })
		switch {
		case gone(r) && sel.filter.IDs == nil:
			s.put(ctx, backends.Erased, r)
			s.put(ctx, backends.Erased, clone)
		case gone(r):
			s.put(ctx, backends.Erased, r)
		default:
			got := s.putAll(ctx, r, clone)
			if s.err == nil && slices.Contains(got, backends.Erased) {
				s.failed("outcomes of %q, which was not selected, and of one like it: %v", r.ID, got)
			}
		}
	}
	s.scanned(ctx, backends.Filter{Scope: bob()}, backends.Cursor{}, others)
}

func eraseNothing(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, note("n", 1))
	e := s.erase(ctx, backends.Filter{Scope: bob()})
	same(s, "Erasure of an empty scope", e, backends.Erasure{Fenced: true})
	e = s.erase(ctx, byKey("city"))
	same(s, "Erasure of an unknown key", e, backends.Erasure{Fenced: true})
	e = s.erase(ctx, byID("x", "y"))
	same(s, "Erasure of unknown ids", e, backends.Erasure{Marked: 2})
	s.put(ctx, backends.Erased, fact("f", "city", "osaka", 1))
	s.put(ctx, backends.Erased, note("y", 1))
	s.holds(ctx, alice(), "n")
}

func marksUnknown(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, note("n", 1))
	e := s.erase(ctx, byID("n", "later", "held later"))
	same(s, "Erasure", e, backends.Erasure{Selected: 1, Marked: 2})
	s.put(ctx, backends.Erased, fact("later", "city", "osaka", 3))
	s.put(ctx, backends.Erased, held(note("held later", 3)))
	s.put(ctx, backends.Erased, release(note("held later", 3)))
	s.holds(ctx, alice())
	s.put(ctx, backends.Late, fact("a", "city", "kyoto", 2))
	s.history(ctx, "city", "a 2..3")
}

func erasedIDs(ctx context.Context, s *store) {
	s.putAll(ctx, fact("f", "city", "osaka", 1), note("n", 1), held(fact("h", "pet", "cat", 2)))
	s.erase(ctx, byID("f", "n", "h"))
	for range 2 {
		s.put(ctx, backends.Erased, fact("f", "city", "osaka", 1))
		s.put(ctx, backends.Erased, fact("f", "town", "kyoto", 50))
		s.put(ctx, backends.Erased, note("f", 3))
		s.put(ctx, backends.Erased, note("n", 90))
		s.put(ctx, backends.Erased, held(fact("h", "pet", "cat", 2)))
		s.put(ctx, backends.Erased, release(fact("h", "pet", "dog", 3)))
	}
	s.holds(ctx, alice())
	s.put(ctx, backends.Inserted, fact("pet", "pet", "cat", 1))
	s.history(ctx, "pet", "pet 1..")
}

func eraseUntilClock(ctx context.Context, s *store) {
	ahead := func(r backends.Record) backends.Record {
		r.AssertedAt = s.clock.now().Add(time.Minute)
		return r
	}
	s.putAll(ctx, note("past", 1), edit(note("now", 1), func(r *backends.Record) { r.AssertedAt = s.clock.now() }),
		ahead(note("ahead", 1)), ahead(fact("fact ahead", "city", "osaka", 1)))
	s.holds(ctx, alice(), "past", "now", "ahead", "fact ahead")
	same(s, "Selected", s.erase(ctx, backends.Filter{Scope: alice()}).Selected, 2)
	s.holds(ctx, alice(), "ahead", "fact ahead")
	s.put(ctx, backends.Inserted, ahead(note("told ahead", 1)))
	same(s, "Selected by ID", s.erase(ctx, byID("ahead", "fact ahead")).Selected, 2)
	s.holds(ctx, alice(), "told ahead")
}

func eraseOneScope(ctx context.Context, s *store) {
	others := []backends.Scope{bob(), {Tenant: "acme", User: "alice2"}, {Tenant: "acm", User: "ealice"}, {Tenant: "alice", User: "acme"}}
	for _, sc := range append(others, alice()) {
		s.putAll(ctx, of(sc, fact("f", "city", "osaka", 1)), of(sc, derived(note("n", 2), "f")), of(sc, held(note("h", 3))))
	}
	s.erase(ctx, byID("f", "unknown"))
	s.erase(ctx, byKey("pet"))
	s.erase(ctx, backends.Filter{Scope: alice()})
	s.holds(ctx, alice())
	for _, sc := range others {
		s.holds(ctx, sc, "f", "n", "h")
		s.put(ctx, backends.Inserted, of(sc, fact("f", "city", "osaka", 1)))
		s.put(ctx, backends.Inserted, of(sc, note("unknown", 4)))
		s.put(ctx, backends.Inserted, of(sc, fact("pet", "pet", "cat", 1)))
		s.put(ctx, backends.Late, of(sc, fact("early", "city", "kyoto", 0)))
	}
}

func erasureNumbers(ctx context.Context, s *store) {
	s.putAll(ctx, note("a", 1), note("b", 9), derived(note("ab", 9), "a", "b"), derived(note("abc", 9), "ab"),
		derived(note("early", 1), "a"), note("c", 9))
	e := s.erase(ctx, backends.Filter{Scope: alice(), Until: day(5)})
	same(s, "Erasure", e, backends.Erasure{Selected: 2, Derived: 2, Fenced: true})
	s.holds(ctx, alice(), "b", "c")
	e = s.erase(ctx, byID("c", "unknown"))
	same(s, "Erasure", e, backends.Erasure{Selected: 1, Marked: 1})
}
