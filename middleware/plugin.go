package middleware

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/semconv"
)

// A Stage is one of the eight steps of the two paths, by its name.
type Stage string

// The stages, in the order in which they run.
const (
	StageEmbed  Stage = "embed"  // sets Reading.Vector
	StageScore  Stage = "score"  // sets Hits, Exact and Considered: Backend.Search
	StageFilter Stage = "filter" // drops repetitions from Hits
	StageTopK   Stage = "top_k"  // cuts Hits to k and the budget, sets Window

	StageExtract   Stage = "extract"   // sets Writing.Candidates
	StageGate      Stage = "gate"      // sets Judged
	StageSupersede Stage = "supersede" // sets Records, carries out requests to forget
	StageIndex     Stage = "index"     // embeds and stores Records
)

// A Place says where a plug-in stands, relative to its stage.
type Place uint8

// The places of a plug-in.
const (
	After Place = iota
	Before
	Instead
)

// A Plugin runs before, after or in place of a stage, on what the path has found
// so far. Plug-ins of one place run in the order of Options.Plugins. They are
// safe for concurrent use and change nothing but the state they are given.
//
// A plug-in that fails or panics fails its stage alone: its changes are undone,
// the stage goes on without it (a replaced stage runs itself), and a span event,
// a metric and the log tell. With Required, or Options.FailClosed, the error ends
// the read or write instead.
type Plugin struct {
	Name     string // in telemetry; matches [a-z][a-z0-9_]*, unique
	Stage    Stage
	Place    Place
	Required bool

	Read  func(context.Context, *Reading) error // for a stage of the read path
	Write func(context.Context, *Writing) error // for a stage of the write path
}

// A Reading is a read in progress.
type Reading struct {
	Ask    Ask
	Vector []float32      // of the question; nil in TFIDF
	Query  backends.Query // what score asks; its Scope and Vector cannot be changed

	// Hits are the best k * fan-out by the blended score, best first. A plug-in
	// may drop and reorder them; what it alters is restored, what it adds is an
	// error.
	Hits       []backends.Hit
	Exact      bool
	Considered int

	Window Window

	o     *Options
	trail *trail // where hits were dropped, if Explain wants to know
}

// A Writing is a turn on its way into the store.
type Writing struct {
	Turn       Turn // prepared: its time is set, its quoted parts stand apart
	Candidates []Candidate
	Judged     []Judged          // one a candidate, in their order
	Records    []backends.Record // what index stores, in this order; Judged.ID names them

	m     *Memory
	o     *Options
	scope backends.Scope
	given bool // the application gave the turn's id, so that this may be a retry
}

func (p Plugin) validate() error {
	name := regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
	reads := slices.Contains([]Stage{StageEmbed, StageScore, StageFilter, StageTopK}, p.Stage)
	writes := slices.Contains([]Stage{StageExtract, StageGate, StageSupersede, StageIndex}, p.Stage)
	switch {
	case !name.MatchString(p.Name):
		return fmt.Errorf("%w: plug-in %q: a name matches %s", backends.ErrInvalid, p.Name, name)
	case !reads && !writes:
		return fmt.Errorf("%w: plug-in %q: no stage is named %q", backends.ErrInvalid, p.Name, p.Stage)
	case p.Place > Instead:
		return fmt.Errorf("%w: plug-in %q: place %d is unknown", backends.ErrInvalid, p.Name, p.Place)
	case reads && (p.Read == nil || p.Write != nil):
		return fmt.Errorf("%w: plug-in %q: stage %q takes a Read function, and no Write", backends.ErrInvalid, p.Name, p.Stage)
	case writes && (p.Write == nil || p.Read != nil):
		return fmt.Errorf("%w: plug-in %q: stage %q takes a Write function, and no Read", backends.ErrInvalid, p.Name, p.Stage)
	}
	return nil
}

// plugins are the plug-ins of a memory, by where they stand.
type plugins map[spot][]Plugin

type spot struct {
	stage Stage
	place Place
}

func newPlugins(list []Plugin) (plugins, error) {
	if len(list) == 0 {
		return nil, nil
	}
	at := plugins{}
	names := map[string]bool{}
	for _, p := range list {
		if err := p.validate(); err != nil {
			return nil, err
		}
		if names[p.Name] {
			return nil, fmt.Errorf("%w: two plug-ins are named %q", backends.ErrInvalid, p.Name)
		}
		names[p.Name] = true
		s := spot{p.Stage, p.Place}
		if p.Place == Instead && len(at[s]) > 0 {
			return nil, fmt.Errorf("%w: plug-ins %q and %q both stand in place of %q", backends.ErrInvalid, at[s][0].Name, p.Name, p.Stage)
		}
		at[s] = append(at[s], p)
	}
	return at, nil
}

// readStage runs a stage of the read path with its plug-ins.
func (m *Memory) readStage(ctx context.Context, s Stage, r *Reading, own func(context.Context, *Reading) error) error {
	if m.plugins == nil {
		return own(ctx, r)
	}
	run := func(ctx context.Context, p Plugin) (bool, error) {
		return attempt(ctx, m, r.o, p, r, cloneReading, func(ctx context.Context, changed *Reading) error {
			if err := p.Read(ctx, changed); err != nil {
				return err
			}
			if n := len(r.Hits) - len(changed.Hits); n > 0 {
				trace.SpanFromContext(ctx).SetAttributes(attribute.Int(semconv.DroppedBy, n))
			}
			return changed.check(p, r)
		})
	}
	return m.around(ctx, s, run, func(ctx context.Context) error { return own(ctx, r) })
}

