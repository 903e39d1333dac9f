package middleware

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"go.opentelemetry.io/otel/attribute"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/semconv"
)

// Written tells what became of a turn.
type Written struct {
	ID         string   // of the turn
	Candidates []Judged // in the order they were said
}

// Judged is a candidate with what became of it.
type Judged struct {
	Candidate
	Verdict Verdict
	ID      string           // of the record; empty where none was made
	Outcome backends.Outcome // 0 where no record was stored: rejected, a request to forget, or replaced by a later candidate of the turn
	Erased  int              // records that a request to forget erased
}

// RuleUnknownKey rejects a request to forget a key that holds nothing.
const RuleUnknownKey = "unknown_key"

// Write extracts, judges and stores the statements of a turn in the scope of
// ctx. It is the write path: extract, gate, supersede, index.
//
// It is atomic per candidate. Statements stored before an error stay stored, and
// writing the turn again, with the same ID, completes it and stores each once.
func (m *Memory) Write(ctx context.Context, t Turn) (Written, error) {
	return m.write(ctx, m.o.Load(), t)
}

func (m *Memory) write(ctx context.Context, o *Options, t Turn) (Written, error) {
	w, err := m.begin(ctx, o, t)
	if err != nil {
		return Written{}, err
	}
	err = w.run(ctx, m.extract)
	return Written{ID: w.Turn.ID, Candidates: w.Judged}, err
}

func (m *Memory) begin(ctx context.Context, o *Options, t Turn) (*Writing, error) {
	scope, err := ScopeFrom(ctx)
	if err != nil {
		return nil, err
	}
	if m.extractor == nil {
		return nil, fmt.Errorf("%w: this memory only reads: make it with middleware.New", backends.ErrInvalid)
	}
	now := o.Clock()
	if t.At.IsZero() || t.At.After(now) {
		t.At = now
	}
	t.At = backends.Time(t.At)
	if t.ID == "" {
		t.ID = infoFrom(ctx).turnID
	}
	w := &Writing{m: m, o: o, scope: scope, given: t.ID != ""}
	if t.ID == "" {
		t.ID = rand.Text()
	}
	w.Turn = prepare(t, scope)
	return w, nil
}

// run takes the turn through the stages, the first of which brings candidates.
func (w *Writing) run(ctx context.Context, candidates func(context.Context, *Writing) error) (err error) {
	ctx, span := w.m.t.Start(ctx, semconv.SpanUpsert)
	defer func() { span.End(ctx, err) }()
	for _, s := range []struct {
		stage Stage
		own   func(context.Context, *Writing) error
	}{
		{StageExtract, candidates},
		{StageGate, w.m.gate},
		{StageSupersede, w.m.supersede},
		{StageIndex, w.m.index},
	} {
		if err := w.m.writeStage(ctx, s.stage, w, s.own); err != nil {
			return err
		}
	}
	span.Set(w.attributes)
	return nil
}

func (w *Writing) attributes() []attribute.KeyValue {
	stored := 0
	for _, j := range w.Judged {
		if j.Outcome != 0 && j.Outcome != backends.Erased {
			stored++
		}
	}
	return []attribute.KeyValue{
		attribute.String(semconv.OperationName, semconv.SpanUpsert),
		attribute.Int(semconv.RecordCount, stored),
	}
}

// extract is the stage that asks the extractor.
func (m *Memory) extract(ctx context.Context, w *Writing) (err error) {
	ctx, span := m.t.Start(ctx, semconv.SpanExtract)
	defer func() { span.End(ctx, err) }()
	if len(w.Turn.Messages) == 0 {
		return nil
	}
	// What an extractor asks a model is no turn of the user.
	shown := w.Turn
	shown.Messages = slices.Clone(shown.Messages)
	w.Candidates, err = m.extractor.Extract(WithoutMemory(ctx), shown, w.known)
	if err != nil {
		return fmt.Errorf("extract: %w", err)
	}
	span.Set(func() []attribute.KeyValue {
		return []attribute.KeyValue{attribute.Int(semconv.Candidates, len(w.Candidates))}
	})
	return nil
}

