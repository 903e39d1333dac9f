package backendtest_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/backendtest"
	"github.com/memware/memware/backends/inmem"
)

func scopeMutations() []mutation {
	return []mutation{
		{bug: "scopes are lower-cased", caught: "scopes/are opaque, whatever they contain", build: scoping(func(s backends.Scope) backends.Scope {
			return backends.Scope{Tenant: strings.ToLower(s.Tenant), User: strings.ToLower(s.User)}
		})},
		{bug: "scopes are trimmed", caught: "scopes/are opaque, whatever they contain", build: scoping(func(s backends.Scope) backends.Scope {
			return backends.Scope{Tenant: strings.TrimSpace(s.Tenant), User: strings.TrimSpace(s.User)}
		})},
		{bug: "scopes are joined by a colon", caught: "scopes/are opaque, whatever they contain", build: scoping(func(s backends.Scope) backends.Scope {
			joined := s.Tenant + ":" + s.User
			return backends.Scope{Tenant: "t", User: joined[:min(len(joined), backends.MaxNameBytes)]}
		})},
		{bug: "an empty part of a scope has a default", caught: "scopes/an empty one is an error", build: scoping(func(s backends.Scope) backends.Scope {
			if s.User == "" {
				s.User = "default"
			}
			return s
		})},
	}
}

// scoping changes scopes on their way in.
func scoping(change func(backends.Scope) backends.Scope) build {
	return wrapping(func(w *wrapper) {
		w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			return w.full.Put(ctx, changed(records, func(r *backends.Record) { r.Scope = change(r.Scope) }))
		}
		w.search = func(ctx context.Context, q backends.Query) (backends.Result, error) {
			q.Scope = change(q.Scope)
			return w.full.Search(ctx, q)
		}
		w.scan = func(ctx context.Context, f backends.Filter, after backends.Cursor) iter.Seq2[backends.Record, error] {
			f.Scope = change(f.Scope)
			return w.full.Scan(ctx, f, after)
		}
		w.erase = func(ctx context.Context, f backends.Filter) (backends.Erasure, error) {
			f.Scope = change(f.Scope)
			return w.full.Erase(ctx, f)
		}
	})
}

func copyMutations() []mutation {
	return []mutation{
		{bug: "the caller's lists are kept", caught: "copies/of what is put", build: wrapping(func(w *wrapper) {
			given := map[string]backends.Record{}
			w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
				for _, r := range records {
					given[r.ID] = r
				}
				return w.full.Put(ctx, records)
			}
			w.reading(func(r *backends.Record) { r.Parents, r.Meta = given[r.ID].Parents, given[r.ID].Meta })
		})},
		{bug: "the store's lists are given away", caught: "copies/of what is returned", build: wrapping(func(w *wrapper) {
			own := map[string]backends.Record{}
			w.reading(func(r *backends.Record) {
				if _, ok := own[r.ID]; !ok {
					own[r.ID] = *r
				}
				r.Parents, r.Meta = own[r.ID].Parents, own[r.ID].Meta
			})
		})},
		{bug: "the caller's filter is kept", caught: "copies/of filters, queries and policies", build: lastFence(func(s []backends.Slot) []backends.Slot { return s })},
	}
}

func concurrencyMutations() []mutation {
	return []mutation{
		{bug: "of two writers at once one is lost", caught: "concurrency/100 writers of one slot leave one current", build: overlapping(func(w *wrapper, ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			return slices.Repeat([]backends.Outcome{backends.Superseding}, len(records)), nil
		})},
		{bug: "a writer shows two values for a while", caught: "concurrency/a reader never sees two current values", build: wrapping(tornWrites)},
		{bug: "an id is looked up, then stored", caught: "concurrency/retries of one id store it once", build: overlapping(func(w *wrapper, ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			return w.full.Put(ctx, changed(records, func(r *backends.Record) { r.ID += fmt.Sprint("~", r.Importance) }))
		})},
		{bug: "batches side by side are mixed up", caught: "concurrency/batches side by side lose nothing", build: overlapping(func(w *wrapper, ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			return w.full.Put(ctx, slices.Concat(records[len(records)/2:], records[:len(records)/2]))
		})},
	}
}

