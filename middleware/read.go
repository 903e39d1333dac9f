package middleware

import (
	"context"
	"fmt"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/semconv"
	"github.com/memware/memware/internal/telemetry"
)

// maxFanout bounds how far a read widens when stages drop most of what it found.
const maxFanout = 64

// Read returns the window for a question in the scope of ctx. It is the read
// path: embed, score, filter, top_k.
//
// The error matches [backends.ErrInvalid] for an empty question or a missing
// scope, and what the embedder or the backend returned. Read itself has no
// deadline but that of ctx: [Exchange.Window] has one, and fails open.
func (m *Memory) Read(ctx context.Context, a Ask) (w Window, err error) {
	scope, err := ScopeFrom(ctx)
	if err != nil {
		return Window{}, err
	}
	ctx, span := m.t.Start(ctx, semconv.SpanSearch)
	defer func() { span.End(ctx, err) }()
	span.Set(func() []attribute.KeyValue {
		return []attribute.KeyValue{attribute.String(semconv.OperationName, semconv.SpanSearch)}
	})
	if strings.TrimSpace(a.Text) == "" {
		return Window{}, fmt.Errorf("%w: the question is empty", backends.ErrInvalid)
	}
	if a.K == 0 {
		a.K = m.o.K
	}
	if a.K < 0 || a.K > backends.MaxK/maxFanout {
		return Window{}, fmt.Errorf("%w: k = %d outside [1, %d]", backends.ErrInvalid, a.K, backends.MaxK/maxFanout)
	}
	vector, err := m.embedQuery(ctx, a.Text)
	if err != nil {
		return Window{}, err
	}
	q := backends.Query{
		Scope: scope, Session: infoFrom(ctx).session, Text: a.Text, Vector: vector,
		AsOf: a.AsOf, Now: m.o.Clock(), Policy: m.o.Policy, MinRelevance: m.o.MinRelevance,
	}
	if w, err = m.retrieve(ctx, a, q); err != nil {
		return Window{}, err
	}
	span.Set(func() []attribute.KeyValue {
		return []attribute.KeyValue{attribute.Int(semconv.RecordCount, len(w.Memories))}
	})
	return w, nil
}

// retrieve searches, filters and chooses, over a wider fan-out where stages left
// fewer than k although the store has more.
func (m *Memory) retrieve(ctx context.Context, a Ask, q backends.Query) (Window, error) {
	for fanout := m.o.Fanout; ; fanout = min(2*fanout, maxFanout) {
		q.K = a.K * fanout
		found, err := m.score(ctx, q)
		if err != nil {
			return Window{}, err
		}
		kept, err := m.filter(ctx, a, found.Hits)
		if err != nil {
			return Window{}, err
		}
		if len(kept) < a.K && len(found.Hits) == q.K && fanout < maxFanout {
			continue
		}
		w := m.topK(ctx, a.K, kept)
		w.Exact = found.Exact && inOrder(kept, found.Hits)
		w.Considered = found.Considered
		return w, nil
	}
}

func (m *Memory) embedQuery(ctx context.Context, text string) (v []float32, err error) {
	ctx, span := m.t.Start(ctx, semconv.SpanEmbed)
	defer func() { span.End(ctx, err) }()
	if m.o.Embedder == nil {
		span.Set(func() []attribute.KeyValue { return []attribute.KeyValue{attribute.Bool(semconv.NothingToDo, true)} })
		return nil, nil
	}
	space := m.o.Embedder.Space()
	span.Set(func() []attribute.KeyValue { return spaceAttributes(space) })
	if v, err = m.o.Embedder.EmbedQuery(ctx, text); err != nil {
		return nil, fmt.Errorf("embed the question: %w", err)
	}
	if err := space.Check(v); err != nil {
		return nil, fmt.Errorf("embedder of space %q: %w", space.Name, err)
	}
	return v, nil
}

func spaceAttributes(s backends.Space) []attribute.KeyValue {
	return []attribute.KeyValue{
		attribute.String(semconv.EmbedModel, s.Name),
		attribute.Int(semconv.EmbedDimensions, s.Dim),
	}
}

