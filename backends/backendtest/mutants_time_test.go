package backendtest_test

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
)

func idMutations() []mutation {
	return []mutation{
		{bug: "ids are unique over all scopes", caught: "ids/are unique within a scope, not across", build: wrapping(func(w *wrapper) {
			owner := map[string]backends.Scope{}
			w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
				for _, r := range records {
					if o, ok := owner[r.ID]; ok && o != r.Scope {
						return nil, backends.ErrInvalid
					}
					owner[r.ID] = r.Scope
				}
				return w.full.Put(ctx, records)
			}
		})},
		{bug: "a retry is called Unchanged", caught: "ids/a retry gives the first outcome and changes nothing", build: comparingID(func(last, r backends.Record, o backends.Outcome) backends.Outcome {
			if last.ID == r.ID {
				return backends.Unchanged
			}
			return o
		})},
		{bug: "a retry updates the importance", caught: "ids/the first Put wins for all but content", build: wrapping(func(w *wrapper) {
			last := map[string]float64{}
			w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
				for _, r := range records {
					last[r.ID] = r.Importance
				}
				return w.full.Put(ctx, records)
			}
			w.reading(func(r *backends.Record) { r.Importance = last[r.ID] })
		})},
		{bug: "a retry after the release is called released", caught: "ids/a retry of a candidate is held, even after its release", build: comparingID(func(last, r backends.Record, o backends.Outcome) backends.Outcome {
			if o == backends.Held && last.Reviewer != "" {
				return backends.Released
			}
			return o
		})},
		{bug: "other content is ignored", caught: "ids/other content is an error", build: batches(func(put puter, ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			got, err := put(ctx, records)
			if errors.Is(err, backends.ErrInvalid) {
				return slices.Repeat([]backends.Outcome{backends.Unchanged}, len(records)), nil
			}
			return got, err
		})},
		{bug: "content is compared byte for byte", caught: "ids/content is compared folded", build: wrapping(func(w *wrapper) {
			value := map[string]string{}
			w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
				for _, r := range records {
					if v, ok := value[r.ID]; ok && v != r.Value {
						return nil, backends.ErrInvalid
					}
					value[r.ID] = r.Value
				}
				return w.full.Put(ctx, records)
			}
		})},
	}
}

// comparingID tells an outcome by the last record put with the ID.
func comparingID(tell func(last, r backends.Record, o backends.Outcome) backends.Outcome) build {
	return outcomes(func() func(backends.Record, backends.Outcome) backends.Outcome {
		last := map[string]backends.Record{}
		return func(r backends.Record, o backends.Outcome) backends.Outcome {
			was := last[r.ID]
			last[r.ID] = r
			return tell(was, r, o)
		}
	})
}

func seqMutations() []mutation {
	return []mutation{
		{bug: "a batch is stored backwards", caught: "seq/is strictly increasing in batch order", build: batches(func(put puter, ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			records = slices.Clone(records)
			slices.Reverse(records)
			got, err := put(ctx, records)
			slices.Reverse(got)
			return got, err
		})},
		{bug: "an empty scope numbers from the start", caught: "seq/goes on after an erase", build: func(o *inmem.Options) backends.Backend {
			return wrapping(func(w *wrapper) {
				w.erase = func(ctx context.Context, f backends.Filter) (backends.Erasure, error) {
					e, err := w.full.Erase(ctx, f)
					if len(stored(ctx, w.full, backends.Filter{Scope: f.Scope})) == 0 {
						w.full = inmem.New(o)
					}
					return e, err
				}
			})(o)
		}},
		{bug: "an import gets a new Seq", caught: "seq/an import keeps Seq and numbers on from the greatest", build: puts(func(r *backends.Record) { r.Seq = 0 })},
		{bug: "an import gets a new RecordedAt", caught: "seq/an import keeps RecordedAt and SaidAt", build: puts(func(r *backends.Record) { r.RecordedAt = time.Time{} })},
		{bug: "an import loses its SaidAt", caught: "seq/an import keeps RecordedAt and SaidAt", build: puts(func(r *backends.Record) { r.SaidAt = time.Time{} })},
	}
}