// overlapping does something else where two Puts overlap, which it sees to.
func overlapping(instead func(*wrapper, context.Context, []backends.Record) ([]backends.Outcome, error)) build {
	return wrapping(func(w *wrapper) {
		var writing atomic.Int32
		w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			defer writing.Add(-1)
			if writing.Add(1) > 1 {
				return instead(w, ctx, records)
			}
			time.Sleep(5 * time.Millisecond)
			return w.full.Put(ctx, records)
		}
	})
}

func tornWrites(w *wrapper) {
	var writing atomic.Int32
	w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
		writing.Add(1)
		defer writing.Add(-1)
		time.Sleep(time.Millisecond)
		return w.full.Put(ctx, records)
	}
	w.search = func(ctx context.Context, q backends.Query) (backends.Result, error) {
		if writing.Load() > 0 {
			q.Include |= backends.IncludeSuperseded
		}
		return w.full.Search(ctx, q)
	}
}

func scanMutations() []mutation {
	return []mutation{
		{bug: "scans go by Seq", caught: "scan/yields all in order of (AssertedAt, Seq, ID)", build: wrapping(func(w *wrapper) {
			w.scan = func(ctx context.Context, f backends.Filter, after backends.Cursor) iter.Seq2[backends.Record, error] {
				all := stored(ctx, w.full, f)
				slices.SortFunc(all, func(a, b backends.Record) int { return int(a.Seq) - int(b.Seq) })
				return func(yield func(backends.Record, error) bool) {
					for _, r := range all {
						if !yield(r, nil) {
							return
						}
					}
				}
			}
		})},
		{bug: "scans know no origin", caught: "scan/selects by every field of the filter", build: scans(func(f *backends.Filter) { f.Origins = nil })},
		{bug: "scans end a moment early", caught: "scan/selects by every field of the filter", build: scans(func(f *backends.Filter) {
			if !f.Until.IsZero() {
				f.Until = f.Until.Add(-time.Microsecond)
			}
		})},
		{bug: "a scan resumes at its cursor", caught: "scan/resumes behind a cursor", build: wrapping(func(w *wrapper) {
			w.scan = func(ctx context.Context, f backends.Filter, after backends.Cursor) iter.Seq2[backends.Record, error] {
				if after.Seq > 0 {
					after.Seq--
				}
				return w.full.Scan(ctx, f, after)
			}
		})},
		{bug: "a scan of nothing yields an empty record", caught: "scan/of an empty scope yields nothing", build: yielding(func(steps int, err error, yield func(backends.Record, error) bool) {
			if steps == 0 {
				yield(backends.Record{}, nil)
			}
		})},
		{bug: "a scan goes on after an error", caught: "scan/stops after its first error", build: yielding(func(_ int, err error, yield func(backends.Record, error) bool) {
			if err != nil {
				yield(backends.Record{}, err)
			}
		})},
		{bug: "a scan keeps writers out", caught: "scan/can be left, and run beside writes", build: wrapping(lockingScans)},
		{bug: "a scan ends after 4,096 records", caught: "scan/100,000 records in pages", build: wrapping(func(w *wrapper) {
			w.scan = func(ctx context.Context, f backends.Filter, after backends.Cursor) iter.Seq2[backends.Record, error] {
				return func(yield func(backends.Record, error) bool) {
					n := 0
					for r, err := range w.full.Scan(ctx, f, after) {
						if n++; n > 4096 || !yield(r, err) {
							return
						}
					}
				}
			}
		})},
	}
}

