package middleware

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

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
func (m *Memory) Write(ctx context.Context, t Turn) (out Written, err error) {
	w, err := m.begin(ctx, t)
	if err != nil {
		return Written{}, err
	}
	ctx, span := m.t.Start(ctx, semconv.SpanUpsert)
	defer func() { span.End(ctx, err) }()
	candidates, err := w.extract(ctx)
	if err != nil {
		return Written{ID: w.turn.ID}, err
	}
	judged, err := w.store(ctx, candidates)
	span.Set(func() []attribute.KeyValue { return upsertAttributes(judged) })
	return Written{ID: w.turn.ID, Candidates: judged}, err
}

func upsertAttributes(judged []Judged) []attribute.KeyValue {
	stored := 0
	for _, j := range judged {
		if j.Outcome != 0 && j.Outcome != backends.Erased {
			stored++
		}
	}
	return []attribute.KeyValue{
		attribute.String(semconv.OperationName, semconv.SpanUpsert),
		attribute.Int(semconv.RecordCount, stored),
	}
}

// A writing is one turn on its way through the write path.
type writing struct {
	m     *Memory
	scope backends.Scope
	turn  Turn // prepared: its time is set, its quoted parts are apart
	given bool // the application gave the turn's id, so that this may be a retry
}

func (m *Memory) begin(ctx context.Context, t Turn) (*writing, error) {
	scope, err := ScopeFrom(ctx)
	if err != nil {
		return nil, err
	}
	if m.extractor == nil {
		return nil, fmt.Errorf("%w: this memory only reads: make it with middleware.New", backends.ErrInvalid)
	}
	now := m.o.Clock()
	if t.At.IsZero() || t.At.After(now) {
		t.At = now
	}
	t.At = backends.Time(t.At)
	if t.ID == "" {
		t.ID = infoFrom(ctx).turnID
	}
	w := &writing{m: m, scope: scope, given: t.ID != ""}
	if t.ID == "" {
		t.ID = rand.Text()
	}
	w.turn = prepare(t, scope)
	return w, nil
}

// store takes candidates through the gate and everything behind it.
func (w *writing) store(ctx context.Context, candidates []Candidate) ([]Judged, error) {
	judged, err := w.gate(ctx, candidates)
	if err != nil {
		return nil, err
	}
	entries, err := w.supersede(ctx, judged)
	if err != nil {
		return judged, err
	}
	return judged, w.index(ctx, judged, entries)
}

func (w *writing) extract(ctx context.Context) (found []Candidate, err error) {
	ctx, span := w.m.t.Start(ctx, semconv.SpanExtract)
	defer func() { span.End(ctx, err) }()
	if len(w.turn.Messages) == 0 {
		return nil, nil
	}
	// What an extractor asks a model is no turn of the user.
	found, err = w.m.extractor.Extract(WithoutMemory(ctx), w.turn, w.known)
	if err != nil {
		return nil, fmt.Errorf("extract: %w", err)
	}
	span.Set(func() []attribute.KeyValue {
		return []attribute.KeyValue{attribute.Int(semconv.Candidates, len(found))}
	})
	return found, nil
}

// known is the [Known] of the turn.
func (w *writing) known(ctx context.Context) ([]backends.Record, error) {
	f := backends.Filter{
		Scope: w.scope, Kinds: []backends.Kind{backends.Fact}, Statuses: []backends.Status{backends.Admitted},
	}
	facts, err := w.m.scan(ctx, f)
	if err != nil {
		return nil, err
	}
	facts = slices.DeleteFunc(facts, func(r backends.Record) bool { return !holds(r, w.turn.At) })
	slices.Reverse(facts)
	return facts, nil
}

// holds reports whether r is neither superseded nor expired at t.
func holds(r backends.Record, t time.Time) bool {
	return r.ValidUntil.IsZero() && (r.ExpiresAt.IsZero() || r.ExpiresAt.After(t))
}

// gate sets the origin of each candidate and asks for a verdict on it.
func (w *writing) gate(ctx context.Context, candidates []Candidate) (judged []Judged, err error) {
	ctx, span := w.m.t.Start(ctx, semconv.SpanGate)
	defer func() { span.End(ctx, err) }()
	shown := WindowLines(w.turn.Window)
	parents, err := w.parentOrigins(ctx, candidates)
	if err != nil {
		return nil, err
	}
	counts := map[Decision]int{}
	for _, c := range candidates {
		c.Origin = w.origin(c)
		for _, p := range c.Parents {
			c.Origin = min(c.Origin, parents[p]) // an unknown parent is trusted as Other
		}
		c.Echo = c.Origin != backends.User && c.Origin != backends.System && echoes(c.Text, shown)
		v, err := judge(ctx, w.m.o.Gate, c)
		if err != nil {
			w.m.o.Logger.WarnContext(ctx, "memory: the gate failed, the candidate is quarantined", "error", errorClass(err))
		}
		counts[v.Decision]++
		w.tellDecision(ctx, span.Span, v, c.Origin)
		judged = append(judged, Judged{Candidate: c, Verdict: v})
	}
	span.Set(func() []attribute.KeyValue {
		return []attribute.KeyValue{
			attribute.Int(semconv.Admitted, counts[Admit]),
			attribute.Int(semconv.Quarantined, counts[Quarantine]),
			attribute.Int(semconv.Rejected, counts[Reject]),
		}
	})
	return judged, nil
}

func (w *writing) origin(c Candidate) backends.Origin {
	if c.Message < 1 || c.Message > len(w.turn.Messages) {
		return backends.Other
	}
	return w.turn.Messages[c.Message-1].Origin
}

// parentOrigins looks up whom the parents of the candidates came from.
func (w *writing) parentOrigins(ctx context.Context, candidates []Candidate) (map[string]backends.Origin, error) {
	var ids []string
	for _, c := range candidates {
		ids = append(ids, c.Parents...)
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

func (w *writing) tellDecision(ctx context.Context, span trace.Span, v Verdict, o backends.Origin) {
	attrs := []attribute.KeyValue{
		attribute.String(semconv.Decision, v.Decision.String()),
		attribute.String(semconv.Rule, v.Rule),
		attribute.String(semconv.Origin, o.String()),
	}
	if span.IsRecording() {
		span.AddEvent(semconv.EventDecision, trace.WithAttributes(attrs...))
	}
	w.m.t.Decisions.Add(ctx, 1, metric.WithAttributes(attrs...))
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
