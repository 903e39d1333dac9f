package backendtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/memware/memware/backends"
)

// A store is the backend under test, driven step by step. After the first step
// that goes wrong the others do nothing, and err tells that first one.
type store struct {
	backends.Backend
	harness Harness
	space   backends.Space
	clock   *clock
	err     error
}

// failed notes the first failure.
func (s *store) failed(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf(format, args...)
	}
}

// must notes an error as a failure of what was done.
func (s *store) must(what string, err error) {
	if err != nil {
		s.failed("%s: %w", what, err)
	}
}

// same notes values that should be equal and are not.
func same[T comparable](s *store, what string, got, want T) {
	if got != want {
		s.failed("%s: got %v, want %v", what, got, want)
	}
}

// sameList notes lists that should be equal and are not.
func sameList[T comparable](s *store, what string, got, want []T) {
	if !slices.Equal(got, want) {
		s.failed("%s: got %s, want %s", what, list(got), list(want))
	}
}

func list[T any](all []T) string {
	parts := make([]string, len(all))
	for i, x := range all {
		if parts[i] = fmt.Sprint(x); parts[i] == "" {
			parts[i] = `""`
		}
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// fit gives r a vector where the space has vectors and r has none.
func (s *store) fit(r backends.Record) backends.Record {
	if !s.space.TextOnly() && r.Vector == nil && r.Kind != backends.Retraction {
		r.Vector = axis(s.space.Dim, 0)
	}
	return r
}

// put puts one record and expects an outcome.
func (s *store) put(ctx context.Context, want backends.Outcome, r backends.Record) {
	got := s.putAll(ctx, r)
	if s.err == nil {
		same(s, fmt.Sprintf("outcome of Put of %q", r.ID), got[0], want)
	}
}

// putAll puts records in batches and returns their outcomes.
func (s *store) putAll(ctx context.Context, records ...backends.Record) []backends.Outcome {
	var all []backends.Outcome
	for batch := range slices.Chunk(records, backends.MaxBatch) {
		if s.err != nil {
			return nil
		}
		for i := range batch {
			batch[i] = s.fit(batch[i])
		}
		got, err := s.Put(ctx, batch)
		s.must(fmt.Sprintf("Put of %q and %d more", batch[0].ID, len(batch)-1), err)
		if err == nil && len(got) != len(batch) {
			s.failed("Put of %d records gave %d outcomes", len(batch), len(got))
		}
		all = append(all, got...)
	}
	return all
}

// outcome puts one record, at the same time as others, and returns its outcome.
func (s *store) outcome(ctx context.Context, r backends.Record) (backends.Outcome, error) {
	got, err := s.Put(ctx, []backends.Record{s.fit(r)})
	switch {
	case err != nil:
		return 0, err
	case len(got) != 1:
		return 0, fmt.Errorf("put of one record: %d outcomes", len(got))
	}
	return got[0], nil
}

// refused puts records and expects an error.
func (s *store) refused(ctx context.Context, what string, want error, records ...backends.Record) {
	if s.err != nil {
		return
	}
	for i := range records {
		records[i] = s.fit(records[i])
	}
	if _, err := s.Put(ctx, records); !errors.Is(err, want) {
		s.failed("Put with %s: got %v, want %v", what, err, want)
	}
}

// erase erases and returns what was told.
func (s *store) erase(ctx context.Context, f backends.Filter) backends.Erasure {
	if s.err != nil {
		return backends.Erasure{}
	}
	e, err := s.Erase(ctx, f)
	s.must("Erase", err)
	return e
}

// scan returns the records f selects.
func (s *store) scan(ctx context.Context, f backends.Filter) []backends.Record {
	return s.scanFrom(ctx, f, backends.Cursor{})
}

func (s *store) scanFrom(ctx context.Context, f backends.Filter, after backends.Cursor) []backends.Record {
	if s.err != nil {
		return nil
	}
	var all []backends.Record
	for r, err := range s.Scan(ctx, f, after) {
		if err != nil {
			s.failed("Scan: %w", err)
			return nil
		}
		all = append(all, r)
	}
	return all
}

// get returns the stored record of an ID.
func (s *store) get(ctx context.Context, sc backends.Scope, id string) backends.Record {
	found := s.scan(ctx, backends.Filter{Scope: sc, IDs: []string{id}})
	if s.err == nil && len(found) != 1 {
		s.failed("Scan by ID %q gave %d records, want 1", id, len(found))
	}
	if s.err != nil {
		return backends.Record{}
	}
	return found[0]
}

// holds expects the records of a scope to be those with these IDs, in the order
// of Scan.
func (s *store) holds(ctx context.Context, sc backends.Scope, want ...string) {
	s.selects(ctx, backends.Filter{Scope: sc}, want...)
}

// selects expects a scan to yield these IDs, in order.
func (s *store) selects(ctx context.Context, f backends.Filter, want ...string) {
	if got := ids(s.scan(ctx, f)); s.err == nil {
		sameList(s, "IDs scanned", got, want)
	}
}

// history expects the admitted entries of a key of alice to have these lifetimes,
// each written as "id from..until by successor" in days of the calendar.
func (s *store) history(ctx context.Context, key string, want ...string) {
	f := byKey(key)
	f.Statuses = []backends.Status{backends.Admitted}
	if got := lifetimes(s.scan(ctx, f)); s.err == nil {
		sameList(s, "entries of the key", got, want)
	}
}

func lifetimes(all []backends.Record) []string {
	var lines []string
	for _, r := range all {
		lines = append(lines, lifetime(r))
	}
	return lines
}

func lifetime(r backends.Record) string {
	line := r.ID + " " + days(r.AssertedAt) + ".."
	if !r.ValidUntil.IsZero() {
		line += days(r.ValidUntil)
	}
	if r.SupersededBy != "" {
		line += " by " + r.SupersededBy
	}
	return line
}

// search returns the answer to q, whose vector and K are filled in.
func (s *store) search(ctx context.Context, q backends.Query) backends.Result {
	if s.err != nil {
		return backends.Result{}
	}
	if !s.space.TextOnly() && q.Vector == nil {
		q.Vector = axis(s.space.Dim, 0)
	}
	q.K = cmp.Or(q.K, 1000)
	res, err := s.Search(ctx, q)
	s.must("Search", err)
	return res
}

// finds expects q to find these IDs, in any order.
func (s *store) finds(ctx context.Context, q backends.Query, want ...string) {
	got := hitIDs(s.search(ctx, q))
	slices.Sort(got)
	slices.Sort(want)
	if s.err == nil {
		sameList(s, fmt.Sprintf("IDs found%s", describe(q)), got, want)
	}
}

// ranks expects q to find these IDs, in this order.
func (s *store) ranks(ctx context.Context, q backends.Query, want ...string) {
	if got := hitIDs(s.search(ctx, q)); s.err == nil {
		sameList(s, fmt.Sprintf("IDs ranked%s", describe(q)), got, want)
	}
}

func describe(q backends.Query) string {
	var b strings.Builder
	if !q.AsOf.IsZero() {
		b.WriteString(" as of day " + days(q.AsOf))
	}
	if q.Include != 0 {
		fmt.Fprintf(&b, " with flags %03b", q.Include)
	}
	return b.String()
}

// counts returns the numbers of alice, or skips the case.
func (s *store) counts(ctx context.Context) backends.Counts {
	c, ok := s.Backend.(backends.Counter)
	if !ok {
		s.failed("%w: the store is no Counter", ErrSkip)
	}
	if s.err != nil {
		return backends.Counts{}
	}
	n, err := c.Count(ctx, alice())
	s.must("Count", err)
	return n
}

// audit returns the decisions about a scope, or skips the case.
func (s *store) audit(ctx context.Context, of backends.Scope) (all []backends.AuditEntry) {
	a, ok := s.Backend.(backends.Auditor)
	if !ok {
		s.failed("%w: the store is no Auditor", ErrSkip)
	}
	if s.err != nil {
		return nil
	}
	for e, err := range a.Audit(ctx, of) {
		s.must("Audit", err)
		all = append(all, e)
	}
	return all
}

// A clock is a time that moves when told to.
type clock struct{ micros atomic.Int64 }

func newClock(t time.Time) *clock {
	c := new(clock)
	c.set(t)
	return c
}

func (c *clock) now() time.Time          { return time.UnixMicro(c.micros.Load()).UTC() }
func (c *clock) set(t time.Time)         { c.micros.Store(t.UnixMicro()) }
func (c *clock) advance(d time.Duration) { c.micros.Add(d.Microseconds()) }
