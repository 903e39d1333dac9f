package wire_test

import (
	"context"
	"testing"

	"github.com/tmc/langchaingo/llms"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/middleware"
)

func TestRefusedQuestionIsAnErrorAndWritesNothing(t *testing.T) {
	for _, p := range providers() {
		t.Run(p.name, func(t *testing.T) {
			b := newBench(t)
			m := langchaingo.WrapModel(p.client(t, serve(t, p, nil).url), b.Memory)
			_, err := m.GenerateContent(middleware.WithScope(t.Context(), alice()), []llms.MessageContent{user(question)})
			if err == nil {
				t.Error("got no error")
			}
			if n := len(b.turns.kept()); n != 0 {
				t.Errorf("written %d times, want 0", n)
			}
		})
	}
}

// Whatever the client makes of it: some return what had come, or even all of
// it, without an error.
func TestCancelInMidStreamWritesNothing(t *testing.T) {
	for _, p := range providers() {
		t.Run(p.name, func(t *testing.T) {
			b := newBench(t)
			m := langchaingo.WrapModel(p.client(t, serve(t, p, []reply{{text: answer}}).url), b.Memory)
			ctx, cancel := context.WithCancel(middleware.WithScope(t.Context(), alice()))
			chunks := 0
			_, err := m.GenerateContent(ctx, []llms.MessageContent{user(question)}, llms.WithStreamingFunc(func(context.Context, []byte) error {
				chunks++
				cancel()
				return nil
			}))
			cancel()
			if chunks == 0 {
				t.Fatalf("nothing was streamed: %v", err)
			}
			if n := len(b.turns.kept()); n != 0 {
				t.Errorf("written %d times, want 0", n)
			}
		})
	}
}
