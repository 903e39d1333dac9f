package chain_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/callbacks"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/schema"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/adapters/langchaingo/chain"
	"github.com/memware/memware/internal/llmtest"
)

// A listener notes the callbacks it gets.
type listener struct {
	callbacks.SimpleHandler
	mu     sync.Mutex // guards events
	events []string
}

func (l *listener) note(event string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.events = append(l.events, event)
}

func (l *listener) HandleChainStart(context.Context, map[string]any)          { l.note("start") }
func (l *listener) HandleChainEnd(context.Context, map[string]any)            { l.note("end") }
func (l *listener) HandleChainError(context.Context, error)                   { l.note("error") }
func (l *listener) HandleStreamingFunc(_ context.Context, chunk []byte)       { l.note(string(chunk)) }
func (l *listener) HandleAgentAction(_ context.Context, _ schema.AgentAction) { l.note("action") }
func (l *listener) HandleAgentFinish(_ context.Context, _ schema.AgentFinish) { l.note("finish") }

func TestCallbacksFireAsWithoutTheWrapper(t *testing.T) {
	for _, tc := range []struct {
		name   string
		script []llmtest.Step
		chain  func(*bench, *llmtest.Model, callbacks.Handler) chains.Chain
	}{
		{"a chain", []llmtest.Step{llmtest.Say("A red one.")}, func(b *bench, m *llmtest.Model, h callbacks.Handler) chains.Chain {
			c := answers(langchaingo.WrapModel(m, b.Memory))
			c.CallbacksHandler = h
			return c
		}},
		{"a chain that fails", []llmtest.Step{llmtest.Fail(errors.New("429"))}, func(_ *bench, m *llmtest.Model, h callbacks.Handler) chains.Chain {
			c := answers(m)
			c.CallbacksHandler = h
			return c
		}},
		{"a chain without a handler", []llmtest.Step{llmtest.Say("A red one.")}, func(_ *bench, m *llmtest.Model, _ callbacks.Handler) chains.Chain {
			return chains.LoadStuffSummarization(m)
		}},
		{"an agent", reactScript, func(b *bench, m *llmtest.Model, h callbacks.Handler) chains.Chain {
			return agents.NewExecutor(agents.NewOneShotAgent(langchaingo.WrapModel(m, b.Memory), web("x"), agents.WithCallbacksHandler(h)),
				agents.WithCallbacksHandler(h))
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBench(t)
			plain, wrapped := &listener{}, &listener{}
			inputs := map[string]any{"input": "q", "input_documents": documents("one")}
			if tc.name == "an agent" {
				inputs = map[string]any{"input": "q"}
			}
			want, wantErr := chains.Call(b.ctx, tc.chain(b, llmtest.New(tc.script...), plain), inputs)
			got, gotErr := chains.Call(b.ctx, chain.Wrap(tc.chain(b, llmtest.New(tc.script...), wrapped), b.Memory, nil), inputs)
			if diff := cmp.Diff(want, got); diff != "" || (wantErr == nil) != (gotErr == nil) {
				t.Errorf("got %v, %v, want %v, %v", got, gotErr, want, wantErr)
			}
			if diff := cmp.Diff(plain.events, wrapped.events); diff != "" {
				t.Errorf("events (-plain +wrapped):\n%s", diff)
			}
		})
	}
}

func TestStreamsGoThrough(t *testing.T) {
	b := newBench(t).knows(t, alice, "dog: My dog is Rex")
	c := chain.Wrap(answers(langchaingo.WrapModel(llmtest.New(llmtest.Say("Your dog is Rex.")), b.Memory)), b.Memory, nil)
	var chunks []string
	got, err := chains.Run(b.ctx, c, "What is my dog called?", chains.WithStreamingFunc(func(_ context.Context, chunk []byte) error {
		chunks = append(chunks, string(chunk))
		return nil
	}))
	if err != nil || got != "Your dog is Rex." || strings.Join(chunks, "|") != "Your |dog |is |Rex." {
		t.Errorf("got %q, %v by %q", got, err, chunks)
	}
	b.wantCounts(t, 1, 1)
}

func TestFailedOrCancelledChainLeavesNoOrphanAndItsRetryIsWrittenOnce(t *testing.T) {
	for _, tc := range []struct {
		name string
		step llmtest.Step
		err  bool // the call fails
		stop int  // words of the stream after which the caller goes away; 0: never
	}{
		{"the provider fails", llmtest.Fail(errors.New("429")), true, 0},
		{"no answer", llmtest.Respond(&llms.ContentResponse{}), true, 0},
		{"an empty answer", llmtest.Say(""), false, 0},
		{"cancelled in mid-stream, told as if whole", llmtest.Say("My dog is Rex, I say."), false, 2},
	} {
		for _, withChatMemory := range []bool{false, true} {
			t.Run(tc.name, func(t *testing.T) {
				b := newBench(t)
				model := langchaingo.WrapModel(llmtest.New(tc.step, llmtest.Say("ok")), b.Memory)
				var inner chains.Chain = answers(model)
				if withChatMemory {
					inner = chains.NewConversation(model, langchaingo.NewChatMemory(b.Memory, nil))
				}
				c := chain.Wrap(inner, b.Memory, nil)
				ctx, cancel := context.WithCancel(b.ctx)
				defer cancel()
				words := 0
				_, err := chains.Run(ctx, c, "my cat is Tom", chains.WithStreamingFunc(func(context.Context, []byte) error {
					if words++; words == tc.stop {
						cancel()
					}
					return nil
				}))
				if (err != nil) != tc.err {
					t.Errorf("got error %v, want one: %v", err, tc.err)
				}
				if got := b.texts(t, alice); len(got) != 0 {
					t.Errorf("left behind: %q", got)
				}
				if _, err := chains.Run(b.ctx, c, "my cat is Tom"); err != nil {
					t.Fatal(err)
				}
				if got := b.texts(t, alice); len(got) != 1 {
					t.Errorf("after the retry there is %q, want it once", got)
				}
			})
		}
	}
}
