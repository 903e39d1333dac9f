package backendtest

import (
	"context"
	"time"

	"github.com/memware/memware/backends"
)

func pointCases() []Case {
	return []Case{
		{
			Name: "points/erase revives nothing", Rule: "11",
			Why: "Each erased entry leaves a point at which earlier entries still end, so that nothing is revived.",
			Run: every(revivesNothing),
		},
		{
			Name: "points/late arrivals end at them", Rule: "11",
			Why: "Each erased entry leaves a point at which earlier entries still end, those that arrive later included.",
			Run: every(lateAfterErase),
		},
		{
			Name: "points/have the Seq of their entry", Rule: "11",
			Why: "Each erased entry leaves a point (AssertedAt, Seq, salted hash of the id).",
			Run: every(pointSeq),
		},
		{
			Name: "points/of key-wide retractions end every member", Rule: "11",
			Why: "An erased key-wide retraction leaves a point in the order of every member, those that arrive later included.",
			Run: every(keyWidePoint),
		},
		{
			Name: "points/notes and candidates leave none", Rule: "11",
			Why: "Notes and candidates never released leave the hash alone.",
			Run: every(noPoint),
		},
		{
			Name: "points/released candidates leave one", Rule: "11",
			Why: "Each erased entry leaves a point: a released candidate is an entry.",
			Run: every(releasedPoint),
		},
	}
}

func revivesNothing(ctx context.Context, s *store) {
	s.putAll(ctx, fact("a", "city", "osaka", 1), fact("b", "city", "kyoto", 3), fact("c", "city", "nara", 5))
	s.erase(ctx, byID("b"))
	s.history(ctx, "city", "a 1..3", "c 5..")
	s.finds(ctx, asOf(4))
	s.erase(ctx, byID("c"))
	s.history(ctx, "city", "a 1..3")
	s.finds(ctx, now())
	s.finds(ctx, asOf(2), "a")
	s.put(ctx, backends.Inserted, fact("d", "city", "nara", 7))
	s.history(ctx, "city", "a 1..3", "d 7..")
	s.erase(ctx, byKey("city"))
	s.put(ctx, backends.Inserted, edit(fact("told again", "city", "nara", 100), func(r *backends.Record) {
		r.AssertedAt = s.clock.now().Add(time.Microsecond)
	}))
}

func lateAfterErase(ctx context.Context, s *store) {
	s.putAll(ctx, fact("b", "city", "kyoto", 3), fact("c", "city", "nara", 5))
	s.erase(ctx, byID("c"))
	s.put(ctx, backends.Late, fact("d", "city", "kobe", 4))
	s.put(ctx, backends.Late, fact("a", "city", "osaka", 1))
	s.history(ctx, "city", "a 1..3 by b", "b 3..4 by d", "d 4..5")
	s.finds(ctx, now())
	s.put(ctx, backends.Late, retraction("end", "city", "", 2))
	s.put(ctx, backends.Inserted, fact("e", "city", "nara", 6))
	s.history(ctx, "city", "a 1..2 by end", "end 2..3 by b", "b 3..4 by d", "d 4..5", "e 6..")
}

func pointSeq(ctx context.Context, s *store) {
	numbered := func(id string, seq uint64) backends.Record {
		return edit(fact(id, "city", "city "+id, 1), func(r *backends.Record) { r.Seq = seq })
	}
	s.putAll(ctx, numbered("first", 10), numbered("erased", 20))
	s.erase(ctx, byID("erased"))
	s.history(ctx, "city", "first 1..1")
	s.put(ctx, backends.Late, numbered("below", 15))
	s.put(ctx, backends.Inserted, numbered("above", 25))
	s.history(ctx, "city", "first 1..1 by below", "below 1..1", "above 1..")
}

func keyWidePoint(ctx context.Context, s *store) {
	s.putAll(ctx, member("nuts", "allergy", "nuts", 1), retraction("all", "allergy", "", 3), member("eggs", "allergy", "eggs", 4))
	s.erase(ctx, byID("all"))
	s.history(ctx, "allergy", "nuts 1..3", "eggs 4..")
	s.put(ctx, backends.Late, member("milk", "allergy", "milk", 2))
	s.put(ctx, backends.Late, fact("plain", "allergy", "dust", 2))
	s.put(ctx, backends.Inserted, member("nuts2", "allergy", "nuts", 5))
	s.history(ctx, "allergy", "nuts 1..3", "milk 2..3", "plain 2..3", "eggs 4..", "nuts2 5..")
	s.finds(ctx, now(), "eggs", "nuts2")
}

func noPoint(ctx context.Context, s *store) {
	s.putAll(ctx, fact("a", "city", "osaka", 1), held(fact("h", "city", "kyoto", 3)), note("n", 4))
	s.erase(ctx, byID("h", "n"))
	s.history(ctx, "city", "a 1..")
	s.finds(ctx, now(), "a")
	s.put(ctx, backends.Erased, release(fact("h", "city", "kyoto", 3)))
	s.put(ctx, backends.Erased, held(fact("h", "city", "kyoto", 3)))
	s.history(ctx, "city", "a 1..")
	s.put(ctx, backends.Superseding, fact("b", "city", "kobe", 2))
	s.history(ctx, "city", "a 1..2 by b", "b 2..")
}

func releasedPoint(ctx context.Context, s *store) {
	s.putAll(ctx, fact("a", "city", "osaka", 1), held(fact("h", "city", "kyoto", 3)), held(fact("k", "town", "kobe", 4)))
	s.put(ctx, backends.Released, release(fact("h", "city", "kyoto", 3)))
	s.put(ctx, backends.Released, release(fact("k", "city", "kobe", 50)))
	s.history(ctx, "city", "a 1..3 by h", "h 3..50 by k", "k 50..")
	s.erase(ctx, byID("h", "k"))
	s.history(ctx, "city", "a 1..3")
	s.put(ctx, backends.Late, fact("b", "city", "nara", 40))
	s.history(ctx, "city", "a 1..3", "b 40..50")
	s.put(ctx, backends.Inserted, fact("t", "town", "kobe", 1))
}