func (m *Memory) score(ctx context.Context, q backends.Query) (r backends.Result, err error) {
	ctx, span := m.t.Start(ctx, semconv.SpanScore)
	defer func() { span.End(ctx, err) }()
	if r, err = m.backend.Search(ctx, q); err != nil {
		return backends.Result{}, fmt.Errorf("search: %w", err)
	}
	if m.t.Candidates.Enabled(ctx) {
		m.t.Candidates.Record(ctx, int64(r.Considered))
	}
	span.Set(func() []attribute.KeyValue {
		return []attribute.KeyValue{
			attribute.Float64(semconv.WeightRelevance, q.Policy.Relevance),
			attribute.Float64(semconv.WeightRecency, q.Policy.Recency),
			attribute.Float64(semconv.WeightImportance, q.Policy.Importance),
			attribute.Float64(semconv.HalfLifeSeconds, q.Policy.HalfLife.Seconds()),
			attribute.Int(semconv.Considered, r.Considered),
			attribute.Bool(semconv.Exact, r.Exact),
		}
	})
	return r, nil
}

// filter drops near-duplicates and what the caller's stages drop.
func (m *Memory) filter(ctx context.Context, a Ask, hits []backends.Hit) (kept []backends.Hit, err error) {
	ctx, span := m.t.Start(ctx, semconv.SpanFilter)
	defer func() { span.End(ctx, err) }()
	kept = dropDuplicates(hits)
	dropped(span, semconv.DroppedDuplicate, len(hits)-len(kept))
	for _, s := range m.o.Stages {
		before := kept
		after, err := s.Apply(ctx, a, append([]backends.Hit(nil), before...))
		if err != nil {
			return nil, fmt.Errorf("stage %q: %w", s.Name(), err)
		}
		if !subset(after, before) {
			return nil, fmt.Errorf("%w: stage %q returned a hit that it was not given", backends.ErrInvalid, s.Name())
		}
		dropped(span, semconv.DroppedPrefix+s.Name(), len(before)-len(after))
		kept = after
	}
	return kept, nil
}

func dropped(span telemetry.Span, name string, n int) {
	if n > 0 {
		span.Set(func() []attribute.KeyValue { return []attribute.KeyValue{attribute.Int(name, n)} })
	}
}

// topK chooses the k best that fit the budget. One that does not fit is skipped,
// since a shorter one behind it may.
func (m *Memory) topK(ctx context.Context, k int, hits []backends.Hit) Window {
	ctx, span := m.t.Start(ctx, semconv.SpanTopK)
	defer span.End(ctx, nil)
	zone := infoFrom(ctx).zone
	w := Window{Memories: make([]backends.Hit, 0, min(k, len(hits)))}
	left := m.o.Budget - m.o.Tokens(frameOpen) - m.o.Tokens(frameClose)
	lines, skipped := make([]string, 0, min(k, len(hits))), 0
	for _, h := range hits {
		if len(w.Memories) == k {
			break
		}
		line := renderLine(h.Record, zone)
		cost := m.o.Tokens(line)
		if cost > left {
			skipped++
			continue
		}
		left -= cost
		w.Memories = append(w.Memories, h)
		lines = append(lines, line)
	}
	if w.Text = render(lines); w.Text != "" {
		w.Tokens = m.o.Tokens(w.Text)
	}
	m.tellSelected(ctx, span, k, skipped, w)
	return w
}

func (m *Memory) tellSelected(ctx context.Context, span telemetry.Span, k, skipped int, w Window) {
	if m.t.Selected.Enabled(ctx) {
		m.t.Selected.Record(ctx, int64(len(w.Memories)))
	}
	if m.t.Score.Enabled(ctx) {
		for _, h := range w.Memories {
			m.t.Score.Record(ctx, h.Score.Total, metric.WithAttributes())
		}
	}
	if !span.IsRecording() {
		return
	}
	span.SetAttributes(
		attribute.Int(semconv.K, k),
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
