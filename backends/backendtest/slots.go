package backendtest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/memware/memware/backends"
)

func slotCases() []Case {
	return []Case{
		{
			Name: "slots/a later fact supersedes the earlier", Rule: "1",
			Why: "A fact holds from its AssertedAt until the next entry's; the last one is current.",
			Run: every(supersession),
		},
		{
			Name: "slots/different keys never interact", Rule: "1",
			Why: "The facts of one slot (scope, key, member) form a history; keys are compared byte for byte.",
			Run: every(keysApart),
		},
		{
			Name: "slots/almost the same text under two keys is two records", Rule: "1",
			Why: "Of the facts of one slot the last asserted is current; text alone supersedes nothing.",
			Run: every(nearDuplicates),
		},
		{
			Name: "slots/the order of arrival changes no interval", Rule: "1",
			Why: "For distinct times the intervals depend on the set of entries alone, whatever order they arrived in.",
			Run: every(permutations),
		},
		{
			Name: "slots/a late arrival is superseded from birth", Rule: "2",
			Why: "A late arrival is filed in its place, superseded from birth if something later exists.",
			Run: every(lateArrival),
		},
		{
			Name: "slots/of two equal times the later Seq wins", Rule: "1",
			Why: "Of two with equal times the later in that order wins while the other's interval is empty.",
			Run: every(equalTimes),
		},
		{
			Name: "slots/equal times and Seq go by id", Rule: "1",
			Why: "Entries of a slot are ordered by (AssertedAt, Seq, ID).",
			Run: every(equalSeq),
		},
		{
			Name: "slots/times are UTC microseconds", Rule: "1",
			Why: "Times have microseconds and are kept in UTC; a finer time is truncated.",
			Run: every(microseconds),
		},
	}
}

func supersession(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, fact("a", "city", "osaka", 1))
	s.finds(ctx, now(), "a")
	s.put(ctx, backends.Superseding, fact("b", "city", "kyoto", 2))
	s.finds(ctx, now(), "b")
	s.put(ctx, backends.Superseding, fact("c", "city", "nara", 4))
	s.finds(ctx, now(), "c")
	s.history(ctx, "city", "a 1..2 by b", "b 2..4 by c", "c 4..")
}

func keysApart(ctx context.Context, s *store) {
	slots := [][2]string{
		{"city", ""}, {"City", ""}, {"city ", ""}, {"home.city", ""}, {"home city", ""}, {"home_city", ""},
		{"cit", "y"}, {"city", "y"}, {"c", "ity"}, {"a", "bc"}, {"ab", "c"}, {"abc", ""}, {"a:b", "c"}, {"a", "b:c"},
		{"*", ""}, {"c*", ""}, {"a|b", ""}, {"{a}", ""}, {"a,b", ""}, {"a\x00b", "c"}, {"a", "b\x00c"}, {"cité", ""}, {"cite\u0301", ""},
	}
	var want []string
	for i, slot := range slots {
		id := fmt.Sprintf("r%02d", i)
		want = append(want, id)
		s.put(ctx, backends.Inserted, edit(fact(id, slot[0], "osaka", i), func(r *backends.Record) { r.Member = slot[1] }))
	}
	s.holds(ctx, alice(), want...)
	s.finds(ctx, now(), slices.Clone(want)...)
	for i, slot := range slots {
		f := backends.Filter{Scope: alice(), Slots: []backends.Slot{{Key: slot[0], Member: slot[1]}}}
		s.selects(ctx, f, want[i])
	}
}

func nearDuplicates(ctx context.Context, s *store) {
	const text = "the code of the door on the north side of the house is "
	for i, r := range []backends.Record{
		fact("front", "door.front", "1111", 1), fact("back", "door.back", "1111", 2),
		fact("shed", "door.shed", "2222", 3), note("n", 4),
	} {
		r.Text = text + fmt.Sprint(1111+i%2)
		s.put(ctx, backends.Inserted, r)
	}
	s.finds(ctx, now(), "front", "back", "shed", "n")
}

