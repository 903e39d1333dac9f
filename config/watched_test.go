package config_test

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/memware/memware/config"
	"github.com/memware/memware/middleware"
)

// A watched is a file under watch, with the reports on it.
type watched struct {
	*config.Watcher
	mem     *middleware.Memory
	t       *testing.T
	path    string
	reports chan config.Reload
	log     *safeBuffer
	metrics *sdk.ManualReader
}

// watch loads the file at path and watches it.
func watch(t *testing.T, path string, poll time.Duration) *watched {
	t.Helper()
	w := &watched{t: t, path: path, reports: make(chan config.Reload, 64), log: &safeBuffer{}, metrics: sdk.NewManualReader()}
	c, err := config.Load(path, &config.Options{Memory: middleware.Options{
		Logger:        slog.New(slog.NewTextHandler(w.log, nil)),
		MeterProvider: sdk.NewMeterProvider(sdk.WithReader(w.metrics)),
	}})
	if err != nil {
		t.Fatal(err)
	}
	mem, err := c.Memory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	w.mem = mem
	w.Watcher, err = c.Watch(t.Context(), mem, &config.WatchOptions{
		Debounce: 20 * time.Millisecond, Poll: poll, Notify: func(r config.Reload) { w.reports <- r },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		w.Close()
		mem.Close()
	})
	return w
}

// next waits for the next report.
func (w *watched) next() config.Reload {
	w.t.Helper()
	select {
	case r := <-w.reports:
		return r
	case <-time.After(10 * time.Second):
		w.t.Fatal("no report")
		return config.Reload{}
	}
}

// wants waits until k is in force, whatever is reported until then.
func (w *watched) wants(k string) {
	w.t.Helper()
	for {
		if r := w.next(); strings.HasPrefix(value(w.t, r.Config, "read.k"), k+" ") {
			return
		}
	}
}

// quiet makes sure that nothing is reported for a while.
func (w *watched) quiet() {
	w.t.Helper()
	select {
	case r := <-w.reports:
		w.t.Errorf("reported %s, %v, want nothing", r.Outcome, r.Err)
	case <-time.After(150 * time.Millisecond):
	}
}

// count returns how many reloads of an outcome were counted.
func (w *watched) count(o config.Outcome) int64 {
	w.t.Helper()
	var all metricdata.ResourceMetrics
	if err := w.metrics.Collect(context.Background(), &all); err != nil {
		w.t.Fatal(err)
	}
	for _, s := range all.ScopeMetrics {
		for _, m := range s.Metrics {
			if m.Name != config.MetricReloads {
				continue
			}
			for _, p := range m.Data.(metricdata.Sum[int64]).DataPoints {
				if v, _ := p.Attributes.Value(config.AttributeOutcome); v.AsString() == string(o) {
					return p.Value
				}
			}
		}
	}
	return 0
}

// safeBuffer is a buffer that a logger and a test may use at once.
type safeBuffer struct {
	mu sync.Mutex // guards b
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func write(t *testing.T, path, yaml string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(yaml), 0o600); err != nil {
		t.Fatal(err)
	}
}

func rename(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

func symlink(t *testing.T, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		t.Fatal(err)
	}
}
