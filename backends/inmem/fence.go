package inmem

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/memware/memware/backends"
)

// A fence bars what a filter selects and was said up to a time. The strings of
// the filter are digests; a nil list means any.
type fence struct {
	ids      []digest
	lanes    []lane // a wide one means every member
	kinds    []backends.Kind
	statuses []backends.Status
	origins  []backends.Origin
	sessions []digest
	until    time.Time
}

// fences are those of one scope. A record is compared with those only that name
// its ID, key or session, and with the few that name none.
type fences struct {
	bySelector map[digest]*fence
	byAnchor   map[digest][]*fence
}

func newFences() fences { return fences{map[digest]*fence{}, map[digest][]*fence{}} }

// fence bars what f selects, and reports whether it had to: of IDs, those are
// left that no mark bars already.
func (s *scope) fence(f backends.Filter) bool {
	n := s.newFence(f)
	if f.IDs != nil && len(n.ids) == 0 {
		return false
	}
	selector := s.hash.of(ofSelector, n.selector())
	if old, ok := s.fences.bySelector[selector]; ok {
		if n.until.After(old.until) {
			old.until = n.until
		}
		return true
	}
	s.fences.bySelector[selector] = n
	for _, a := range n.anchors() {
		s.fences.byAnchor[a] = append(s.fences.byAnchor[a], n)
	}
	return true
}

func (s *scope) newFence(f backends.Filter) *fence {
	n := &fence{
		kinds:    distinct(f.Kinds, cmp.Compare),
		statuses: distinct(f.Statuses, cmp.Compare),
		origins:  distinct(f.Origins, cmp.Compare),
		until:    backends.Time(f.Until),
	}
	for _, id := range f.IDs {
		if mark := s.hash.of(ofID, id); !s.isMarked(mark) {
			n.ids = append(n.ids, mark)
		}
	}
	for _, x := range f.Slots {
		l := lane{key: s.hash.of(ofKey, x.Key)}
		if !x.All {
			l.member = s.hash.of(ofMember, x.Member)
		}
		n.lanes = append(n.lanes, l)
	}
	for _, x := range f.Sessions {
		n.sessions = append(n.sessions, s.hash.of(ofSession, x))
	}
	n.ids = distinct(n.ids, digest.compare)
	n.lanes = distinct(n.lanes, lane.compare)
	n.sessions = distinct(n.sessions, digest.compare)
	return n
}

// selector is the same for filters that select the same.
func (f *fence) selector() string {
	return fmt.Sprintf("%x %x %d %d %d %x", f.ids, f.lanes, f.kinds, f.statuses, f.origins, f.sessions)
}

// anchors returns what a record must have one of, for f to match it. The zero
// digest is had by all.
func (f *fence) anchors() []digest {
	switch {
	case f.ids != nil:
		return f.ids
	case f.lanes != nil:
		var keys []digest
		for _, l := range f.lanes {
			keys = append(keys, l.key)
		}
		return slices.Compact(keys) // lanes are sorted by key
	case f.sessions != nil:
		return f.sessions
	}
	return []digest{{}}
}

// barred reports a record that a fence or an erased parent keeps out.
func (s *scope) barred(r backends.Record) bool {
	return slices.ContainsFunc(r.Parents, s.marked) || s.fenced(r)
}

func (s *scope) fenced(r backends.Record) bool {
	if len(s.fences.bySelector) == 0 {
		return false
	}
	id, session := s.hash.of(ofID, r.ID), s.hash.of(ofSession, r.Session)
	var l lane
	if r.Kind != backends.Note {
		l = lane{s.hash.of(ofKey, r.Key), s.hash.of(ofMember, r.Member)}
	}
	for _, a := range []digest{id, l.key, session, {}} {
		for _, f := range s.fences.byAnchor[a] {
			if f.matches(r, id, session, l) {
				return true
			}
		}
	}
	return false
}

// matches does for digests what [backends.Filter.Match] does for strings.
func (f *fence) matches(r backends.Record, id, session digest, l lane) bool {
	return !r.SaidAt.After(f.until) &&
		allows(f.ids, id) && allows(f.sessions, session) &&
		(allows(f.lanes, l) || slices.Contains(f.lanes, l.wide())) &&
		allows(f.kinds, r.Kind) && allows(f.statuses, r.Status) && allows(f.origins, r.Origin)
}

func allows[T comparable](list []T, x T) bool { return list == nil || slices.Contains(list, x) }

func distinct[T comparable](list []T, compare func(a, b T) int) []T {
	list = slices.Clone(list)
	slices.SortFunc(list, compare)
	return slices.Compact(list)
}

func (d digest) compare(o digest) int { return bytes.Compare(d[:], o[:]) }