func permutations(ctx context.Context, s *store) {
	arrivals := []func(key string) backends.Record{
		func(key string) backends.Record { return fact(key+"a", key, "osaka", 1) },
		func(key string) backends.Record { return fact(key+"b", key, "kyoto", 2) },
		func(key string) backends.Record { return retraction(key+"c", key, "", 3) },
		func(key string) backends.Record { return fact(key+"d", key, "kyoto", 4) },
	}
	for i, order := range permute(len(arrivals)) {
		key := fmt.Sprintf("key%02d", i)
		for _, j := range order {
			s.putAll(ctx, arrivals[j](key))
		}
		want := []string{"Ka 1..2 by Kb", "Kb 2..3 by Kc", "Kc 3..4 by Kd", "Kd 4.."}
		for j := range want {
			want[j] = strings.ReplaceAll(want[j], "K", key)
		}
		s.history(ctx, key, want...)
	}
}

// permute returns all orders of 0 to n-1.
func permute(n int) [][]int {
	if n == 0 {
		return [][]int{{}}
	}
	var all [][]int
	for _, rest := range permute(n - 1) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(rest), at, n-1))
		}
	}
	return all
}

func lateArrival(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, fact("b", "city", "kyoto", 3))
	s.put(ctx, backends.Late, fact("a", "city", "osaka", 1))
	s.history(ctx, "city", "a 1..3 by b", "b 3..")
	s.finds(ctx, now(), "b")
	s.finds(ctx, asOf(2), "a")
	s.put(ctx, backends.Late, fact("m", "city", "osaka", 2))
	s.history(ctx, "city", "a 1..2 by m", "m 2..3 by b", "b 3..")
	s.put(ctx, backends.Superseding, fact("c", "city", "nara", 4))
	s.history(ctx, "city", "a 1..2 by m", "m 2..3 by b", "b 3..4 by c", "c 4..")
}

func equalTimes(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, fact("zz", "city", "osaka", 1))
	s.put(ctx, backends.Superseding, fact("aa", "city", "kyoto", 1))
	s.history(ctx, "city", "zz 1..1 by aa", "aa 1..")
	s.finds(ctx, asOf(1), "aa")
	s.put(ctx, backends.Superseding, fact("mm", "city", "nara", 1))
	s.finds(ctx, asOf(1), "mm")
	s.put(ctx, backends.Superseding, fact("next", "city", "kobe", 2))
	s.history(ctx, "city", "zz 1..1 by aa", "aa 1..1 by mm", "mm 1..2 by next", "next 2..")
	s.finds(ctx, asOf(1), "mm")

	got := s.putAll(ctx, fact("x", "pet", "cat", 1), fact("w", "pet", "dog", 1))
	sameList(s, "outcomes in one batch", got, []backends.Outcome{backends.Inserted, backends.Superseding})
	s.history(ctx, "pet", "x 1..1 by w", "w 1..")
}

func equalSeq(ctx context.Context, s *store) {
	numbered := func(id string, seq uint64) backends.Record {
		return edit(fact(id, "city", "city "+id, 1), func(r *backends.Record) { r.Seq = seq })
	}
	s.put(ctx, backends.Inserted, numbered("b", 7))
	s.put(ctx, backends.Late, numbered("a", 7))
	s.put(ctx, backends.Superseding, numbered("c", 7))
	s.put(ctx, backends.Late, numbered("z", 6))
	s.history(ctx, "city", "z 1..1 by a", "a 1..1 by b", "b 1..1 by c", "c 1..")
}

func microseconds(ctx context.Context, s *store) {
	zone := time.FixedZone("east", 9*60*60)
	r := fact("a", "city", "osaka", 1)
	r.AssertedAt = day(1).Add(123456789 * time.Nanosecond).In(zone)
	r.ExpiresAt = day(200).Add(999 * time.Nanosecond).In(zone)
	s.put(ctx, backends.Inserted, r)
	later := fact("b", "city", "kyoto", 1)
	later.AssertedAt = day(1).Add(123456111 * time.Nanosecond)
	s.put(ctx, backends.Superseding, later)

	got := s.get(ctx, alice(), "a")
	same(s, "AssertedAt", got.AssertedAt, day(1).Add(123456*time.Microsecond))
	same(s, "SaidAt", got.SaidAt, got.AssertedAt)
	same(s, "ExpiresAt", got.ExpiresAt, day(200))
	same(s, "ValidUntil", got.ValidUntil, got.AssertedAt)
	third := fact("c", "city", "nara", 1)
	third.AssertedAt = day(1).Add(123457 * time.Microsecond)
	s.put(ctx, backends.Superseding, third)
	q := now()
	q.AsOf = third.AssertedAt.Add(-time.Nanosecond).In(zone)
	s.finds(ctx, q, "b")
}
