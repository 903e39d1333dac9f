package chain_test

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/memory"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/adapters/langchaingo/chain"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/internal/llmtest"
	"github.com/memware/memware/middleware"
)

// answers is a chain of one input and one output over a plain model.
func answers(m llms.Model) *chains.LLMChain {
	return chains.NewLLMChain(m, template("Answer: {{.input}}", "input"))
}

func TestNothingIsAskedWithoutChainOrMemory(t *testing.T) {
	b := newBench(t)
	fake := llmtest.New(llmtest.Say("hi"))
	for _, tc := range []struct {
		name string
		c    *chain.Chain
		want string
	}{
		{"no chain", chain.Wrap(nil, b.Memory, nil), "the chain is nil"},
		{"no memory", chain.Wrap(answers(fake), nil, nil), "the memory is nil"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := chains.Call(b.ctx, tc.c, input("input"))
			if !errors.Is(err, backends.ErrInvalid) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want ErrInvalid that says %q", err, tc.want)
			}
		})
	}
	if n := len(fake.Calls()); n != 0 {
		t.Errorf("the model was called %d times, want 0", n)
	}
}

func TestWithoutAScopeTheChainDoesNotRun(t *testing.T) {
	signedOut := errors.New("nobody is signed in")
	for _, tc := range []struct {
		name  string
		scope func(context.Context) (backends.Scope, error)
		want  error
	}{
		{"none in the context", nil, backends.ErrInvalid},
		{"half of one from the function", func(context.Context) (backends.Scope, error) {
			return backends.Scope{Tenant: "acme"}, nil
		}, backends.ErrInvalid},
		{"an error of the function", func(context.Context) (backends.Scope, error) { return alice, signedOut }, signedOut},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBench(t)
			fake := llmtest.New(llmtest.Say("hi"))
			c := chain.Wrap(answers(fake), b.Memory, &chain.Options{ScopedBy: tc.scope})
			if _, err := chains.Run(t.Context(), c, "hello"); !errors.Is(err, tc.want) {
				t.Errorf("got %v, want %v", err, tc.want)
			}
			if n := len(fake.Calls()); n != 0 {
				t.Errorf("the model was called %d times, want 0", n)
			}
		})
	}
}

func TestScopedByTakesTheScopeFromTheFunction(t *testing.T) {
	bob := backends.Scope{Tenant: "acme", User: "bob"}
	b := newBench(t).knows(t, bob, "dog: My dog is Rex")
	fake := llmtest.New(llmtest.Say("Rex."))
	// The model inside needs no function of its own.
	c := chain.Wrap(answers(langchaingo.WrapModel(fake, b.Memory)), b.Memory, &chain.Options{
		ScopedBy: func(context.Context) (backends.Scope, error) { return bob, nil },
	})
	if _, err := chains.Run(b.ctx, c, "What is my dog called? My cat is Tom."); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(prompt(fake.Calls()[0]), "Rex") {
		t.Error("bob's memory is not in the prompt")
	}
	if got := b.texts(t, alice); len(got) != 0 {
		t.Errorf("alice has %q, want nothing", got)
	}
	b.wantCounts(t, 1, 1)
}

func TestMarkedCallsLeaveNoTrace(t *testing.T) {
	b := newBench(t).knows(t, alice, "dog: My dog is Rex")
	fake := llmtest.New(llmtest.Say("ok"))
	inner := chains.NewLLMChain(langchaingo.WrapModel(fake, b.Memory), template("{{.known}}{{.input}}", "known", "input"))
	c := chain.Wrap(inner, b.Memory, &chain.Options{PromptVariable: "known"})
	got, err := chains.Run(middleware.WithoutMemory(b.ctx), c, "My cat is Tom.")
	if err != nil || got != "ok" {
		t.Fatalf("got %q, %v", got, err)
	}
	if text := prompt(fake.Calls()[0]); strings.Contains(text, "Rex") || strings.Contains(text, "no value") {
		t.Errorf("the prompt is %q, want the input alone", text)
	}
	b.wantCounts(t, 0, 0)
}

func TestPromptVariableOfAPlainModel(t *testing.T) {
	b := newBench(t).knows(t, alice, "dog: My dog is Rex")
	fake := llmtest.New(llmtest.Say("Rex."))
	inner := chains.NewLLMChain(fake, template("{{.known}}Question: {{.input}}", "known", "input"))
	c := chain.Wrap(inner, b.Memory, &chain.Options{PromptVariable: "known"})
	inputs := map[string]any{"input": "What is my dog called?"}
	before := maps.Clone(inputs)
	if _, err := c.Call(b.ctx, inputs); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, inputs); diff != "" {
		t.Errorf("the caller's inputs changed (-want +got):\n%s", diff)
	}
	got, err := chains.Run(b.ctx, c, "What is my dog called?") // takes one input only
	if err != nil || got != "Rex." {
		t.Errorf("Run: got %q, %v", got, err)
	}
	for i, call := range fake.Calls() {
		if text := prompt(call); strings.Count(text, "Rex") != 1 || !strings.Contains(text, "</memory>\n\nQuestion: What") {
			t.Errorf("prompt %d is %q, want the window where the variable stands", i+1, text)
		}
	}
	b.wantCounts(t, 2, 2)
}

