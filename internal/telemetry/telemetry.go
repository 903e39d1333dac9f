// Package telemetry starts the spans and holds the instruments of a memory. It
// uses the OpenTelemetry API only; the SDK is the application's.
//
// Attributes are set after a span has started and only if it is recording: given
// at the start they cost several microseconds even where nothing is recorded.
package telemetry

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/memware/memware/internal/semconv"
)

// Telemetry holds a tracer and the instruments. It is safe for concurrent use.
type Telemetry struct {
	tracer trace.Tracer
	class  func(error) string

	duration metric.Float64Histogram

	Candidates, Selected                           metric.Int64Histogram
	Score                                          metric.Float64Histogram
	Decisions, Supersessions, Forgotten            metric.Int64Counter
	Degraded, WriteFailed, Abandoned, PluginFailed metric.Int64Counter
	Quarantine                                     metric.Int64UpDownCounter
}

// New returns the telemetry of an instrumentation scope. A nil provider means
// the global one. The function class names an error's kind with few distinct
// values and no text of its own.
func New(scope string, tp trace.TracerProvider, mp metric.MeterProvider, class func(error) string) (*Telemetry, error) {
	if tp == nil {
		tp = otel.GetTracerProvider()
	}
	if mp == nil {
		mp = otel.GetMeterProvider()
	}
	t := &Telemetry{tracer: tp.Tracer(scope), class: class}
	return t, t.instruments(mp.Meter(scope))
}

func (t *Telemetry) instruments(m metric.Meter) error {
	var errs []error
	keep := func(err error) { errs = append(errs, err) }
	seconds := metric.WithExplicitBucketBoundaries(.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10)
	counts := metric.WithExplicitBucketBoundaries(1, 2, 5, 10, 20, 50, 100, 200, 500)
	scores := metric.WithExplicitBucketBoundaries(.1, .2, .3, .4, .5, .6, .7, .8, .9, 1)

	var err error
	t.duration, err = m.Float64Histogram(semconv.MetricStageDuration, metric.WithUnit("s"), seconds)
	keep(err)
	t.Candidates, err = m.Int64Histogram(semconv.MetricCandidates, metric.WithUnit("{record}"), counts)
	keep(err)
	t.Selected, err = m.Int64Histogram(semconv.MetricSelected, metric.WithUnit("{record}"), counts)
	keep(err)
	t.Score, err = m.Float64Histogram(semconv.MetricScore, metric.WithUnit("1"), scores)
	keep(err)
	t.Quarantine, err = m.Int64UpDownCounter(semconv.MetricQuarantine, metric.WithUnit("{record}"))
	keep(err)
	for _, c := range []struct {
		to         *metric.Int64Counter
		name, unit string
	}{
		{&t.Decisions, semconv.MetricDecisions, "{candidate}"},
		{&t.Supersessions, semconv.MetricSupersessions, "{record}"},
		{&t.Forgotten, semconv.MetricForgotten, "{record}"},
		{&t.Degraded, semconv.MetricDegraded, "{turn}"},
		{&t.WriteFailed, semconv.MetricWriteFailed, "{turn}"},
		{&t.Abandoned, semconv.MetricAbandoned, "{call}"},
		{&t.PluginFailed, semconv.MetricPluginFailed, "{call}"},
	} {
		*c.to, err = m.Int64Counter(c.name, metric.WithUnit(c.unit))
		keep(err)
	}
	return errors.Join(errs...)
}

// A Span is an operation in progress. End it once.
type Span struct {
	trace.Span
	t     *Telemetry
	name  string
	start time.Time
}

// Start begins a span of the given name.
func (t *Telemetry) Start(ctx context.Context, name string, options ...trace.SpanStartOption) (context.Context, Span) {
	ctx, s := t.tracer.Start(ctx, name, options...)
	if s.IsRecording() {
		s.SetAttributes(attribute.String(semconv.InferenceKind, semconv.Kind(name)))
	}
	return ctx, Span{Span: s, t: t, name: name, start: time.Now()}
}

// Set adds attributes, if the span is recording. The function is not called
// otherwise, so that it may be costly.
func (s Span) Set(attrs func() []attribute.KeyValue) {
	if s.IsRecording() {
		s.SetAttributes(attrs()...)
	}
}

// End ends the span and records its duration. Of an error it tells the kind
// alone: an error's text may quote memory.
func (s Span) End(ctx context.Context, err error) {
	attrs := []attribute.KeyValue{attribute.String(semconv.Stage, s.name)}
	if err != nil {
		kind := attribute.String(semconv.ErrorType, s.t.class(err))
		attrs = append(attrs, kind)
		s.SetAttributes(kind)
		s.SetStatus(codes.Error, "")
	}
	if s.t.duration.Enabled(ctx) {
		s.t.duration.Record(ctx, time.Since(s.start).Seconds(), metric.WithAttributes(attrs...))
	}
	s.Span.End()
}
