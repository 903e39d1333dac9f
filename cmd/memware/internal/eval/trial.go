package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/analysis"
	"github.com/memware/memware/middleware"
)

// trial is a case on its way through the write path.
type trial struct {
	gateCase
	parents []string // ids of the records it was derived from
	armed   bool     // what comes before is written
}

// The days of a trial: those before its own are for what is known.
const (
	parentsDay = 1
	trialDay   = 400
)

// Rules of a verdict that is not the gate's.
const (
	ruleScope     = "scope"      // there is no scope: nothing was judged
	ruleStore     = "store"      // the store refused what the gate let through
	ruleStoredKey = "stored_key" // admitted, but under another key than expected
)

// judge writes the case in the scope of ctx, and returns what became of it.
func (t *trial) judge(ctx context.Context, l *lab) (middleware.Verdict, error) {
	if _, err := middleware.ScopeFrom(ctx); err != nil {
		return middleware.Verdict{Decision: middleware.Reject, Rule: ruleScope}, nil
	}
	if err := t.prepare(ctx, l); err != nil {
		return middleware.Verdict{}, err
	}
	w, err := l.Write(ctx, t.turn())
	switch {
	case errors.Is(err, backends.ErrInvalid) && len(w.Candidates) > 0:
		return middleware.Verdict{Decision: middleware.Reject, Rule: ruleStore}, nil
	case err != nil:
		return middleware.Verdict{}, err
	case len(w.Candidates) != 1:
		return middleware.Verdict{}, errors.New("a plug-in of the memory dropped the statement")
	}
	j := w.Candidates[0]
	if t.WantKey == "" || j.Verdict.Decision != middleware.Admit {
		return j.Verdict, nil
	}
	current, err := l.List(ctx)
	if slices.ContainsFunc(current, func(r backends.Record) bool { return r.ID == j.ID && r.Key != t.WantKey }) {
		j.Verdict.Rule = ruleStoredKey
	}
	return j.Verdict, err
}

// prepare writes what the statement was derived from, and what was known.
func (t *trial) prepare(ctx context.Context, l *lab) error {
	l.clock.set(date(parentsDay))
	for i, source := range t.Parents {
		j, err := l.Remember(ctx, middleware.Statement{Origin: origin(source), Text: fmt.Sprintf("What it was derived from, part %d.", i+1)})
		if err != nil {
			return fmt.Errorf("write what it was derived from: %w", err)
		}
		t.parents = append(t.parents, j.ID)
	}
	if e := t.Existing; e != nil {
		l.clock.set(date(min(e.Day, trialDay-1)))
		if _, err := l.Remember(ctx, middleware.Statement{Origin: origin(e.Source), Key: e.Key, Text: e.Text}); err != nil {
			return fmt.Errorf("write what was known: %w", err)
		}
	}
	l.clock.set(date(trialDay))
	t.armed = true
	return nil
}

// turn returns the turn in which the statement was made.
func (t *trial) turn() middleware.Turn {
	m := middleware.Message{Origin: origin(t.Source), Text: t.Text}
	if m.Origin == backends.User {
		m.Text = cmp.Or(t.Context, t.Text)
	}
	if t.Actor != t.Source { // else it names no person
		m.Actor = t.Actor
	}
	turn := middleware.Turn{ID: t.ID, Messages: []middleware.Message{m}}
	if t.Existing != nil {
		turn.Shown = []string{t.Existing.Text}
	}
	return turn
}

// extract stands in for an extractor that found the statement.
func (t *trial) extract(w *middleware.Writing) error {
	if !t.armed {
		return nil
	}
	c := middleware.Candidate{
		Message: foundIn(w.Turn.Messages, t.Text),
		Kind:    backends.Note, Text: t.Text, Importance: 0.5, Parents: t.parents,
	}
	if t.Key != nil {
		c.Kind, c.Key = backends.Fact, *t.Key
	}
	w.Candidates = []middleware.Candidate{c}
	return nil
}

// foundIn returns the message, counted from 1, that shares the most words with a
// statement: of a message that was cut into its own words and quoted ones, the
// part that it came from. Of equal ones it is the least trusted.
func foundIn(messages []middleware.Message, statement string) int {
	words := map[string]bool{}
	for _, w := range analysis.Words(statement) {
		words[w] = true
	}
	best, most := 0, -1
	for i, m := range messages {
		shared := map[string]bool{}
		for _, w := range analysis.Words(m.Text) {
			if words[w] {
				shared[w] = true
			}
		}
		n := len(shared)
		if n > most || n == most && m.Origin < messages[best-1].Origin {
			best, most = i+1, n
		}
	}
	return best
}