// writeStage runs a stage of the write path with its plug-ins.
func (m *Memory) writeStage(ctx context.Context, s Stage, w *Writing, own func(context.Context, *Writing) error) error {
	if m.plugins == nil {
		return own(ctx, w)
	}
	run := func(ctx context.Context, p Plugin) (bool, error) {
		return attempt(ctx, m, w.o, p, w, cloneWriting, func(ctx context.Context, changed *Writing) error {
			err := p.Write(ctx, changed)
			for i := range changed.Records {
				changed.Records[i].Scope = w.scope
			}
			return err
		})
	}
	return m.around(ctx, s, run, func(ctx context.Context) error { return own(ctx, w) })
}

// around runs what stands before a stage, the stage or what replaces it, and
// what stands after it.
func (m *Memory) around(ctx context.Context, s Stage, run func(context.Context, Plugin) (bool, error), own func(context.Context) error) error {
	for _, p := range m.plugins[spot{s, Before}] {
		if _, err := run(ctx, p); err != nil {
			return err
		}
	}
	replaced := false
	for _, p := range m.plugins[spot{s, Instead}] {
		ok, err := run(ctx, p)
		if err != nil {
			return err
		}
		replaced = ok
	}
	if !replaced {
		if err := own(ctx); err != nil {
			return err
		}
	}
	for _, p := range m.plugins[spot{s, After}] {
		if _, err := run(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// attempt runs a plug-in on a copy of the state, and takes the copy over if it
// succeeds. It reports whether it did; an error ends the path.
func attempt[S any](ctx context.Context, m *Memory, o *Options, p Plugin, state *S, clone func(S) S, f func(context.Context, *S) error) (ok bool, err error) {
	ctx, span := m.t.Start(ctx, semconv.SpanPlugin)
	defer func() { span.End(ctx, err) }()
	span.Set(func() []attribute.KeyValue { return []attribute.KeyValue{attribute.String(semconv.Plugin, p.Name)} })
	changed := clone(*state)
	// What a plug-in asks a model is no turn of the user.
	failure := protect(func() error { return f(WithoutMemory(ctx), &changed) })
	if failure == nil {
		*state = changed
		return true, nil
	}
	if p.Required || o.FailClosed || ctx.Err() != nil {
		return false, fmt.Errorf("plug-in %q of stage %q: %w", p.Name, p.Stage, failure)
	}
	kind := attribute.String(semconv.ErrorType, errorClass(failure))
	span.AddEvent(semconv.EventPluginFailed)
	m.t.PluginFailed.Add(ctx, 1, metric.WithAttributes(attribute.String(semconv.Plugin, p.Name), kind))
	o.Logger.WarnContext(ctx, "memory: a plug-in failed, its stage goes on without it", "plugin", p.Name, "error", errorClass(failure))
	return false, nil
}

func cloneReading(r Reading) Reading {
	if p := r.Query.Policy; p != nil {
		policy := *p
		r.Query.Policy = &policy
	}
	if f := r.Query.MinRelevance; f != nil {
		floor := *f
		r.Query.MinRelevance = &floor
	}
	r.Vector = slices.Clone(r.Vector)
	r.Hits = slices.Clone(r.Hits)
	r.Window.Memories = slices.Clone(r.Window.Memories)
	return r
}

func cloneWriting(w Writing) Writing {
	w.Turn.Messages = slices.Clone(w.Turn.Messages)
	w.Candidates = slices.Clone(w.Candidates)
	for i := range w.Candidates {
		w.Candidates[i] = w.Candidates[i].clone()
	}
	w.Judged = slices.Clone(w.Judged)
	for i := range w.Judged {
		w.Judged[i].Candidate = w.Judged[i].Candidate.clone()
	}
	w.Records = slices.Clone(w.Records)
	for i := range w.Records {
		w.Records[i] = w.Records[i].Clone()
	}
	return w
}

func (c Candidate) clone() Candidate {
	c.Parents, c.Meta = slices.Clone(c.Parents), maps.Clone(c.Meta)
	return c
}

// check refuses what a plug-in must not do to a read, and restores what it must
// not alter.
func (r *Reading) check(p Plugin, before *Reading) error {
	r.Query.Scope = before.Query.Scope
	if err := r.Ask.complete(r.o); err != nil {
		return err
	}
	if p.Stage == StageScore && p.Place == Instead {
		return nil // it brings hits of its own
	}
	given := make(map[string]backends.Hit, len(before.Hits))
	for _, h := range before.Hits {
		given[h.ID] = h
	}
	for i, h := range r.Hits {
		own, ok := given[h.ID]
		if !ok {
			return fmt.Errorf("%w: it returned a hit that it was not given, or one twice", backends.ErrInvalid)
		}
		delete(given, h.ID)
		r.Hits[i] = own
	}
	r.Exact = r.Exact && inOrder(r.Hits, before.Hits)
	for id := range given {
		r.trail.drop(id, string(p.Stage), p.Name)
	}
	return nil
}
