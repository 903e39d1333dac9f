package backendtest

import (
	"cmp"
	"slices"
	"time"

	"github.com/memware/memware/backends"
)

// drop marks IDs, and removes their records and those derived from them. Each
// entry among them leaves a point.
func (l *ledger) drop(ids ...string) {
	for _, id := range ids {
		l.gone[id] = true
	}
	for again := true; again; {
		again = false
		for i, r := range l.stored {
			if l.gone[r.ID] || slices.ContainsFunc(r.Parents, func(p string) bool { return l.gone[p] }) {
				if entry(r) {
					l.points = append(l.points, r)
				}
				l.gone[r.ID], again = true, true
				l.stored = slices.Delete(l.stored, i, i+1)
				break
			}
		}
	}
}

// purge discards the candidates that have been held too long.
func (l *ledger) purge(at time.Time) {
	var old []string
	for _, r := range l.stored {
		if tooOld(r, at) {
			old = append(old, r.ID)
		}
	}
	l.discarded += uint64(len(old))
	l.drop(old...)
}

func tooOld(r backends.Record, at time.Time) bool {
	return r.Status == backends.Quarantined && at.Sub(r.RecordedAt) > backends.MaxHeldAge
}

// bound discards the oldest candidates beyond the bound.
func (l *ledger) bound() {
	var waiting []backends.Record
	for _, r := range l.stored {
		if r.Status == backends.Quarantined {
			waiting = append(waiting, r)
		}
	}
	slices.SortFunc(waiting, func(a, b backends.Record) int {
		return cmp.Or(a.SaidAt.Compare(b.SaidAt), cmp.Compare(a.Seq, b.Seq))
	})
	for _, r := range waiting[:max(0, len(waiting)-backends.MaxHeld)] {
		l.discarded++
		l.drop(r.ID)
	}
}

// order returns the entries and points of a slot in their order.
func (l *ledger) order(key, member string) []backends.Record {
	var all []backends.Record
	for _, set := range [][]backends.Record{l.stored, l.points} {
		for i := range set {
			if r := &set[i]; r.Key == key && entry(*r) && (r.Member == member || wholeKey(*r)) {
				all = append(all, *r)
			}
		}
	}
	slices.SortFunc(all, func(a, b backends.Record) int { return a.Cursor().Compare(b.Cursor()) })
	return all
}

// place returns the outcome of a record just stored.
func (l *ledger) place(r backends.Record) backends.Outcome {
	switch {
	case r.Status == backends.Quarantined:
		return backends.Held
	case r.Kind == backends.Note:
		return backends.Inserted
	}
	members := map[string]bool{r.Member: true}
	if wholeKey(r) {
		members = l.members(r.Key, true)
	}
	for member := range members {
		if all := l.order(r.Key, member); all[len(all)-1].ID != r.ID {
			return backends.Late
		}
	}
	if r.Kind == backends.Retraction {
		return backends.Retracted
	}
	all := l.order(r.Key, r.Member)
	if len(all) == 1 {
		return backends.Inserted
	}
	switch before := all[len(all)-2]; {
	case before.Kind == backends.Retraction || l.gone[before.ID]:
		return backends.Inserted
	case said(before) == said(r):
		return backends.Confirmed
	}
	return backends.Superseding
}

// members returns the members of a key that have entries, and with points.
func (l *ledger) members(key string, points bool) map[string]bool {
	all := map[string]bool{}
	for _, r := range l.stored {
		if entry(r) && r.Key == key {
			all[r.Member] = true
		}
	}
	if points {
		all[""] = true
		for _, p := range l.points {
			if p.Key == key {
				all[p.Member] = true
			}
		}
	}
	return all
}

// tooMany reports whether r would be the entry of a member too many.
func (l *ledger) tooMany(r backends.Record) bool {
	if !entry(r) || r.Member == "" {
		return false
	}
	all := l.members(r.Key, false)
	delete(all, "")
	return !all[r.Member] && len(all) >= backends.MaxMembers
}

func (l *ledger) number(given uint64) uint64 {
	n := cmp.Or(given, l.seq+1)
	l.seq = max(l.seq, n)
	return n
}

func (l *ledger) find(id string) int {
	return slices.IndexFunc(l.stored, func(r backends.Record) bool { return r.ID == id })
}

// get returns the stored record of an ID, or none.
func (l *ledger) get(id string) backends.Record {
	if i := l.find(id); i >= 0 {
		return l.stored[i]
	}
	return backends.Record{}
}

// entry reports whether r is part of a history.
func entry(r backends.Record) bool {
	return r.Status == backends.Admitted && r.Kind != backends.Note
}

// wholeKey reports whether an entry is of every member of its key.
func wholeKey(r backends.Record) bool { return r.Kind == backends.Retraction && r.Member == "" }

func zeroOr(t, otherwise time.Time) time.Time {
	if t.IsZero() {
		return otherwise
	}
	return t
}

// all returns the records held at a time, with their lifetimes, as Scan does.
func (l *ledger) all(at time.Time) []backends.Record {
	var all []backends.Record
	for _, r := range l.stored {
		if tooOld(r, at) {
			continue
		}
		if entry(r) {
			l.end(&r)
		}
		all = append(all, r.Clone())
	}
	slices.SortFunc(all, func(a, b backends.Record) int { return a.Cursor().Compare(b.Cursor()) })
	return all
}

// end sets what ended r: what comes next in the order of its slot.
func (l *ledger) end(r *backends.Record) {
	slot := l.order(r.Key, r.Member)
	i := slices.IndexFunc(slot, func(o backends.Record) bool { return o.ID == r.ID })
	if i+1 == len(slot) {
		return
	}
	r.ValidUntil = slot[i+1].AssertedAt
	if !l.gone[slot[i+1].ID] {
		r.SupersededBy = slot[i+1].ID
	}
}

// counts returns the numbers of the scope.
func (l *ledger) counts(at time.Time) backends.Counts {
	l.purge(at)
	n := backends.Counts{Discarded: l.discarded}
	for _, r := range l.all(at) {
		switch {
		case r.Status == backends.Quarantined:
			n.Held++
		case r.Kind == backends.Note:
			n.Notes++
		case r.Kind == backends.Retraction:
			n.Retractions++
		case r.ValidUntil.IsZero():
			n.Current++
		default:
			n.Superseded++
		}
	}
	return n
}
