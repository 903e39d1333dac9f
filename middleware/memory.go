package middleware

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"sync"
	"sync/atomic"
	"text/template"
	"time"

	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/telemetry"
)

// ScopeName is the instrumentation scope of this package's telemetry.
const ScopeName = "github.com/memware/memware/middleware"

// Options configures a [Memory]. The zero value is ready to use in the
// [backends.TFIDF] space.
type Options struct {
	K      int // memories in a window; 0: 5
	Budget int // tokens of a window; 0: 1,000
	Fanout int // hits that stages see per memory wanted, 1 to 64; 0: 4

	// Deadline is how long a turn waits for its window; 0: 300 ms.
	Deadline time.Duration
	// WriteDeadline is how long an answer waits for its write; 0: 2 s.
	WriteDeadline time.Duration
	// FailClosed returns errors of the store and the embedder to the caller of
	// a wrapped model. By default the turn goes on without memory, and
	// telemetry and the log tell so.
	FailClosed bool

	Policy       *backends.Policy // nil: backends.DefaultPolicy
	MinRelevance *float64         // floor of the relevance term; nil: none

	Embedder Embedder // needed by every space but TFIDF
	Gate     Gate     // nil: NewGate(nil)

	// Plugins stand before, after or in place of the stages.
	Plugins []Plugin
	// Template renders a memory of the window from a [Line]; nil:
	//
	//	- [{{.Date}}, {{.Origin}}] {{.Text}}
	Template *template.Template

	// ForgetRetracts makes a user's "forget my ..." retract the fact, which
	// keeps it for audit, instead of erasing it.
	ForgetRetracts bool

	Tokens func(string) int // counts tokens; nil: EstimateTokens
	Clock  func() time.Time // nil: time.Now
	Logger *slog.Logger     // nil: slog.Default

	// Revision names the settings in the spans of reads, such as a hash of the
	// configuration; empty: not told.
	Revision string
	// StoreID names the store in spans: opaque, never a user's id; empty: not told.
	StoreID string
	// CaptureContent puts questions and memories into spans. By default telemetry
	// holds no text. The environment variable
	// OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true sets it too.
	CaptureContent bool

	TracerProvider trace.TracerProvider // nil: the global one
	MeterProvider  metric.MeterProvider // nil: the global one
}

// Memory runs the read and the write path over a backend. It is safe for
// concurrent use. Close it to release the backend.
type Memory struct {
	backend   backends.Backend
	extractor Extractor               // nil in a memory that only reads
	o         atomic.Pointer[Options] // never nil, never changed in place
	plugins   plugins
	t         *telemetry.Telemetry
	reads     calls // apart from writes: reads that hang must not lose what is told
	writes    calls
	closing   sync.Once
}

// New returns a memory over b, which it owns from then on. What the model and
// the user say is written as x extracts it.
func New(b backends.Backend, x Extractor, o *Options) (*Memory, error) {
	if x == nil {
		return nil, fmt.Errorf("%w: the extractor is nil: give one, such as rules.New(), or use NewReadOnly", backends.ErrInvalid)
	}
	return newMemory(b, x, o)
}

// NewReadOnly returns a memory that reads b and writes no statement to it. It can
// still forget, release and discard.
func NewReadOnly(b backends.Backend, o *Options) (*Memory, error) { return newMemory(b, nil, o) }

func newMemory(b backends.Backend, x Extractor, o *Options) (*Memory, error) {
	if b == nil {
		return nil, fmt.Errorf("%w: the backend is nil: give one, such as inmem.New(nil)", backends.ErrInvalid)
	}
	m := &Memory{backend: b, extractor: x}
	set := Options{}
	if o != nil {
		set = *o
	}
	set.setDefaults()
	var err error
	m.plugins, err = newPlugins(set.Plugins)
	if err := errors.Join(set.validate(b), err); err != nil {
		return nil, err
	}
	m.o.Store(&set)
	m.t, err = telemetry.New(ScopeName, set.TracerProvider, set.MeterProvider, errorClass)
	if err != nil {
		return nil, fmt.Errorf("middleware: create metrics: %w", err)
	}
	m.reads.limit, m.writes.limit = maxAbandoned, maxAbandoned
	return m, nil
}

