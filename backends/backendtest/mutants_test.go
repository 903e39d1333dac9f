package backendtest_test

import (
	"context"
	"errors"
	"flag"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/backendtest"
	"github.com/memware/memware/backends/inmem"
)

// A mutation is a correct backend with one sentence of the contract broken, and
// a case that must fail with it: a suite that passes a backend known to be wrong
// proves nothing about the others.
type mutation struct {
	bug    string // what it does wrong
	caught string // the case that fails
	build  build
	change func(*backendtest.Harness) // of the harness; nil: none
}

// build makes a backend from the options of a correct one.
type build func(*inmem.Options) backends.Backend

func mutations() []mutation {
	return slices.Concat(
		putMutations(), batchMutations(), slotMutations(), valueMutations(), retractionMutations(), setMutations(),
		idMutations(), seqMutations(), timeMutations(), expiryMutations(), quarantineMutations(), boundMutations(),
		releaseMutations(), eraseMutations(), derivedMutations(), pointMutations(), fenceMutations(),
		searchMutations(), sessionMutations(), orderMutations(), statisticsMutations(),
		scopeMutations(), copyMutations(), concurrencyMutations(), scanMutations(), refusalMutations(),
		lifecycleMutations(), abilityMutations(), durableMutations(),
	)
}

func TestMutants(t *testing.T) {
	cases := map[string]backendtest.Case{}
	for _, c := range backendtest.Cases() {
		cases[c.Name] = c
	}
	for _, m := range mutations() {
		t.Run(m.bug, func(t *testing.T) {
			t.Parallel()
			c, ok := cases[m.caught]
			if !ok {
				t.Fatalf("there is no case %q", m.caught)
			}
			err := c.Run(t.Context(), m.harness())
			if err == nil || errors.Is(err, backendtest.ErrSkip) {
				t.Fatalf("case %q passed: %v", m.caught, err)
			}
			t.Log(err)
		})
	}
}

var matrix = flag.Bool("matrix", false, "run every case over every mutant")

// TestMatrix runs every case over every mutant: a wrong store must not make the
// suite panic or wait. It logs which cases catch which mutants.
func TestMatrix(t *testing.T) {
	if !*matrix {
		t.Skip("takes minutes: run it with -matrix")
	}
	for _, m := range mutations() {
		if strings.HasPrefix(m.caught, "concurrency/") {
			continue // nothing is wrong with it, one call at a time
		}
		t.Run(m.bug, func(t *testing.T) {
			t.Parallel()
			h := m.harness()
			open := h.Open
			h.Open = func(ctx context.Context, s backends.Space, now func() time.Time) (backends.Backend, error) {
				b, err := open(ctx, s, now)
				return &serial{full: b.(full)}, err
			}
			var failed []string
			for _, c := range backendtest.Cases() {
				if backendtest.Heavy(c) {
					continue
				}
				if err := c.Run(t.Context(), h); err != nil && !errors.Is(err, backendtest.ErrSkip) {
					failed = append(failed, c.Name)
				}
			}
			t.Logf("%d cases fail: %q", len(failed), failed)
		})
	}
}

// serial makes one call at a time, for mutants whose memory is not safe for
// concurrent use.
type serial struct {
	full
	mu sync.Mutex
}

func (s *serial) Put(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.full.Put(ctx, records)
}

func (s *serial) Search(ctx context.Context, q backends.Query) (backends.Result, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.full.Search(ctx, q)
}

func (s *serial) Scan(ctx context.Context, f backends.Filter, after backends.Cursor) iter.Seq2[backends.Record, error] {
	return func(yield func(backends.Record, error) bool) {
		type step struct {
			r   backends.Record
			err error
		}
		var all []step
		s.mu.Lock()
		for r, err := range s.full.Scan(ctx, f, after) {
			all = append(all, step{r, err})
		}
		s.mu.Unlock()
		for _, one := range all {
			if !yield(one.r, one.err) {
				return
			}
		}
	}
}

func (s *serial) Erase(ctx context.Context, f backends.Filter) (backends.Erasure, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.full.Erase(ctx, f)
}

// harness returns the harness of the mutant.
func (m mutation) harness() backendtest.Harness {
	h := durable(m.build)
	if m.change != nil {
		m.change(&h)
	}
	return h
}

// full is what a backend of this module offers.
type full interface {
	backends.Backend
	backends.Spacer
	backends.Counter
	backends.Auditor
}

// A wrapper is a backend some of whose methods are replaced.
type wrapper struct {
	full
	put    func(context.Context, []backends.Record) ([]backends.Outcome, error)
	search func(context.Context, backends.Query) (backends.Result, error)
	scan   func(context.Context, backends.Filter, backends.Cursor) iter.Seq2[backends.Record, error]
	erase  func(context.Context, backends.Filter) (backends.Erasure, error)
	count  func(context.Context, backends.Scope) (backends.Counts, error)
	audit  func(context.Context, backends.Scope) iter.Seq2[backends.AuditEntry, error]
	space  func() backends.Space
	shut   func() error
}

func (w *wrapper) Put(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
	if w.put == nil {
		return w.full.Put(ctx, records)
	}
	return w.put(ctx, records)
}

