package backendtest_test

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
)

func putMutations() []mutation {
	all := []mutation{
		{bug: "a Put is stored by the next one", caught: "put/a write is seen by every later call", build: lateWriter},
		{bug: "a given ValidUntil is believed", caught: "put/what the backend sets is ignored", build: believer},
		{bug: "notes of the same words are one", caught: "put/notes supersede nothing", build: results(func(_ backends.Query, res *backends.Result) {
			seen := map[string]bool{}
			res.Hits = slices.DeleteFunc(res.Hits, func(h backends.Hit) bool {
				twice := h.Kind == backends.Note && seen[h.Text]
				seen[h.Text] = true
				return twice
			})
		})},
	}
	for field, forget := range map[string]func(*backends.Record){
		"Session":    func(r *backends.Record) { r.Session = "" },
		"Importance": func(r *backends.Record) { r.Importance = 0 },
		"Origin":     func(r *backends.Record) { r.Origin = backends.Other },
		"Parents":    func(r *backends.Record) { r.Parents = nil },
		"Reason":     func(r *backends.Record) { r.Reason = "" },
		"Source":     func(r *backends.Record) { r.Source = "" },
		"Meta":       func(r *backends.Record) { r.Meta = nil },
		"ExpiresAt":  func(r *backends.Record) { r.ExpiresAt = time.Time{} },
		"Text":       func(r *backends.Record) { r.Text = strings.ToLower(r.Text) },
		"Value":      func(r *backends.Record) { r.Value = strings.ToLower(r.Value) },
	} {
		all = append(all, mutation{bug: field + " is not kept", caught: "put/every field is kept", build: puts(forget)})
	}
	return all
}

func lateWriter(o *inmem.Options) backends.Backend {
	return wrapping(func(w *wrapper) {
		var pending []backends.Record
		w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			if pending != nil {
				if _, err := w.full.Put(ctx, pending); err != nil {
					return nil, err
				}
			}
			pending = slices.Clone(records)
			return slices.Repeat([]backends.Outcome{backends.Inserted}, len(records)), nil
		}
	})(o)
}

func believer(o *inmem.Options) backends.Backend {
	return wrapping(func(w *wrapper) {
		given := map[string]backends.Record{}
		w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			for _, r := range records {
				given[r.ID] = r
			}
			return w.full.Put(ctx, records)
		}
		w.reading(func(r *backends.Record) {
			if g := given[r.ID]; !g.ValidUntil.IsZero() {
				r.ValidUntil, r.SupersededBy = g.ValidUntil, g.SupersededBy
			}
		})
	})(o)
}

func batchMutations() []mutation {
	return []mutation{
		{bug: "outcomes are told backwards", caught: "batch/one outcome a record, in order", build: batches(func(put puter, ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			all, err := put(ctx, records)
			slices.Reverse(all)
			return all, err
		})},
		{bug: "an empty batch is an error", caught: "batch/an empty batch does nothing", build: batches(func(put puter, ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			if len(records) == 0 {
				return nil, backends.ErrInvalid
			}
			return put(ctx, records)
		})},
		{bug: "records are validated one by one", caught: "batch/validated before the first record is stored", build: batches(oneByOne)},
		{bug: "a failure forgets the outcomes before it", caught: "batch/a failure keeps what came before it", build: batches(func(put puter, ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			all, err := put(ctx, records)
			if err != nil {
				return nil, err
			}
			return all, nil
		})},
		{bug: "a batch put again is an error", caught: "batch/put again is safe", build: wrapping(func(w *wrapper) {
			seen := map[string]bool{}
			w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
				for _, r := range records {
					if seen[r.ID] {
						return nil, backends.ErrInvalid
					}
					seen[r.ID] = true
				}
				return w.full.Put(ctx, records)
			}
		})},
	}
}

type puter func(context.Context, []backends.Record) ([]backends.Outcome, error)

// batches replaces Put by a function of the correct one.
func batches(put func(puter, context.Context, []backends.Record) ([]backends.Outcome, error)) build {
	return wrapping(func(w *wrapper) {
		w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			return put(w.full.Put, ctx, records)
		}
	})
}

