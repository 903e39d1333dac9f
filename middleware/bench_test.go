package middleware_test

import (
	"context"
	"fmt"
	"testing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/middleware"
)

// thousand returns a memory of 1,000 statements of about ten words.
func thousand(b *testing.B, o *middleware.Options) (*middleware.Memory, context.Context) {
	b.Helper()
	m, err := middleware.New(inmem.New(nil), middleware.ExtractorFunc(notation), o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { m.Close() })
	ctx := middleware.WithScope(context.Background(), alice)
	things := []string{"lake", "train", "garden", "market", "bridge", "violin", "kitchen", "harbour", "letter", "window", "winter"}
	for i := range 1000 {
		text := fmt.Sprintf("on day %d we saw the %s behind the %s near the %s",
			i, things[i%len(things)], things[i/7%len(things)], things[i/31%len(things)])
		if _, err := m.Remember(ctx, middleware.Statement{Origin: backends.User, Text: text, Importance: 0.5}); err != nil {
			b.Fatal(err)
		}
	}
	return m, ctx
}

func BenchmarkRead(b *testing.B) {
	for _, bench := range []struct {
		name string
		o    *middleware.Options
	}{
		{"over 1k", nil},
		{"over 1k with spans", &middleware.Options{TracerProvider: sdktrace.NewTracerProvider(sdktrace.WithSampler(sdktrace.AlwaysSample()))}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			m, ctx := thousand(b, bench.o)
			b.ReportAllocs()
			for b.Loop() {
				w, err := m.Read(ctx, middleware.Ask{Text: "where was the violin by the harbour?"})
				if err != nil || len(w.Memories) != 5 {
					b.Fatal(len(w.Memories), err)
				}
			}
		})
	}
}

func BenchmarkWindow(b *testing.B) {
	m, ctx := thousand(b, nil)
	b.ReportAllocs()
	for b.Loop() {
		e, err := m.Open(ctx, "where was the violin by the harbour?")
		if err != nil {
			b.Fatal(err)
		}
		if w, err := e.Window(ctx); err != nil || w.Text == "" {
			b.Fatal(err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	m, ctx := thousand(b, nil)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		i++
		turn := middleware.Turn{Messages: []middleware.Message{user(fmt.Sprintf("city=number %d", i))}}
		if _, err := m.Write(ctx, turn); err != nil {
			b.Fatal(err)
		}
	}
}
