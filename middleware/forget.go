package middleware

import (
	"context"
	"fmt"
	"slices"

	"go.opentelemetry.io/otel/attribute"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/fold"
	"github.com/memware/memware/internal/semconv"
)

// A Statement is one explicit statement to remember, such as a setting that the
// application knows.
type Statement struct {
	Origin     backends.Origin // who states it; the zero value is Other, which is held for review
	Key        string          // empty: a note
	Member     string          // of a set; else empty
	Value      string          // empty: Text is the value
	Text       string          // the statement in words
	Importance float64         // in [0, 1]
	Parents    []string        // ids of records it was derived from
	Source     string          // a free reference
	Meta       map[string]string
}

// Remember takes one statement through the gate and stores it. What it returns
// tells the verdict: a statement that the gate holds or rejects is no error.
// Under a turn's id in ctx the same statement again is a retry, stored once.
func (m *Memory) Remember(ctx context.Context, s Statement) (Judged, error) {
	kind := backends.Note
	if s.Key != "" {
		kind = backends.Fact
	}
	return m.state(ctx, s.Origin, Candidate{
		Message: 1, Kind: kind, Key: s.Key, Member: s.Member, Value: s.Value, Text: s.Text,
		Importance: s.Importance, Parents: s.Parents, Source: s.Source, Meta: s.Meta,
	})
}

// Retract ends the value of a key from now on, and keeps it for audit. An empty
// member of a key that has members retracts all of them. It speaks for the
// application, as the origin system.
func (m *Memory) Retract(ctx context.Context, key, member string) (backends.Outcome, error) {
	j, err := m.state(ctx, backends.System, Candidate{Message: 1, Kind: backends.Retraction, Key: key, Member: member})
	if err == nil && j.Verdict.Decision != Admit {
		err = fmt.Errorf("%w: the gate refused the retraction by its rule %q", backends.ErrInvalid, j.Verdict.Rule)
	}
	return j.Outcome, err
}

// state stores one candidate that was stated, not extracted.
func (m *Memory) state(ctx context.Context, o backends.Origin, c Candidate) (Judged, error) {
	w, err := m.begin(ctx, m.o.Load(), Turn{})
	if err != nil {
		return Judged{}, err
	}
	w.Turn.Messages = []Message{{Origin: o}}
	err = w.run(ctx, func(_ context.Context, w *Writing) error {
		w.Candidates = []Candidate{c}
		return nil
	})
	if len(w.Judged) == 0 {
		return Judged{}, err
	}
	return w.Judged[0], err
}

// Forget erases what the filter selects in the scope of ctx, and whatever was
// derived from it, so that it cannot come back by a retry, a late arrival or an
// import. Telling it again later is accepted. The filter's scope may be left
// empty, another one than that of ctx is an error. So is a filter that selects
// nothing in particular: [Memory.ForgetAll] says what it does.
//
// The id of a row of [Memory.History] stands for all ids that were folded into
// it.
func (m *Memory) Forget(ctx context.Context, f backends.Filter) (done backends.Erasure, err error) {
	scope, err := ScopeFrom(ctx)
	if err != nil {
		return done, err
	}
	if f.Scope != (backends.Scope{}) && f.Scope != scope {
		return done, fmt.Errorf("%w: the filter names another scope than the context", backends.ErrInvalid)
	}
	if f.Until.IsZero() && !selects(f) {
		return done, fmt.Errorf("%w: the filter selects all that is stored: name what to forget, or use ForgetAll", backends.ErrInvalid)
	}
	f.Scope = scope
	f.Slots = foldedSlots(f.Slots)
	if err := f.Validate(); err != nil {
		return done, err
	}
	if f.IDs == nil {
		return m.erase(ctx, f)
	}
	ids, err := m.foldedIDs(ctx, scope, f.IDs)
	if err != nil {
		return done, err
	}
	for part := range slices.Chunk(ids, backends.MaxBatch) {
		f.IDs = part
		erased, err := m.erase(ctx, f)
		if err != nil {
			return done, err
		}
		done.Selected, done.Derived, done.Marked = done.Selected+erased.Selected, done.Derived+erased.Derived, done.Marked+erased.Marked
		done.Fenced = done.Fenced || erased.Fenced
	}
	return done, nil
}

// ForgetAll erases everything in the scope of ctx, as [Memory.Forget] does. By
// says for the audit who asked for it.
func (m *Memory) ForgetAll(ctx context.Context, by string) (backends.Erasure, error) {
	scope, err := ScopeFrom(ctx)
	if err != nil {
		return backends.Erasure{}, err
	}
	return m.erase(ctx, backends.Filter{Scope: scope, By: by})
}

// selects reports whether a filter has a list, even an empty one.
func selects(f backends.Filter) bool {
	return f.IDs != nil || f.Slots != nil || f.Kinds != nil || f.Statuses != nil || f.Origins != nil || f.Sessions != nil
}

// foldedSlots brings keys and members to the form they are stored in.
func foldedSlots(slots []backends.Slot) []backends.Slot {
	slots = slices.Clone(slots)
	for i, s := range slots {
		slots[i].Key = fold.Key(s.Key)
		if member := foldMember(s.Member); member != "" {
			slots[i].Member = member // one of nothing but spaces selects nothing
		}
	}
	return slots
}

// erase runs one Erase in a span of its own.
func (m *Memory) erase(ctx context.Context, f backends.Filter) (done backends.Erasure, err error) {
	ctx, span := m.t.Start(ctx, semconv.SpanDelete)
	defer func() { span.End(ctx, err) }()
	if done, err = m.backend.Erase(ctx, f); err != nil {
		return done, fmt.Errorf("erase: %w", err)
	}
	n := done.Selected + done.Derived
	m.t.Forgotten.Add(ctx, int64(n))
	span.Set(func() []attribute.KeyValue {
		return []attribute.KeyValue{
			attribute.String(semconv.OperationName, semconv.SpanDelete),
			attribute.Int(semconv.RecordCount, n),
		}
	})
	return done, nil
}

// foldedIDs adds to ids those of the rows that they belong to.
func (m *Memory) foldedIDs(ctx context.Context, scope backends.Scope, ids []string) ([]string, error) {
	stored, err := m.scan(ctx, backends.Filter{Scope: scope, IDs: ids, Kinds: []backends.Kind{backends.Fact}})
	if err != nil {
		return nil, err
	}
	all := make([]string, 0, len(ids))
	seen := make(map[string]bool, len(ids))
	add := func(id string) {
		if !seen[id] {
			seen[id] = true
			all = append(all, id)
		}
	}
	for _, id := range ids {
		add(id)
	}
	keys := make(map[string]bool)
	for _, r := range stored {
		if keys[r.Key] {
			continue
		}
		keys[r.Key] = true
		rows, err := m.rows(ctx, scope, r.Key)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			if row.has(seen) {
				for _, id := range row.IDs {
					add(id)
				}
			}
		}
	}
	return all, nil
}