// Reload replaces the settings of a memory in use: K, Budget, Fanout, Deadline,
// WriteDeadline, FailClosed, Policy, MinRelevance, Gate, ForgetRetracts and
// Revision. What else o holds is left as New was given it. A turn in progress keeps the
// settings it began with, so that every read is scored by one whole policy. On
// an error nothing changes.
func (m *Memory) Reload(o Options) error {
	old := m.o.Load()
	set := *old
	set.K, set.Budget, set.Fanout = o.K, o.Budget, o.Fanout
	set.Deadline, set.WriteDeadline, set.FailClosed = o.Deadline, o.WriteDeadline, o.FailClosed
	set.Policy, set.MinRelevance = o.Policy, o.MinRelevance
	set.Gate, set.ForgetRetracts, set.Revision = o.Gate, o.ForgetRetracts, o.Revision
	set.setDefaults()
	if err := set.validate(m.backend); err != nil {
		return err
	}
	m.o.Store(&set)
	return nil
}

func (o *Options) setDefaults() {
	o.K = cmp.Or(o.K, 5)
	o.Budget = cmp.Or(o.Budget, 1000)
	o.Fanout = cmp.Or(o.Fanout, 4)
	o.Deadline = cmp.Or(o.Deadline, 300*time.Millisecond)
	o.WriteDeadline = cmp.Or(o.WriteDeadline, 2*time.Second)
	o.Logger = cmp.Or(o.Logger, slog.Default())
	o.CaptureContent = o.CaptureContent || os.Getenv("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT") == "true"
	p := backends.DefaultPolicy()
	if o.Policy != nil {
		p = *o.Policy // a copy: the caller may change its own
	}
	o.Policy = &p
	if o.MinRelevance != nil {
		floor := *o.MinRelevance
		o.MinRelevance = &floor
	}
	if o.Gate == nil {
		o.Gate = NewGate(nil)
	}
	if o.Tokens == nil {
		o.Tokens = EstimateTokens
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
}

func (o *Options) validate(b backends.Backend) error {
	var errs []error
	for _, f := range []struct {
		name            string
		value, min, max int
	}{
		{"K", o.K, 1, backends.MaxK / maxFanout},
		{"Budget", o.Budget, 1, 1 << 24},
		{"Fanout", o.Fanout, 1, maxFanout},
		{"Deadline", int(o.Deadline), 1, int(time.Hour)},
		{"WriteDeadline", int(o.WriteDeadline), 1, int(time.Hour)},
	} {
		if f.value < f.min || f.value > f.max {
			errs = append(errs, fmt.Errorf("%w: options: %s = %d outside [%d, %d]", backends.ErrInvalid, f.name, f.value, f.min, f.max))
		}
	}
	if f := o.MinRelevance; f != nil && (math.IsNaN(*f) || math.IsInf(*f, 0)) {
		errs = append(errs, fmt.Errorf("%w: options: MinRelevance = %v is not finite", backends.ErrInvalid, *f))
	}
	if err := o.Policy.Validate(); err != nil {
		errs = append(errs, fmt.Errorf("options: %w", err))
	}
	if g, ok := o.Gate.(interface{ Validate() error }); ok {
		errs = append(errs, g.Validate())
	}
	return errors.Join(append(errs, o.validateTemplate(), o.validateSpace(b))...)
}

func (o *Options) validateSpace(b backends.Backend) error {
	s, ok := b.(backends.Spacer)
	if !ok {
		return nil
	}
	store := s.Space()
	if o.Embedder == nil {
		if store.TextOnly() {
			return nil
		}
		return fmt.Errorf("%w: the store is in space %q, which needs an embedder: set Options.Embedder", backends.ErrSpace, store.Name)
	}
	if made := o.Embedder.Space(); !store.Same(made) {
		return fmt.Errorf("%w: the store is in space %q (dimension %d), the embedder in %q (dimension %d): open the store under its own space, or export it and import it into a new one",
			backends.ErrSpace, store.Name, store.Dim, made.Name, made.Dim)
	}
	return nil
}

// Close waits for calls in flight, as long as a write may take, and closes the
// backend. Calls to a closed memory fail with [backends.ErrClosed]. It may be
// called more than once.
func (m *Memory) Close() error {
	var err error
	m.closing.Do(func() {
		m.reads.drain(m.o.Load().Deadline)
		m.writes.drain(m.o.Load().WriteDeadline)
		err = m.backend.Close()
	})
	return err
}

// errorClass names the kind of an error for telemetry, without its text.
func errorClass(err error) string {
	for _, c := range []struct {
		err  error
		name string
	}{
		{context.DeadlineExceeded, "deadline_exceeded"},
		{context.Canceled, "canceled"},
		{backends.ErrUnavailable, "unavailable"},
		{backends.ErrClosed, "closed"},
		{backends.ErrSpace, "space"},
		{backends.ErrUnsupported, "unsupported"},
		{backends.ErrInvalid, "invalid"},
	} {
		if errors.Is(err, c.err) {
			return c.name
		}
	}
	return "_OTHER"
}