func timeMutations() []mutation {
	return []mutation{
		{bug: "a fact still holds at its end", caught: "times/as of an instant, borders included", build: queries(func(q *backends.Query) {
			if !q.AsOf.IsZero() {
				q.AsOf = q.AsOf.Add(-time.Microsecond)
			}
		})},
		{bug: "notes are found before they were asserted", caught: "times/as of an instant, the notes asserted by then", build: wrapping(func(w *wrapper) {
			w.search = func(ctx context.Context, q backends.Query) (backends.Result, error) {
				res, err := w.full.Search(ctx, q)
				for _, r := range stored(ctx, w.full, backends.Filter{Scope: q.Scope, Kinds: []backends.Kind{backends.Note}}) {
					if r.AssertedAt.After(q.AsOf) {
						res.Hits = append(res.Hits, backends.Hit{Record: r})
					}
				}
				return res, err
			}
		})},
		{bug: "Now is ignored", caught: "times/the reference time is AsOf, else Now, else the clock", build: queries(func(q *backends.Query) { q.Now = time.Time{} })},
		{bug: "Now goes before AsOf", caught: "times/the reference time is AsOf, else Now, else the clock", build: queries(func(q *backends.Query) {
			if !q.Now.IsZero() {
				q.AsOf = time.Time{}
			}
		})},
		{bug: "age runs to the clock", caught: "times/the reference time is AsOf, else Now, else the clock", build: func(o *inmem.Options) backends.Backend {
			return results(func(q backends.Query, res *backends.Result) {
				p := backends.DefaultPolicy()
				if q.Policy != nil {
					p = *q.Policy
				}
				for i, h := range res.Hits {
					res.Hits[i].Score = p.Score(o.Clock(), h.Score.Relevance, h.AssertedAt, h.Importance)
				}
			})(o)
		}},
		{bug: "the future is stored", caught: "times/too far ahead is refused", build: options(func(o *inmem.Options) {
			clock := o.Clock
			o.Clock = func() time.Time { return clock().Add(time.Hour) }
		})},
		{bug: "the machine's clock is used", caught: "times/too far ahead is refused", build: options(func(o *inmem.Options) { o.Clock = nil })},
		{bug: "an entry holds as soon as it is stored", caught: "times/an entry holds only from its AssertedAt", build: func(o *inmem.Options) backends.Backend {
			return queries(func(q *backends.Query) {
				if q.AsOf.IsZero() {
					q.AsOf = o.Clock().Add(backends.MaxAhead)
				}
			})(o)
		}},
	}
}

func expiryMutations() []mutation {
	return []mutation{
		{bug: "a record is found at its ExpiresAt", caught: "expiry/comes at its instant", build: puts(func(r *backends.Record) {
			if !r.ExpiresAt.IsZero() {
				r.ExpiresAt = r.ExpiresAt.Add(time.Microsecond)
			}
		})},
		{bug: "a fact ends when it expires", caught: "expiry/revives nothing and ends no interval", build: reads(func(r *backends.Record) {
			if !r.ExpiresAt.IsZero() && r.ValidUntil.IsZero() {
				r.ValidUntil = r.ExpiresAt
			}
		})},
		{bug: "expiry revives the value before", caught: "expiry/revives nothing and ends no interval", build: wrapping(func(w *wrapper) {
			w.search = func(ctx context.Context, q backends.Query) (backends.Result, error) {
				res, err := w.full.Search(ctx, q)
				if len(res.Hits) == 0 {
					q.Include |= backends.IncludeSuperseded
					return w.full.Search(ctx, q)
				}
				return res, err
			}
		})},
		{bug: "no flag finds what expired", caught: "expiry/is included by its flag", build: queries(func(q *backends.Query) { q.Include &^= backends.IncludeExpired })},
		{bug: "every flag finds what expired", caught: "expiry/is included by its flag", build: queries(func(q *backends.Query) {
			if q.Include != 0 {
				q.Include |= backends.IncludeExpired
			}
		})},
	}
}

func quarantineMutations() []mutation {
	return []mutation{
		{bug: "candidates are found", caught: "quarantine/is found by its flag alone", build: queries(func(q *backends.Query) { q.Include |= backends.IncludeQuarantined })},
		{bug: "no flag finds candidates", caught: "quarantine/is found by its flag alone", build: queries(func(q *backends.Query) { q.Include &^= backends.IncludeQuarantined })},
		{bug: "scans hide candidates", caught: "quarantine/is found by its flag alone", build: scans(func(f *backends.Filter) {
			if f.Statuses == nil {
				f.Statuses = []backends.Status{backends.Admitted}
			}
		})},
		{bug: "a candidate ends the entry before it", caught: "quarantine/is in no history", build: shadowing(func(r backends.Record) []backends.Record {
			if r.Status != backends.Quarantined || r.Kind != backends.Fact {
				return nil
			}
			r.Status = backends.Admitted
			return []backends.Record{r}
		})},
		{bug: "candidates are found in every session", caught: "quarantine/a held note keeps the rule of sessions", build: queries(func(q *backends.Query) {
			if q.Include&backends.IncludeQuarantined != 0 {
				q.Session = ""
			}
		})},
		{bug: "a flag finds candidates of the future", caught: "quarantine/nothing is found before it was asserted", build: queries(func(q *backends.Query) {
			if q.Include&backends.IncludeQuarantined != 0 {
				q.AsOf = q.AsOf.Add(time.Microsecond)
			}
		})},
	}
}