// yielding adds to the end of scans that were not left.
func yielding(more func(steps int, err error, yield func(backends.Record, error) bool)) build {
	return wrapping(func(w *wrapper) {
		w.scan = func(ctx context.Context, f backends.Filter, after backends.Cursor) iter.Seq2[backends.Record, error] {
			return func(yield func(backends.Record, error) bool) {
				steps := 0
				var last error
				for r, err := range w.full.Scan(ctx, f, after) {
					steps, last = steps+1, err
					if !yield(r, err) {
						return
					}
				}
				more(steps, last, yield)
			}
		}
	})
}

func lockingScans(w *wrapper) {
	var mu sync.RWMutex
	w.scan = func(ctx context.Context, f backends.Filter, after backends.Cursor) iter.Seq2[backends.Record, error] {
		return func(yield func(backends.Record, error) bool) {
			mu.RLock()
			defer mu.RUnlock()
			w.full.Scan(ctx, f, after)(yield)
		}
	}
	w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
		if !mu.TryLock() { // another would wait here forever
			return nil, backends.ErrUnavailable
		}
		defer mu.Unlock()
		return w.full.Put(ctx, records)
	}
}

func refusalMutations() []mutation {
	return []mutation{
		{bug: "importance is clamped", caught: "refusals/every invalid record", build: puts(func(r *backends.Record) { r.Importance = min(1, max(0, r.Importance)) })},
		{bug: "long names are cut", caught: "refusals/every invalid record", build: puts(func(r *backends.Record) { r.Session = r.Session[:min(len(r.Session), backends.MaxNameBytes)] })},
		{bug: "broken text is mended", caught: "refusals/every invalid record", build: puts(func(r *backends.Record) { r.Text = strings.ToValidUTF8(r.Text, "?") })},
		{bug: "its own parent is left out", caught: "refusals/every invalid record", build: puts(func(r *backends.Record) {
			r.Parents = slices.DeleteFunc(slices.Clone(r.Parents), func(p string) bool { return p == r.ID })
		})},
		{bug: "vectors are cut or filled", caught: "refusals/every invalid vector", build: func(o *inmem.Options) backends.Backend {
			return puts(func(r *backends.Record) {
				if n := o.Space.Dim; r.Kind != backends.Retraction && len(r.Vector) != n {
					r.Vector = append(slices.Clone(r.Vector), make([]float32, n)...)[:n]
				}
			})(o)
		}},
		{bug: "large batches are split", caught: "refusals/batches too large", build: batches(func(put puter, ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			var all []backends.Outcome
			for some := range slices.Chunk(records, backends.MaxBatch) {
				got, err := put(ctx, some)
				if all = append(all, got...); err != nil {
					return all, err
				}
			}
			return all, nil
		})},
		{bug: "K of 0 is 1", caught: "refusals/every invalid query", build: queries(func(q *backends.Query) { q.K = max(q.K, 1) })},
		{bug: "negative weights are 0", caught: "refusals/every invalid query", build: policies(func(p *backends.Policy) { p.Recency = max(p.Recency, 0) })},
		{bug: "an empty list selects all", caught: "refusals/every invalid filter", build: erases(func(f *backends.Filter) {
			if len(f.IDs) == 0 {
				f.IDs = nil
			}
		})},
		{bug: "texts have 4,096 bytes", caught: "refusals/nothing at its limit", build: batches(func(put puter, ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			for _, r := range records {
				if len(r.Text) > 4096 {
					return nil, backends.ErrInvalid
				}
			}
			return put(ctx, records)
		})},
		{bug: "vectors have 4,096 components", caught: "refusals/no vector of the largest dimension", build: puts(func(r *backends.Record) { r.Vector = r.Vector[:min(len(r.Vector), 4096)] })},
		{bug: "errors quote the text", caught: "refusals/errors hold no content", build: batches(func(put puter, ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			got, err := put(ctx, records)
			if err != nil && len(records) > 0 {
				err = fmt.Errorf("put %q: %w", records[0].Text, err)
			}
			return got, err
		})},
	}
}