func (w *wrapper) Search(ctx context.Context, q backends.Query) (backends.Result, error) {
	if w.search == nil {
		return w.full.Search(ctx, q)
	}
	return w.search(ctx, q)
}

func (w *wrapper) Scan(ctx context.Context, f backends.Filter, after backends.Cursor) iter.Seq2[backends.Record, error] {
	if w.scan == nil {
		return w.full.Scan(ctx, f, after)
	}
	return w.scan(ctx, f, after)
}

func (w *wrapper) Erase(ctx context.Context, f backends.Filter) (backends.Erasure, error) {
	if w.erase == nil {
		return w.full.Erase(ctx, f)
	}
	return w.erase(ctx, f)
}

func (w *wrapper) Count(ctx context.Context, s backends.Scope) (backends.Counts, error) {
	if w.count == nil {
		return w.full.Count(ctx, s)
	}
	return w.count(ctx, s)
}

func (w *wrapper) Audit(ctx context.Context, s backends.Scope) iter.Seq2[backends.AuditEntry, error] {
	if w.audit == nil {
		return w.full.Audit(ctx, s)
	}
	return w.audit(ctx, s)
}

func (w *wrapper) Space() backends.Space {
	if w.space == nil {
		return w.full.Space()
	}
	return w.space()
}

func (w *wrapper) Close() error {
	if w.shut == nil {
		return w.full.Close()
	}
	return w.shut()
}

// wrapping builds a mutant by replacing methods. It is called once a store, so
// that what it declares is the store's own.
func wrapping(replace func(*wrapper)) build {
	return func(o *inmem.Options) backends.Backend {
		w := &wrapper{full: inmem.New(o)}
		replace(w)
		return w
	}
}

// options builds a mutant by changing the options of a correct backend.
func options(change func(*inmem.Options)) build {
	return func(o *inmem.Options) backends.Backend {
		change(o)
		return inmem.New(o)
	}
}

// puts changes records before they are stored.
func puts(change func(*backends.Record)) build {
	return wrapping(func(w *wrapper) {
		w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			return w.full.Put(ctx, changed(records, change))
		}
	})
}

func changed(records []backends.Record, change func(*backends.Record)) []backends.Record {
	records = slices.Clone(records)
	for i := range records {
		change(&records[i])
	}
	return records
}

// outcomes changes what a Put tells of each record. The function that it is made
// of may remember the records.
func outcomes(tell func() func(backends.Record, backends.Outcome) backends.Outcome) build {
	return wrapping(func(w *wrapper) {
		change := tell()
		w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			all, err := w.full.Put(ctx, records)
			for i := range all {
				all[i] = change(records[i], all[i])
			}
			return all, err
		}
	})
}

// instead tells one outcome for another.
func instead(of, other backends.Outcome) build {
	return outcomes(func() func(backends.Record, backends.Outcome) backends.Outcome {
		return func(_ backends.Record, o backends.Outcome) backends.Outcome {
			if o == of {
				return other
			}
			return o
		}
	})
}

// queries changes queries.
func queries(change func(*backends.Query)) build {
	return wrapping(func(w *wrapper) {
		w.search = func(ctx context.Context, q backends.Query) (backends.Result, error) {
			change(&q)
			return w.full.Search(ctx, q)
		}
	})
}

// results changes answers.
func results(change func(backends.Query, *backends.Result)) build {
	return wrapping(func(w *wrapper) {
		w.search = func(ctx context.Context, q backends.Query) (backends.Result, error) {
			res, err := w.full.Search(ctx, q)
			if err == nil {
				change(q, &res)
			}
			return res, err
		}
	})
}

// reads changes the records of scans and searches.
func reads(change func(*backends.Record)) build {
	return wrapping(func(w *wrapper) { w.reading(change) })
}

func (w *wrapper) reading(change func(*backends.Record)) {
	w.scan = func(ctx context.Context, f backends.Filter, after backends.Cursor) iter.Seq2[backends.Record, error] {
		return func(yield func(backends.Record, error) bool) {
			for r, err := range w.full.Scan(ctx, f, after) {
				if err == nil {
					change(&r)
				}
				if !yield(r, err) {
					return
				}
			}
		}
	}
	w.search = func(ctx context.Context, q backends.Query) (backends.Result, error) {
		res, err := w.full.Search(ctx, q)
		for i := range res.Hits {
			change(&res.Hits[i].Record)
		}
		return res, err
	}
}

// erases changes the filters of erases.
func erases(change func(*backends.Filter)) build {
	return wrapping(func(w *wrapper) {
		w.erase = func(ctx context.Context, f backends.Filter) (backends.Erasure, error) {
			change(&f)
			return w.full.Erase(ctx, f)
		}
	})
}

// scans changes the filters of scans.
func scans(change func(*backends.Filter)) build {
	return wrapping(func(w *wrapper) {
		w.scan = func(ctx context.Context, f backends.Filter, after backends.Cursor) iter.Seq2[backends.Record, error] {
			change(&f)
			return w.full.Scan(ctx, f, after)
		}
	})
}

// stored returns what a scope holds.
func stored(ctx context.Context, b backends.Backend, f backends.Filter) []backends.Record {
	var all []backends.Record
	for r, err := range b.Scan(ctx, f, backends.Cursor{}) {
		if err != nil {
			return nil
		}
		all = append(all, r)
	}
	return all
}
