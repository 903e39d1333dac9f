package inmem

import (
	"cmp"
	"time"

	"github.com/google/btree"

	"github.com/memware/memware/backends"
)

// A quarantine keeps the held entries of a scope in the orders that its bounds
// go by.
type quarantine struct {
	slots      slots // of facts and retractions
	bySaid     *btree.BTreeG[*entry]
	byRecorded *btree.BTreeG[*entry]
}

func newQuarantine() quarantine {
	by := func(of func(*entry) time.Time) *btree.BTreeG[*entry] {
		return newTree(func(a, b *entry) bool {
			return cmp.Or(of(a).Compare(of(b)), cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.ID, b.ID)) < 0
		})
	}
	return quarantine{
		slots:      newSlots(),
		bySaid:     by(func(e *entry) time.Time { return e.SaidAt }),
		byRecorded: by(func(e *entry) time.Time { return e.RecordedAt }),
	}
}

func (q quarantine) add(e *entry) {
	q.bySaid.ReplaceOrInsert(e)
	q.byRecorded.ReplaceOrInsert(e)
	if e.Kind != backends.Note {
		q.slots.insert(e.element())
	}
}

func (q quarantine) remove(e *entry) {
	q.bySaid.Delete(e)
	q.byRecorded.Delete(e)
	if e.Kind != backends.Note {
		q.slots.remove(e.element())
	}
}

// bound discards the oldest candidates beyond the number that may be held.
func (s *scope) bound() {
	for s.held.bySaid.Len() > s.maxHeld {
		oldest, _ := s.held.bySaid.Min()
		s.discard(oldest)
	}
}

// expire discards the candidates that were held too long.
func (s *scope) expire(now time.Time) {
	var old []*entry
	s.held.byRecorded.Ascend(func(e *entry) bool {
		if !s.overdue(e, now) {
			return false
		}
		old = append(old, e)
		return true
	})
	s.discard(old...)
}

func (s *scope) discard(candidates ...*entry) {
	s.remove(candidates)
	s.counts.Discarded += uint64(len(candidates))
}
