package backendtest

import (
	"fmt"
	"slices"
	"time"

	"pgregory.net/rapid"

	"github.com/memware/memware/backends"
)

// actions returns the operations of a run, by name.
func (m *machine) actions() map[string]func(*rapid.T) {
	all := map[string]func(*rapid.T){
		"add a note":               func(t *rapid.T) { m.put(t, m.draw(t, backends.Note)) },
		"add a fact":               func(t *rapid.T) { m.put(t, m.draw(t, backends.Fact)) },
		"add a retraction":         func(t *rapid.T) { m.put(t, m.draw(t, backends.Retraction)) },
		"add a candidate":          m.putHeld,
		"add it again":             m.assertAgain,
		"add a child":              m.putChild,
		"add an import":            m.putImport,
		"add a batch":              m.putBatch,
		"retry":                    m.retry,
		"retry with other content": m.conflict,
		"release":                  m.release,
		"release again":            m.releaseAgain,
		"erase a few":              func(t *rapid.T) { m.eraseSome(t, "by ids", "by slots", "by several") },
		"erase many":               func(t *rapid.T) { m.eraseSome(t, selections()...) },
		"wait":                     m.wait,
		"search":                   m.searchSome,
		"scan":                     m.scanSome,
	}
	for name, action := range all {
		all[name] = func(t *rapid.T) {
			action(t)
			m.seen.add(name)
		}
	}
	return all
}

func pick[T any](t *rapid.T, label string, from ...T) T {
	return rapid.SampledFrom(from).Draw(t, label)
}

// pool holds the IDs that are drawn before anything is stored under them.
func pool() []string { return []string{"a", "b", "c", "d"} }

// newID is mostly one that was never used.
func (m *machine) newID(t *rapid.T) string {
	if rapid.IntRange(0, 9).Draw(t, "id of the pool") == 0 {
		return pick(t, "id", pool()...)
	}
	m.ids++
	return fmt.Sprintf("n%d", m.ids)
}

// oldID is one that is stored in a scope, or of the pool.
func (m *machine) oldID(t *rapid.T, sc backends.Scope, label string) string {
	return pick(t, label, append(ids(m.ref.ledger(sc).stored), pool()...)...)
}

func someScope(t *rapid.T) backends.Scope { return pick(t, "scope", alice(), alice(), alice(), bob()) }

// someTime is often one of few, so that equal times are common.
func (m *machine) someTime(t *rapid.T) time.Time {
	if rapid.Bool().Draw(t, "about now") {
		return m.store.clock.now().Add(pick(t, "ahead", 0, -time.Hour, 4*time.Minute))
	}
	return day(rapid.IntRange(0, 9).Draw(t, "day")).Add(pick(t, "later", 0, 0, time.Microsecond))
}

func someWords(t *rapid.T) string {
	return pick(t, "text", "zorb", "quix zorb", "zorb zorb blat", "blat frum", "quix", "frum frum  drok")
}

func (m *machine) someVector(t *rapid.T) []float32 {
	if m.store.space.TextOnly() {
		return nil
	}
	return pick(t, "vector", []float32{1, 0, 0}, []float32{0, 1, 0}, []float32{0, 0, 2}, []float32{3, 4, 0}, []float32{-1, 0, 0}, []float32{1, 1, 1})
}

// draw returns an admitted record of a kind.
func (m *machine) draw(t *rapid.T, kind backends.Kind) backends.Record {
	r := backends.Record{
		ID: m.newID(t), Scope: someScope(t), Kind: kind, Status: backends.Admitted,
		Session: pick(t, "session", "", "one", "two"), Origin: pick(t, "origin", backends.User, backends.Tool),
		AssertedAt: m.someTime(t), Source: pick(t, "source", "", "message 7"),
	}
	if r.Source != "" {
		r.Meta = map[string]string{"lang": "en"}
	}
	if kind != backends.Note {
		r.Key, r.Member = pick(t, "key", "city", "pet"), pick(t, "member", "", "", "x", "y")
	}
	if kind == backends.Fact {
		r.Value = pick(t, "value", "", "", "osaka", " osaka", "kyoto", "ｋyoto", "Kyoto")
	}
	if kind != backends.Retraction {
		r.Text, r.Vector, r.Importance = someWords(t), m.someVector(t), pick(t, "importance", 0, 0.25, 1)
		r.ExpiresAt = pick(t, "expires", time.Time{}, time.Time{}, day(8), day(11))
	}
	return r
}

