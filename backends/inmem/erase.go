package inmem

import (
	"context"
	"time"

	"github.com/memware/memware/backends"
)

// Erase removes records, all at one instant. A context that ends while they are
// selected leaves everything as it was.
func (b *Backend) Erase(ctx context.Context, f backends.Filter) (backends.Erasure, error) {
	if err := b.ready(ctx); err != nil {
		return backends.Erasure{}, err
	}
	if err := f.Validate(); err != nil {
		return backends.Erasure{}, err
	}
	now := b.now()
	if f.Until.IsZero() && !f.IDsOnly() {
		f.Until = now
	}
	s, err := b.writing(f.Scope)
	if err != nil {
		return backends.Erasure{}, err
	}
	return s.erase(ctx, f, now)
}

func (s *scope) erase(ctx context.Context, f backends.Filter, now time.Time) (backends.Erasure, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.publish()
	s.expire(now)
	var e backends.Erasure
	var selected []*entry
	for r := range s.view().find(f, backends.Cursor{}) {
		if err := ctx.Err(); err != nil {
			return backends.Erasure{}, err
		}
		selected = append(selected, r.entry)
	}
	e.Selected = len(selected)
	e.Derived = s.remove(selected)
	if f.IDsOnly() {
		s.bar(f.IDs, &e)
	} else {
		e.Fenced = s.fence(f)
	}
	s.decided(actionOf(f), f.By, e.Selected+e.Derived, now)
	return e, nil
}

// bar marks the IDs that are not stored. What was derived from them goes.
func (s *scope) bar(ids []string, e *backends.Erasure) {
	for _, id := range ids {
		if mark := s.hash.of(ofID, id); !s.isMarked(mark) {
			s.marks[mark] = false
			e.Marked++
			e.Derived += s.removeDerived(id)
		}
	}
}

// remove erases entries, and whatever was derived from them. It returns how many
// those were.
func (s *scope) remove(selected []*entry) (derived int) {
	all, seen := selected, make(map[string]bool, len(selected))
	for _, e := range selected {
		seen[e.ID] = true
	}
	for i := 0; i < len(all); i++ {
		for _, child := range s.derivedFrom(all[i].ID) {
			if !seen[child.ID] {
				seen[child.ID] = true
				all = append(all, child)
			}
		}
	}
	// All are gone before the first of the rest is linked anew: who is erased in
	// the same step needs no new end.
	var points []*element
	for _, e := range all {
		s.drop(e)
		mark := s.hash.of(ofID, e.ID)
		s.marks[mark] = isEntry(e.Record)
		if isEntry(e.Record) {
			p := e.element()
			p.entry, p.mark = nil, mark
			s.slots.insert(p)
			points = append(points, p)
		}
	}
	for _, p := range points {
		s.relink(p)
	}
	return len(all) - len(selected)
}

// drop takes an entry out of all its places.
func (s *scope) drop(e *entry) {
	s.ids.Delete(e)
	for _, p := range e.Parents {
		if delete(s.children[p], e.ID); len(s.children[p]) == 0 {
			delete(s.children, p)
		}
	}
	switch {
	case e.Status == backends.Quarantined:
		s.held.remove(e)
	case isEntry(e.Record):
		s.slots.remove(e.element())
		s.countMember(e, -1)
	}
	if old, ok := s.rows.Delete(e.key()); ok {
		s.count(old, -1)
	}
}

// removeDerived erases what was derived from an ID that is not stored. It returns
// how many records that were.
func (s *scope) removeDerived(id string) int {
	children := s.derivedFrom(id)
	return len(children) + s.remove(children)
}

// derivedFrom returns the entries that name id as a parent.
func (s *scope) derivedFrom(id string) []*entry {
	var all []*entry
	for child := range s.children[id] {
		if e, ok := s.find(child); ok {
			all = append(all, e)
		}
	}
	return all
}

// refuse leaves a mark of a record that must not be stored, and a point if asked
// to and its ID has none. What was derived from it goes.
func (s *scope) refuse(r backends.Record, point bool) {
	mark := s.hash.of(ofID, r.ID)
	if point && !s.marks[mark] {
		p := &element{lane: s.laneOf(r), at: r.AssertedAt.UnixMicro(), seq: s.number(r.Seq), mark: mark}
		s.slots.insert(p)
		s.relink(p)
	}
	s.marks[mark] = point || s.marks[mark]
	s.removeDerived(r.ID)
}

func (s *scope) marked(id string) bool {
	return len(s.marks) > 0 && s.isMarked(s.hash.of(ofID, id))
}

func (s *scope) isMarked(mark digest) bool {
	_, ok := s.marks[mark]
	return ok
}
