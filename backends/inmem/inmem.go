package inmem

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/analysis"
)

// Options are the settings of a [Backend]. The zero value is ready to use.
type Options struct {
	// Space is the space of the vectors. Zero: [backends.TFIDF], in which texts
	// are compared by their words.
	Space backends.Space

	// Analyse cuts a text into the words it is compared by, nil: the default,
	// which knows word boundaries, English inflection, and scripts without
	// spaces. It must be pure, and safe for concurrent use. This and the two
	// below are for TFIDF and mean nothing in another space.
	Analyse func(text string) []string

	// StopWords are dropped, beyond those that Analyse drops.
	StopWords []string

	// Concepts maps a concept to the words that mean it, such as "meeting" to
	// "call" and "appointment". These and StopWords are passed through Analyse,
	// which must make one word of each.
	Concepts map[string][]string

	Clock func() time.Time // nil: time.Now

	MaxHeld    int           // records in the quarantine of a scope; 0: backends.MaxHeld
	MaxHeldAge time.Duration // how long they are held; 0: backends.MaxHeldAge
}

// A Backend implements [backends.Backend] in memory. It is safe for concurrent
// use.
type Backend struct {
	settings
	bad error // what is wrong with the options

	mu     sync.RWMutex // guards the fields below
	scopes map[backends.Scope]*scope
	closed bool
}

// settings are Options with the defaults filled in.
type settings struct {
	space      backends.Space
	analyse    func(text string) []string // nil: texts are not compared
	clock      func() time.Time
	maxHeld    int
	maxHeldAge time.Duration
}

var (
	_ backends.Backend = (*Backend)(nil)
	_ backends.Spacer  = (*Backend)(nil)
	_ backends.Counter = (*Backend)(nil)
	_ backends.Auditor = (*Backend)(nil)
)

// New returns an empty backend. Nil means the default [Options]. After options
// that make no sense every call fails with [backends.ErrInvalid].
func New(o *Options) *Backend {
	if o == nil {
		o = new(Options)
	}
	b := &Backend{scopes: map[backends.Scope]*scope{}}
	b.settings, b.bad = o.settings()
	return b
}

func (o *Options) settings() (settings, error) {
	s := settings{
		space: o.Space, clock: o.Clock,
		maxHeld: o.MaxHeld, maxHeldAge: o.MaxHeldAge,
	}
	if s.clock == nil {
		s.clock = time.Now
	}
	if s.maxHeld == 0 {
		s.maxHeld = backends.MaxHeld
	}
	if s.maxHeldAge == 0 {
		s.maxHeldAge = backends.MaxHeldAge
	}
	switch {
	case s.maxHeld < 0:
		return s, fmt.Errorf("inmem: %w: MaxHeld is %d: give at least 1, or 0 for the default", backends.ErrInvalid, s.maxHeld)
	case s.maxHeldAge < 0:
		return s, fmt.Errorf("inmem: %w: MaxHeldAge is %v: give a time above 0, or 0 for the default", backends.ErrInvalid, s.maxHeldAge)
	}
	if err := s.space.Validate(); err != nil {
		return s, fmt.Errorf("inmem: Space: %w", err)
	}
	if !s.space.TextOnly() {
		return s, nil
	}
	var err error
	s.analyse, err = analysis.New(analysis.Options{Analyse: o.Analyse, StopWords: o.StopWords, Concepts: o.Concepts})
	if err != nil {
		return s, fmt.Errorf("inmem: %w: %w", backends.ErrInvalid, err)
	}
	return s, nil
}

// Space returns the space that the backend was made for.
func (b *Backend) Space() backends.Space { return b.space }

// Close drops everything. Calls in flight finish with what they hold.
func (b *Backend) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed, b.scopes = true, nil
	return nil
}

// ready reports why no call can be served.
func (b *Backend) ready(ctx context.Context) error {
	if b.bad != nil {
		return b.bad
	}
	b.mu.RLock()
	defer b.mu.RUnlock()
	if b.closed {
		return backends.ErrClosed
	}
	return ctx.Err()
}

// reading returns what is stored of a scope, nil if nothing ever was.
func (b *Backend) reading(of backends.Scope) *scope {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.scopes[of]
}

// writing returns a scope, and makes it if there is none.
func (b *Backend) writing(of backends.Scope) (*scope, error) {
	if s := b.reading(of); s != nil {
		return s, nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil, backends.ErrClosed
	}
	s := b.scopes[of]
	if s == nil {
		of = backends.Scope{Tenant: strings.Clone(of.Tenant), User: strings.Clone(of.User)}
		s = newScope(&b.settings)
		b.scopes[of] = s
	}
	return s, nil
}

// now returns the time of the clock, as backends keep it.
func (s *settings) now() time.Time { return backends.Time(s.clock()) }

// overdue reports a candidate that was held longer than the bound: it is not
// found any more, and erased by the next write.
func (s *settings) overdue(e *entry, now time.Time) bool {
	return e.Status == backends.Quarantined && now.Sub(e.RecordedAt) > s.maxHeldAge
}
