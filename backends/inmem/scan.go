package inmem

import (
	"context"
	"iter"
	"slices"

	"github.com/memware/memware/backends"
)

// Scan yields records as they are when it is started: those of one instant.
func (b *Backend) Scan(ctx context.Context, f backends.Filter, after backends.Cursor) iter.Seq2[backends.Record, error] {
	return func(yield func(backends.Record, error) bool) {
		err := b.ready(ctx)
		if err == nil {
			err = f.Validate()
		}
		if err != nil {
			yield(backends.Record{}, err)
			return
		}
		s := b.reading(f.Scope)
		if s == nil {
			return
		}
		now := b.now()
		for r := range s.published.Load().find(f, after) {
			if b.overdue(r.entry, now) {
				continue
			}
			if err := ctx.Err(); err != nil {
				yield(backends.Record{}, err)
				return
			}
			if !yield(r.record(true), nil) {
				return
			}
		}
	}
}

// find yields the rows that f selects behind a cursor, in order. It looks at no
// others where f names IDs or slots.
func (v *view) find(f backends.Filter, after backends.Cursor) iter.Seq[row] {
	return func(yield func(row) bool) {
		rows := v.rows.After(keyOf(after))
		switch {
		case f.IDs != nil:
			rows = v.sorted(v.withIDs(f.IDs))
		case f.Slots != nil:
			rows = v.sorted(v.inSlots(f.Slots))
		}
		for r := range rows {
			if f.Match(r.Record) && r.Cursor().Compare(after) > 0 && !yield(r) {
				return
			}
		}
	}
}

func (v *view) withIDs(ids []string) iter.Seq[*entry] {
	return func(yield func(*entry) bool) {
		for _, id := range ids {
			if e, ok := v.ids.Get(&entry{Record: backends.Record{ID: id}}); ok && !yield(e) {
				return
			}
		}
	}
}

func (v *view) inSlots(selected []backends.Slot) iter.Seq[*entry] {
	return func(yield func(*entry) bool) {
		h := withSalt(v.salt)
		for _, of := range selected {
			for _, part := range []slots{v.slots, v.held} {
				for e := range part.of(of, h) {
					if !yield(e) {
						return
					}
				}
			}
		}
	}
}

// sorted yields the rows of entries in the order of a scan, each once.
func (v *view) sorted(entries iter.Seq[*entry]) iter.Seq[row] {
	all := slices.Collect(entries)
	slices.SortFunc(all, func(a, b *entry) int { return a.Cursor().Compare(b.Cursor()) })
	return func(yield func(row) bool) {
		for _, e := range slices.Compact(all) {
			if r, ok := v.rows.Get(e.key()); ok && !yield(r) {
				return
			}
		}
	}
}
