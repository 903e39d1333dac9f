package config

import (
	"context"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/fsnotify/fsnotify"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/memware/memware/middleware"
)

// Names of the telemetry of a [Watcher].
const (
	MetricReloads    = "memware.config.reloads" // counter
	AttributeOutcome = "memware.config.outcome" // an Outcome
)

// Outcome is what became of a file that changed.
type Outcome string

// The outcomes of a reload.
const (
	Applied   Outcome = "applied"   // what changed is in force
	Restart   Outcome = "restart"   // some of what changed needs a restart; the rest is in force
	Unchanged Outcome = "unchanged" // no setting differs
	Rejected  Outcome = "rejected"  // the file is missing, broken or invalid; nothing changed
)

// A Reload is the report of a [Watcher] on a file that changed.
type Reload struct {
	Outcome Outcome
	Change
	Config *Config // in force from then on
	Err    error   // why the file was rejected
}

// WatchOptions configures [Config.Watch]. Nil means all defaults.
type WatchOptions struct {
	// Debounce is how long the file must be left alone before it is read, since
	// editors write in several steps; 0: 100 ms. A file that never rests is read
	// after ten times as long.
	Debounce time.Duration

	// Poll is how often the file is looked at where the system gives no notice,
	// such as on network file systems, or for a folder that was made anew; 0: 10 s.
	Poll time.Duration

	// Notify is called with each report, one at a time, from the watcher's
	// goroutine; nil: nobody. It must not close the watcher.
	Notify func(Reload)
}

// A Watcher keeps a memory's settings those of its file. It is safe for
// concurrent use.
type Watcher struct {
	memory  *middleware.Memory
	o       WatchOptions
	running atomic.Pointer[Config] // never nil
	reloads metric.Int64Counter
	notices *fsnotify.Watcher // nil: polling alone
	cancel  context.CancelFunc
	done    chan struct{} // closed when the goroutine has ended

	seen    [sha256.Size]byte // what the last look at the file found; of the goroutine alone
	missing bool              // it found no file
}

// Watch keeps m, which c built, up to date with the file that c was loaded from,
// until ctx ends or the watcher is closed. A file that is missing, broken or
// half-written changes nothing and is reported: to the log, to the counter
// [MetricReloads] and to o.Notify.
func (c *Config) Watch(ctx context.Context, m *middleware.Memory, o *WatchOptions) (*Watcher, error) {
	w := &Watcher{memory: m, seen: c.sum, done: make(chan struct{})}
	if o != nil {
		w.o = *o
	}
	if w.o.Debounce <= 0 {
		w.o.Debounce = 100 * time.Millisecond
	}
	if w.o.Poll <= 0 {
		w.o.Poll = 10 * time.Second
	}
	w.running.Store(c)
	meters := c.options.Memory.MeterProvider
	if meters == nil {
		meters = otel.GetMeterProvider()
	}
	var err error
	w.reloads, err = meters.Meter(ScopeName).Int64Counter(MetricReloads, metric.WithUnit("{reload}"))
	if err != nil {
		return nil, fmt.Errorf("config: create the counter of reloads: %w", err)
	}
	if w.notices, err = fsnotify.NewWatcher(); err != nil {
		c.logger().WarnContext(ctx, "memory: no notices of changed files, the configuration is polled", "error", err)
		w.notices = nil
	}
	ctx, w.cancel = context.WithCancel(ctx)
	go w.run(ctx)
	return w, nil
}

// Config returns the configuration in force.
func (w *Watcher) Config() *Config { return w.running.Load() }

// Close ends the watcher and waits for it. It may be called more than once.
func (w *Watcher) Close() error {
	w.cancel()
	<-w.done
	return nil
}

func (w *Watcher) run(ctx context.Context) {
	defer close(w.done)
	defer w.cancel()
	var events chan fsnotify.Event
	var lost chan error
	if w.notices != nil {
		defer w.notices.Close()
		events, lost = w.notices.Events, w.notices.Errors
	}
	poll := time.NewTicker(w.o.Poll)
	defer poll.Stop()
	w.look(ctx) // it may have changed since it was loaded
	quiet := time.NewTimer(time.Hour)
	quiet.Stop()
	var latest time.Time // when to look although the file is not at rest; zero: nothing happened
	for {
		select {
		case <-ctx.Done():
			return
		case <-events:
		case <-lost: // notices were dropped: anything may have happened
		case <-poll.C:
			w.look(ctx)
			continue
		case <-quiet.C:
			latest = time.Time{}
			w.look(ctx)
			continue
		}
		if latest.IsZero() {
			latest = time.Now().Add(10 * w.o.Debounce)
		}
		quiet.Reset(min(w.o.Debounce, max(0, time.Until(latest))))
	}
}

// follow watches the folder of the file, since a file that is replaced takes a
// watch of its own with it, and the folder of what the file is a link to.
// Watching a folder again does nothing, unless it was made anew.
func (w *Watcher) follow(path string) {
	if w.notices == nil {
		return
	}
	folders := []string{filepath.Dir(path)}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		folders = append(folders, filepath.Dir(real))
	}
	for _, f := range folders {
		_ = w.notices.Add(f) // a folder that is gone is tried again by the next poll
	}
	for _, f := range w.notices.WatchList() {
		if !slices.Contains(folders, f) {
			_ = w.notices.Remove(f) // what a link led to before; gone, if this fails
		}
	}
}

// look reads the file, and reloads the memory if its content is another.
func (w *Watcher) look(ctx context.Context) {
	c := w.running.Load()
	w.follow(c.path)
	data, err := readFile(c.path)
	sum := sha256.Sum256(data)
	if err != nil && w.missing || err == nil && !w.missing && sum == w.seen {
		return
	}
	w.missing, w.seen = err != nil, sum
	var next *Config
	if err == nil {
		next, err = Parse(c.path, data, &c.options)
	}
	r := Reload{Outcome: Rejected, Config: c, Err: err}
	if err == nil {
		r = w.apply(ctx, c, next)
	}
	if ctx.Err() != nil {
		return
	}
	w.tell(ctx, r)
}

func (w *Watcher) apply(ctx context.Context, c, next *Config) Reload {
	merged, change, err := c.Apply(ctx, w.memory, next)
	if err != nil {
		return Reload{Outcome: Rejected, Config: c, Err: err}
	}
	w.running.Store(merged)
	r := Reload{Outcome: Applied, Change: change, Config: merged}
	switch {
	case len(change.Restart) > 0:
		r.Outcome = Restart
	case len(change.Applied) == 0:
		r.Outcome = Unchanged
	}
	return r
}

// tell reports what became of a file.
func (w *Watcher) tell(ctx context.Context, r Reload) {
	w.reloads.Add(ctx, 1, metric.WithAttributes(attribute.String(AttributeOutcome, string(r.Outcome))))
	log := r.Config.logger().With("file", r.Config.path, "revision", r.Config.Revision())
	switch r.Outcome {
	case Rejected:
		log.WarnContext(ctx, "memory: the new configuration is rejected, the last good one stays", "error", r.Err)
	case Restart:
		log.WarnContext(ctx, "memory: some settings take effect with a restart only", "restart", r.Restart, "applied", r.Applied)
	default:
		log.InfoContext(ctx, "memory: the configuration was read again", "outcome", string(r.Outcome), "applied", r.Applied)
	}
	if w.o.Notify != nil {
		w.o.Notify(r)
	}
}
