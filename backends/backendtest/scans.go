package backendtest

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/memware/memware/backends"
)

func scanCases() []Case {
	return []Case{
		{
			Name: "scan/yields all in order of (AssertedAt, Seq, ID)", Rule: "Backend.Scan",
			Why: "Scan yields the records f selects, whatever their kind, status or validity, in ascending (AssertedAt, Seq, ID) order.",
			Run: every(scanOrder),
		},
		{
			Name: "scan/selects by every field of the filter", Rule: "Filter",
			Why: "Fields that are set must all match; within a list one match is enough. A Filter with a Scope alone selects all of it.",
			Run: every(scanSelects),
		},
		{
			Name: "scan/resumes behind a cursor", Rule: "Backend.Scan",
			Why: "It starts behind the cursor after, and resumes from the Record.Cursor of the last record seen.",
			Run: every(scanResumes),
		},
		{
			Name: "scan/of an empty scope yields nothing", Rule: "Backend.Scan",
			Why: "Scan yields the records f selects.",
			Run: every(scanNothing),
		},
		{
			Name: "scan/stops after its first error", Rule: "Backend.Scan",
			Why: "It stops after the first error it yields.",
			Run: every(scanStops),
		},
		{
			Name: "scan/can be left, and run beside writes", Rule: "Backend.Scan",
			Why: "A scan that runs beside writes may or may not see them.",
			Run: every(scanBesideWrites),
		},
		{
			Name: "scan/100,000 records in pages", Rule: "Backend.Scan",
			Why: "Scan resumes from the Record.Cursor of the last record seen.",
			Run: in(scanMany, backends.Space{}, backends.Space{Name: "backendtest-line", Dim: 1}), heavy: true,
		},
	}
}

func scanOrder(ctx context.Context, s *store) {
	numbered := func(id string, on int, seq uint64) backends.Record {
		return edit(note(id, on), func(r *backends.Record) { r.Seq = seq })
	}
	s.putAll(ctx, numbered("h", 4, 7), numbered("g", 4, 8), numbered("b", 3, 9), numbered("a", 3, 9), numbered("c", 3, 8),
		held(numbered("held", 2, 10)), edit(retraction("end", "city", "", 2), func(r *backends.Record) { r.Seq = 11 }),
		edit(fact("old", "city", "osaka", 1), func(r *backends.Record) { r.Seq = 12 }))
	s.holds(ctx, alice(), "old", "held", "end", "c", "a", "b", "h", "g")
	want := s.scan(ctx, backends.Filter{Scope: alice()})
	for i := 1; i < len(want); i++ {
		if want[i-1].Cursor().Compare(want[i].Cursor()) >= 0 {
			s.failed("records %q and %q are out of order", want[i-1].ID, want[i].ID)
		}
	}
}

func scanSelects(ctx context.Context, s *store) {
	s.putAll(ctx, corpus()...)
	for _, sel := range selectors() {
		s.selects(ctx, sel.filter, sel.want...)
		if s.err != nil {
			s.err = fmt.Errorf("by %s: %w", sel.name, s.err)
			return
		}
	}
	s.selects(ctx, backends.Filter{Scope: alice(), Until: day(3).Add(-time.Microsecond)}, "n1", "a")
	s.selects(ctx, byKey("unknown"))
	s.selects(ctx, byID("unknown", "n2"), "n2")
}

