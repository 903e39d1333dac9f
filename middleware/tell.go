package middleware

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/semconv"
	"github.com/memware/memware/internal/telemetry"
)

// StartTurn begins the span of a turn, "invoke_agent", and returns the function
// that ends it. Where ctx carries a span already, the caller tells of its turns
// itself, and nothing is begun. Wrappers call it.
func (m *Memory) StartTurn(ctx context.Context) (context.Context, func(error)) {
	if trace.SpanContextFromContext(ctx).IsValid() {
		return ctx, func(error) {}
	}
	return m.startCall(ctx, semconv.SpanAgent, "")
}

// StartModel begins the span of a model call, "chat" and the model's name if it
// is known, and returns the function that ends it. Wrappers call it.
func (m *Memory) StartModel(ctx context.Context, model string) (context.Context, func(error)) {
	return m.startCall(ctx, semconv.SpanChat, model, trace.WithSpanKind(trace.SpanKindClient))
}

func (m *Memory) startCall(ctx context.Context, operation, model string, options ...trace.SpanStartOption) (context.Context, func(error)) {
	ctx, span := m.t.Start(ctx, strings.TrimSpace(operation+" "+model), options...)
	span.Set(func() []attribute.KeyValue {
		attrs := []attribute.KeyValue{
			attribute.String(semconv.OperationName, operation),
			attribute.String(semconv.InferenceKind, semconv.Kind(operation)),
		}
		if model != "" {
			attrs = append(attrs, attribute.String(semconv.RequestModel, model))
		}
		if session := infoFrom(ctx).session; session != "" {
			attrs = append(attrs, attribute.String(semconv.ConversationID, session))
		}
		return attrs
	})
	return ctx, func(err error) { span.End(ctx, err) }
}

// searchAttributes are what a read's span tells at its start.
func (o *Options) searchAttributes(a Ask) []attribute.KeyValue {
	attrs := []attribute.KeyValue{attribute.String(semconv.OperationName, semconv.SpanSearch)}
	if o.StoreID != "" {
		attrs = append(attrs, attribute.String(semconv.StoreID, o.StoreID))
	}
	if o.CaptureContent {
		attrs = append(attrs, attribute.String(semconv.InputValue, a.Text))
	}
	return attrs
}

// scoreAttributes are what the span of a search tells.
func (r *Reading) scoreAttributes() []attribute.KeyValue {
	attrs := []attribute.KeyValue{
		attribute.Float64(semconv.WeightRelevance, r.Query.Policy.Relevance),
		attribute.Float64(semconv.WeightRecency, r.Query.Policy.Recency),
		attribute.Float64(semconv.WeightImportance, r.Query.Policy.Importance),
		attribute.Float64(semconv.HalfLifeSeconds, r.Query.Policy.HalfLife.Seconds()),
		attribute.Int(semconv.Considered, r.Considered),
		attribute.Bool(semconv.Exact, r.Exact),
	}
	if r.o.Revision != "" {
		attrs = append(attrs, attribute.String(semconv.Revision, r.o.Revision))
	}
	return attrs
}

// foundAttributes are what a read's span tells of its window, a document a
// memory.
func (o *Options) foundAttributes(w Window) []attribute.KeyValue {
	attrs := []attribute.KeyValue{attribute.Int(semconv.RecordCount, len(w.Memories))}
	for i, h := range w.Memories {
		document := semconv.Documents + strconv.Itoa(i)
		attrs = append(attrs,
			attribute.String(document+semconv.DocumentID, h.ID),
			attribute.Float64(document+semconv.DocumentScore, h.Score.Total),
			attribute.String(document+semconv.DocumentMeta, terms(h.Score)),
		)
		if o.CaptureContent {
			attrs = append(attrs, attribute.String(document+semconv.DocumentText, h.Text))
		}
	}
	return attrs
}

// terms returns the terms of a score as JSON.
func terms(s backends.Score) string {
	text, err := json.Marshal(map[string]float64{
		"relevance": s.Relevance, "recency": s.Recency, "importance": s.Importance,
	})
	if err != nil {
		return "" // a term that is no number
	}
	return string(text)
}

// tellSelected tells what the last stage of a read chose.
func (m *Memory) tellSelected(ctx context.Context, span telemetry.Span, r *Reading, skipped int) {
	w := r.Window
	if m.t.Selected.Enabled(ctx) {
		m.t.Selected.Record(ctx, int64(len(w.Memories)))
	}
	if m.t.Score.Enabled(ctx) {
		for _, h := range w.Memories {
			m.t.Score.Record(ctx, h.Score.Total)
		}
	}
	if !span.IsRecording() {
		return
	}
	span.SetAttributes(
		attribute.Int(semconv.K, r.Ask.K),
		attribute.Int(semconv.Selected, len(w.Memories)),
		attribute.Int(semconv.Tokens, w.Tokens),
		attribute.Int(semconv.DroppedBudget, skipped),
	)
	for i, h := range w.Memories {
		span.AddEvent(semconv.EventSelected, trace.WithAttributes(
			attribute.String(semconv.RecordID, h.ID),
			attribute.Int(semconv.Rank, i+1),
			attribute.Float64(semconv.Total, h.Score.Total),
			attribute.Float64(semconv.Relevance, h.Score.Relevance),
			attribute.Float64(semconv.Recency, h.Score.Recency),
			attribute.Float64(semconv.Importance, h.Score.Importance),
		))
	}
}

// tellDecision tells a verdict of the gate.
func (m *Memory) tellDecision(ctx context.Context, span trace.Span, v Verdict, o backends.Origin) {
	attrs := []attribute.KeyValue{
		attribute.String(semconv.Decision, v.Decision.String()),
		attribute.String(semconv.Rule, v.Rule),
		attribute.String(semconv.Origin, o.String()),
	}
	if span.IsRecording() {
		span.AddEvent(semconv.EventDecision, trace.WithAttributes(attrs...))
	}
	m.t.Decisions.Add(ctx, 1, metric.WithAttributes(attrs...))
}

// tellOutcomes tells what became of stored records.
func (m *Memory) tellOutcomes(ctx context.Context, outcomes []backends.Outcome) {
	for _, o := range outcomes {
		switch o {
		case backends.Superseding:
			m.t.Supersessions.Add(ctx, 1)
		case backends.Held:
			m.t.Quarantine.Add(ctx, 1)
		}
	}
}

// outcomeAttributes counts the outcomes of a turn.
func outcomeAttributes(judged []Judged) []attribute.KeyValue {
	counts := map[backends.Outcome]int{}
	for _, j := range judged {
		if j.Outcome != 0 {
			counts[j.Outcome]++
		}
	}
	var attrs []attribute.KeyValue
	for o, n := range counts {
		attrs = append(attrs, attribute.Int(semconv.OutcomePrefix+o.String(), n))
	}
	return attrs
}

func spaceAttributes(s backends.Space) []attribute.KeyValue {
	return []attribute.KeyValue{
		attribute.String(semconv.RequestModel, s.Name),
		attribute.Int(semconv.EmbedDimensions, s.Dim),
	}
}
