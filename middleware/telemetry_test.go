package middleware_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/middleware"
)

// watched returns a bench with a recorder of its spans.
func watched(t *testing.T, edit func(*middleware.Options)) (bench, *tracetest.SpanRecorder) {
	t.Helper()
	spans := tracetest.NewSpanRecorder()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans))
	return newBench(t, func(o *middleware.Options) {
		o.TracerProvider = provider
		if edit != nil {
			edit(o)
		}
	}), spans
}

// tree writes ended spans as "parent > child", in the order they ended.
func tree(spans []sdktrace.ReadOnlySpan) []string {
	names := map[string]string{}
	for _, s := range spans {
		names[s.SpanContext().SpanID().String()] = s.Name()
	}
	var out []string
	for _, s := range spans {
		line := s.Name()
		if parent := names[s.Parent().SpanID().String()]; parent != "" {
			line = parent + " > " + line
		}
		for _, e := range s.Events() {
			line += " !" + e.Name
		}
		out = append(out, line)
	}
	return out
}

func TestSpanTrees(t *testing.T) {
	read := []string{
		"search_memory > memware.read.embed", "search_memory > memware.read.score",
		"search_memory > memware.read.filter", "search_memory > memware.read.top_k", "search_memory",
	}
	found := slices.Clone(read)
	found[3] += " !memware.selected"
	write := []string{
		"upsert_memory > memware.write.extract", "upsert_memory > memware.write.gate !memware.gate.decision",
		"upsert_memory > memware.write.supersede", "upsert_memory > memware.write.index", "upsert_memory",
	}
	for _, tc := range []struct {
		name string
		do   func(*testing.T, bench)
		want []string
	}{
		{"a write", func(t *testing.T, b bench) { b.say(t, "city=Kyoto") }, write},
		{"a refused write", func(t *testing.T, b bench) { b.turn(t, middleware.Message{Text: "city=Kyoto"}) }, write},
		{"a read that found nothing", func(t *testing.T, b bench) { b.texts(t, "city") }, read},
		{"a read that found something", func(t *testing.T, b bench) { b.say(t, "city=Kyoto"); b.texts(t, "city") }, append(slices.Clone(write), found...)},
		{"a forget", func(t *testing.T, b bench) {
			if _, err := b.Forget(b.ctx, backends.Filter{IDs: []string{"x"}}); err != nil {
				t.Fatal(err)
			}
		}, []string{"delete_memory"}},
		{"a read that failed", func(t *testing.T, b bench) {
			if _, err := b.Read(b.ctx, middleware.Ask{}); err == nil {
				t.Fatal("no error")
			}
		}, []string{"search_memory"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b, spans := watched(t, nil)
			tc.do(t, b)
			if diff := cmp.Diff(tc.want, tree(spans.Ended())); diff != "" {
				t.Errorf("spans (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSpansTellWhatHappened(t *testing.T) {
	b, spans := watched(t, nil)
	b.say(t, "city=Osaka")
	b.say(t, "city=Kyoto")
	b.texts(t, "city")
	got := map[string]string{}
	for _, s := range spans.Ended() {
		for _, a := range s.Attributes() {
			got[s.Name()+" "+string(a.Key)] = a.Value.String()
		}
	}
	for key, want := range map[string]string{
		"memware.write.index memware.outcome.superseding": "1",
		"memware.write.gate memware.admitted":             "1",
		"memware.write.extract memware.candidates":        "1",
		"memware.read.score memware.considered":           "1",
		"memware.read.score memware.exact":                "true",
		"memware.read.score memware.weight.recency":       "0.3",
		"memware.read.top_k memware.selected.count":       "1",
		"memware.read.embed memware.nothing_to_do":        "true",
		"search_memory gen_ai.operation.name":             "search_memory",
		"search_memory gen_ai.memory.record.count":        "1",
		"upsert_memory gen_ai.memory.record.count":        "1",
	} {
		if got[key] != want {
			t.Errorf("%s = %q, want %q", key, got[key], want)
		}
	}
}

// TestNoTextInTelemetry sends a canary through every path, errors included.
func TestNoTextInTelemetry(t *testing.T) {
	const canary = "canary7f3a"
	var log lockedBuilder
	reader := metric.NewManualReader()
	failing := filtering("failing", func(hits []backends.Hit) []backends.Hit {
		return append(hits, backends.Hit{Record: backends.Record{ID: "x", Text: canary}})
	})
	failing.Required = true
	panicking := filtering("panicking", func([]backends.Hit) []backends.Hit { panic(canary) })
	meters := metric.NewMeterProvider(metric.WithReader(reader))
	edit := func(o *middleware.Options) {
		o.MeterProvider = meters
		o.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	var errs []error
	for _, plugins := range [][]middleware.Plugin{nil, {failing}, {panicking}} {
		b, spans := watched(t, func(o *middleware.Options) { edit(o); o.Plugins = plugins })
		b.ctx = middleware.WithSession(middleware.WithScope(t.Context(), backends.Scope{Tenant: canary, User: canary}), canary)
		errs = append(errs, exercise(b, canary)...)
		for _, s := range spans.Ended() {
			if dump := spanText(s); strings.Contains(dump, canary) {
				t.Errorf("span %s tells %s", s.Name(), dump)
			}
		}
	}
	if len(errs) < 3 {
		t.Errorf("only %d errors were provoked: %v", len(errs), errs)
	}
	for _, err := range errs {
		if strings.Contains(err.Error(), canary) {
			t.Errorf("error: %v", err)
		}
	}
	var data metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &data); err != nil || len(data.ScopeMetrics) == 0 {
		t.Fatalf("no metrics, %v", err)
	}
	if dump := cmp.Diff(nil, data); strings.Contains(dump, canary) {
		t.Errorf("metrics: %s", dump)
	}
	if strings.Contains(log.String(), canary) {
		t.Errorf("log: %s", log.String())
	}
}

// exercise calls everything with the canary wherever text may stand, and
// returns the errors.
func exercise(b bench, canary string) []error {
	var errs []error
	keep := func(err error) {
		if err != nil {
			errs = append(errs, err)
		}
	}
	write := func(text string, o backends.Origin) {
		_, err := b.Write(b.ctx, middleware.Turn{Messages: []middleware.Message{{Origin: o, Text: text}}})
		keep(err)
	}
	write(canary+"="+canary, backends.User)
	write(canary+"/"+canary+"="+canary, backends.User)
	write(canary+"=other", backends.Tool)
	write(canary+"|="+canary, backends.User)
	write(canary+strings.Repeat("x", backends.MaxTextBytes), backends.User)
	write("forget "+canary, backends.User)
	write("-"+canary, backends.User)
	_, err := b.Remember(b.ctx, middleware.Statement{Origin: backends.User, Key: canary, Text: canary, Importance: 7})
	keep(err)
	_, err = b.Remember(b.ctx, middleware.Statement{Origin: backends.User, Text: canary, Meta: map[string]string{canary: strings.Repeat(canary, 99)}})
	keep(err)
	_, err = b.Read(b.ctx, middleware.Ask{Text: canary})
	keep(err)
	_, err = b.Read(b.ctx, middleware.Ask{Text: canary, K: -1})
	keep(err)
	_, err = b.Forget(b.ctx, backends.Filter{Slots: []backends.Slot{{Key: canary, Member: canary, All: true}}})
	keep(err)
	_, err = b.Forget(b.ctx, backends.Filter{Slots: []backends.Slot{{Key: canary, All: true}}})
	keep(err)
	e, err := b.Open(b.ctx, canary)
	keep(err)
	_, err = e.Window(b.ctx)
	keep(err)
	keep(e.Finish(b.ctx, middleware.Message{Origin: backends.Assistant, Text: canary}))
	return errs
}

func spanText(s sdktrace.ReadOnlySpan) string {
	var out strings.Builder
	tell := func(attrs []attribute.KeyValue) {
		for _, a := range attrs {
			out.WriteString(string(a.Key) + "=" + a.Value.String() + " ")
		}
	}
	out.WriteString(s.Name() + " " + s.Status().Description + " ")
	tell(s.Attributes())
	for _, e := range s.Events() {
		out.WriteString(e.Name + " ")
		tell(e.Attributes)
	}
	return out.String()
}

type lockedBuilder struct {
	mu  sync.Mutex // guards out
	out strings.Builder
}

func (b *lockedBuilder) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.out.Write(p)
}

func (b *lockedBuilder) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.out.String()
}

func TestATurnWithoutMemoryIsTold(t *testing.T) {
	reader := metric.NewManualReader()
	spans := tracetest.NewSpanRecorder()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans))
	f := &faulty{Backend: inmem.New(nil)}
	f.failWith(backends.ErrUnavailable)
	m, err := middleware.New(f, middleware.ExtractorFunc(notation), &middleware.Options{
		TracerProvider: provider, MeterProvider: metric.NewMeterProvider(metric.WithReader(reader)), Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	ctx, turn := provider.Tracer("app").Start(middleware.WithScope(t.Context(), alice), "turn")
	e, err := m.Open(ctx, "city")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Window(ctx); err != nil {
		t.Fatal(err)
	}
	turn.End()
	got := tree(spans.Ended())
	want := []string{"search_memory > memware.read.embed", "search_memory > memware.read.score", "turn > search_memory", "turn !memware.read.degraded"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("spans (-want +got):\n%s", diff)
	}
	if n := counter(t, reader, "memware.read.degraded"); n != 1 {
		t.Errorf("memware.read.degraded = %d, want 1", n)
	}
}

func counter(t *testing.T, r metric.Reader, name string) int64 {
	t.Helper()
	var data metricdata.ResourceMetrics
	if err := r.Collect(context.Background(), &data); err != nil {
		t.Fatal(err)
	}
	var n int64
	for _, s := range data.ScopeMetrics {
		for _, m := range s.Metrics {
			if sum, ok := m.Data.(metricdata.Sum[int64]); ok && m.Name == name {
				for _, p := range sum.DataPoints {
					n += p.Value
				}
			}
		}
	}
	return n
}

func TestContentIsToldOnlyIfAskedFor(t *testing.T) {
	for _, capture := range []bool{false, true} {
		b, spans := watched(t, func(o *middleware.Options) { o.CaptureContent, o.StoreID = capture, "store-1" })
		b.say(t, "city=Kyoto")
		b.texts(t, "my city?")
		for _, s := range spans.Ended() {
			if s.Name() != "search_memory" {
				continue
			}
			text := spanText(s)
			for _, content := range []string{"input.value=my city?", "retrieval.documents.0.document.content=city=Kyoto"} {
				if strings.Contains(text, content) != capture {
					t.Errorf("capture %v: %q told %v in %s", capture, content, !capture, text)
				}
			}
			for _, want := range []string{"openinference.span.kind=RETRIEVER", "gen_ai.memory.store.id=store-1",
				"retrieval.documents.0.document.id=", "retrieval.documents.0.document.score=", `"relevance":`} {
				if !strings.Contains(text, want) {
					t.Errorf("%q is not told in %s", want, text)
				}
			}
		}
	}
}
