package inmem

import (
	"strings"
	"time"

	"github.com/memware/memware/backends"
)

// release admits a held entry, as r corrects it.
func (s *scope) release(held *entry, r backends.Record, now time.Time) (backends.Outcome, error) {
	e := *held
	e.Status, e.AssertedAt = backends.Admitted, r.AssertedAt
	e.Key, e.Member, e.Reviewer = strings.Clone(r.Key), strings.Clone(r.Member), strings.Clone(r.Reviewer)
	e.lane = s.laneOf(e.Record)
	if s.barred(e.Record) {
		s.remove([]*entry{held})
		return backends.Erased, nil
	}
	if err := s.room(&e); err != nil {
		return 0, err
	}
	if !e.AssertedAt.Equal(held.AssertedAt) {
		e.Seq = s.number(0)
	}
	s.drop(held)
	s.store(&e)
	s.decided(backends.ActionRelease, e.Reviewer, 1, now)
	e.released = backends.Released
	if isEntry(e.Record) && !s.last(&e) {
		e.released = backends.Late
	}
	return e.released, nil
}