// known is the [Known] of the turn.
func (w *Writing) known(ctx context.Context) ([]backends.Record, error) {
	f := backends.Filter{
		Scope: w.scope, Kinds: []backends.Kind{backends.Fact}, Statuses: []backends.Status{backends.Admitted},
	}
	facts, err := w.m.scan(ctx, f)
	if err != nil {
		return nil, err
	}
	facts = slices.DeleteFunc(facts, func(r backends.Record) bool { return !holds(r, w.Turn.At) })
	slices.Reverse(facts)
	return facts, nil
}

// holds reports whether r was asserted by t, and is neither superseded nor
// expired then.
func holds(r backends.Record, t time.Time) bool {
	return !r.AssertedAt.After(t) && (r.ValidUntil.IsZero() || r.ValidUntil.After(t)) &&
		(r.ExpiresAt.IsZero() || r.ExpiresAt.After(t))
}

// gate is the stage that sets the origin of each candidate and asks for a
// verdict on it.
func (m *Memory) gate(ctx context.Context, w *Writing) (err error) {
	ctx, span := m.t.Start(ctx, semconv.SpanGate)
	defer func() { span.End(ctx, err) }()
	parents, err := w.parentOrigins(ctx)
	if err != nil {
		return err
	}
	w.Judged = make([]Judged, 0, len(w.Candidates))
	counts := map[Decision]int{}
	lookalike := w.lookalike()
	for _, c := range w.Candidates {
		c.Origin = w.origin(c)
		for _, p := range c.Parents {
			c.Origin = min(c.Origin, parents[p]) // an unknown parent is trusted as Other
		}
		c.Echo = c.Origin != backends.User && c.Origin != backends.System && echoes(c.Text, w.Turn.Shown)
		if c.Lookalike, err = lookalike(ctx, c); err != nil {
			return err
		}
		c, v, err := judge(WithoutMemory(ctx), w.o.Gate, c)
		if err != nil {
			w.o.Logger.WarnContext(ctx, "memory: the gate failed, the candidate is quarantined", "error", errorClass(err))
		}
		counts[v.Decision]++
		m.tellDecision(ctx, span.Span, v, c.Origin)
		w.Judged = append(w.Judged, Judged{Candidate: c, Verdict: v})
	}
	span.Set(func() []attribute.KeyValue {
		return []attribute.KeyValue{
			attribute.Int(semconv.Admitted, counts[Admit]),
			attribute.Int(semconv.Quarantined, counts[Quarantine]),
			attribute.Int(semconv.Rejected, counts[Reject]),
		}
	})
	return nil
}

func (w *Writing) origin(c Candidate) backends.Origin {
	if c.Message < 1 || c.Message > len(w.Turn.Messages) {
		return backends.Other
	}
	return w.Turn.Messages[c.Message-1].Origin
}

// parentOrigins looks up whom the parents of the candidates came from.
func (w *Writing) parentOrigins(ctx context.Context) (map[string]backends.Origin, error) {
	var ids []string
	for _, c := range w.Candidates {
		for _, p := range c.Parents {
			if p != "" && len(p) <= backends.MaxIDBytes && utf8.ValidString(p) {
				ids = append(ids, p)
			}
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	origins := make(map[string]backends.Origin, len(ids))
	for part := range slices.Chunk(ids, backends.MaxBatch) {
		stored, err := w.m.scan(ctx, backends.Filter{Scope: w.scope, IDs: part})
		if err != nil {
			return nil, fmt.Errorf("look up the parents of a candidate: %w", err)
		}
		for _, r := range stored {
			origins[r.ID] = r.Origin
		}
	}
	return origins, nil
}

// scan collects what a filter selects.
func (m *Memory) scan(ctx context.Context, f backends.Filter) ([]backends.Record, error) {
	var out []backends.Record
	for r, err := range m.backend.Scan(ctx, f, backends.Cursor{}) {
		if err != nil {
			return nil, fmt.Errorf("scan: %w", err)
		}
		out = append(out, r)
	}
	return out, nil
}
