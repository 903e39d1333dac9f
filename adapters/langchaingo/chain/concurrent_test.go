package chain_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/llms/cache"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/adapters/langchaingo/chain"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/llmtest"
	"github.com/memware/memware/middleware"
)

func TestTwoHundredTurnsOfTwentyUsersStayApart(t *testing.T) {
	for _, tc := range []struct {
		name  string
		chain func(*bench) chains.Chain
	}{
		{"a chain", func(b *bench) chains.Chain {
			return chain.Wrap(answers(langchaingo.WrapModel(llmtest.New(knows), b.Memory)), b.Memory, nil)
		}},
		{"an agent", func(b *bench) chains.Chain {
			agent := agents.NewOneShotAgent(langchaingo.WrapModel(llmtest.New(knows), b.Memory), web())
			return chain.Wrap(agents.NewExecutor(agent), b.Memory, nil)
		}},
		{"a chat memory", func(b *bench) chains.Chain {
			return chains.NewConversation(llmtest.New(knows), langchaingo.NewChatMemory(b.Memory, nil))
		}},
		{"all three", func(b *bench) chains.Chain {
			return chain.Wrap(chains.NewConversation(langchaingo.WrapModel(llmtest.New(knows), b.Memory), langchaingo.NewChatMemory(b.Memory, nil)), b.Memory, nil)
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			const users, turns = 20, 10
			b := newBench(t)
			c := tc.chain(b)
			var wg sync.WaitGroup
			for u := range users {
				name := fmt.Sprintf("Name%02d", u)
				ctx := middleware.WithScope(t.Context(), backends.Scope{Tenant: "acme", User: name})
				for i := range turns {
					wg.Go(func() {
						got, err := chains.Run(ctx, c, fmt.Sprintf("my dog%c is %s", 'a'+i, name))
						if err != nil {
							t.Error(err)
						}
						if strings.Count(got, "Name") != strings.Count(got, name) {
							t.Errorf("%s was shown another's memory: %q", name, got)
						}
					})
				}
			}
			wg.Wait()
			b.wantCounts(t, users*turns, users*turns)
			for u := range users {
				name := fmt.Sprintf("Name%02d", u)
				ctx := middleware.WithScope(t.Context(), backends.Scope{Tenant: "acme", User: name})
				got, err := chains.Run(ctx, c, "What is my doga?")
				if err != nil || !strings.Contains(got, "my doga is "+name) || strings.Count(got, "Name") != strings.Count(got, name) {
					t.Errorf("%s is answered %q, %v, want what was said", name, got, err)
				}
				own := b.texts(t, backends.Scope{Tenant: "acme", User: name})
				if foreign := func(text string) bool { return !strings.Contains(text, name) }; len(own) != turns || slices.ContainsFunc(own, foreign) {
					t.Errorf("%s has stored %q, want %d facts of %[1]s", name, own, turns)
				}
			}
		})
	}
}

func TestApplyTakesEachInputForATurn(t *testing.T) {
	b := newBench(t)
	c := chain.Wrap(answers(langchaingo.WrapModel(llmtest.New(llmtest.Say("ok")), b.Memory)), b.Memory, nil)
	var inputs []map[string]any
	for i := range 20 {
		inputs = append(inputs, map[string]any{"input": fmt.Sprintf("my dog%c is %d", 'a'+i, i)})
	}
	if _, err := chains.Apply(b.ctx, c, inputs, 4); err != nil {
		t.Fatal(err)
	}
	b.wantCounts(t, 20, 20)
	if got := b.texts(t, alice); len(got) != 20 {
		t.Errorf("%d facts, want 20", len(got))
	}
}

// A cache of langchaingo stands under the memory. Around the wrapped model it
// would not see that the memories changed.
func TestCacheStandsUnderTheMemory(t *testing.T) {
	for _, tc := range []struct {
		name  string
		model func(*bench, llms.Model) llms.Model
		want  []string // answers
		asked int      // calls of the model
	}{
		{"memory(cache(model))", func(b *bench, m llms.Model) llms.Model {
			return langchaingo.WrapModel(cache.New(m, &responses{}), b.Memory)
		}, []string{"1", "1", "2"}, 2},
		{"cache(memory(model)) is stale", func(b *bench, m llms.Model) llms.Model {
			return cache.New(langchaingo.WrapModel(m, b.Memory), &responses{})
		}, []string{"1", "1", "1"}, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBench(t)
			fake := llmtest.New(llmtest.Say("1"), llmtest.Say("2"))
			c := chain.Wrap(answers(tc.model(b, fake)), b.Memory, nil)
			var got []string
			for turn := range 3 {
				if turn == 2 {
					b.knows(t, alice, "dog: My dog is Rex")
				}
				answer, err := chains.Run(b.ctx, c, "What is the name of that dog?")
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, answer)
			}
			if n := len(fake.Calls()); !slices.Equal(got, tc.want) || n != tc.asked {
				t.Errorf("got %q with %d model calls, want %q with %d", got, n, tc.want, tc.asked)
			}
		})
	}
}

// responses is the store of a cache.
type responses struct{ byKey sync.Map }

func (r *responses) Get(_ context.Context, key string) *llms.ContentResponse {
	found, _ := r.byKey.Load(key)
	response, _ := found.(*llms.ContentResponse)
	return response
}

func (r *responses) Put(_ context.Context, key string, response *llms.ContentResponse) {
	r.byKey.Store(key, response)
}
