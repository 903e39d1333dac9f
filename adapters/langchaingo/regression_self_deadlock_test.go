package langchaingo_test

import (
	"context"
	"testing"
	"time"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/llmtest"
	"github.com/memware/memware/middleware"
)

// Only the extractor is called with the mark of WithoutMemory. A plug-in or gate
// that asks the wrapped model joins the turn that is waiting for it.
func TestRegressionPluginThatAsksTheWrappedModel(t *testing.T) {
	t.Run("reranker", func(t *testing.T) {
		var m *langchaingo.Model
		b := newBench(t, func(o *middleware.Options) {
			o.Deadline = 500 * time.Millisecond
			o.Plugins = []middleware.Plugin{middleware.Rerank("judge", func(ctx context.Context, a middleware.Ask, h []backends.Hit) ([]backends.Hit, error) {
				_, err := m.GenerateContent(ctx, messages(user("Which is best for: "+a.Text)))
				return h, err
			})}
		}).with(t, alice, "dog: My dog is Rex.")
		m = langchaingo.WrapModel(llmtest.New(llmtest.Say("ok")), b.Memory)
		start := time.Now()
		if _, err := m.GenerateContent(as(t.Context(), alice), messages(user("What is my dog?"))); err != nil {
			t.Fatal(err)
		}
		if d := time.Since(start); d > 400*time.Millisecond {
			t.Errorf("the read waited for itself: %v", d)
		}
		time.Sleep(100 * time.Millisecond) // for what was left behind
	})
	t.Run("gate", func(t *testing.T) {
		var m *langchaingo.Model
		b := newBench(t, func(o *middleware.Options) {
			o.WriteDeadline = 500 * time.Millisecond
			o.Gate = middleware.GateFunc(func(ctx context.Context, c middleware.Candidate) (middleware.Verdict, error) {
				_, err := m.GenerateContent(ctx, messages(user("Is this harmless? "+c.Text)))
				return middleware.Verdict{Decision: middleware.Admit}, err
			})
		})
		m = langchaingo.WrapModel(llmtest.New(llmtest.Say("ok")), b.Memory)
		if _, err := m.GenerateContent(as(t.Context(), alice), messages(user("my dog is Rex"))); err != nil {
			t.Fatal(err)
		}
		if n := len(b.records(t, alice)); n != 1 {
			t.Errorf("got %d records, want 1: the write waited for itself until its deadline", n)
		}
		time.Sleep(100 * time.Millisecond)
	})
}
