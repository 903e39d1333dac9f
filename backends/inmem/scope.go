package inmem

import (
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/btree"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/index"
)

// A scope holds the records of one scope, and what is left of erased ones.
type scope struct {
	*settings
	published atomic.Pointer[view] // what readers see

	mu       sync.Mutex // held by the writer; guards the fields below
	hash     *hasher
	plain    digest // of no member
	rows     *index.Index[row]
	ids      *btree.BTreeG[*entry]
	slots    slots                          // of admitted facts and retractions
	living   living                         // how many members the keys have
	held     quarantine                     //
	children map[string]map[string]struct{} // IDs of the stored records derived from an ID
	marks    map[digest]bool                // erased IDs; true: it left a point
	fences   fences
	seq      uint64 // the greatest seen
	counts   backends.Counts
	audit    []backends.AuditEntry
}

// An entry is a stored record, with what a retry needs to know. Once published
// it is never changed. Its ValidUntil and SupersededBy are not set: see row.
type entry struct {
	backends.Record
	lane lane // of a fact or retraction

	firstKey, firstMember string           // those of the first Put, whatever a release corrected
	outcome               backends.Outcome // of the first Put
	released              backends.Outcome // of the release, 0 if there was none
}

// A row is an entry with how it ended, which changes as others arrive.
type row struct {
	*entry
	until time.Time
	by    string
}

// record returns a copy of the record, with or without its vector.
func (r row) record(vector bool) backends.Record {
	c := r.Record
	if !vector {
		c.Vector = nil
	}
	c.ValidUntil, c.SupersededBy = r.until, r.by
	return c.Clone()
}

// A view is one version of a scope.
type view struct {
	rows  *index.View[row]
	ids   *btree.BTreeG[*entry]
	slots slots // of admitted facts and retractions
	held  slots // of held ones
	salt  [32]byte
}

func newScope(o *settings) *scope {
	hash := newHasher()
	s := &scope{
		settings: o,
		hash:     hash,
		plain:    hash.of(ofMember, ""),
		rows:     index.New[row](),
		ids:      newTree(func(a, b *entry) bool { return a.ID < b.ID }),
		slots:    newSlots(),
		living:   living{map[lane]int{}, map[digest]int{}},
		held:     newQuarantine(),
		children: map[string]map[string]struct{}{},
		marks:    map[digest]bool{},
		fences:   newFences(),
	}
	s.publish()
	return s
}

// degree gives nodes of half a kilobyte, the unit in which writes copy.
const degree = 32

// newTree returns a tree that keeps no node it dropped: a free list would hold on
// to what was erased.
func newTree[T any](less btree.LessFunc[T]) *btree.BTreeG[T] {
	return btree.NewWithFreeListG(degree, less, btree.NewFreeListG[T](0))
}

// view returns the scope as it is now.
func (s *scope) view() *view {
	return &view{
		rows: s.rows.View(), ids: s.ids.Clone(), slots: s.slots.clone(), held: s.held.slots.clone(), salt: s.hash.salt,
	}
}

// publish shows readers what was written.
func (s *scope) publish() { s.published.Store(s.view()) }

func (s *scope) find(id string) (*entry, bool) {
	return s.ids.Get(&entry{Record: backends.Record{ID: id}})
}

// key returns the place of an entry in the index.
func (e *entry) key() index.Key { return keyOf(e.Cursor()) }

func keyOf(c backends.Cursor) index.Key {
	return index.Key{At: c.AssertedAt.UnixMicro(), Seq: c.Seq, ID: c.ID}
}

// element returns the place of an entry in the order of its slot.
func (e *entry) element() *element {
	return &element{lane: e.lane, at: e.AssertedAt.UnixMicro(), seq: e.Seq, entry: e}
}

// laneOf returns the lane of a fact or retraction.
func (s *scope) laneOf(r backends.Record) lane {
	switch {
	case r.Kind == backends.Note:
		return lane{}
	case r.Kind == backends.Retraction && r.Member == "":
		return lane{key: s.hash.of(ofKey, r.Key)}
	}
	return lane{s.hash.of(ofKey, r.Key), s.hash.of(ofMember, r.Member)}
}

// isEntry reports a record that has its place in the order of a slot.
func isEntry(r backends.Record) bool { return r.Kind != backends.Note && r.Status == backends.Admitted }

// own returns a copy of r that shares no memory with it, strings included.
func own(r backends.Record) backends.Record {
	r = r.Clone()
	for _, s := range []*string{
		&r.ID, &r.Scope.Tenant, &r.Scope.User, &r.Session, &r.Key, &r.Member, &r.Value, &r.Text,
		&r.Reason, &r.Source, &r.Reviewer,
	} {
		*s = strings.Clone(*s)
	}
	for i := range r.Parents {
		r.Parents[i] = strings.Clone(r.Parents[i])
	}
	meta := r.Meta
	if meta != nil {
		r.Meta = make(map[string]string, len(meta))
	}
	for k, v := range meta {
		r.Meta[strings.Clone(k)] = strings.Clone(v)
	}
	return r
}
