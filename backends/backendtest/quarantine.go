package backendtest

import (
	"context"
	"fmt"
	"time"

	"github.com/memware/memware/backends"
)

func quarantineCases() []Case {
	return []Case{
		{
			Name: "quarantine/is found by its flag alone", Rule: "10",
			Why: "Quarantined records are found only where the query includes them by a flag; scans yield records whatever their status.",
			Run: every(quarantineUnfound),
		},
		{
			Name: "quarantine/is in no history", Rule: "10",
			Why: "Quarantined records have no interval: they end nothing and nothing ends them.",
			Run: every(quarantineNoHistory),
		},
		{
			Name: "quarantine/a held note keeps the rule of sessions", Rule: "8",
			Why: "With a Session, notes of other sessions are left out, held ones too.",
			Run: every(quarantineSessions),
		},
		{
			Name: "quarantine/nothing is found before it was asserted", Rule: "8",
			Why: "No flag finds what was asserted after the reference time.",
			Run: every(quarantineTimes),
		},
	}
}

func boundCases() []Case {
	return []Case{
		{
			Name: "bounds/beyond MaxHeld the oldest candidates go", Rule: "10",
			Why: "The oldest records beyond MaxHeld are erased, and counted as discarded.",
			Run: every(heldByNumber),
		},
		{
			Name: "bounds/a candidate goes after MaxHeldAge", Rule: "10",
			Why: "Held records older than MaxHeldAge are erased, and counted as discarded.",
			Run: every(heldByAge),
		},
		{
			Name: "bounds/a discarded candidate is erased for good", Rule: "10",
			Why: "The oldest records beyond the bounds are erased: a mark is left, and what was derived from them goes too.",
			Run: every(discardedForGood),
		},
	}
}

// with returns q with flags.
func with(include backends.Include, q backends.Query) backends.Query {
	q.Include = include
	return q
}

func quarantineUnfound(ctx context.Context, s *store) {
	s.put(ctx, backends.Held, held(note("n", 1)))
	s.put(ctx, backends.Held, held(fact("f", "city", "osaka", 2)))
	s.put(ctx, backends.Inserted, note("plain", 3))
	for _, include := range []backends.Include{0, backends.IncludeSuperseded, backends.IncludeExpired,
		backends.IncludeSuperseded | backends.IncludeExpired} {
		s.finds(ctx, with(include, now()), "plain")
	}
	s.finds(ctx, with(backends.IncludeQuarantined, now()), "n", "f", "plain")
	s.holds(ctx, alice(), "n", "f", "plain")
	s.selects(ctx, backends.Filter{Scope: alice(), Statuses: []backends.Status{backends.Quarantined}}, "n", "f")
	same(s, "reason", s.get(ctx, alice(), "f").Reason, "held by a test")
}

func quarantineNoHistory(ctx context.Context, s *store) {
	s.put(ctx, backends.Held, held(fact("first", "city", "kobe", 1)))
	s.put(ctx, backends.Inserted, fact("a", "city", "osaka", 2))
	s.put(ctx, backends.Held, held(fact("between", "city", "kobe", 3)))
	s.put(ctx, backends.Superseding, fact("b", "city", "kyoto", 4))
	s.put(ctx, backends.Held, held(fact("last", "city", "kobe", 5)))
	s.put(ctx, backends.Held, held(retraction("end", "city", "", 6)))
	s.history(ctx, "city", "a 2..4 by b", "b 4..")
	s.finds(ctx, now(), "b")
	for _, id := range []string{"first", "between", "last", "end"} {
		got := s.get(ctx, alice(), id)
		same(s, "ValidUntil of a candidate", got.ValidUntil, time.Time{})
		same(s, "SupersededBy of a candidate", got.SupersededBy, "")
	}
	s.finds(ctx, with(backends.IncludeQuarantined, asOf(4)), "first", "between", "b")
	s.put(ctx, backends.Confirmed, fact("c", "city", "kyoto", 7))
	s.history(ctx, "city", "a 2..4 by b", "b 4..7 by c", "c 7..")
}

