package langchaingo_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/tmc/langchaingo/llms"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/middleware"
)

// instant answers without delay, and keeps nothing.
type instant struct{}

func (instant) GenerateContent(context.Context, []llms.MessageContent, ...llms.CallOption) (*llms.ContentResponse, error) {
	return &llms.ContentResponse{Choices: []*llms.ContentChoice{{Content: "ok", StopReason: "stop"}}}, nil
}

func (i instant) Call(ctx context.Context, prompt string, options ...llms.CallOption) (string, error) {
	return llms.GenerateFromSinglePrompt(ctx, i, prompt, options...)
}

// BenchmarkWrap compares a wrapped model with the bare one. x-bare is a ratio to
// the bare model's time; a real model takes a million times as long.
func BenchmarkWrap(b *testing.B) {
	bare := 0.0
	for _, bench := range []struct {
		name     string
		skip     bool
		wrap     bool
		memories int
	}{
		{"bare", false, false, 0},
		{"left out", true, true, 0},
		{"over nothing", false, true, 0},
		{"over 1k memories", false, true, 1000},
	} {
		b.Run(bench.name, func(b *testing.B) {
			m := newBench(b, func(o *middleware.Options) { o.TracerProvider = noop.NewTracerProvider() })
			ctx := as(b.Context(), alice)
			for i := range bench.memories {
				m.with(b, alice, fmt.Sprintf("thing.%d: on day %d we saw the harbour behind house %d", i, i, i))
			}
			if bench.skip {
				ctx = middleware.WithoutMemory(ctx)
			}
			var model llms.Model = instant{}
			if bench.wrap {
				model = langchaingo.WrapModel(model, m.Memory)
			}
			question := messages(user("where was the harbour?"))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := model.GenerateContent(ctx, question); err != nil {
					b.Fatal(err)
				}
			}
			took := float64(b.Elapsed()) / float64(b.N)
			if bench.name == "bare" {
				bare = took
			}
			b.ReportMetric(took/max(bare, 1), "x-bare")
		})
	}
}
