package backendtest_test

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
)

func eraseMutations() []mutation {
	all := []mutation{
		{bug: "to erase nothing is an error", caught: "erase/of nothing is no error", build: wrapping(func(w *wrapper) {
			w.erase = func(ctx context.Context, f backends.Filter) (backends.Erasure, error) {
				e, err := w.full.Erase(ctx, f)
				if err == nil && e.Selected == 0 {
					err = backends.ErrInvalid
				}
				return e, err
			}
		})},
		{bug: "unknown ids are not marked", caught: "erase/marks unknown ids", build: wrapping(erasesKnownIDs)},
		{bug: "an erased id returns with other content", caught: "erase/bars an erased id whatever its content", build: comparingID(func(last, r backends.Record, o backends.Outcome) backends.Outcome {
			if o == backends.Erased && last.Key != r.Key {
				return backends.Inserted
			}
			return o
		})},
		{bug: "an erase reaches into the future", caught: "erase/without Until goes up to the clock", build: func(o *inmem.Options) backends.Backend {
			return erases(func(f *backends.Filter) {
				if !f.IDsOnly() && f.Until.IsZero() {
					f.Until = o.Clock().Add(backends.MaxAhead)
				}
			})(o)
		}},
		{bug: "an erase by id stops at the clock", caught: "erase/without Until goes up to the clock", build: func(o *inmem.Options) backends.Backend {
			return erases(func(f *backends.Filter) {
				if f.Until.IsZero() {
					f.Until = o.Clock()
				}
			})(o)
		}},
		{bug: "an erase is of every scope", caught: "erase/leaves other scopes untouched", build: wrapping(erasesEverywhere)},
		{bug: "derived records count as selected", caught: "erase/tells how many it selected and derived", build: wrapping(func(w *wrapper) {
			w.erase = func(ctx context.Context, f backends.Filter) (backends.Erasure, error) {
				e, err := w.full.Erase(ctx, f)
				e.Selected, e.Derived = e.Selected+e.Derived, 0
				return e, err
			}
		})},
	}
	slots := func(spoil func(*backends.Slot)) func(*backends.Filter) {
		return func(f *backends.Filter) {
			f.Slots = slices.Clone(f.Slots)
			for i := range f.Slots {
				spoil(&f.Slots[i])
			}
		}
	}
	for name, spoil := range map[string]func(*backends.Filter){
		"id":                    func(f *backends.Filter) { f.IDs = f.IDs[:min(1, len(f.IDs))] },
		"slot":                  func(f *backends.Filter) { f.Slots = nil },
		"slot of a member":      slots(func(s *backends.Slot) { s.Member, s.All = "", true }),
		"slot without a member": slots(func(s *backends.Slot) { s.All = s.Member == "" }),
		"key with its members":  slots(func(s *backends.Slot) { s.All = false }),
		"kind":                  func(f *backends.Filter) { f.Kinds = f.Kinds[:min(1, len(f.Kinds))] },
		"status":                func(f *backends.Filter) { f.Statuses = nil },
		"origin":                func(f *backends.Filter) { f.Origins = f.Origins[min(1, len(f.Origins)):] },
		"session":               func(f *backends.Filter) { f.Sessions = nil },
		"no session":            func(f *backends.Filter) { f.Sessions = slices.DeleteFunc(slices.Clone(f.Sessions), isEmpty) },
		"age":                   func(f *backends.Filter) { f.Until = f.Until.Add(-time.Microsecond) },
		"whole scope":           func(f *backends.Filter) { f.Kinds = []backends.Kind{backends.Note, backends.Fact} },
		"several at once":       func(f *backends.Filter) { f.Until = time.Time{} },
		"ids and more":          func(f *backends.Filter) { f.Sessions = nil },
	} {
		all = append(all, mutation{bug: "an erase takes the wrong records by " + name, caught: "erase/by " + name, build: erases(spoil)})
	}
	return all
}

func isEmpty(s string) bool { return s == "" }

func erasesKnownIDs(w *wrapper) {
	w.erase = func(ctx context.Context, f backends.Filter) (backends.Erasure, error) {
		if !f.IDsOnly() {
			return w.full.Erase(ctx, f)
		}
		var known []string
		for _, r := range stored(ctx, w.full, f) {
			known = append(known, r.ID)
		}
		marked := len(f.IDs) - len(known)
		e := backends.Erasure{}
		var err error
		if f.IDs = known; len(known) > 0 {
			e, err = w.full.Erase(ctx, f)
		}
		e.Marked = marked
		return e, err
	}
}

