package backendtest

import (
	"context"
	"fmt"

	"github.com/memware/memware/backends"
)

func retractionCases() []Case {
	return []Case{
		{
			Name: "retractions/end the value until the next assertion", Rule: "4",
			Why: "A retraction is an entry: from its time on the slot has no value until the next assertion.",
			Run: every(retractionEnds),
		},
		{
			Name: "retractions/are filed before, between and after", Rule: "4",
			Why: "A retraction is an entry of its own kind, ordered like the others.",
			Run: every(retractionPlaces),
		},
		{
			Name: "retractions/are never found", Rule: "8",
			Why: "No flag finds retractions.",
			Run: every(retractionsUnfound),
		},
		{
			Name: "retractions/key-wide ones end every member", Rule: "4",
			Why: "With an empty member it is one entry of the whole key, merged into the order of every member.",
			Run: every(keyWide),
		},
		{
			Name: "retractions/key-wide ones end members that arrive later", Rule: "4",
			Why: "A key-wide retraction is merged into the order of every member, those that arrive later included.",
			Run: every(keyWideLaterMembers),
		},
		{
			Name: "retractions/of one member leave the others", Rule: "5",
			Why: "A set has one slot per member.",
			Run: every(memberRetraction),
		},
		{
			Name: "retractions/key-wide ones end with the slot without a member", Rule: "4",
			Why: "ValidUntil is when the entry that ended this one was asserted: a key-wide retraction's is that of the slot without a member.",
			Run: every(keyWideEnd),
		},
	}
}

func setCases() []Case {
	return []Case{
		{
			Name: "sets/members are slots of their own", Rule: "5",
			Why: "One slot per member; a key that is no set has one slot with an empty member.",
			Run: every(membersApart),
		},
		{
			Name: "sets/hold at most MaxMembers members", Rule: "5",
			Why: "MaxMembers is how many members with entries one key may have.",
			Run: every(memberLimit),
		},
	}
}

func retractionEnds(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, fact("a", "car", "mini", 1))
	s.put(ctx, backends.Retracted, retraction("end", "car", "", 3))
	s.finds(ctx, now())
	s.finds(ctx, asOf(2), "a")
	s.history(ctx, "car", "a 1..3 by end", "end 3..")
	s.put(ctx, backends.Inserted, fact("b", "car", "mini", 5))
	s.finds(ctx, asOf(4))
	s.finds(ctx, now(), "b")
	s.history(ctx, "car", "a 1..3 by end", "end 3..5 by b", "b 5..")
}

func retractionPlaces(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, fact("a", "car", "mini", 2))
	s.put(ctx, backends.Superseding, fact("b", "car", "beetle", 4))
	s.put(ctx, backends.Late, retraction("before", "car", "", 1))
	s.put(ctx, backends.Late, retraction("between", "car", "", 3))
	s.history(ctx, "car", "before 1..2 by a", "a 2..3 by between", "between 3..4 by b", "b 4..")
	s.put(ctx, backends.Retracted, retraction("after", "car", "", 5))
	s.put(ctx, backends.Retracted, retraction("again", "car", "", 6))
	s.history(ctx, "car", "before 1..2 by a", "a 2..3 by between", "between 3..4 by b",
		"b 4..5 by after", "after 5..6 by again", "again 6..")
	s.put(ctx, backends.Retracted, retraction("never asserted", "boat", "", 1))
	s.put(ctx, backends.Late, fact("c", "boat", "kayak", 0))
}

func retractionsUnfound(ctx context.Context, s *store) {
	s.putAll(ctx, fact("a", "car", "mini", 1), retraction("end", "car", "", 2), retraction("again", "car", "", 3),
		held(retraction("held", "boat", "", 1)))
	for _, at := range []int{2, 50} {
		s.finds(ctx, with(everything, asOf(at)), "a")
	}
	s.holds(ctx, alice(), "a", "held", "end", "again")
}