func boundMutations() []mutation {
	return []mutation{
		{bug: "any number is held", caught: "bounds/beyond MaxHeld the oldest candidates go", build: options(func(o *inmem.Options) { o.MaxHeld = 1 << 20 })},
		{bug: "discarded candidates are not counted", caught: "bounds/beyond MaxHeld the oldest candidates go", build: wrapping(func(w *wrapper) {
			w.count = func(ctx context.Context, s backends.Scope) (backends.Counts, error) {
				n, err := w.full.Count(ctx, s)
				n.Discarded = 0
				return n, err
			}
		})},
		{bug: "candidates are held forever", caught: "bounds/a candidate goes after MaxHeldAge", build: options(func(o *inmem.Options) { o.MaxHeldAge = 1e6 * time.Hour })},
		{bug: "candidates are discarded a day too early", caught: "bounds/a candidate goes after MaxHeldAge", build: options(func(o *inmem.Options) { o.MaxHeldAge = backends.MaxHeldAge - 24*time.Hour })},
		{bug: "old candidates are only hidden", caught: "bounds/a discarded candidate is erased for good", build: hidesOldCandidates},
	}
}

func hidesOldCandidates(o *inmem.Options) backends.Backend {
	o.MaxHeldAge = 1e6 * time.Hour
	return wrapping(func(w *wrapper) {
		w.hiding(func(r backends.Record) bool {
			return r.Status == backends.Quarantined && o.Clock().Sub(r.RecordedAt) > backends.MaxHeldAge
		})
	})(o)
}

func releaseMutations() []mutation {
	return []mutation{
		{bug: "every release is as of now", caught: "release/as said keeps time and Seq", build: releases(func(r *backends.Record, _ backends.Record) {
			r.AssertedAt = r.AssertedAt.Add(time.Microsecond)
		})},
		{bug: "a release is never late", caught: "release/as said may land superseded", build: comparingID(func(_, r backends.Record, o backends.Outcome) backends.Outcome {
			if r.Reviewer != "" && o == backends.Late {
				return backends.Released
			}
			return o
		})},
		{bug: "a release as of now forgets when it was said", caught: "release/as of now has a new Seq and keeps SaidAt", build: reads(func(r *backends.Record) { r.SaidAt = r.AssertedAt })},
		{bug: "a release keeps its time", caught: "release/as of now has a new Seq and keeps SaidAt", build: releases(func(r *backends.Record, was backends.Record) { r.AssertedAt = was.AssertedAt })},
		{bug: "a release keeps its key", caught: "release/may correct key and member", build: releases(func(r *backends.Record, was backends.Record) { r.Key = was.Key })},
		{bug: "a release keeps its member", caught: "release/may correct key and member", build: releases(func(r *backends.Record, was backends.Record) { r.Member = was.Member })},
		{bug: "a release changes the importance", caught: "release/leaves everything else as it was", build: wrapping(func(w *wrapper) {
			last := map[string]float64{}
			w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
				for _, r := range records {
					last[r.ID] = r.Importance
				}
				return w.full.Put(ctx, records)
			}
			w.reading(func(r *backends.Record) { r.Importance = last[r.ID] })
		})},
		{bug: "a note released is called inserted", caught: "release/of a note and of a retraction", build: comparingID(func(_, r backends.Record, o backends.Outcome) backends.Outcome {
			if o == backends.Released && r.Kind == backends.Note {
				return backends.Inserted
			}
			return o
		})},
		{bug: "a release may say something else", caught: "release/kind and value must agree", build: releases(func(r *backends.Record, was backends.Record) {
			r.Kind, r.Value, r.Text = was.Kind, was.Value, was.Text
		})},
		{bug: "the release of what is admitted is called released", caught: "release/of what is admitted is Unchanged", build: instead(backends.Unchanged, backends.Released)},
		{bug: "a release repeated is Unchanged", caught: "release/repeated it has its outcome again", build: comparingID(func(last, r backends.Record, o backends.Outcome) backends.Outcome {
			if r.Reviewer != "" && last.Reviewer != "" {
				return backends.Unchanged
			}
			return o
		})},
		{bug: "whatever is admitted is released", caught: "release/needs a Reviewer", build: puts(func(r *backends.Record) {
			if r.Status == backends.Admitted {
				r.Reviewer = "nobody"
			}
		})},
		{bug: "every release wins", caught: "release/of concurrent ones one wins", build: instead(backends.Unchanged, backends.Released)},
		{bug: "what was released is not erased", caught: "release/erase beats it in any order", build: erases(func(f *backends.Filter) {
			if f.IDsOnly() {
				f.Statuses = []backends.Status{backends.Quarantined}
			}
		})},
		{bug: "a discard erases what was released meanwhile", caught: "release/a discard or a release wins, never both", build: erases(func(f *backends.Filter) { f.Statuses = nil })},
	}
}

// releases changes releases, given the candidate as it was first put.
func releases(change func(r *backends.Record, was backends.Record)) build {
	return wrapping(func(w *wrapper) {
		first := map[string]backends.Record{}
		w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			return w.full.Put(ctx, changed(records, func(r *backends.Record) {
				if was, ok := first[r.ID]; ok && r.Reviewer != "" {
					change(r, was)
				} else if !ok {
					first[r.ID] = *r
				}
			}))
		}
	})
}