func lifecycleMutations() []mutation {
	const cancel = "lifecycle/a cancelled call returns the context's error"
	detach := context.WithoutCancel
	return []mutation{
		{bug: "Put cannot be cancelled", caught: cancel, build: batches(func(put puter, ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			return put(detach(ctx), records)
		})},
		{bug: "Search cannot be cancelled", caught: cancel, build: wrapping(func(w *wrapper) {
			w.search = func(ctx context.Context, q backends.Query) (backends.Result, error) {
				return w.full.Search(detach(ctx), q)
			}
		})},
		{bug: "Scan cannot be cancelled", caught: cancel, build: wrapping(func(w *wrapper) {
			w.scan = func(ctx context.Context, f backends.Filter, after backends.Cursor) iter.Seq2[backends.Record, error] {
				return w.full.Scan(detach(ctx), f, after)
			}
		})},
		{bug: "Erase cannot be cancelled", caught: cancel, build: wrapping(func(w *wrapper) {
			w.erase = func(ctx context.Context, f backends.Filter) (backends.Erasure, error) {
				return w.full.Erase(detach(ctx), f)
			}
		})},
		{bug: "Count cannot be cancelled", caught: cancel, build: wrapping(func(w *wrapper) {
			w.count = func(ctx context.Context, s backends.Scope) (backends.Counts, error) {
				return w.full.Count(detach(ctx), s)
			}
		})},
		{bug: "a deadline is told as an outage", caught: "lifecycle/a late call returns the context's error", build: batches(func(put puter, ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			got, err := put(ctx, records)
			if errors.Is(err, context.DeadlineExceeded) {
				err = backends.ErrUnavailable
			}
			return got, err
		})},
		{bug: "a closed store works on", caught: "lifecycle/after Close calls return ErrClosed", build: wrapping(func(w *wrapper) { w.shut = func() error { return nil } })},
		{bug: "a closed store has no numbers but no error", caught: "lifecycle/after Close calls return ErrClosed", build: wrapping(func(w *wrapper) {
			w.count = func(ctx context.Context, s backends.Scope) (backends.Counts, error) {
				n, err := w.full.Count(ctx, s)
				if errors.Is(err, backends.ErrClosed) {
					return n, nil
				}
				return n, err
			}
		})},
		{bug: "a second Close is an error", caught: "lifecycle/Close may be called more than once", build: wrapping(func(w *wrapper) {
			closed := false
			w.shut = func() error {
				if closed {
					return backends.ErrClosed
				}
				closed = true
				return w.full.Close()
			}
		})},
		{bug: "calls in flight are told of an outage", caught: "lifecycle/calls in flight at Close finish or fail with ErrClosed", build: batches(func(put puter, ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			got, err := put(ctx, records)
			if errors.Is(err, backends.ErrClosed) {
				err = backends.ErrUnavailable
			}
			return got, err
		})},
	}
}

func abilityMutations() []mutation {
	counting := func(change func(*backends.Counts)) build {
		return wrapping(func(w *wrapper) {
			w.count = func(ctx context.Context, s backends.Scope) (backends.Counts, error) {
				n, err := w.full.Count(ctx, s)
				change(&n)
				return n, err
			}
		})
	}
	return []mutation{
		{bug: "retractions count as current", caught: "abilities/Count tells the numbers of a scope", build: counting(func(n *backends.Counts) { n.Current += n.Retractions })},
		{bug: "candidates count as notes", caught: "abilities/Count tells the numbers of a scope", build: counting(func(n *backends.Counts) { n.Notes += n.Held })},
		{bug: "what a point ended counts as current", caught: "abilities/Count follows erases and releases", build: wrapping(func(w *wrapper) {
			w.count = func(ctx context.Context, s backends.Scope) (backends.Counts, error) {
				n, err := w.full.Count(ctx, s)
				for _, r := range stored(ctx, w.full, backends.Filter{Scope: s}) {
					if !r.ValidUntil.IsZero() && r.SupersededBy == "" {
						n.Current, n.Superseded = n.Current+1, n.Superseded-1
					}
				}
				return n, err
			}
		})},
		{bug: "an audit forgets who decided", caught: "abilities/Audit tells who decided what, and when", build: auditing(func(_ int, e *backends.AuditEntry) bool { e.By = ""; return true })},
		{bug: "an audit calls a discard an erase", caught: "abilities/Audit tells who decided what, and when", build: auditing(func(_ int, e *backends.AuditEntry) bool {
			if e.Action == backends.ActionDiscard {
				e.Action = backends.ActionErase
			}
			return true
		})},
		{bug: "an audit forgets the first decision", caught: "abilities/Audit tells who decided what, and when", build: auditing(func(i int, _ *backends.AuditEntry) bool { return i > 0 })},
		{bug: "the space told is always tfidf", caught: "abilities/Space tells the space", build: wrapping(func(w *wrapper) {
			w.space = func() backends.Space { return backends.Space{} }
		})},
	}
}