func quarantineSessions(ctx context.Context, s *store) {
	in := func(session string, r backends.Record) backends.Record {
		r.Session = session
		return held(r)
	}
	s.putAll(ctx, in("one", note("n1", 1)), in("two", note("n2", 1)), in("", note("n0", 1)),
		in("two", fact("f2", "city", "osaka", 1)))
	q := with(backends.IncludeQuarantined, now())
	q.Session = "one"
	s.finds(ctx, q, "n1", "n0", "f2")
}

func quarantineTimes(ctx context.Context, s *store) {
	s.putAll(ctx, held(note("n", 2)), held(fact("f", "city", "osaka", 2)), note("later", 2), fact("latest", "city", "kyoto", 3))
	s.finds(ctx, with(everything, by(day(2).Add(-time.Microsecond), now())))
	s.finds(ctx, with(everything, asOf(2)), "n", "f", "later")
}

// candidates returns n candidates said one after another from a day on.
func candidates(prefix string, n, on int) []backends.Record {
	all := make([]backends.Record, n)
	for i := range all {
		all[i] = held(note(fmt.Sprintf("%s%04d", prefix, i), on))
		all[i].AssertedAt = day(on).Add(time.Duration(i) * time.Second)
	}
	return all
}

func heldByNumber(ctx context.Context, s *store) {
	quarantine := backends.Filter{Scope: alice(), Statuses: []backends.Status{backends.Quarantined}}
	s.putAll(ctx, note("plain", 1))
	late := candidates("h", backends.MaxHeld, 10)
	s.putAll(ctx, late...)
	same(s, "candidates at the bound", len(s.scan(ctx, quarantine)), backends.MaxHeld)
	s.putAll(ctx, candidates("i", 3, 20)...)
	left := ids(s.scan(ctx, quarantine))
	same(s, "candidates beyond the bound", len(left), backends.MaxHeld)
	if s.err == nil {
		same(s, "oldest candidate left", left[0], "h0003")
	}
	s.selects(ctx, byID("plain", "h0002", "h0003"), "plain", "h0003")
	s.putAll(ctx, of(bob(), candidates("bob", 1, 30)[0]))
	same(s, "candidates after one of another scope", len(s.scan(ctx, quarantine)), backends.MaxHeld)
	if _, ok := s.Backend.(backends.Counter); ok {
		n := s.counts(ctx)
		same(s, "held", n.Held, backends.MaxHeld)
		same(s, "discarded", n.Discarded, 3)
	}
}

func heldByAge(ctx context.Context, s *store) {
	start := s.clock.now()
	s.putAll(ctx, held(note("old", 1)), note("plain", 1))
	s.clock.advance(24 * time.Hour)
	s.putAll(ctx, held(note("young", 1)))
	flagged := with(backends.IncludeQuarantined, now())

	s.clock.set(start.Add(backends.MaxHeldAge - time.Microsecond))
	s.finds(ctx, flagged, "old", "young", "plain")
	s.clock.set(start.Add(backends.MaxHeldAge + time.Microsecond))
	s.finds(ctx, flagged, "young", "plain")
	s.holds(ctx, alice(), "plain", "young")
	if _, ok := s.Backend.(backends.Counter); ok {
		n := s.counts(ctx)
		same(s, "held", n.Held, 1)
		same(s, "discarded", n.Discarded, 1)
	}
}

func discardedForGood(ctx context.Context, s *store) {
	old := held(fact("old", "city", "osaka", 5))
	s.put(ctx, backends.Held, old)
	s.put(ctx, backends.Held, held(derived(note("child", 6), "old")))
	s.put(ctx, backends.Inserted, fact("a", "city", "kyoto", 1))
	s.put(ctx, backends.Inserted, derived(note("plain", 1), "elsewhere"))
	s.clock.advance(backends.MaxHeldAge + time.Hour)
	s.put(ctx, backends.Erased, release(old))
	s.put(ctx, backends.Erased, old)
	s.put(ctx, backends.Erased, derived(note("late child", 7), "old"))
	s.holds(ctx, alice(), "a", "plain")
	s.history(ctx, "city", "a 1..")
}
