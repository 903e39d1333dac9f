package langchaingo_test

import (
	"context"
	"errors"
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/llms"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/internal/llmtest"
	"github.com/memware/memware/middleware"
)

func TestConversationIsReadOnceAndWrittenOnceATurn(t *testing.T) {
	b := newBench(t)
	fake := llmtest.New(llmtest.Say("ok"))
	c := chains.NewConversation(fake, langchaingo.NewChatMemory(b.Memory, nil))
	for i, text := range []string{"my dog is Rex", "What is my dog called?", "What is my dog called?"} {
		if _, err := chains.Run(as(t.Context(), alice), c, text); err != nil {
			t.Fatal(err)
		}
		b.wantCounts(t, i+1, i+1)
	}
	if text := lastUser(fake.Calls()[2].Messages); strings.Count(text, "my dog is Rex") != 1 {
		t.Errorf("the prompt is %q, want the memory once", text)
	}
	want := []middleware.Message{{Origin: backends.User, Text: "my dog is Rex"}, {Origin: backends.Assistant, Text: "ok"}}
	if diff := cmp.Diff(want, b.extractor.said()[:2]); diff != "" {
		t.Errorf("the first turn (-want +got):\n%s", diff)
	}
}

func TestChatMemoryWithoutAScopeStopsTheChain(t *testing.T) {
	b := newBench(t)
	fake := llmtest.New(llmtest.Say("ok"))
	for _, tc := range []struct {
		name string
		mem  *middleware.Memory
		ctx  context.Context
		want string
	}{
		{"no scope", b.Memory, t.Context(), "middleware.WithScope"},
		{"no memory", nil, as(t.Context(), alice), "the memory is nil"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := langchaingo.NewChatMemory(tc.mem, nil)
			_, err := chains.Run(tc.ctx, chains.NewConversation(fake, m), "hello")
			for _, err := range []error{err, m.SaveContext(tc.ctx, ask("hello"), answer("hi"))} {
				if !errors.Is(err, backends.ErrInvalid) || !strings.Contains(err.Error(), tc.want) {
					t.Errorf("got %v, want ErrInvalid that says %q", err, tc.want)
				}
			}
		})
	}
	if n := len(fake.Calls()); n != 0 {
		t.Errorf("the model was called %d times, want 0", n)
	}
}

func TestChatMemoryTakesTheScopeFromTheFunction(t *testing.T) {
	b := newBench(t)
	m := langchaingo.NewChatMemory(b.Memory, &langchaingo.ChatMemoryOptions{
		ScopedBy: func(context.Context) (backends.Scope, error) { return alice, nil },
	})
	if _, err := chains.Run(t.Context(), chains.NewConversation(llmtest.New(llmtest.Say("ok")), m), "my dog is Rex"); err != nil {
		t.Fatal(err)
	}
	if got := b.records(t, alice); len(got) != 1 {
		t.Errorf("alice has %d records, want 1", len(got))
	}
}

func TestMarkedCallsLeaveTheInnerMemoryAlone(t *testing.T) {
	b := newBench(t).with(t, alice, "dog: My dog is Rex")
	inner := buffer()
	fake := llmtest.New(llmtest.Say("ok"))
	c := chains.NewConversation(fake, langchaingo.NewChatMemory(b.Memory, &langchaingo.ChatMemoryOptions{Inner: inner}))
	if _, err := chains.Run(middleware.WithoutMemory(as(t.Context(), alice)), c, "my cat is Tom"); err != nil {
		t.Fatal(err)
	}
	b.wantCounts(t, 0, 0)
	if kept, _ := inner.ChatHistory.Messages(t.Context()); len(kept) != 4 || strings.Contains(lastUser(fake.Calls()[0].Messages), "Rex") {
		t.Errorf("the buffer has %v, want the turn, and the prompt no memory", kept)
	}
}

