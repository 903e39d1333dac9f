package backendtest

import (
	"context"
	"time"

	"github.com/memware/memware/backends"
)

func fenceCases() []Case {
	return []Case{
		{
			Name: "fences/bar what was said before, and leave points", Rule: "11",
			Why: "A Put that a fence matches by its first AssertedAt gives the outcome Erased, stores nothing but its own mark (and point, if an entry).",
			Run: every(fenceBars),
		},
		{
			Name: "fences/go by SaidAt", Rule: "Record.SaidAt",
			Why: "Filter.Until and fences go by SaidAt, so that a release does not carry words past an erase.",
			Run: every(fenceBySaidAt),
		},
		{
			Name: "fences/bar a release that is corrected into them", Rule: "11",
			Why: "A fence is matched with the record as the release would make it; what it bars is erased.",
			Run: every(fenceBarsRelease),
		},
		{
			Name: "fences/of a key bar every member", Rule: "11",
			Why: "A Slot with All selects the key-wide retractions and every member.",
			Run: every(fenceOfKey),
		},
		{
			Name: "fences/let the same be told again", Rule: "11",
			Why: "A fence reaches up to its Until: told again later, it is stored.",
			Run: every(toldAgain),
		},
		{
			Name: "fences/keep the later Until", Rule: "11",
			Why: "Selecting more than ids leaves a durable fence (hashed selector, Until).",
			Run: every(laterUntil),
		},
	}
}

func fenceBars(ctx context.Context, s *store) {
	tool := func(r backends.Record) backends.Record {
		r.Origin = backends.Tool
		return r
	}
	e := s.erase(ctx, backends.Filter{Scope: alice(), Origins: []backends.Origin{backends.Tool}, Until: day(10)})
	same(s, "Erasure", e, backends.Erasure{Fenced: true})
	s.put(ctx, backends.Erased, tool(fact("t", "city", "kobe", 5)))
	s.put(ctx, backends.Erased, tool(note("tn", 10)))
	s.put(ctx, backends.Erased, held(tool(fact("th", "city", "kobe", 7))))
	s.put(ctx, backends.Erased, tool(retraction("te", "pet", "", 5)))
	s.put(ctx, backends.Inserted, tool(edit(note("after", 10), func(r *backends.Record) { r.AssertedAt = day(10).Add(time.Microsecond) })))
	s.holds(ctx, alice(), "after")
	s.put(ctx, backends.Late, fact("a", "city", "osaka", 1))
	s.put(ctx, backends.Late, fact("p", "pet", "cat", 1))
	s.put(ctx, backends.Inserted, fact("b", "city", "osaka", 6))
	s.history(ctx, "city", "a 1..5", "b 6..")
	s.history(ctx, "pet", "p 1..5")
	s.put(ctx, backends.Erased, edit(fact("t", "city", "kobe", 50), func(r *backends.Record) { r.Origin = backends.User }))
}

func fenceBySaidAt(ctx context.Context, s *store) {
	s.put(ctx, backends.Held, held(fact("h", "city", "osaka", 2)))
	s.put(ctx, backends.Released, release(fact("h", "city", "osaka", 50)))
	s.put(ctx, backends.Inserted, fact("p", "pet", "cat", 3))
	s.erase(ctx, backends.Filter{Scope: alice(), Until: day(10)})
	s.holds(ctx, alice())
	s.put(ctx, backends.Erased, edit(note("import", 50), func(r *backends.Record) { r.SaidAt = day(10) }))
	s.put(ctx, backends.Inserted, edit(note("said later", 5), func(r *backends.Record) { r.SaidAt = day(11) }))
	s.put(ctx, backends.Late, fact("a", "city", "kyoto", 40))
	s.history(ctx, "city", "a 40..50")
}

func fenceBarsRelease(ctx context.Context, s *store) {
	s.put(ctx, backends.Held, held(fact("h", "ciry", "osaka", 2)))
	s.put(ctx, backends.Held, held(derived(note("child", 3), "h")))
	s.put(ctx, backends.Held, held(fact("later", "ciry", "osaka", 12)))
	s.erase(ctx, backends.Filter{Scope: alice(), Slots: []backends.Slot{{Key: "city"}}, Until: day(10)})
	s.holds(ctx, alice(), "h", "child", "later")
	s.put(ctx, backends.Erased, release(fact("h", "city", "osaka", 50)))
	s.holds(ctx, alice(), "later")
	s.put(ctx, backends.Erased, held(fact("h", "ciry", "osaka", 2)))
	s.put(ctx, backends.Inserted, fact("a", "city", "kyoto", 11))
	s.history(ctx, "city", "a 11..")
	s.put(ctx, backends.Released, release(fact("later", "city", "osaka", 12)))
	s.history(ctx, "city", "a 11..12 by later", "later 12..")
}

func fenceOfKey(ctx context.Context, s *store) {
	s.erase(ctx, backends.Filter{Scope: alice(), Slots: []backends.Slot{{Key: "allergy", All: true}}, Until: day(10)})
	s.erase(ctx, backends.Filter{Scope: alice(), Slots: []backends.Slot{{Key: "likes", Member: "tea"}}, Until: day(10)})
	s.put(ctx, backends.Erased, member("nuts", "allergy", "nuts", 9))
	s.put(ctx, backends.Erased, fact("plain", "allergy", "dust", 9))
	s.put(ctx, backends.Erased, retraction("end", "allergy", "", 9))
	s.put(ctx, backends.Late, edit(member("nuts2", "allergy", "nuts", 8), func(r *backends.Record) { r.SaidAt = day(11) }))
	s.put(ctx, backends.Erased, member("tea", "likes", "tea", 9))
	s.put(ctx, backends.Inserted, member("milk", "likes", "milk", 9))
	s.put(ctx, backends.Inserted, fact("plain2", "likes", "all", 9))
	s.holds(ctx, alice(), "nuts2", "milk", "plain2")
}

func toldAgain(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, fact("a", "city", "osaka", 1))
	s.put(ctx, backends.Inserted, note("n", 1))
	s.erase(ctx, backends.Filter{Scope: alice()})
	s.put(ctx, backends.Erased, fact("b", "city", "osaka", 99))
	s.clock.advance(time.Hour)
	again := edit(fact("c", "city", "osaka", 1), func(r *backends.Record) { r.AssertedAt = s.clock.now() })
	s.put(ctx, backends.Inserted, again)
	s.put(ctx, backends.Inserted, edit(note("m", 1), func(r *backends.Record) { r.Text, r.AssertedAt = "note n", s.clock.now() }))
	s.finds(ctx, now(), "c", "m")
}

func laterUntil(ctx context.Context, s *store) {
	upTo := func(on int) backends.Filter {
		return backends.Filter{Scope: alice(), Slots: []backends.Slot{{Key: "city"}}, Until: day(on)}
	}
	s.erase(ctx, upTo(10))
	s.erase(ctx, upTo(5))
	s.put(ctx, backends.Erased, fact("a", "city", "osaka", 7))
	s.put(ctx, backends.Inserted, fact("b", "city", "osaka", 11))
	s.erase(ctx, upTo(20))
	s.holds(ctx, alice())
	s.put(ctx, backends.Erased, fact("c", "city", "osaka", 15))
	s.put(ctx, backends.Inserted, fact("d", "city", "osaka", 21))
	s.erase(ctx, byKey("pet"))
	s.put(ctx, backends.Erased, fact("e", "city", "osaka", 3))
	s.put(ctx, backends.Confirmed, fact("f", "city", "osaka", 22))
}