func (m *machine) drawAny(t *rapid.T) backends.Record {
	return m.draw(t, pick(t, "kind", backends.Fact, backends.Fact, backends.Note, backends.Retraction))
}

func (m *machine) putHeld(t *rapid.T) { m.put(t, held(m.drawAny(t))) }

// assertAgain puts a stored fact under a new ID at another time, with its value
// or another.
func (m *machine) assertAgain(t *rapid.T) {
	var facts []backends.Record
	for _, r := range m.ref.ledger(alice()).stored {
		if r.Kind == backends.Fact {
			facts = append(facts, r.Clone())
		}
	}
	if len(facts) == 0 {
		t.Skip("no fact is stored")
	}
	r := rapid.SampledFrom(facts).Draw(t, "fact")
	r.ID, r.AssertedAt, r.Status, r.Parents = m.newID(t), m.someTime(t), backends.Admitted, nil
	r.SaidAt, r.RecordedAt, r.Seq, r.Reviewer = time.Time{}, time.Time{}, 0, ""
	if rapid.IntRange(0, 2).Draw(t, "another value") == 0 {
		r.Value = "kobe"
	}
	m.put(t, r)
}

func (m *machine) putChild(t *rapid.T) {
	r := m.drawAny(t)
	r.Status = pick(t, "status", backends.Admitted, backends.Quarantined)
	for _, label := range []string{"parent", "other parent"} {
		if p := m.oldID(t, r.Scope, label); p != r.ID {
			r.Parents = append(r.Parents, p)
		}
	}
	m.put(t, r)
}

func (m *machine) putImport(t *rapid.T) {
	r := m.drawAny(t)
	r.Status = pick(t, "status", backends.Admitted, backends.Quarantined)
	r.Seq = uint64(rapid.IntRange(0, 8).Draw(t, "thousands"))*1000 + 500
	for m.ref.hasSeq(r.Scope, r.Seq) { // the order of equal ones is not given, for points
		r.Seq++
	}
	r.SaidAt = pick(t, "said", time.Time{}, day(2), day(7))
	r.RecordedAt = m.store.clock.now().Add(-time.Hour)
	if r.Status == backends.Admitted {
		r.Reviewer = pick(t, "reviewer", "", "grace")
	}
	m.put(t, r)
}

// hasSeq reports whether a number was given to a record or point.
func (m *reference) hasSeq(sc backends.Scope, seq uint64) bool {
	l := m.ledger(sc)
	return slices.ContainsFunc(slices.Concat(l.stored, l.points), func(r backends.Record) bool { return r.Seq == seq })
}

func (m *machine) putBatch(t *rapid.T) {
	sc := someScope(t)
	var batch []backends.Record
	for range rapid.IntRange(2, 5).Draw(t, "records") {
		r := m.drawAny(t)
		r.Scope = sc
		batch = append(batch, r)
	}
	m.put(t, batch...)
}

// earlier returns a Put of the log.
func (m *machine) earlier(t *rapid.T) backends.Record {
	var all []backends.Record
	for _, e := range m.ref.log {
		if e.put != nil {
			all = append(all, e.put.Clone())
		}
	}
	if len(all) == 0 {
		t.Skip("nothing was put")
	}
	r := rapid.SampledFrom(all).Draw(t, "earlier Put")
	r.Seq = 0
	return r
}

func (m *machine) retry(t *rapid.T) {
	r := m.earlier(t)
	if rapid.Bool().Draw(t, "with other things") {
		r.AssertedAt, r.Session = m.someTime(t), "another"
	}
	m.put(t, r)
}

