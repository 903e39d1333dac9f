package backendtest

import (
	"context"

	"github.com/memware/memware/backends"
)

func derivedCases() []Case {
	return []Case{
		{
			Name: "derived/goes with its parents, through generations", Rule: "11",
			Why: "Erase removes the records the filter selects and whatever was derived from them (Parents), whatever its own time.",
			Run: every(descendants),
		},
		{
			Name: "derived/of any status and kind goes", Rule: "11",
			Why: "Whatever was derived from them goes, candidates and entries alike; each erased entry leaves a point.",
			Run: every(derivedKinds),
		},
		{
			Name: "derived/stored before its parent it goes too", Rule: "11",
			Why: "Whatever was derived from an erased record goes, in whatever order they arrived.",
			Run: every(childFirst),
		},
		{
			Name: "derived/from an erased parent it is Erased", Rule: "11",
			Why: "A Put with an erased parent gives the outcome Erased and stores nothing but its own mark (and point, if an entry).",
			Run: every(erasedParent),
		},
		{
			Name: "derived/a refused Put takes what was derived from it", Rule: "11",
			Why: "A Put that a fence matches, or of an erased id, or with an erased parent, takes what was derived from it.",
			Run: every(refusedParent),
		},
		{
			Name: "derived/within the scope only", Rule: "11",
			Why: "IDs are unique within a scope: a parent is a record of the same scope.",
			Run: every(derivedInScope),
		},
	}
}

func descendants(ctx context.Context, s *store) {
	s.putAll(ctx, note("root", 5), note("other", 5),
		derived(note("child", 6), "other", "root"),
		derived(note("grandchild", 4), "child"),
		derived(note("great", 90), "grandchild", "elsewhere"),
		derived(note("cousin", 6), "other"),
		derived(note("loop1", 7), "loop2"), derived(note("loop2", 7), "loop1", "great"))
	e := s.erase(ctx, byID("root"))
	same(s, "Erasure", e, backends.Erasure{Selected: 1, Derived: 5})
	s.holds(ctx, alice(), "other", "cousin")
	for _, id := range []string{"child", "grandchild", "great", "loop1", "loop2"} {
		s.put(ctx, backends.Erased, note(id, 50))
	}
}

func derivedKinds(ctx context.Context, s *store) {
	s.putAll(ctx, note("root", 2),
		derived(held(note("held", 3)), "root"),
		derived(held(fact("held fact", "city", "kobe", 5)), "root"),
		derived(fact("fact", "city", "kyoto", 4), "held"),
		derived(retraction("end", "pet", "", 4), "fact"),
		fact("a", "city", "osaka", 1), fact("b", "pet", "cat", 1))
	e := s.erase(ctx, backends.Filter{Scope: alice(), Kinds: []backends.Kind{backends.Note}})
	same(s, "records erased", e.Selected+e.Derived, 5)
	s.history(ctx, "city", "a 1..4")
	s.history(ctx, "pet", "b 1..4")
	s.finds(ctx, now())
	s.holds(ctx, alice(), "a", "b")
}

func childFirst(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, derived(note("grandchild", 3), "child"))
	s.put(ctx, backends.Inserted, derived(note("child", 2), "root"))
	s.put(ctx, backends.Inserted, note("root", 1))
	s.erase(ctx, byID("root"))
	s.holds(ctx, alice())
}

func erasedParent(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, note("root", 1))
	s.erase(ctx, byID("root", "never stored"))
	s.put(ctx, backends.Erased, derived(note("n", 50), "root"))
	s.put(ctx, backends.Erased, derived(held(note("h", 50)), "elsewhere", "never stored"))
	s.put(ctx, backends.Erased, derived(fact("f", "city", "osaka", 50), "root"))
	s.put(ctx, backends.Erased, derived(note("grandchild", 50), "n"))
	s.put(ctx, backends.Erased, note("n", 50))
	s.holds(ctx, alice())
	s.put(ctx, backends.Late, fact("a", "city", "kyoto", 40))
	s.history(ctx, "city", "a 40..50")
}

func refusedParent(ctx context.Context, s *store) {
	s.putAll(ctx, derived(note("of fenced", 5), "fenced"), derived(note("of that", 6), "of fenced"),
		derived(fact("of orphan", "pet", "cat", 5), "orphan"), note("root", 80))
	s.erase(ctx, byKey("city"))
	s.holds(ctx, alice(), "of fenced", "of orphan", "of that", "root")
	s.put(ctx, backends.Erased, fact("fenced", "city", "osaka", 4))
	s.holds(ctx, alice(), "of orphan", "root")
	s.erase(ctx, byID("root"))
	s.put(ctx, backends.Erased, derived(note("orphan", 4), "root"))
	s.holds(ctx, alice())
	s.put(ctx, backends.Late, fact("a", "pet", "dog", 1))
	s.history(ctx, "pet", "a 1..5")
}

func derivedInScope(ctx context.Context, s *store) {
	theirs := of(bob(), derived(note("child", 2), "root"))
	s.putAll(ctx, note("root", 1), derived(note("child", 2), "root"))
	s.putAll(ctx, theirs)
	s.erase(ctx, byID("root"))
	s.holds(ctx, alice())
	s.holds(ctx, bob(), "child")
	s.put(ctx, backends.Inserted, theirs)
}
