// Command tracing shows what a turn looks like in a tracing dashboard: the spans
// of its read path, of the model call and of its write path, on the terminal or
// sent to an OpenTelemetry collector. It needs no key. It is a module of its own,
// so that nobody else downloads the exporters.
//
//	go run .                                          # spans as a tree
//	go run . -json                                    # spans as JSON
//	go run . -otlp http://127.0.0.1:6006/v1/traces    # Phoenix, Jaeger, a collector
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"github.com/tmc/langchaingo/llms"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/exporters/stdout/stdouttrace"
	"go.opentelemetry.io/otel/sdk/trace"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/adapters/rules"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/middleware"
)

func main() {
	otlp := flag.String("otlp", "", "send spans to this address, such as http://127.0.0.1:4318/v1/traces")
	json := flag.Bool("json", false, "print spans as JSON")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, *otlp, *json); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, out io.Writer, otlp string, json bool) (err error) {
	exporter, err := newExporter(ctx, out, otlp, json)
	if err != nil {
		return err
	}
	provider := trace.NewTracerProvider(trace.WithBatcher(exporter))
	defer func() { err = errors.Join(err, provider.Shutdown(ctx)) }()

	mem, err := middleware.New(inmem.New(nil), rules.New(), &middleware.Options{TracerProvider: provider, StoreID: "demo"})
	if err != nil {
		return err
	}
	defer mem.Close()
	ctx = middleware.WithScope(ctx, backends.Scope{Tenant: "acme", User: "alice"})
	ctx = middleware.WithSession(ctx, "session-1")
	model := langchaingo.WrapModel(polite{}, mem)
	for _, said := range []string{"I prefer meetings at 2pm", "Actually, 11am works better for meetings", "When are my meetings?"} {
		if _, err := llms.GenerateFromSinglePrompt(ctx, model, said, llms.WithModel("polite-1")); err != nil {
			return err
		}
	}
	return nil
}

func newExporter(ctx context.Context, out io.Writer, otlp string, json bool) (trace.SpanExporter, error) {
	switch {
	case otlp != "":
		return otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(otlp))
	case json:
		return stdouttrace.New(stdouttrace.WithWriter(out), stdouttrace.WithPrettyPrint())
	}
	return treeExporter{out}, nil
}

// treeExporter prints each trace as a tree, without times and ids.
type treeExporter struct{ out io.Writer }

// ExportSpans prints the spans of whole traces, a root above its children.
func (x treeExporter) ExportSpans(_ context.Context, spans []trace.ReadOnlySpan) error {
	for _, s := range spans {
		if !s.Parent().IsValid() {
			if err := x.print(s, spans, 0); err != nil {
				return err
			}
		}
	}
	return nil
}

func (x treeExporter) print(s trace.ReadOnlySpan, all []trace.ReadOnlySpan, depth int) error {
	line := strings.Repeat("  ", depth) + s.Name()
	for _, e := range s.Events() {
		line += " !" + e.Name
	}
	if _, err := fmt.Fprintln(x.out, line); err != nil {
		return err
	}
	for _, child := range all {
		if child.Parent().SpanID() == s.SpanContext().SpanID() {
			if err := x.print(child, all, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// Shutdown does nothing: all is printed.
func (treeExporter) Shutdown(context.Context) error { return nil }

// polite stands in for a model.
type polite struct{}

// GenerateContent says thanks.
func (polite) GenerateContent(context.Context, []llms.MessageContent, ...llms.CallOption) (*llms.ContentResponse, error) {
	return &llms.ContentResponse{Choices: []*llms.ContentChoice{{Content: "Thank you.", StopReason: "stop"}}}, nil
}

// Call answers a single prompt.
func (p polite) Call(ctx context.Context, prompt string, options ...llms.CallOption) (string, error) {
	return llms.GenerateFromSinglePrompt(ctx, p, prompt, options...)
}