func (m *machine) conflict(t *rapid.T) {
	r := m.earlier(t)
	switch {
	case r.Kind == backends.Note:
		r.Text = "something else"
	case rapid.Bool().Draw(t, "another key"):
		r.Key = "car"
	case r.Kind == backends.Fact:
		r.Value = "nara"
	default:
		r.Member = "z"
	}
	m.put(t, r)
}

// release releases a candidate, sometimes corrected, sometimes as of now.
func (m *machine) release(t *rapid.T) {
	sc := someScope(t)
	var waiting []backends.Record
	for _, r := range m.ref.ledger(sc).all(m.store.clock.now()) {
		if r.Status == backends.Quarantined {
			waiting = append(waiting, r)
		}
	}
	if len(waiting) == 0 {
		t.Skip("nothing is held")
	}
	r := rapid.SampledFrom(waiting).Draw(t, "candidate")
	r.Status, r.Reviewer, r.Seq = backends.Admitted, pick(t, "reviewer", "grace", "heidi"), 0
	r.SaidAt, r.RecordedAt = time.Time{}, time.Time{}
	if rapid.Bool().Draw(t, "as of another time") {
		r.AssertedAt = m.someTime(t)
	}
	if r.Kind != backends.Note && rapid.Bool().Draw(t, "corrected") {
		r.Key, r.Member = "pet", pick(t, "member", "", "x")
	}
	m.put(t, r)
}

// releaseAgain puts a release of the log again, or one by someone else.
func (m *machine) releaseAgain(t *rapid.T) {
	r := m.earlier(t)
	if r.Reviewer == "" || rapid.Bool().Draw(t, "by someone else") {
		r.Status, r.Reviewer = backends.Admitted, "ivan"
	}
	m.put(t, r)
}

// wait lets time pass, so that candidates grow too old. The Puts make the store
// discard them.
func (m *machine) wait(t *rapid.T) {
	// Odd ones, so that no candidate is exactly as old as it may be.
	m.store.clock.advance(pick(t, "time", time.Minute, 61*time.Minute, 49*time.Hour, backends.MaxHeldAge+time.Second))
	for _, sc := range []backends.Scope{alice(), bob()} {
		r := m.draw(t, backends.Note)
		r.Scope = sc
		m.put(t, r)
	}
}

// selections names what an erase selects by.
func selections() []string {
	return []string{"by ids", "by slots", "by kinds", "by statuses", "by origins", "by sessions", "by age", "by scope", "by several"}
}

func (m *machine) eraseSome(t *rapid.T, selections ...string) {
	by := pick(t, "selection", selections...)
	f := backends.Filter{Scope: someScope(t)}
	m.choose(t, &f, by)
	if by == "by several" {
		for _, one := range []string{"by ids", "by slots", "by kinds", "by statuses", "by origins", "by sessions"} {
			if rapid.IntRange(0, 2).Draw(t, one) == 0 {
				m.choose(t, &f, one)
			}
		}
	}
	if !f.IDsOnly() {
		f.Until = pick(t, "until", day(1), day(2), day(3), day(5), time.Time{})
	}
	m.seen.add(by)
	m.erase(t, f)
}

// choose sets one list of a filter.
func (m *machine) choose(t *rapid.T, f *backends.Filter, by string) {
	switch by {
	case "by ids":
		f.IDs = slices.Compact([]string{m.oldID(t, f.Scope, "id"), m.oldID(t, f.Scope, "other id")})
	case "by slots":
		all := rapid.Bool().Draw(t, "whole key")
		f.Slots = []backends.Slot{{Key: pick(t, "key", "city", "pet"), All: all}}
		if !all {
			f.Slots[0].Member = pick(t, "member", "", "x")
		}
	case "by kinds":
		kinds := []backends.Kind{backends.Note, backends.Fact, backends.Retraction}
		f.Kinds = []backends.Kind{pick(t, "kind", kinds...), pick(t, "other kind", kinds...)}
	case "by statuses":
		f.Statuses = []backends.Status{pick(t, "status", backends.Quarantined, backends.Admitted)}
	case "by origins":
		f.Origins = []backends.Origin{pick(t, "origin", backends.Tool, backends.User)}
	case "by sessions":
		f.Sessions = []string{pick(t, "session", "one", "two", "")}
	}
}