func TestSameWordsAtOnceAreTwoTurns(t *testing.T) {
	b := newBench(t)
	m := langchaingo.NewChatMemory(b.Memory, nil)
	ctx := as(t.Context(), alice)
	one, two := middleware.WithSession(ctx, "one"), middleware.WithSession(ctx, "two")
	for _, ctx := range []context.Context{one, one, two} {
		if _, err := m.LoadMemoryVariables(ctx, ask("yes")); err != nil {
			t.Fatal(err)
		}
	}
	var wg sync.WaitGroup
	for _, ctx := range []context.Context{two, one, one} {
		wg.Go(func() {
			if err := m.SaveContext(ctx, ask("yes"), answer("ok")); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	b.wantCounts(t, 3, 3)
}

func TestRetriedConversationIsWrittenOnce(t *testing.T) {
	b := newBench(t)
	fake := llmtest.New(llmtest.Fail(errors.New("429")), llmtest.Say("ok"))
	c := chains.NewConversation(fake, langchaingo.NewChatMemory(b.Memory, nil))
	ctx := middleware.WithTurnID(as(t.Context(), alice), "turn-1")
	for i := range 3 {
		if _, err := chains.Run(ctx, c, "my dog is Rex"); (err != nil) != (i == 0) {
			t.Fatalf("call %d: %v", i+1, err)
		}
	}
	if got := b.records(t, alice); len(got) != 1 {
		t.Errorf("%d records, want 1", len(got))
	}
}

func TestCancelledConversationIsNotRemembered(t *testing.T) {
	b := newBench(t)
	ctx, cancel := context.WithCancel(as(t.Context(), alice))
	c := chains.NewConversation(llmtest.New(llmtest.Say("it was said")), langchaingo.NewChatMemory(b.Memory, nil))
	if _, err := chains.Run(ctx, c, "my dog is Rex", chains.WithStreamingFunc(func(context.Context, []byte) error {
		cancel()
		return nil
	})); err != nil {
		t.Fatal(err)
	}
	b.wantCounts(t, 1, 0)
}

func TestCarryJoinsAWrappedModelToTheTurn(t *testing.T) {
	b := newBench(t).with(t, alice, "dog: My dog is Rex")
	m := langchaingo.NewChatMemory(b.Memory, nil)
	fake := llmtest.New(llmtest.Say("ok"))
	model := langchaingo.WrapModel(fake, b.Memory)
	ctx := as(t.Context(), alice)

	inputs := ask("What is my dog called?")
	if got := m.Carry(ctx, inputs); got != ctx {
		t.Error("nothing was loaded, yet a turn is carried")
	}
	variables, err := m.LoadMemoryVariables(ctx, inputs)
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Carry(ctx, inputs); got != ctx {
		t.Error("the inputs lack the variables, yet a turn is carried")
	}
	maps.Copy(variables, inputs)
	outer, _, err := b.Join(ctx, "another turn")
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Carry(outer, variables); got != outer {
		t.Error("the turn of another wrapper is left")
	}
	prompt := variables["history"].(string) + "Human: " + inputs["input"].(string) + "\nAI:"
	if _, err := llms.GenerateFromSinglePrompt(m.Carry(ctx, variables), model, prompt); err != nil {
		t.Fatal(err)
	}
	if err := m.SaveContext(ctx, inputs, answer("Rex.")); err != nil {
		t.Fatal(err)
	}
	b.wantCounts(t, 1, 1)
	if text := lastUser(fake.Calls()[0].Messages); text != prompt {
		t.Errorf("the prompt became %q, want %q", text, prompt)
	}
	if got := m.Carry(ctx, variables); got != ctx {
		t.Error("the turn is over, yet it is carried")
	}
}

func TestChatMemoryFailsOpen(t *testing.T) {
	space := backends.Space{Name: "down", Dim: 2}
	for _, closed := range []bool{false, true} {
		b := newBenchOver(t, inmem.New(&inmem.Options{Space: space}), func(o *middleware.Options) {
			o.Embedder = langchaingo.Embedder(&vectorEmbedder{fail: func(context.Context) error { return errors.New("refused") }}, space)
			o.FailClosed = closed
		})
		inner := buffer()
		m := langchaingo.NewChatMemory(b.Memory, &langchaingo.ChatMemoryOptions{Inner: inner})
		ctx := as(t.Context(), alice)
		got, err := m.LoadMemoryVariables(ctx, ask("my dog is Rex"))
		if closed != errors.Is(err, backends.ErrUnavailable) || !closed && got["history"] != "Human: hello\nAI: hi" {
			t.Errorf("fail-closed %v: loaded %v, %v", closed, got, err)
		}
		err = m.SaveContext(ctx, ask("my dog is Rex"), answer("ok"))
		if closed != errors.Is(err, backends.ErrUnavailable) {
			t.Errorf("fail-closed %v: saved with %v", closed, err)
		}
		if kept, _ := inner.ChatHistory.Messages(ctx); len(kept) != 4 {
			t.Errorf("fail-closed %v: the buffer has %v, want the turn all the same", closed, kept)
		}
	}
}
