package chain_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/llms"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/adapters/langchaingo/chain"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/llmtest"
	"github.com/memware/memware/middleware"
)

func TestWhatTheUserWroteIsFound(t *testing.T) {
	for _, tc := range []struct {
		name    string
		inner   func(llms.Model) chains.Chain
		options chain.Options
		inputs  map[string]any
		want    string // "": an error
	}{
		{"the only input", func(m llms.Model) chains.Chain { return answers(m) }, chain.Options{}, map[string]any{"input": "a"}, "a"},
		{"the chain's only input among others",
			func(m llms.Model) chains.Chain { return chains.NewLLMChain(m, template("{{.wish}}", "wish")) },
			chain.Options{}, map[string]any{"wish": "a", "input": "b"}, "a"},
		{"a usual name", func(m llms.Model) chains.Chain {
			return chains.NewLLMChain(m, template("{{.tone}} {{.question}}", "tone", "question"))
		}, chain.Options{}, map[string]any{"tone": "b", "question": "a"}, "a"},
		{"the only text", func(m llms.Model) chains.Chain {
			return chains.NewLLMChain(m, template("{{.n}} {{.wish}}", "n", "wish"))
		},
			chain.Options{}, map[string]any{"n": 3, "wish": "a"}, "a"},
		{"beside the history", func(m llms.Model) chains.Chain { return chains.NewConversation(m, history()) },
			chain.Options{}, map[string]any{"input": "a"}, "a"},
		{"beside a history, by no usual name", func(m llms.Model) chains.Chain {
			c := chains.NewLLMChain(m, template("{{.history}} {{.wish}}", "history", "wish"))
			c.Memory = history()
			return c
		}, chain.Options{}, map[string]any{"wish": "a"}, "a"},
		{"beside the prompt variable", func(m llms.Model) chains.Chain {
			return chains.NewLLMChain(m, template("{{.known}} {{.wish}}", "known", "wish"))
		}, chain.Options{PromptVariable: "known"}, map[string]any{"wish": "a", "known": "b"}, "a"},
		{"as it is named", func(m llms.Model) chains.Chain {
			return chains.NewLLMChain(m, template("{{.question}} {{.wish}}", "question", "wish"))
		}, chain.Options{InputKey: "wish"}, map[string]any{"question": "b", "wish": "a"}, "a"},
		{"one of several", func(m llms.Model) chains.Chain { return chains.NewLLMChain(m, template("{{.x}} {{.y}}", "x", "y")) },
			chain.Options{}, map[string]any{"x": "a", "y": "b"}, ""},
		{"a name that is not there", func(m llms.Model) chains.Chain { return answers(m) },
			chain.Options{InputKey: "wish"}, map[string]any{"input": "a"}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBench(t)
			fake := llmtest.New(llmtest.Say("ok"))
			_, err := chains.Call(b.ctx, chain.Wrap(tc.inner(fake), b.Memory, &tc.options), tc.inputs)
			if tc.want == "" {
				if !errors.Is(err, backends.ErrInvalid) || !strings.Contains(err.Error(), "Options.InputKey") || len(fake.Calls()) != 0 {
					t.Errorf("got %v after %d model calls, want ErrInvalid that names the option, after none", err, len(fake.Calls()))
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if said := b.extractor.said(); len(said) != 2 || said[0].Text != tc.want {
				t.Errorf("written was %v, want %q and the answer", said, tc.want)
			}
		})
	}
}

func TestAnswerIsFound(t *testing.T) {
	const none = "(no answer)"
	for _, tc := range []struct {
		name    string
		keys    []string // outputs the chain tells of
		options chain.Options
		outputs map[string]any
		want    string // "": nothing is written
	}{
		{"the only output", []string{"x"}, chain.Options{}, map[string]any{"x": "a", "text": "raw"}, "a"},
		{"text", []string{"text", "source_documents"}, chain.Options{}, map[string]any{"text": "a", "source_documents": documents("d")}, "a"},
		{"answer", []string{"answer", "steps"}, chain.Options{}, map[string]any{"answer": "a", "steps": "b"}, "a"},
		{"output", []string{"output", "log"}, chain.Options{}, map[string]any{"output": "a", "log": "b"}, "a"},
		{"the only text", []string{"n", "x"}, chain.Options{}, map[string]any{"n": 3, "x": "a"}, "a"},
		{"as it is named", []string{"text", "x"}, chain.Options{OutputKey: "x"}, map[string]any{"text": "b", "x": "a"}, "a"},
		{"no text", []string{"x"}, chain.Options{}, map[string]any{"x": map[string]string{"dog": "Rex"}}, none},
		{"a name that is not there", []string{"text"}, chain.Options{OutputKey: "x"}, map[string]any{"text": "b"}, none},
		{"an empty answer", []string{"text"}, chain.Options{}, map[string]any{"text": " \n"}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBench(t)
			inner := chains.NewTransform(func(context.Context, map[string]any, ...chains.ChainCallOption) (map[string]any, error) {
				return tc.outputs, nil
			}, []string{"input"}, tc.keys)
			got, err := chains.Call(b.ctx, chain.Wrap(inner, b.Memory, &tc.options), map[string]any{"input": "q"})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.outputs, got); diff != "" {
				t.Errorf("outputs (-want +got):\n%s", diff)
			}
			want := []middleware.Message{{Origin: backends.User, Text: "q"}, {Origin: backends.Assistant, Text: tc.want}}
			switch tc.want {
			case "":
				want = nil
			case none:
				want = want[:1]
			}
			if diff := cmp.Diff(want, b.extractor.said()); diff != "" {
				t.Errorf("written (-want +got):\n%s", diff)
			}
		})
	}
}

func TestChainWithoutWordsIsPassedOn(t *testing.T) {
	b := newBench(t).knows(t, alice, "dog: My dog is Rex")
	fake := llmtest.New(llmtest.Say("A summary."))
	model := langchaingo.WrapModel(fake, b.Memory)
	for _, tc := range []struct {
		name   string
		inner  chains.Chain
		inputs map[string]any
	}{
		{"blank", answers(model), map[string]any{"input": " "}},
		{"documents alone", chains.LoadStuffSummarization(model), map[string]any{"input_documents": documents("my cat is Tom")}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, err := chains.Call(b.ctx, chain.Wrap(tc.inner, b.Memory, nil), tc.inputs); err != nil {
				t.Error(err)
			}
		})
	}
	b.wantCounts(t, 0, 0)
}

func TestStepOfATurnNeedsNoWordsOfItsOwn(t *testing.T) {
	b := newBench(t)
	step := chain.Wrap(chains.NewLLMChain(llmtest.New(llmtest.Say("ok")), template("{{.x}} {{.y}}", "x", "y")), b.Memory, nil)
	ctx, _, err := b.Join(b.ctx, "the user's words")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chains.Call(ctx, step, map[string]any{"x": "a", "y": "b"}); err != nil {
		t.Error(err)
	}
}