func oneByOne(put puter, ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
	var all []backends.Outcome
	for i := range records {
		o, err := put(ctx, records[i:i+1])
		all = append(all, o...)
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

func slotMutations() []mutation {
	return []mutation{
		{bug: "nothing supersedes anything", caught: "slots/a later fact supersedes the earlier", build: puts(func(r *backends.Record) {
			if r.Kind == backends.Fact {
				r.Member = r.ID
			}
		})},
		{bug: "keys are lower-cased", caught: "slots/different keys never interact", build: puts(func(r *backends.Record) { r.Key = strings.ToLower(r.Key) })},
		{bug: "key and member run into each other", caught: "slots/different keys never interact", build: puts(func(r *backends.Record) {
			if r.Kind == backends.Fact {
				r.Key, r.Member = r.Key+r.Member, ""
			}
		})},
		{bug: "near duplicates are dropped", caught: "slots/almost the same text under two keys is two records", build: dropping(nearDuplicate())},
		{bug: "the last to arrive is the latest", caught: "slots/the order of arrival changes no interval", build: lastWriteWins},
		{bug: "a late arrival is called current", caught: "slots/a late arrival is superseded from birth", build: instead(backends.Late, backends.Superseding)},
		{bug: "of equal times the first wins", caught: "slots/of two equal times the later Seq wins", build: firstWins},
		{bug: "imports are numbered anew", caught: "slots/equal times and Seq go by id", build: puts(func(r *backends.Record) { r.Seq = 0 })},
		{bug: "times have milliseconds", caught: "slots/times are UTC microseconds", build: puts(func(r *backends.Record) { r.AssertedAt = r.AssertedAt.Truncate(time.Millisecond) })},
		{bug: "times keep their zone", caught: "slots/times are UTC microseconds", build: reads(func(r *backends.Record) { r.AssertedAt = r.AssertedAt.In(time.FixedZone("east", 3600)) })},
	}
}

// dropping stores only what keep, asked once for each record, wants; of the
// others it tells that they were stored.
func dropping(keep func() func(backends.Record) (backends.Outcome, bool)) build {
	return wrapping(func(w *wrapper) {
		want := keep()
		w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			var all []backends.Outcome
			for i, r := range records {
				o, ok := want(r)
				if ok {
					got, err := w.full.Put(ctx, records[i:i+1])
					if err != nil {
						return all, err
					}
					o = got[0]
				}
				all = append(all, o)
			}
			return all, nil
		}
	})
}

func nearDuplicate() func() func(backends.Record) (backends.Outcome, bool) {
	return func() func(backends.Record) (backends.Outcome, bool) {
		seen := map[string]bool{}
		return func(r backends.Record) (backends.Outcome, bool) {
			start := r.Text[:min(20, len(r.Text))]
			defer func() { seen[start] = true }()
			return backends.Inserted, !seen[start]
		}
	}
}

// slot is the key of what mutants remember.
func slot(r backends.Record) string { return r.Scope.User + "/" + r.Key + "/" + r.Member }

func lastWriteWins(o *inmem.Options) backends.Backend {
	latest := map[string]time.Time{}
	return puts(func(r *backends.Record) {
		if last, ok := latest[slot(*r)]; ok && r.Kind != backends.Note && !r.AssertedAt.After(last) {
			r.AssertedAt = last.Add(time.Microsecond)
		}
		latest[slot(*r)] = r.AssertedAt
	})(o)
}

func firstWins(o *inmem.Options) backends.Backend {
	taken := map[string]bool{}
	return puts(func(r *backends.Record) {
		for taken[slot(*r)+r.AssertedAt.String()] && r.Kind != backends.Note {
			r.AssertedAt = r.AssertedAt.Add(-time.Microsecond)
		}
		taken[slot(*r)+r.AssertedAt.String()] = true
	})(o)
}

func valueMutations() []mutation {
	return []mutation{
		{bug: "confirmations are not stored", caught: "values/the same value again is an entry", build: dropping(func() func(backends.Record) (backends.Outcome, bool) {
			last := map[string]string{}
			return func(r backends.Record) (backends.Outcome, bool) {
				same := r.Kind == backends.Fact && last[slot(r)] == r.Value
				last[slot(r)] = r.Value
				return backends.Confirmed, !same
			}
		})},
		{bug: "any value of the past confirms", caught: "values/A, B, A is three entries", build: outcomes(func() func(backends.Record, backends.Outcome) backends.Outcome {
			seen := map[string]bool{}
			return func(r backends.Record, o backends.Outcome) backends.Outcome {
				known := seen[slot(r)+r.Value]
				seen[slot(r)+r.Value] = true
				if known && o == backends.Superseding {
					return backends.Confirmed
				}
				return o
			}
		})},
		{bug: "values are compared byte for byte", caught: "values/equal after NFKC and spaces, case kept", build: comparing(func(last, r backends.Record, o backends.Outcome) backends.Outcome {
			if o == backends.Confirmed && last.Value != r.Value {
				return backends.Superseding
			}
			return o
		})},
		{bug: "values are compared without case", caught: "values/equal after NFKC and spaces, case kept", build: comparing(func(last, r backends.Record, o backends.Outcome) backends.Outcome {
			if o == backends.Superseding && strings.EqualFold(last.Value, r.Value) {
				return backends.Confirmed
			}
			return o
		})},
		{bug: "without values facts are equal", caught: "values/without a value the text counts", build: comparing(func(last, r backends.Record, o backends.Outcome) backends.Outcome {
			if o == backends.Superseding && last.Value == "" && r.Value == "" {
				return backends.Confirmed
			}
			return o
		})},
	}
}

// comparing tells an outcome by the last record put into the slot.
func comparing(tell func(last, r backends.Record, o backends.Outcome) backends.Outcome) build {
	return outcomes(func() func(backends.Record, backends.Outcome) backends.Outcome {
		last := map[string]backends.Record{}
		return func(r backends.Record, o backends.Outcome) backends.Outcome {
			was := last[slot(r)]
			last[slot(r)] = r
			return tell(was, r, o)
		}
	})
}

func retractionMutations() []mutation {
	return []mutation{
		{bug: "retractions are not stored", caught: "retractions/end the value until the next assertion", build: dropping(func() func(backends.Record) (backends.Outcome, bool) {
			return func(r backends.Record) (backends.Outcome, bool) {
				return backends.Retracted, r.Kind != backends.Retraction
			}
		})},
		{bug: "a retraction counts from when it arrives", caught: "retractions/are filed before, between and after", build: func(o *inmem.Options) backends.Backend {
			return puts(func(r *backends.Record) {
				if r.Kind == backends.Retraction {
					r.AssertedAt = o.Clock()
				}
			})(o)
		}},
		{bug: "a flag finds retractions", caught: "retractions/are never found", build: wrapping(findsRetractions)},
		{bug: "a key-wide retraction is of the slot without a member", caught: "retractions/key-wide ones end every member", build: puts(func(r *backends.Record) {
			if r.Kind == backends.Retraction && r.Member == "" {
				r.Member = "none"
			}
		})},
		{bug: "a key-wide retraction is one of each member there is", caught: "retractions/key-wide ones end members that arrive later", build: wrapping(expanding)},
		{bug: "a retraction of one member is of the key", caught: "retractions/of one member leave the others", build: puts(func(r *backends.Record) {
			if r.Kind == backends.Retraction {
				r.Member = ""
			}
		})},
		{bug: "a key-wide retraction never ends", caught: "retractions/key-wide ones end with the slot without a member", build: reads(func(r *backends.Record) {
			if r.Kind == backends.Retraction && r.Member == "" {
				r.ValidUntil, r.SupersededBy = time.Time{}, ""
			}
		})},
	}
}

func findsRetractions(w *wrapper) {
	w.search = func(ctx context.Context, q backends.Query) (backends.Result, error) {
		res, err := w.full.Search(ctx, q)
		if q.Include&backends.IncludeSuperseded != 0 {
			for _, r := range stored(ctx, w.full, backends.Filter{Scope: q.Scope, Kinds: []backends.Kind{backends.Retraction}}) {
				res.Hits = append(res.Hits, backends.Hit{Record: r})
			}
		}
		return res, err
	}
}

// expanding stores a key-wide retraction as one of each member known so far.
func expanding(w *wrapper) {
	members := map[string]bool{}
	w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
		var all []backends.Record
		for _, r := range records {
			members[r.Member] = true
			if r.Kind != backends.Retraction || r.Member != "" {
				all = append(all, r)
				continue
			}
			for _, m := range slices.Sorted(maps.Keys(members)) {
				one := r
				one.ID, one.Member = r.ID+m, cmp.Or(m, "none")
				all = append(all, one)
			}
		}
		got, err := w.full.Put(ctx, all)
		return got[:min(len(got), len(records))], err
	}
}

func setMutations() []mutation {
	return []mutation{
		{bug: "members are one slot", caught: "sets/members are slots of their own", build: puts(func(r *backends.Record) { r.Member = "" })},
		{bug: "a key has any number of members", caught: "sets/hold at most MaxMembers members", build: batches(func(put puter, ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
			got, err := put(ctx, records)
			if err != nil && len(records) == 1 && records[0].Key == "tag" {
				return slices.Repeat([]backends.Outcome{backends.Inserted}, len(records)), nil
			}
			return got, err
		})},
	}
}