func scanResumes(ctx context.Context, s *store) {
	var want []string
	for i := range 10 {
		for j := range 3 {
			id := fmt.Sprintf("n%02d-%d", i, 9-j)
			s.putAll(ctx, note(id, i))
			want = append(want, id)
		}
	}
	s.holds(ctx, alice(), want...)
	all := s.scan(ctx, backends.Filter{Scope: alice()})
	if s.err != nil {
		return
	}
	for i, r := range all {
		got := ids(s.scanFrom(ctx, backends.Filter{Scope: alice()}, r.Cursor()))
		sameList(s, "IDs behind "+r.ID, got, want[i+1:])
	}
	between := backends.Cursor{AssertedAt: day(4).Add(time.Hour)}
	sameList(s, "IDs behind a time", ids(s.scanFrom(ctx, backends.Filter{Scope: alice()}, between)), want[15:])
	s.erase(ctx, byID(want[7]))
	got := ids(s.scanFrom(ctx, backends.Filter{Scope: alice()}, all[7].Cursor()))
	sameList(s, "IDs behind a record that was erased", got, want[8:])
	odd := backends.Filter{Scope: alice(), IDs: []string{want[2], want[20], want[11]}}
	sameList(s, "IDs selected behind a cursor", ids(s.scanFrom(ctx, odd, all[2].Cursor())), []string{want[11], want[20]})
}

func scanNothing(ctx context.Context, s *store) {
	s.holds(ctx, alice())
	s.put(ctx, backends.Inserted, of(bob(), note("n", 1)))
	s.holds(ctx, alice())
	s.selects(ctx, byID("n"))
}

func scanStops(ctx context.Context, s *store) {
	s.putAll(ctx, notes("n", 5, 1)...)
	steps := 0
	for _, err := range s.Scan(ctx, backends.Filter{Scope: alice(), IDs: []string{}}, backends.Cursor{}) {
		steps++
		if err == nil {
			s.failed("a scan with an invalid filter yields a record")
		}
	}
	same(s, "steps of a scan with an invalid filter", steps, 1)

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	failed := 0
	for _, err := range s.Scan(ctx, backends.Filter{Scope: alice()}, backends.Cursor{}) {
		cancel()
		if err != nil {
			failed++
		}
	}
	if failed > 1 {
		s.failed("a scan yields %d errors", failed)
	}
}

func scanBesideWrites(ctx context.Context, s *store) {
	s.putAll(ctx, notes("n", 50, 1)...)
	seen := 0
	for r, err := range s.Scan(ctx, backends.Filter{Scope: alice()}, backends.Cursor{}) {
		if err != nil || s.err != nil {
			s.must("Scan", err)
			break
		}
		if seen++; seen == 20 {
			break
		}
		s.put(ctx, backends.Inserted, note("beside "+r.ID, 2))
		s.search(ctx, now())
		s.erase(ctx, byID(fmt.Sprintf("n%05d", 49-seen)))
	}
	same(s, "records seen", seen, 20)
	if got := len(s.scan(ctx, backends.Filter{Scope: alice()})); s.err == nil {
		same(s, "records left", got, 50)
	}
}

// scanMany pages through 100,000 records, more than fit a batch, a page of most
// stores, or a list of a filter.
func scanMany(ctx context.Context, s *store) {
	const total, page = 100_000, 5000
	all := notes("n", total, 0)
	for i := range all {
		all[i].AssertedAt = day(0).Add(time.Duration(i/7) * time.Second)
	}
	for batch := range slices.Chunk(all, backends.MaxBatch) {
		s.putAll(ctx, batch...)
	}
	var after backends.Cursor
	seen := 0
	for s.err == nil {
		got := s.page(ctx, after, page)
		for _, r := range got {
			if seen == total || r.ID != all[seen].ID {
				s.failed("record %d of %d is %q", seen, total, r.ID)
				return
			}
			seen++
		}
		if len(got) < page {
			break
		}
		after = got[len(got)-1].Cursor()
	}
	same(s, "records seen", seen, total)
}

// page returns the first n records behind a cursor.
func (s *store) page(ctx context.Context, after backends.Cursor, n int) []backends.Record {
	var got []backends.Record
	for r, err := range s.Scan(ctx, backends.Filter{Scope: alice()}, after) {
		if err != nil {
			s.failed("Scan: %w", err)
			return nil
		}
		if got = append(got, r); len(got) == n {
			break
		}
	}
	return got
}
