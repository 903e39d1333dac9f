package eval

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/config"
	"github.com/memware/memware/middleware"
)

// Setup is the memory that is measured. The zero value has the defaults of a
// configuration without settings.
type Setup struct {
	Name   string // of the configuration, in errors
	Config []byte // a configuration file; empty: the defaults

	// Policy changes the policy of the configuration.
	Policy Choice

	Progress func(done, total int) // told after each step; nil: nobody
}

func (s Setup) progress(done, total int) {
	if s.Progress != nil {
		s.Progress(done, total)
	}
}

// clock is the time in an evaluation, in nanoseconds since 1970.
type clock struct{ atomic.Int64 }

func (c *clock) now() time.Time { return time.Unix(0, c.Load()).UTC() }

func (c *clock) set(t time.Time) { c.Store(t.UnixNano()) }

// lab is a memory whose clock stands where the evaluation puts it.
type lab struct {
	*middleware.Memory
	clock *clock
}

// bench is what an evaluation puts in place of parts of the configuration.
type bench struct {
	policy     func(backends.Policy) backends.Policy // nil: as configured
	extractor  middleware.Extractor                  // nil: one that finds nothing
	vectorizer *vectorizer                           // nil: as configured
	plugins    []middleware.Plugin                   // in front of those configured
}

// open makes an empty memory. It is the caller's to close.
func (s Setup) open(ctx context.Context, b bench) (*lab, error) {
	l := &lab{clock: new(clock)}
	l.clock.set(date(0))
	c, err := s.load(b, l.clock)
	if err != nil {
		return nil, err
	}
	l.Memory, err = c.Memory(ctx)
	return l, err
}

func (s Setup) load(b bench, c *clock) (*config.Config, error) {
	name, data := s.Name, s.Config
	if len(data) == 0 {
		name, data = "defaults", []byte("{}")
	}
	plugins := b.plugins
	if b.policy != nil {
		plugins = append(plugins, rank(b.policy))
	}
	return config.Parse(name, data, &config.Options{
		Plugins: b.parts(),
		Memory: middleware.Options{
			Clock:   c.now,
			Logger:  slog.New(slog.DiscardHandler),
			Plugins: plugins,
			Tokens:  func(string) int { return 0 }, // k alone bounds a window
		},
	})
}

// none are the options of a part that has none.
type none struct{}

// parts returns what a configuration may name, as far as the evaluation leaves it
// in place.
func (b bench) parts() *config.Plugins {
	p := config.Builtin()
	// No other store: it may be somebody's, and would keep what is written here.
	p.Backends = map[string]config.Maker[backends.Backend]{"inmem": config.Make(none{}, b.store)}
	x := b.extractor
	if x == nil {
		x = middleware.ExtractorFunc(nothing)
	}
	extractor := config.Make(none{}, func(context.Context, config.Setup, none) (middleware.Extractor, error) { return x, nil })
	p.Extractors["rules"], p.Extractors["none"] = extractor, extractor
	return p
}

// store makes the store of the memory.
func (b bench) store(_ context.Context, s config.Setup, _ none) (backends.Backend, error) {
	o := inmem.Options{
		Space: s.Space, StopWords: s.StopWords, Concepts: s.Concepts,
		Clock: s.Clock, MaxHeld: s.MaxHeld, MaxHeldAge: s.MaxHeldAge,
	}
	if v := b.vectorizer; v != nil {
		o.Analyse, o.StopWords, o.Concepts = v.words, v.StopWords, v.Concepts
	}
	return inmem.New(&o), nil
}

// nothing is the extractor of a memory that is only told statements.
func nothing(context.Context, middleware.Turn, middleware.Known) ([]middleware.Candidate, error) {
	return nil, nil
}

// date returns a day of an evaluation. Which year it is does not matter.
func date(day int) time.Time { return time.Date(2026, time.January, day, 12, 0, 0, 0, time.UTC) }

// within returns ctx with a scope of the evaluation.
func within(ctx context.Context, user string) context.Context {
	return middleware.WithScope(ctx, backends.Scope{Tenant: "eval", User: user})
}

// origin returns the origin of a name in a file. What it does not know is Other.
func origin(name string) backends.Origin {
	for o := backends.Document; o <= backends.System; o++ {
		if o.String() == name {
			return o
		}
	}
	return backends.Other
}
