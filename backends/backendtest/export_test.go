package backendtest

import (
	"context"
	"iter"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/memware/memware/backends"
)

// NewReference returns the model's reference as a backend, so that the cases
// and the model check each other.
func NewReference(s backends.Space, now func() time.Time) backends.Backend {
	return &referenceBackend{space: s, now: now, scopes: map[backends.Scope]*ledger{}}
}

// CheckModel runs the model without asking what occurred.
func CheckModel(t *testing.T, report rapid.TB, h Harness) {
	rapid.Check(report, property(h, offered(t, h), &coverage{count: map[string]int{}}))
}

// Heavy reports whether a case takes seconds.
func Heavy(c Case) bool { return c.heavy }

type referenceBackend struct {
	space  backends.Space
	now    func() time.Time
	mu     sync.Mutex // guards the fields below
	scopes map[backends.Scope]*ledger
	closed bool
}

func (b *referenceBackend) ledger(s backends.Scope) *ledger {
	if b.scopes[s] == nil {
		b.scopes[s] = newLedger()
	}
	return b.scopes[s]
}

func (b *referenceBackend) ready(ctx context.Context, invalid error) error {
	switch {
	case b.closed:
		return backends.ErrClosed
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return invalid
}

func (b *referenceBackend) Put(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.ready(ctx, backends.ValidateBatch(records, b.space, b.now())); err != nil {
		return nil, err
	}
	var all []backends.Outcome
	for _, r := range records {
		o, err := b.ledger(r.Scope).put(b.now(), kept(r))
		if err != nil {
			return all, backends.ErrInvalid
		}
		all = append(all, o)
	}
	return all, nil
}

func (b *referenceBackend) Search(ctx context.Context, q backends.Query) (backends.Result, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.ready(ctx, q.Validate(b.space)); err != nil {
		return backends.Result{}, err
	}
	return b.ledger(q.Scope).search(b.space, b.now(), q), nil
}

func (b *referenceBackend) Scan(ctx context.Context, f backends.Filter, after backends.Cursor) iter.Seq2[backends.Record, error] {
	return func(yield func(backends.Record, error) bool) {
		b.mu.Lock()
		err := b.ready(ctx, f.Validate())
		var all []backends.Record
		if err == nil {
			all = b.ledger(f.Scope).all(b.now())
		}
		b.mu.Unlock()
		if err != nil {
			yield(backends.Record{}, err)
			return
		}
		for _, r := range all {
			if f.Match(r) && r.Cursor().Compare(after) > 0 && !yield(r, nil) {
				return
			}
		}
	}
}

func (b *referenceBackend) Erase(ctx context.Context, f backends.Filter) (backends.Erasure, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.ready(ctx, f.Validate()); err != nil {
		return backends.Erasure{}, err
	}
	f.IDs, f.Slots, f.Origins = slices.Clone(f.IDs), slices.Clone(f.Slots), slices.Clone(f.Origins)
	return b.ledger(f.Scope).erase(b.now(), f), nil
}

func (b *referenceBackend) Count(ctx context.Context, s backends.Scope) (backends.Counts, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.ready(ctx, s.Validate()); err != nil {
		return backends.Counts{}, err
	}
	return b.ledger(s).counts(b.now()), nil
}

func (b *referenceBackend) Space() backends.Space { return b.space }

func (b *referenceBackend) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	return nil
}