func TestPromptVariableOfAWrappedModelIsNotDoubled(t *testing.T) {
	b := newBench(t).knows(t, alice, "dog: My dog is Rex")
	fake := llmtest.New(llmtest.Say("Rex."))
	inner := chains.NewLLMChain(langchaingo.WrapModel(fake, b.Memory), template("{{.known}}Question: {{.input}}", "known", "input"))
	if _, err := chains.Run(b.ctx, chain.Wrap(inner, b.Memory, &chain.Options{PromptVariable: "known"}), "What is my dog called?"); err != nil {
		t.Fatal(err)
	}
	if text := prompt(fake.Calls()[0]); strings.Count(text, "Rex") != 1 {
		t.Errorf("the memory stands there twice:\n%s", text)
	}
	b.wantCounts(t, 1, 1)
}

func TestFailClosedMemoryStopsTheChainBeforeTheModel(t *testing.T) {
	space := backends.Space{Name: "down", Dim: 2}
	b := newBenchOver(t, inmem.New(&inmem.Options{Space: space}), func(o *middleware.Options) {
		o.Embedder, o.FailClosed = downEmbedder{space}, true
	})
	fake := llmtest.New(llmtest.Say("hi"))
	inner := chains.NewLLMChain(fake, template("{{.known}}{{.input}}", "known", "input"))
	_, err := chains.Run(b.ctx, chain.Wrap(inner, b.Memory, &chain.Options{PromptVariable: "known"}), "my dog is Rex")
	if !errors.Is(err, backends.ErrUnavailable) || len(fake.Calls()) != 0 {
		t.Errorf("got %v after %d model calls, want ErrUnavailable after none", err, len(fake.Calls()))
	}
	outputs, err := chain.Wrap(answers(fake), b.Memory, nil).Call(b.ctx, map[string]any{"input": "my dog is Rex"})
	if !errors.Is(err, backends.ErrUnavailable) || outputs["text"] != "hi" {
		t.Errorf("write: got %v, %v, want the answer with the error", outputs, err)
	}
}

func TestFailOpenMemoryDoesNotFailTheChain(t *testing.T) {
	space := backends.Space{Name: "down", Dim: 2}
	b := newBenchOver(t, inmem.New(&inmem.Options{Space: space}), func(o *middleware.Options) { o.Embedder = downEmbedder{space} })
	fake := llmtest.New(llmtest.Say("hi"))
	inner := chains.NewConversation(langchaingo.WrapModel(fake, b.Memory), langchaingo.NewChatMemory(b.Memory, nil))
	got, err := chains.Run(b.ctx, chain.Wrap(inner, b.Memory, nil), "my dog is Rex")
	if err != nil || got != "hi" {
		t.Errorf("got %q, %v, want the answer", got, err)
	}
}

// downEmbedder always fails.
type downEmbedder struct{ space backends.Space }

func (d downEmbedder) Space() backends.Space { return d.space }

func (downEmbedder) EmbedDocuments(context.Context, []string) ([][]float32, error) {
	return nil, backends.ErrUnavailable
}

func (downEmbedder) EmbedQuery(context.Context, string) ([]float32, error) {
	return nil, backends.ErrUnavailable
}

func TestTheWrapperIsTransparent(t *testing.T) {
	b := newBench(t)
	inner := chains.NewConversation(llmtest.New(llmtest.Say("hi")), memory.NewConversationBuffer())
	c := chain.Wrap(inner, b.Memory, nil)
	if c.GetMemory() != inner.Memory {
		t.Error("GetMemory: got another memory")
	}
	if diff := cmp.Diff(inner.GetInputKeys(), c.GetInputKeys()); diff != "" {
		t.Errorf("inputs (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(inner.GetOutputKeys(), c.GetOutputKeys()); diff != "" {
		t.Errorf("outputs (-want +got):\n%s", diff)
	}
	if _, ok := c.Unwrap().(chains.LLMChain); !ok {
		t.Errorf("Unwrap: got %T", c.Unwrap())
	}
}

func TestNilMemoryOfAChainDoesNotPanic(t *testing.T) {
	b := newBench(t)
	inner := answers(llmtest.New(llmtest.Say("hi")))
	inner.Memory = nil
	if got, err := chains.Run(b.ctx, chain.Wrap(inner, b.Memory, nil), "hello"); err != nil || got != "hi" {
		t.Errorf("got %q, %v", got, err)
	}
	b.wantCounts(t, 0, 1)
}