// auditing changes the entries of an audit, or leaves them out.
func auditing(change func(i int, e *backends.AuditEntry) bool) build {
	return wrapping(func(w *wrapper) {
		w.audit = func(ctx context.Context, s backends.Scope) iter.Seq2[backends.AuditEntry, error] {
			return func(yield func(backends.AuditEntry, error) bool) {
				i := 0
				for e, err := range w.full.Audit(ctx, s) {
					if change(i, &e) && !yield(e, err) {
						return
					}
					i++
				}
			}
		}
	})
}

func durableMutations() []mutation {
	return []mutation{
		{bug: "a restart loses retractions", caught: "durable/records and histories survive a restart", build: wrapping(func(*wrapper) {}), change: restarting(backends.Filter{Kinds: []backends.Kind{backends.Note, backends.Fact}})},
		{bug: "a restart loses what was erased", caught: "durable/marks, points and fences survive a restart", build: wrapping(func(*wrapper) {}), change: restarting(backends.Filter{})},
		{bug: "a restart loses outcomes", caught: "durable/quarantine, outcomes and Seq survive a restart", build: wrapping(func(*wrapper) {}), change: restarting(backends.Filter{})},
		{bug: "a store opens in any space", caught: "durable/another space is refused", build: correct, change: func(h *backendtest.Harness) {
			h.Reopen = func(_ context.Context, b backends.Backend, _ backends.Space, _ func() time.Time) (backends.Backend, error) {
				return b, nil
			}
		}},
		{bug: "a log keeps what was erased", caught: "residue/no byte of what was erased is left", build: logging(backends.Inserted, backends.Held)},
		{bug: "a log keeps what was barred", caught: "residue/no byte of what was barred is stored", build: logging(backends.Erased)},
	}
}

// restarting reopens a store as a new one with the records that a filter selects.
func restarting(f backends.Filter) func(*backendtest.Harness) {
	return func(h *backendtest.Harness) {
		h.Reopen = func(ctx context.Context, b backends.Backend, s backends.Space, now func() time.Time) (backends.Backend, error) {
			to := inmem.New(&inmem.Options{Space: s, Clock: now})
			for _, user := range []string{"alice", "bob"} {
				f.Scope = backends.Scope{Tenant: "acme", User: user}
				if all := stored(ctx, b, f); len(all) > 0 {
					if _, err := to.Put(ctx, all); err != nil {
						return nil, err
					}
				}
			}
			return to, b.Close()
		}
	}
}

// logging keeps the bytes of records with some outcomes.
func logging(kept ...backends.Outcome) build {
	return func(o *inmem.Options) backends.Backend {
		l := &logged{full: inmem.New(o), kept: kept}
		return l
	}
}

type logged struct {
	full
	kept []backends.Outcome
	log  []byte
}

func (l *logged) Put(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
	all, err := l.full.Put(ctx, records)
	for i, o := range all {
		if slices.Contains(l.kept, o) {
			l.log = appendBytes(l.log, records[i])
		}
	}
	return all, err
}

func (l *logged) bytes() []byte { return l.log }
