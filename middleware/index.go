package middleware

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"go.opentelemetry.io/otel/attribute"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/semconv"
)

// index is the stage that embeds the records and stores them. A record that the
// backend refuses does not keep the others of the turn from being stored.
func (m *Memory) index(ctx context.Context, w *Writing) (err error) {
	ctx, span := m.t.Start(ctx, semconv.SpanIndex)
	defer func() { span.End(ctx, err) }()
	if len(w.Records) == 0 {
		return nil
	}
	if err := embedRecords(ctx, w.o.Embedder, w.Records); err != nil {
		return err
	}
	became := make(map[string]backends.Outcome, len(w.Records))
	var errs []error
	for part := range slices.Chunk(w.Records, backends.MaxBatch) {
		outcomes, err := m.put(ctx, part)
		for i, o := range outcomes {
			became[part[i].ID] = o
		}
		errs = append(errs, err)
	}
	for i := range w.Judged {
		w.Judged[i].Outcome = became[w.Judged[i].ID]
	}
	span.Set(func() []attribute.KeyValue { return outcomeAttributes(w.Judged) })
	return errors.Join(errs...)
}

// put stores a batch. Where one record is refused the others are put alone.
func (m *Memory) put(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
	outcomes, err := m.backend.Put(ctx, records)
	if errors.Is(err, backends.ErrInvalid) && len(records) > 1 {
		outcomes, err = m.putEach(ctx, records)
	} else if err != nil {
		err = fmt.Errorf("store: %w", err)
	}
	m.tellOutcomes(ctx, outcomes)
	return outcomes, err
}

func (m *Memory) putEach(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
	outcomes := make([]backends.Outcome, len(records))
	var errs []error
	for i := range records {
		o, err := m.backend.Put(ctx, records[i:i+1])
		if err != nil {
			errs = append(errs, fmt.Errorf("store: %w", err))
			continue
		}
		outcomes[i] = o[0]
	}
	return outcomes, errors.Join(errs...)
}

func embedRecords(ctx context.Context, e Embedder, records []backends.Record) error {
	if e == nil {
		return nil
	}
	var texts []string
	var of []int
	for i, r := range records {
		if r.Kind != backends.Retraction {
			texts, of = append(texts, r.Text), append(of, i)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	vectors, err := e.EmbedDocuments(ctx, texts)
	if err != nil {
		return fmt.Errorf("embed: %w", err)
	}
	space := e.Space()
	if len(vectors) != len(texts) {
		return fmt.Errorf("%w: embedder of space %q returned %d vectors for %d texts", backends.ErrInvalid, space.Name, len(vectors), len(texts))
	}
	for i, v := range vectors {
		if err := space.Check(v); err != nil {
			return fmt.Errorf("embedder of space %q: text %d of %d: %w", space.Name, i+1, len(texts), err)
		}
		records[of[i]].Vector = v
	}
	return nil
}