func keyWide(ctx context.Context, s *store) {
	s.putAll(ctx, member("nuts1", "allergy", "nuts", 1), member("milk1", "allergy", "milk", 2),
		member("eggs", "allergy", "eggs", 4), fact("other", "pet", "cat", 1), fact("plain", "allergy", "all", 0))
	s.put(ctx, backends.Late, retraction("all", "allergy", "", 3))
	s.finds(ctx, now(), "eggs", "other")
	s.put(ctx, backends.Inserted, member("nuts2", "allergy", "nuts", 5))
	s.finds(ctx, now(), "eggs", "nuts2", "other")
	s.history(ctx, "allergy", "plain 0..3 by all", "nuts1 1..3 by all", "milk1 2..3 by all", "all 3..",
		"eggs 4..", "nuts2 5..")
	s.put(ctx, backends.Retracted, retraction("last", "allergy", "", 6))
	s.finds(ctx, now(), "other")
	s.finds(ctx, asOf(2), "nuts1", "milk1", "plain", "other")
}

func keyWideLaterMembers(ctx context.Context, s *store) {
	s.put(ctx, backends.Retracted, retraction("all", "allergy", "", 3))
	s.put(ctx, backends.Late, member("nuts", "allergy", "nuts", 1))
	s.put(ctx, backends.Inserted, member("milk", "allergy", "milk", 4))
	s.history(ctx, "allergy", "nuts 1..3 by all", "all 3..", "milk 4..")
	s.finds(ctx, now(), "milk")
	s.put(ctx, backends.Late, member("milk0", "allergy", "milk", 2))
	s.history(ctx, "allergy", "nuts 1..3 by all", "milk0 2..3 by all", "all 3..", "milk 4..")
}

func memberRetraction(ctx context.Context, s *store) {
	s.putAll(ctx, member("nuts", "allergy", "nuts", 1), member("milk", "allergy", "milk", 1), fact("plain", "allergy", "all", 1))
	s.put(ctx, backends.Retracted, retraction("end", "allergy", "nuts", 2))
	s.finds(ctx, now(), "milk", "plain")
	s.history(ctx, "allergy", "nuts 1..2 by end", "milk 1..", "plain 1..", "end 2..")
}

func keyWideEnd(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, member("nuts", "allergy", "nuts", 1))
	s.put(ctx, backends.Retracted, retraction("all", "allergy", "", 2))
	s.put(ctx, backends.Inserted, member("milk", "allergy", "milk", 3))
	s.history(ctx, "allergy", "nuts 1..2 by all", "all 2..", "milk 3..")
	s.put(ctx, backends.Inserted, fact("plain", "allergy", "none", 4))
	s.history(ctx, "allergy", "nuts 1..2 by all", "all 2..4 by plain", "milk 3..", "plain 4..")
	s.put(ctx, backends.Retracted, retraction("of milk", "allergy", "milk", 5))
	s.put(ctx, backends.Retracted, retraction("again", "allergy", "", 6))
	s.history(ctx, "allergy", "nuts 1..2 by all", "all 2..4 by plain", "milk 3..5 by of milk",
		"plain 4..6 by again", "of milk 5..6 by again", "again 6..")
}

func membersApart(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, member("nuts", "allergy", "nuts", 1))
	s.put(ctx, backends.Inserted, member("milk", "allergy", "milk", 2))
	s.put(ctx, backends.Inserted, fact("plain", "allergy", "dust", 3))
	s.put(ctx, backends.Confirmed, member("nuts2", "allergy", "nuts", 4))
	s.history(ctx, "allergy", "nuts 1..4 by nuts2", "milk 2..", "plain 3..", "nuts2 4..")
	s.finds(ctx, now(), "milk", "plain", "nuts2")
}

func memberLimit(ctx context.Context, s *store) {
	var all []backends.Record
	for i := range backends.MaxMembers {
		all = append(all, member(fmt.Sprintf("m%03d", i), "tag", fmt.Sprintf("tag %d", i), i/8))
	}
	s.putAll(ctx, all...)
	extra := member("extra", "tag", "one more", 50)
	s.refused(ctx, "a member too many", backends.ErrInvalid, extra)
	s.selects(ctx, byID("extra"))
	s.put(ctx, backends.Confirmed, member("again", "tag", "tag 7", 51))
	s.put(ctx, backends.Inserted, member("elsewhere", "label", "one more", 50))
	s.put(ctx, backends.Held, held(edit(extra, func(r *backends.Record) { r.ID = "waiting" })))
	s.refused(ctx, "a release to a member too many", backends.ErrInvalid, release(edit(extra, func(r *backends.Record) { r.ID = "waiting" })))
	s.erase(ctx, byID("m003"))
	s.put(ctx, backends.Inserted, extra)
}
