package backendtest

import (
	"context"
	"fmt"
	"time"

	"github.com/memware/memware/backends"
)

func timeCases() []Case {
	return []Case{
		{
			Name: "times/as of an instant, borders included", Rule: "8",
			Why: "As of t: of each slot the entry that holds at t.",
			Run: every(asOfFacts),
		},
		{
			Name: "times/as of an instant, the notes asserted by then", Rule: "8",
			Why: "Found are the notes asserted by the reference time.",
			Run: every(asOfNotes),
		},
		{
			Name: "times/the reference time is AsOf, else Now, else the clock", Rule: "8",
			Why: "The reference time of a read is AsOf, else Now, else the clock, for validity and for age.",
			Run: every(referenceTime),
		},
		{
			Name: "times/too far ahead is refused", Rule: "9",
			Why: "A time more than MaxAhead ahead of the backend's clock is refused.",
			Run: every(tooFarAhead),
		},
		{
			Name: "times/an entry holds only from its AssertedAt", Rule: "9",
			Why: "An entry holds only from its AssertedAt.",
			Run: every(holdsFromThen),
		},
	}
}

func expiryCases() []Case {
	return []Case{
		{
			Name: "expiry/comes at its instant", Rule: "8",
			Why: "Expired is ExpiresAt at or before the reference time.",
			Run: every(expiryInstant),
		},
		{
			Name: "expiry/revives nothing and ends no interval", Rule: "8",
			Why: "ValidUntil is when the entry that ended this one was asserted; it knows no expiry.",
			Run: every(expiryRevivesNothing),
		},
		{
			Name: "expiry/is included by its flag", Rule: "8",
			Why: "IncludeExpired: records whose ExpiresAt has come.",
			Run: every(expiryFlag),
		},
	}
}

// by returns q at an instant.
func by(t time.Time, q backends.Query) backends.Query {
	q.AsOf = t
	return q
}

func asOfFacts(ctx context.Context, s *store) {
	s.putAll(ctx, fact("a", "city", "osaka", 1), fact("b", "city", "kyoto", 3), fact("b2", "city", "kyoto", 3),
		retraction("end", "city", "", 5), fact("c", "city", "nara", 7), fact("z", "pet", "cat", 2))
	for _, tc := range []struct {
		at   time.Time
		want []string
	}{
		{day(1).Add(-time.Microsecond), nil},
		{day(1), []string{"a"}},
		{day(2).Add(-time.Microsecond), []string{"a"}},
		{day(2), []string{"a", "z"}},
		{day(3).Add(-time.Microsecond), []string{"a", "z"}},
		{day(3), []string{"b2", "z"}},
		{day(5).Add(-time.Microsecond), []string{"b2", "z"}},
		{day(5), []string{"z"}},
		{day(7).Add(-time.Microsecond), []string{"z"}},
		{day(7), []string{"c", "z"}},
		{day(3000), []string{"c", "z"}},
	} {
		s.finds(ctx, by(tc.at, now()), tc.want...)
	}
}

func asOfNotes(ctx context.Context, s *store) {
	s.putAll(ctx, note("a", 1), note("b", 3))
	s.finds(ctx, by(day(1).Add(-time.Microsecond), now()))
	s.finds(ctx, asOf(1), "a")
	s.finds(ctx, by(day(3).Add(-time.Microsecond), now()), "a")
	s.finds(ctx, asOf(3), "a", "b")
}

func referenceTime(ctx context.Context, s *store) {
	s.putAll(ctx, fact("a", "city", "osaka", 10), fact("b", "city", "kyoto", 40), note("n", 5))
	for _, tc := range []struct {
		what      string
		asOf, now time.Time
		clock     time.Time
		want      string
		recency   float64 // of the note of day 5, after half-lives of a day
	}{
		{"AsOf", day(12), day(50), day(60), "a", 1.0 / 128},
		{"Now", time.Time{}, day(11), day(60), "a", 1.0 / 64},
		{"the clock", time.Time{}, time.Time{}, day(45), "b", 0},
	} {
		s.clock.set(tc.clock)
		q := backends.Query{Scope: alice(), AsOf: tc.asOf, Now: tc.now, Policy: &backends.Policy{Recency: 1, HalfLife: 24 * time.Hour}}
		s.finds(ctx, q, tc.want, "n")
		for _, h := range s.search(ctx, q).Hits {
			if h.ID == "n" && (h.Score.Recency-tc.recency > 1e-6 || tc.recency-h.Score.Recency > 1e-6) {
				s.failed("recency by %s: got %v, want %v", tc.what, h.Score.Recency, tc.recency)
			}
		}
	}
}