// knowing notes every scope that is written to.
func (w *wrapper) knowing() map[backends.Scope]bool {
	scopes := map[backends.Scope]bool{}
	w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
		for _, r := range records {
			scopes[r.Scope] = true
		}
		return w.full.Put(ctx, records)
	}
	return scopes
}

func erasesEverywhere(w *wrapper) {
	scopes := w.knowing()
	w.erase = func(ctx context.Context, f backends.Filter) (backends.Erasure, error) {
		for sc := range scopes {
			other := f
			if other.Scope = sc; sc != f.Scope {
				_, _ = w.full.Erase(ctx, other)
			}
		}
		return w.full.Erase(ctx, f)
	}
}

func derivedMutations() []mutation {
	return []mutation{
		{bug: "only children go", caught: "derived/goes with its parents, through generations", build: orphaning(func(r backends.Record, known map[string]backends.Record) bool {
			return slices.ContainsFunc(r.Parents, func(p string) bool { return len(known[p].Parents) > 0 })
		})},
		{bug: "derived candidates stay", caught: "derived/of any status and kind goes", build: orphaning(func(r backends.Record, _ map[string]backends.Record) bool {
			return r.Status == backends.Quarantined
		})},
		{bug: "a parent must be stored first", caught: "derived/stored before its parent it goes too", build: orphaning(unknownParent)},
		{bug: "children of the erased are stored", caught: "derived/from an erased parent it is Erased", build: wrapping(orphansOfErased)},
		{bug: "a refused parent keeps its children", caught: "derived/a refused Put takes what was derived from it", build: orphaning(unknownParent)},
		{bug: "children in other scopes go too", caught: "derived/within the scope only", build: wrapping(erasesChildrenEverywhere)},
	}
}

// orphaning takes away the parents of some records, given all put before.
func orphaning(which func(r backends.Record, known map[string]backends.Record) bool) build {
	return func(o *inmem.Options) backends.Backend {
		known := map[string]backends.Record{}
		return puts(func(r *backends.Record) {
			was := *r
			if which(*r, known) {
				r.Parents = nil
			}
			known[r.ID] = was
		})(o)
	}
}

func unknownParent(r backends.Record, known map[string]backends.Record) bool {
	return slices.ContainsFunc(r.Parents, func(p string) bool { return known[p].ID == "" })
}

func orphansOfErased(w *wrapper) {
	erased := map[string]bool{}
	w.erase = func(ctx context.Context, f backends.Filter) (backends.Erasure, error) {
		for _, id := range f.IDs {
			erased[id] = true
		}
		return w.full.Erase(ctx, f)
	}
	w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
		return w.full.Put(ctx, changed(records, func(r *backends.Record) {
			if slices.ContainsFunc(r.Parents, func(p string) bool { return erased[p] }) {
				r.Parents = nil
			}
		}))
	}
}

func erasesChildrenEverywhere(w *wrapper) {
	scopes := w.knowing()
	w.erase = func(ctx context.Context, f backends.Filter) (backends.Erasure, error) {
		for sc := range scopes {
			for _, r := range stored(ctx, w.full, backends.Filter{Scope: sc}) {
				if sc != f.Scope && slices.ContainsFunc(r.Parents, func(p string) bool { return slices.Contains(f.IDs, p) }) {
					_, _ = w.full.Erase(ctx, backends.Filter{Scope: sc, IDs: []string{r.ID}})
				}
			}
		}
		return w.full.Erase(ctx, f)
	}
}

func pointMutations() []mutation {
	return []mutation{
		{bug: "an erase leaves no points", caught: "points/erase revives nothing", build: rebuilding(nil)},
		{bug: "points are forgotten by what arrives later", caught: "points/late arrivals end at them", build: rebuilding(nil)},
		{bug: "points have no place among equal times", caught: "points/have the Seq of their entry", build: puts(func(r *backends.Record) { r.Seq = 0 })},
		{bug: "key-wide retractions leave no points", caught: "points/of key-wide retractions end every member", build: rebuilding(func(r backends.Record) bool {
			return r.Kind == backends.Retraction && r.Member == ""
		})},
		{bug: "candidates leave points", caught: "points/notes and candidates leave none", build: wrapping(admitsBeforeErase)},
		{bug: "what was released leaves no point", caught: "points/released candidates leave one", build: rebuilding(func(r backends.Record) bool { return r.Reviewer != "" })},
	}
}

