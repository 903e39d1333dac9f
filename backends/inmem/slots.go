package inmem

import (
	"bytes"
	"cmp"
	"iter"
	"math"
	"slices"

	"github.com/google/btree"

	"github.com/memware/memware/backends"
)

// A lane holds what was said of one member of a key, or of the key as a whole.
// The order of a slot is that of its own lane merged with its key's wide lane.
type lane struct {
	key    digest
	member digest // zero: the wide lane, of key-wide retractions
}

func (l lane) wide() lane   { return lane{key: l.key} }
func (l lane) isWide() bool { return l.member == digest{} }

func (l lane) compare(o lane) int {
	return cmp.Or(bytes.Compare(l.key[:], o.key[:]), bytes.Compare(l.member[:], o.member[:]))
}

// An element is an entry in its place, or the point that an erased one left.
// Elements are never changed.
type element struct {
	lane
	at    int64 // microseconds since 1970
	seq   uint64
	entry *entry // nil: a point
	mark  digest // of a point: the digest of its ID
}

// precedes orders the elements of a slot by (AssertedAt, Seq, ID). The ID of a
// point is not known: at equal AssertedAt and Seq points come last, so that they
// still end what they ended.
func (e *element) precedes(o *element) bool {
	if c := cmp.Or(cmp.Compare(e.at, o.at), cmp.Compare(e.seq, o.seq)); c != 0 {
		return c < 0
	}
	switch {
	case e.entry != nil && o.entry != nil:
		return e.entry.ID < o.entry.ID
	case e.entry == nil && o.entry == nil:
		return bytes.Compare(e.mark[:], o.mark[:]) < 0
	}
	return e.entry != nil
}

// slots keeps the elements of every lane in order.
type slots struct{ tree *btree.BTreeG[*element] }

func newSlots() slots {
	return slots{newTree(func(a, b *element) bool {
		if c := a.lane.compare(b.lane); c != 0 {
			return c < 0
		}
		return a.precedes(b)
	})}
}

func (s slots) clone() slots      { return slots{s.tree.Clone()} }
func (s slots) insert(e *element) { s.tree.ReplaceOrInsert(e) }
func (s slots) remove(e *element) { s.tree.Delete(e) }

// before returns the last element before e in the order of a slot, or nil.
func (s slots) before(slot lane, e *element) *element {
	own, wide := s.below(slot, e), s.below(slot.wide(), e)
	if own == nil || wide != nil && own.precedes(wide) {
		return wide
	}
	return own
}

// after returns the first element after e in the order of a slot, or nil.
func (s slots) after(slot lane, e *element) *element {
	own, wide := s.above(slot, e), s.above(slot.wide(), e)
	if own == nil || wide != nil && wide.precedes(own) {
		return wide
	}
	return own
}

func (s slots) below(l lane, e *element) (found *element) {
	pivot := *e
	pivot.lane = l
	s.tree.DescendLessOrEqual(&pivot, func(x *element) bool {
		if x.lane == l && x.precedes(e) {
			found = x
		}
		return x.lane == l && found == nil
	})
	return found
}

func (s slots) above(l lane, e *element) (found *element) {
	pivot := *e
	pivot.lane = l
	s.tree.AscendGreaterOrEqual(&pivot, func(x *element) bool {
		if x.lane == l && e.precedes(x) {
			found = x
		}
		return x.lane == l && found == nil
	})
	return found
}

// lanes yields the lanes of a key that hold elements, but not the wide one.
func (s slots) lanes(key digest) iter.Seq[lane] {
	return func(yield func(lane) bool) {
		next := lane{key: key}
		for {
			end := &element{lane: next, at: math.MaxInt64, seq: math.MaxUint64}
			var found *element
			s.tree.AscendGreaterOrEqual(end, func(x *element) bool {
				found = x
				return x.lane == next
			})
			if found == nil || found.key != key || found.lane == next || !yield(found.lane) {
				return
			}
			next = found.lane
		}
	}
}

// entries yields the entries of a lane in order.
func (s slots) entries(l lane) iter.Seq[*entry] {
	return func(yield func(*entry) bool) {
		s.tree.AscendGreaterOrEqual(&element{lane: l, at: math.MinInt64}, func(x *element) bool {
			return x.lane == l && (x.entry == nil || yield(x.entry))
		})
	}
}

// of yields the entries that a slot of a filter selects.
func (s slots) of(slot backends.Slot, h *hasher) iter.Seq[*entry] {
	return func(yield func(*entry) bool) {
		key := h.of(ofKey, slot.Key)
		lanes := []lane{{key, h.of(ofMember, slot.Member)}}
		if slot.All {
			lanes = slices.Collect(s.lanes(key))
		}
		if slot.Member == "" {
			lanes = append(lanes, lane{key: key})
		}
		for _, l := range lanes {
			for e := range s.entries(l) {
				if !yield(e) {
					return
				}
			}
		}
	}
}