func tooFarAhead(ctx context.Context, s *store) {
	ahead := func(id string, d time.Duration) backends.Record {
		return edit(note(id, 1), func(r *backends.Record) { r.AssertedAt = s.clock.now().Add(d) })
	}
	s.refused(ctx, "a time too far ahead", backends.ErrInvalid, ahead("a", backends.MaxAhead+time.Microsecond))
	said := edit(note("b", 1), func(r *backends.Record) { r.SaidAt = s.clock.now().Add(backends.MaxAhead + time.Microsecond) })
	s.refused(ctx, "a SaidAt too far ahead", backends.ErrInvalid, said)
	s.holds(ctx, alice())
	s.put(ctx, backends.Inserted, ahead("c", backends.MaxAhead))
	s.clock.advance(-24 * time.Hour)
	s.refused(ctx, "what the clock has not reached any more", backends.ErrInvalid, ahead("d", 24*time.Hour))
	s.clock.advance(48 * time.Hour)
	s.put(ctx, backends.Inserted, ahead("d", 0))
}

func holdsFromThen(ctx context.Context, s *store) {
	soon := s.clock.now().Add(4 * time.Minute)
	s.put(ctx, backends.Inserted, fact("a", "city", "osaka", 1))
	s.put(ctx, backends.Superseding, edit(fact("b", "city", "kyoto", 1), func(r *backends.Record) { r.AssertedAt = soon }))
	s.put(ctx, backends.Inserted, edit(note("n", 1), func(r *backends.Record) { r.AssertedAt = soon }))
	s.finds(ctx, now(), "a")
	s.finds(ctx, with(everything, now()), "a")
	s.clock.set(soon.Add(-time.Microsecond))
	s.finds(ctx, now(), "a")
	s.clock.set(soon)
	s.finds(ctx, now(), "b", "n")
}

// expiring returns r with an ExpiresAt.
func expiring(r backends.Record, on int) backends.Record {
	r.ExpiresAt = day(on)
	return r
}

func expiryInstant(ctx context.Context, s *store) {
	s.putAll(ctx, expiring(note("n", 1), 5), expiring(fact("f", "city", "osaka", 1), 5), note("stays", 1))
	s.finds(ctx, by(day(5).Add(-time.Microsecond), now()), "n", "f", "stays")
	s.finds(ctx, asOf(5), "stays")
	s.finds(ctx, now(), "stays")
	s.holds(ctx, alice(), "n", "f", "stays")
	s.put(ctx, backends.Inserted, expiring(note("born expired", 10), 9))
	s.finds(ctx, asOf(10), "stays")
}

func expiryRevivesNothing(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, fact("a", "city", "osaka", 1))
	s.put(ctx, backends.Superseding, expiring(fact("b", "city", "kyoto", 2), 4))
	s.finds(ctx, asOf(3), "b")
	s.finds(ctx, asOf(4))
	s.history(ctx, "city", "a 1..2 by b", "b 2..")
	s.put(ctx, backends.Confirmed, fact("c", "city", "kyoto", 6))
	s.finds(ctx, asOf(5))
	s.finds(ctx, asOf(6), "c")
	s.history(ctx, "city", "a 1..2 by b", "b 2..6 by c", "c 6..")
}

func expiryFlag(ctx context.Context, s *store) {
	s.putAll(ctx, expiring(note("n", 1), 5), fact("a", "city", "osaka", 1), expiring(fact("b", "city", "kyoto", 2), 4),
		expiring(held(note("h", 1)), 3), expiring(fact("old", "pet", "cat", 1), 2), fact("new", "pet", "dog", 6))
	for _, tc := range []struct {
		include backends.Include
		want    []string
	}{
		{0, []string{"new"}},
		{backends.IncludeExpired, []string{"n", "b", "new"}},
		{backends.IncludeSuperseded, []string{"a", "new"}},
		{backends.IncludeQuarantined, []string{"new"}},
		{backends.IncludeSuperseded | backends.IncludeExpired, []string{"n", "a", "b", "old", "new"}},
		{backends.IncludeQuarantined | backends.IncludeExpired, []string{"n", "b", "h", "new"}},
	} {
		q := now()
		q.Include = tc.include
		s.finds(ctx, q, tc.want...)
		if s.err != nil {
			s.err = fmt.Errorf("include flags %03b: %w", tc.include, s.err)
			return
		}
	}
}