// rebuilding builds a mutant that erases by writing what remains to a new store,
// with marks and fences but no points, where one of the erased is lossy.
func rebuilding(lossy func(backends.Record) bool) build {
	return func(o *inmem.Options) backends.Backend {
		return wrapping(func(w *wrapper) {
			var filters []backends.Filter
			scopes := w.knowing()
			w.erase = func(ctx context.Context, f backends.Filter) (backends.Erasure, error) {
				hit := stored(ctx, w.full, f)
				e, err := w.full.Erase(ctx, f)
				for _, r := range hit {
					filters = append(filters, backends.Filter{Scope: r.Scope, IDs: []string{r.ID}})
				}
				filters = append(filters, f)
				if err == nil && (lossy == nil || slices.ContainsFunc(hit, lossy)) {
					w.full = rebuilt(ctx, w.full, inmem.New(o), scopes)
					for _, again := range filters {
						_, _ = w.full.Erase(ctx, again)
					}
				}
				return e, err
			}
		})(o)
	}
}

// rebuilt writes the records of some scopes to another store.
func rebuilt(ctx context.Context, from, to full, scopes map[backends.Scope]bool) full {
	for sc := range scopes {
		for _, r := range stored(ctx, from, backends.Filter{Scope: sc}) {
			_, _ = to.Put(ctx, []backends.Record{r})
		}
	}
	return to
}

func admitsBeforeErase(w *wrapper) {
	w.erase = func(ctx context.Context, f backends.Filter) (backends.Erasure, error) {
		for _, r := range stored(ctx, w.full, f) {
			if r.Status == backends.Quarantined {
				r.Status, r.Reviewer = backends.Admitted, "nobody"
				_, _ = w.full.Put(ctx, []backends.Record{r})
			}
		}
		return w.full.Erase(ctx, f)
	}
}

func fenceMutations() []mutation {
	return []mutation{
		{bug: "there are no fences", caught: "fences/bar what was said before, and leave points", build: wrapping(erasesByID)},
		{bug: "fences go by AssertedAt", caught: "fences/go by SaidAt", build: puts(func(r *backends.Record) { r.SaidAt = time.Time{} })},
		{bug: "a release passes a fence", caught: "fences/bar a release that is corrected into them", build: wrapping(erasesByID)},
		{bug: "the fence of a key is of its slot without a member", caught: "fences/of a key bar every member", build: wrapping(func(w *wrapper) {
			w.erase = func(ctx context.Context, f backends.Filter) (backends.Erasure, error) {
				f.Slots = slices.Clone(f.Slots)
				for i, sl := range f.Slots {
					f.Slots[i].All = sl.All && strings.Contains(sl.Key, "*")
				}
				return w.full.Erase(ctx, f)
			}
		})},
		{bug: "a fence has no end", caught: "fences/let the same be told again", build: erases(func(f *backends.Filter) {
			if !f.IDsOnly() {
				f.Until = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)
			}
		})},
		{bug: "only the last fence stands", caught: "fences/keep the later Until", build: lastFence(slices.Clone[[]backends.Slot])},
	}
}

// erasesByID leaves marks where a fence is due.
func erasesByID(w *wrapper) {
	w.erase = func(ctx context.Context, f backends.Filter) (backends.Erasure, error) {
		if f.IDsOnly() {
			return w.full.Erase(ctx, f)
		}
		e := backends.Erasure{Fenced: true}
		for _, r := range stored(ctx, w.full, f) {
			one, err := w.full.Erase(ctx, backends.Filter{Scope: f.Scope, IDs: []string{r.ID}})
			if err != nil {
				return e, err
			}
			e.Selected, e.Derived = e.Selected+one.Selected, e.Derived+one.Derived
		}
		return e, nil
	}
}

// lastFence keeps a single fence, with a copy of its slots.
func lastFence(keep func([]backends.Slot) []backends.Slot) build {
	return func(o *inmem.Options) backends.Backend {
		return wrapping(func(w *wrapper) {
			var fence backends.Filter
			erasesByID(w)
			byID := w.erase
			w.erase = func(ctx context.Context, f backends.Filter) (backends.Erasure, error) {
				if !f.IDsOnly() {
					if f.Until.IsZero() {
						f.Until = o.Clock()
					}
					fence = f
					fence.Slots = keep(f.Slots)
				}
				return byID(ctx, f)
			}
			w.put = func(ctx context.Context, records []backends.Record) ([]backends.Outcome, error) {
				for _, r := range records {
					if r.SaidAt = r.AssertedAt; fence.Match(r) {
						_, _ = w.full.Erase(ctx, backends.Filter{Scope: r.Scope, IDs: []string{r.ID}})
					}
				}
				return w.full.Put(ctx, records)
			}
		})(o)
	}
}
