package backendtest

import (
	"errors"
	"slices"
	"time"

	"github.com/memware/memware/backends"
)

// A reference is the contract said as plainly as possible: a log of what was
// asked, from which every answer is worked out. It is slow and shares no code
// with any backend. Its arguments are valid.
type reference struct {
	log     []event
	ledgers map[backends.Scope]*ledger // of the whole log; nil: to be worked out
}

// An event is one thing asked at a time: the Put of one record, or an Erase.
type event struct {
	at    time.Time
	put   *backends.Record
	erase *backends.Filter
}

// put appends the Put of a record to the log and returns what it did.
func (m *reference) put(at time.Time, r backends.Record) (backends.Outcome, error) {
	r = kept(r)
	l := m.ledger(r.Scope)
	if was := l.get(r.ID); r.Reviewer != "" && was.ID != "" && was.Status == backends.Quarantined {
		r.Seq = 0 // a release brings none; what it got is learned
	}
	m.log = append(m.log, event{at: at, put: &r})
	return l.put(at, r)
}

// kept returns a copy of r with times as backends keep them.
func kept(r backends.Record) backends.Record {
	r = r.Clone()
	r.AssertedAt, r.SaidAt = backends.Time(r.AssertedAt), backends.Time(r.SaidAt)
	r.RecordedAt, r.ExpiresAt = backends.Time(r.RecordedAt), backends.Time(r.ExpiresAt)
	return r
}

// erase appends an Erase to the log and returns what it did.
func (m *reference) erase(at time.Time, f backends.Filter) backends.Erasure {
	l := m.ledger(f.Scope)
	m.log = append(m.log, event{at: at, erase: &f})
	return l.erase(at, f)
}

// ledger returns what a scope holds.
func (m *reference) ledger(sc backends.Scope) *ledger {
	if m.ledgers == nil {
		m.replay()
	}
	if m.ledgers[sc] == nil {
		m.ledgers[sc] = newLedger()
	}
	return m.ledgers[sc]
}

// replay works out all scopes from the log.
func (m *reference) replay() {
	m.ledgers = map[backends.Scope]*ledger{}
	for _, e := range m.log {
		if e.put != nil {
			_, _ = m.ledger(e.put.Scope).put(e.at, *e.put)
		} else {
			m.ledger(e.erase.Scope).erase(e.at, *e.erase)
		}
	}
}

// A ledger is what one scope holds after some events.
type ledger struct {
	stored    []backends.Record
	first     map[string]backends.Record  // by ID, as first put
	outcome   map[string]backends.Outcome // by ID, of the first Put
	released  map[string]backends.Outcome // by ID, of the release that won
	gone      map[string]bool             // the marks
	points    []backends.Record           // erased entries; only their place matters
	fences    []backends.Filter
	seq       uint64 // the greatest seen
	discarded uint64
}

func newLedger() *ledger {
	return &ledger{
		first: map[string]backends.Record{}, outcome: map[string]backends.Outcome{},
		released: map[string]backends.Outcome{}, gone: map[string]bool{},
	}
}

var (
	errConflict = errors.New("other content than the first Put's")
	errMembers  = errors.New("a member too many")
)

// put says what becomes of one record.
func (l *ledger) put(at time.Time, r backends.Record) (backends.Outcome, error) {
	l.purge(at)
	if l.gone[r.ID] {
		return l.refuse(r, entry(r) && r.Reviewer == ""), nil
	}
	if i := l.find(r.ID); i >= 0 {
		return l.again(i, r)
	}
	r.SaidAt = zeroOr(r.SaidAt, r.AssertedAt)
	if l.barred(r) {
		return l.refuse(r, entry(r)), nil
	}
	if l.tooMany(r) {
		return 0, errMembers
	}
	r.RecordedAt = zeroOr(r.RecordedAt, at)
	r.Seq = l.number(r.Seq)
	r.ValidUntil, r.SupersededBy = time.Time{}, ""
	l.stored = append(l.stored, r)
	l.first[r.ID], l.outcome[r.ID] = r, l.place(r)
	if r.Reviewer != "" { // an import of what was released elsewhere
		l.released[r.ID] = l.outcome[r.ID]
	}
	l.bound()
	return l.outcome[r.ID], nil
}

// again says what becomes of a record whose ID is stored.
func (l *ledger) again(i int, r backends.Record) (backends.Outcome, error) {
	was := &l.stored[i]
	switch first := l.first[r.ID]; {
	case r.Kind != was.Kind, said(r) != said(*was):
		return 0, errConflict
	case r.Reviewer == "" && (r.Key != first.Key || r.Member != first.Member):
		return 0, errConflict
	case r.Reviewer == "":
		return l.outcome[r.ID], nil
	case was.Status == backends.Quarantined:
		return l.release(i, r)
	case l.released[r.ID] != 0 && r.Reviewer == was.Reviewer && r.Key == was.Key && r.Member == was.Member && r.AssertedAt.Equal(was.AssertedAt):
		return l.released[r.ID], nil
	}
	return backends.Unchanged, nil
}

func (l *ledger) release(i int, r backends.Record) (backends.Outcome, error) {
	is := l.stored[i]
	is.Key, is.Member, is.Status, is.Reviewer = r.Key, r.Member, backends.Admitted, r.Reviewer
	asSaid := is.AssertedAt.Equal(r.AssertedAt)
	is.AssertedAt = r.AssertedAt
	if l.barred(is) {
		l.drop(is.ID)
		return backends.Erased, nil
	}
	if l.tooMany(is) {
		return 0, errMembers
	}
	if !asSaid {
		is.Seq = l.number(r.Seq)
	}
	l.stored[i] = is
	outcome := backends.Released
	if l.place(is) == backends.Late {
		outcome = backends.Late
	}
	l.released[is.ID] = outcome
	return outcome, nil
}

// refuse bars a record, and whatever was derived from it.
func (l *ledger) refuse(r backends.Record, leavesPoint bool) backends.Outcome {
	known := slices.ContainsFunc(l.points, func(p backends.Record) bool { return p.ID == r.ID })
	if leavesPoint && !known {
		r.Seq = l.number(r.Seq)
		l.points = append(l.points, r)
	}
	l.drop(r.ID)
	return backends.Erased
}

// barred reports whether a fence or an erased parent forbids r.
func (l *ledger) barred(r backends.Record) bool {
	return slices.ContainsFunc(l.fences, func(f backends.Filter) bool { return f.Match(r) }) ||
		slices.ContainsFunc(r.Parents, func(p string) bool { return l.gone[p] })
}

// erase says what an Erase removes.
func (l *ledger) erase(at time.Time, f backends.Filter) backends.Erasure {
	l.purge(at)
	var e backends.Erasure
	if !f.IDsOnly() {
		f.Until = zeroOr(f.Until, at)
		l.fences = append(l.fences, f)
		e.Fenced = true
	}
	var selected []string
	for _, r := range l.stored {
		if f.Match(r) {
			selected = append(selected, r.ID)
		}
	}
	e.Selected = len(selected)
	if f.IDsOnly() {
		for _, id := range f.IDs {
			if l.find(id) < 0 && !l.gone[id] {
				e.Marked++
				selected = append(selected, id)
			}
		}
	}
	before := len(l.stored)
	l.drop(selected...)
	e.Derived = before - len(l.stored) - e.Selected
	return e
}
