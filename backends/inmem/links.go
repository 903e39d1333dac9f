package inmem

import (
	"iter"
	"time"

	"github.com/memware/memware/backends"
)

// orders yields the slots in whose order the elements of a lane stand: its own,
// or, of key-wide retractions, the one without a member and that of every member.
func (s *scope) orders(l lane) iter.Seq[lane] {
	return func(yield func(lane) bool) {
		if !l.isWide() {
			yield(l)
			return
		}
		if !yield(lane{l.key, s.plain}) {
			return
		}
		for of := range s.slots.lanes(l.key) {
			if of.member != s.plain && !yield(of) {
				return
			}
		}
	}
}

// home returns the slot whose order says when an entry ended.
func (s *scope) home(l lane) lane {
	if l.isWide() {
		return lane{l.key, s.plain}
	}
	return l
}

// last reports an entry with nothing after it, in any order it stands in.
func (s *scope) last(e *entry) bool {
	for slot := range s.orders(e.lane) {
		if s.slots.after(slot, e.element()) != nil {
			return false
		}
	}
	return true
}

// ending returns when an entry ended, and by which other.
func (s *scope) ending(e *entry) (until time.Time, by string) {
	next := s.slots.after(s.home(e.lane), e.element())
	switch {
	case next == nil:
		return time.Time{}, ""
	case next.entry == nil:
		return time.UnixMicro(next.at).UTC(), ""
	}
	return next.entry.AssertedAt, next.entry.ID
}

// relink sets the ends of the entries before an element that came or changed.
func (s *scope) relink(e *element) {
	for slot := range s.orders(e.lane) {
		before := s.slots.before(slot, e)
		if before == nil || before.entry == nil || s.home(before.lane) != slot {
			continue
		}
		r := row{entry: before.entry}
		r.until, r.by = s.ending(before.entry)
		if old, ok := s.rows.Update(r.key(), r); ok {
			s.count(old, -1)
			s.count(r, 1)
		}
	}
}

// count adds n rows like r to the numbers of the scope.
func (s *scope) count(r row, n int) {
	c := &s.counts
	switch {
	case r.Status == backends.Quarantined:
		c.Held += n
	case r.Kind == backends.Note:
		c.Notes += n
	case r.Kind == backends.Retraction:
		c.Retractions += n
	case r.until.IsZero():
		c.Current += n
	default:
		c.Superseded += n
	}
}

// living counts the entries of each member, and the members of each key that
// have any.
type living struct {
	entries map[lane]int
	members map[digest]int
}

// room reports whether an entry more makes no member too many.
func (l living) room(of lane) bool {
	return l.entries[of] > 0 || l.members[of.key] < backends.MaxMembers
}

// countMember adds n to the entries of e's member, if it has one.
func (s *scope) countMember(e *entry, n int) {
	if e.lane.isWide() || e.lane.member == s.plain {
		return
	}
	before := s.living.entries[e.lane]
	after := before + n
	s.living.entries[e.lane] = after
	switch {
	case before == 0:
		s.living.members[e.lane.key]++
	case after == 0:
		delete(s.living.entries, e.lane)
		if s.living.members[e.lane.key]--; s.living.members[e.lane.key] == 0 {
			delete(s.living.members, e.lane.key)
		}
	}
}
