package inmem

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/fold"
	"github.com/memware/memware/internal/index"
)

// Put stores records. Searches see them when it is done, all that were stored at
// once.
func (b *Backend) Put(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
	if err := b.ready(ctx); err != nil || len(records) == 0 {
		return nil, err
	}
	now := b.now()
	if err := backends.ValidateBatch(records, b.space, now); err != nil {
		return nil, err
	}
	s, err := b.writing(records[0].Scope)
	if err != nil {
		return nil, err
	}
	return s.putAll(ctx, records, now)
}

func (s *scope) putAll(ctx context.Context, records []backends.Record, now time.Time) ([]backends.Outcome, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.publish()
	outcomes := make([]backends.Outcome, len(records))
	for i, r := range records {
		if err := ctx.Err(); err != nil {
			return outcomes, err
		}
		s.expire(now)
		var err error
		if outcomes[i], err = s.put(arrived(r, now), now); err != nil {
			return outcomes, err
		}
	}
	return outcomes, nil
}

// arrived returns r with its times as backends keep them.
func arrived(r backends.Record, now time.Time) backends.Record {
	r.AssertedAt = backends.Time(r.AssertedAt)
	r.ExpiresAt = backends.Time(r.ExpiresAt)
	if r.SaidAt.IsZero() {
		r.SaidAt = r.AssertedAt
	}
	r.SaidAt = backends.Time(r.SaidAt)
	if r.RecordedAt.IsZero() {
		r.RecordedAt = now
	}
	r.RecordedAt = backends.Time(r.RecordedAt)
	r.ValidUntil, r.SupersededBy = time.Time{}, ""
	return r
}

func (s *scope) put(r backends.Record, now time.Time) (backends.Outcome, error) {
	if e, ok := s.find(r.ID); ok {
		return s.again(e, r, now)
	}
	if s.marked(r.ID) {
		s.refuse(r, isEntry(r) && r.Reviewer == "")
		return backends.Erased, nil
	}
	if s.barred(r) {
		s.refuse(r, isEntry(r))
		return backends.Erased, nil
	}
	return s.add(r)
}

// again answers the Put of an ID that is stored.
func (s *scope) again(e *entry, r backends.Record, now time.Time) (backends.Outcome, error) {
	same := r.Kind == e.Kind && sameValue(r, e.Record)
	switch {
	case r.Reviewer == "" && same && r.Key == e.firstKey && r.Member == e.firstMember:
		return e.outcome, nil
	case r.Reviewer == "" || !same:
		return 0, fmt.Errorf("%w: record %q is stored with other content: give what was said anew a new ID", backends.ErrInvalid, r.ID)
	case e.Status == backends.Quarantined:
		return s.release(e, r, now)
	case r.Reviewer == e.Reviewer && r.Key == e.Key && r.Member == e.Member && r.AssertedAt.Equal(e.AssertedAt):
		return cmp.Or(e.released, e.outcome), nil
	}
	return backends.Unchanged, nil
}

// sameValue reports whether two records of one kind have the same value.
func sameValue(r, o backends.Record) bool {
	v, w := cmp.Or(r.Value, r.Text), cmp.Or(o.Value, o.Text)
	return v == w || fold.Value(v) == fold.Value(w)
}

// add stores a record of a new ID.
func (s *scope) add(r backends.Record) (backends.Outcome, error) {
	e := &entry{Record: own(r), lane: s.laneOf(r)}
	e.firstKey, e.firstMember = e.Key, e.Member
	if err := s.room(e); err != nil {
		return 0, err
	}
	e.Seq = s.number(r.Seq)
	s.store(e)
	if e.outcome = s.place(e); e.outcome == backends.Held {
		s.bound()
	}
	return e.outcome, nil
}

// number returns the Seq of a record that came with one, or with 0.
func (s *scope) number(given uint64) uint64 {
	given = cmp.Or(given, s.seq+1, s.seq) // an import may have used up all numbers
	s.seq = max(s.seq, given)
	return given
}

// room reports a member too many.
func (s *scope) room(e *entry) error {
	if !isEntry(e.Record) || e.lane.isWide() || e.lane.member == s.plain || s.living.room(e.lane) {
		return nil
	}
	return fmt.Errorf("%w: the key of record %q has %d members: erase some, or use another key", backends.ErrInvalid, e.ID, backends.MaxMembers)
}

// store puts e in its places and ends what it ends.
func (s *scope) store(e *entry) {
	content := s.content(e) // first: an analyser that panics changes nothing
	s.ids.ReplaceOrInsert(e)
	for _, p := range e.Parents {
		if s.children[p] == nil {
			s.children[p] = map[string]struct{}{}
		}
		s.children[p][e.ID] = struct{}{}
	}
	r := row{entry: e}
	switch {
	case e.Status == backends.Quarantined:
		s.held.add(e)
	case isEntry(e.Record):
		s.slots.insert(e.element())
		s.countMember(e, 1)
		r.until, r.by = s.ending(e)
	}
	s.rows.Insert(e.key(), content, r)
	s.count(r, 1)
	if isEntry(e.Record) {
		s.relink(e.element())
	}
}

func (s *scope) content(e *entry) index.Content {
	c := index.Content{Vector: e.Vector}
	if s.analyse != nil && e.Kind != backends.Retraction {
		c.Words, c.Counted = s.analyse(e.Text), e.Status == backends.Admitted
	}
	return c
}

// place returns what became of an entry that was just stored.
func (s *scope) place(e *entry) backends.Outcome {
	switch {
	case e.Status == backends.Quarantined:
		return backends.Held
	case e.Kind == backends.Note:
		return backends.Inserted
	case !s.last(e):
		return backends.Late
	case e.Kind == backends.Retraction:
		return backends.Retracted
	}
	before := s.slots.before(e.lane, e.element())
	switch {
	case before == nil || before.entry == nil || before.entry.Kind == backends.Retraction:
		return backends.Inserted
	case sameValue(before.entry.Record, e.Record):
		return backends.Confirmed
	}
	return backends.Superseding
}
