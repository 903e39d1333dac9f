package middleware

import (
	"context"
	"fmt"
	"strings"

	"go.opentelemetry.io/otel/attribute"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/semconv"
)

// maxFanout bounds how far a read widens when stages drop most of what it found.
const maxFanout = 64

// Read returns the window for a question in the scope of ctx. It is the read
// path: embed, score, filter, top_k.
//
// The error matches [backends.ErrInvalid] for an empty question or a missing
// scope, and what the embedder or the backend returned. Read itself has no
// deadline but that of ctx: [Exchange.Window] has one, and fails open.
func (m *Memory) Read(ctx context.Context, a Ask) (Window, error) {
	return m.read(ctx, m.o.Load(), a, nil)
}

func (m *Memory) read(ctx context.Context, o *Options, a Ask, t *trail) (w Window, err error) {
	scope, err := ScopeFrom(ctx)
	if err != nil {
		return Window{}, err
	}
	ctx, span := m.t.Start(ctx, semconv.SpanSearch)
	defer func() { span.End(ctx, err) }()
	span.Set(func() []attribute.KeyValue { return o.searchAttributes(a) })
	if err := a.complete(o); err != nil {
		return Window{}, err
	}
	r := &Reading{Ask: a, o: o, trail: t, Query: backends.Query{
		Scope: scope, Session: infoFrom(ctx).session, Text: a.Text,
		AsOf: a.AsOf, Now: o.Clock(), Policy: o.Policy, MinRelevance: o.MinRelevance,
	}}
	t.asked(r.Query, nil)
	if err := m.readStage(ctx, StageEmbed, r, m.embed); err != nil {
		return Window{}, err
	}
	if err := m.retrieve(ctx, r); err != nil {
		return Window{}, err
	}
	span.Set(func() []attribute.KeyValue { return o.foundAttributes(r.Window) })
	return r.Window, nil
}

// complete checks a question and fills in its defaults.
func (a *Ask) complete(o *Options) error {
	a.Text = strings.ToValidUTF8(a.Text, "\uFFFD")
	if strings.TrimSpace(a.Text) == "" {
		return fmt.Errorf("%w: the question is empty", backends.ErrInvalid)
	}
	if a.K == 0 {
		a.K = o.K
	}
	if a.K < 0 || a.K > backends.MaxK/maxFanout {
		return fmt.Errorf("%w: k = %d outside [1, %d]", backends.ErrInvalid, a.K, backends.MaxK/maxFanout)
	}
	return nil
}

// retrieve searches, filters and chooses, over a wider fan-out where plug-ins
// left fewer than k although the store has more.
func (m *Memory) retrieve(ctx context.Context, r *Reading) error {
	for fanout := r.o.Fanout; ; fanout = min(2*fanout, maxFanout) {
		r.Query.K = r.Ask.K * fanout
		r.trail.restart()
		if err := m.readStage(ctx, StageScore, r, m.score); err != nil {
			return err
		}
		more := len(r.Hits) >= r.Query.K && fanout < maxFanout
		if err := m.readStage(ctx, StageFilter, r, m.filter); err != nil {
			return err
		}
		if len(r.Hits) < r.Ask.K && more {
			continue
		}
		return m.readStage(ctx, StageTopK, r, m.topK)
	}
}

// embed is the stage that gives the question its vector.
func (m *Memory) embed(ctx context.Context, r *Reading) (err error) {
	ctx, span := m.t.Start(ctx, semconv.SpanEmbed)
	defer func() { span.End(ctx, err) }()
	if r.o.Embedder == nil {
		span.Set(func() []attribute.KeyValue { return []attribute.KeyValue{attribute.Bool(semconv.NothingToDo, true)} })
		return nil
	}
	space := r.o.Embedder.Space()
	span.Set(func() []attribute.KeyValue { return spaceAttributes(space) })
	v, err := r.o.Embedder.EmbedQuery(ctx, r.Ask.Text)
	if err != nil {
		return fmt.Errorf("embed the question: %w", err)
	}
	if err := space.Check(v); err != nil {
		return fmt.Errorf("embedder of space %q: %w", space.Name, err)
	}
	r.Vector = v
	return nil
}

// score is the stage that searches the store.
func (m *Memory) score(ctx context.Context, r *Reading) (err error) {
	ctx, span := m.t.Start(ctx, semconv.SpanScore)
	defer func() { span.End(ctx, err) }()
	r.Query.Vector = r.Vector
	found, err := m.backend.Search(ctx, r.Query)
	if err != nil {
		return fmt.Errorf("search: %w", err)
	}
	r.Hits, r.Exact, r.Considered = found.Hits, found.Exact, found.Considered
	r.trail.asked(r.Query, found.Hits)
	if m.t.Candidates.Enabled(ctx) {
		m.t.Candidates.Record(ctx, int64(r.Considered))
	}
	span.Set(r.scoreAttributes)
	return nil
}

// filter is the stage that drops what says the same as a better hit.
func (m *Memory) filter(ctx context.Context, r *Reading) error {
	ctx, span := m.t.Start(ctx, semconv.SpanFilter)
	defer span.End(ctx, nil)
	before := len(r.Hits)
	r.Hits = dropDuplicates(r.Hits, r.trail)
	span.Set(func() []attribute.KeyValue {
		return []attribute.KeyValue{attribute.Int(semconv.DroppedDuplicate, before-len(r.Hits))}
	})
	return nil
}

// topK is the stage that chooses the k best that fit the budget. One that does
// not fit is skipped, since a shorter one behind it may.
func (m *Memory) topK(ctx context.Context, r *Reading) (err error) {
	ctx, span := m.t.Start(ctx, semconv.SpanTopK)
	defer func() { span.End(ctx, err) }()
	w := Window{Exact: r.Exact, Considered: r.Considered, Memories: make([]backends.Hit, 0, min(r.Ask.K, len(r.Hits)))}
	left := r.o.Budget - r.o.Tokens(frameOpen) - r.o.Tokens(frameClose)
	var block strings.Builder
	skipped := 0
	for _, h := range r.Hits {
		if len(w.Memories) == r.Ask.K {
			break
		}
		line, err := r.o.render(h.Record, len(w.Memories)+1, infoFrom(ctx).zone)
		if err != nil {
			r.trail.drop(h.ID, FateTemplate, "")
			continue
		}
		cost := r.o.Tokens(line)
		if cost > left {
			skipped++
			r.trail.drop(h.ID, FateBudget, "")
			continue
		}
		left -= cost
		w.Memories = append(w.Memories, h)
		block.WriteString(line)
	}
	if len(w.Memories) > 0 {
		w.Text = frameOpen + block.String() + frameClose
		w.Tokens = r.o.Tokens(w.Text)
	}
	r.Window = w
	m.tellSelected(ctx, span, r, skipped)
	return nil
}
