package chain_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/memory"
	"github.com/tmc/langchaingo/schema"
	"github.com/tmc/langchaingo/tools"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/adapters/langchaingo/chain"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/llmtest"
	"github.com/memware/memware/middleware"
)

// The chains that have a history, with a ChatMemory around their buffer.
func withHistory() []struct {
	name   string
	chain  func(llms.Model, schema.Memory) chains.Chain
	script []llmtest.Step
	shown  int // calls whose prompt has the history
} {
	return []struct {
		name   string
		chain  func(llms.Model, schema.Memory) chains.Chain
		script []llmtest.Step
		shown  int
	}{
		{"Conversation", func(m llms.Model, h schema.Memory) chains.Chain { return chains.NewConversation(m, h) },
			[]llmtest.Step{llmtest.Say("A red one.")}, 1},
		{"ConversationalRetrievalQA", func(m llms.Model, h schema.Memory) chains.Chain {
			return chains.NewConversationalRetrievalQAFromLLM(m, retriever{"one"}, h)
		}, []llmtest.Step{llmtest.Say("A red one.")}, 1}, // of two: the question is condensed, not answered, with it
		{"conversational agent", func(m llms.Model, h schema.Memory) chains.Chain {
			return agents.NewExecutor(agents.NewConversationalAgent(m, theTools()), agents.WithMemory(h))
		}, []llmtest.Step{llmtest.Say("Action: weather\nAction Input: today"), llmtest.Say("AI: A red one.")}, 2},
	}
}

func TestTableOfChatMemory(t *testing.T) {
	var table bytes.Buffer
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\tChatMemory\tChatMemory + chain\tChatMemory + model + chain\t")
	for _, tc := range withHistory() {
		fmt.Fprint(w, tc.name, "\t")
		for _, with := range []struct{ chain, model bool }{{false, false}, {true, false}, {true, true}} {
			b := newBench(t).knows(t, alice, "dog: My dog is Rex, who suits every coat.")
			fake := llmtest.New(tc.script...)
			var model llms.Model = fake
			if with.model {
				model = langchaingo.WrapModel(fake, b.Memory)
			}
			buffer := history()
			c := tc.chain(model, langchaingo.NewChatMemory(b.Memory, &langchaingo.ChatMemoryOptions{Inner: buffer}))
			if with.chain {
				c = chain.Wrap(c, b.Memory, nil)
			}
			if _, err := chains.Run(b.ctx, c, question); err != nil {
				t.Fatalf("%s: %v", tc.name, err)
			}
			shown := 0
			for _, call := range fake.Calls() {
				n := strings.Count(prompt(call), "Rex")
				if n > 1 {
					t.Errorf("%s: the memory stands %d times in a prompt", tc.name, n)
				}
				shown += n
			}
			want := tc.shown
			if with.model {
				want = len(fake.Calls())
			}
			if shown != want {
				t.Errorf("%s: %d of %d prompts show the memory, want %d", tc.name, shown, len(fake.Calls()), want)
			}
			if said := b.extractor.said(); len(said) < 2 || said[0].Text != question {
				t.Errorf("%s: written was %v, want the raw question first", tc.name, said)
			}
			if kept, err := buffer.ChatHistory.Messages(b.ctx); err != nil || len(kept) != 4 || kept[2].GetContent() != question {
				t.Errorf("%s: the buffer has %v, %v, want two turns", tc.name, kept, err)
			}
			reads, writes := b.counts()
			if reads != 1 || writes != 1 {
				t.Errorf("%s: got %d/%d, want 1/1", tc.name, reads, writes)
			}
			fmt.Fprintf(w, "%d/%d\t", reads, writes)
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	t.Logf("reads/writes\n%s", table.String())
}

func TestTurnOfAChatMemoryThatFailedIsNotJoinedLater(t *testing.T) {
	b := newBench(t)
	model := langchaingo.WrapModel(llmtest.New(llmtest.Fail(errors.New("429")), llmtest.Say("ok")), b.Memory)
	c := chain.Wrap(chains.NewConversation(model, langchaingo.NewChatMemory(b.Memory, nil)), b.Memory, nil)
	if _, err := chains.Run(b.ctx, c, "my cat is Tom"); err == nil {
		t.Fatal("the model's error is lost")
	}
	// The same words again, inside another turn.
	ctx, outer, err := b.Join(b.ctx, "an outer turn: my cat is Tim")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chains.Run(ctx, c, "my cat is Tom"); err != nil {
		t.Fatal(err)
	}
	b.wantCounts(t, 2, 0)
	if err := outer.Finish(ctx); err != nil {
		t.Fatal(err)
	}
	if got := b.texts(t, alice); !slices.Equal(got, []string{"my cat is Tim"}) {
		t.Errorf("written was %q, want the outer turn", got)
	}
}

func TestChatMemoryOfAnotherMemoryIsATurnOfItsOwn(t *testing.T) {
	b, other := newBench(t), newBench(t).knows(t, alice, "dog: My dog is Rex")
	fake := llmtest.New(llmtest.Say("ok"))
	c := chain.Wrap(chains.NewConversation(langchaingo.WrapModel(fake, b.Memory), langchaingo.NewChatMemory(other.Memory, nil)), b.Memory, nil)
	if _, err := chains.Run(b.ctx, c, "What is my dog called? My cat is Tom."); err != nil {
		t.Fatal(err)
	}
	b.wantCounts(t, 1, 1)
	other.wantCounts(t, 1, 1)
}

func TestChatMemoryNeedsAScopeOfItsOwn(t *testing.T) {
	b := newBench(t)
	scope := func(context.Context) (backends.Scope, error) { return alice, nil }
	mem := langchaingo.NewChatMemory(b.Memory, &langchaingo.ChatMemoryOptions{ScopedBy: scope})
	c := chain.Wrap(chains.NewConversation(langchaingo.WrapModel(llmtest.New(llmtest.Say("ok")), b.Memory), mem), b.Memory,
		&chain.Options{ScopedBy: scope})
	if _, err := chains.Run(t.Context(), c, "My cat is Tom."); err != nil {
		t.Fatal(err)
	}
	b.wantCounts(t, 1, 1)
}

// The assistant's repetition of a memory is no note of its own.
func TestWindowOfAChatMemoryIsNotExtractedAgain(t *testing.T) {
	for _, wrapped := range []bool{false, true} {
		b := newBench(t).knows(t, alice, "dog: My dog is Rex")
		var c chains.Chain = chains.NewConversation(llmtest.New(llmtest.Say("note: my dog is Rex")), langchaingo.NewChatMemory(b.Memory, nil))
		if wrapped {
			c = chain.Wrap(c, b.Memory, nil)
		}
		if _, err := chains.Run(b.ctx, c, "What is my dog called?"); err != nil {
			t.Fatal(err)
		}
		if got := b.texts(t, alice); !slices.Equal(got, []string{"My dog is Rex"}) {
			t.Errorf("wrapped %v: stored is %q, want what the user said once", wrapped, got)
		}
	}
}

// A retriever over the memory answers within the turn of a wrapped chain.
func TestRetrieverOfTheMemorySharesTheTurnsRead(t *testing.T) {
	b := newBench(t).knows(t, alice, "dog: My dog is Rex")
	fake := llmtest.New(llmtest.Say("note: my dog is Rex"))
	c := chain.Wrap(chains.NewRetrievalQAFromLLM(fake, langchaingo.NewRetriever(b.Memory, nil)), b.Memory, nil)
	if _, err := chains.Run(b.ctx, c, "What is my dog called?"); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(prompt(fake.Calls()[0]), "My dog is Rex\n\nQuestion: What is my dog called?") {
		t.Errorf("the prompt is %q, want the memory as context", prompt(fake.Calls()[0]))
	}
	b.wantCounts(t, 1, 1)
	if got := b.texts(t, alice); !slices.Equal(got, []string{"My dog is Rex"}) {
		t.Errorf("stored is %q, want no echo", got)
	}
}

func TestMemoryToolOfAnAgentAsksItsOwnQuestion(t *testing.T) {
	b := newBench(t).knows(t, alice, "dog: My dog is Rex", "cat: My cat is Tom")
	found := langchaingo.NewRetriever(b.Memory, &langchaingo.RetrieverOptions{K: 1})
	recall := tool{name: "web", call: func(ctx context.Context, _ string) (string, error) {
		if !middleware.Skipped(ctx) {
			t.Error("the tool is not marked")
		}
		d, err := found.GetRelevantDocuments(ctx, "the cat")
		return fmt.Sprint(d), err
	}}
	fake := llmtest.New(reactScript...)
	agent := agents.NewOneShotAgent(langchaingo.WrapModel(fake, b.Memory), []tools.Tool{recall})
	if _, err := chains.Run(b.ctx, chain.Wrap(agents.NewExecutor(agent, agents.WithMemory(memory.NewSimple())), b.Memory, nil), "the dog?"); err != nil {
		t.Fatal(err)
	}
	if text := prompt(fake.Calls()[1]); !strings.Contains(text, "Observation: [{My cat is Tom") {
		t.Errorf("the second prompt is %q, want what the tool found", text)
	}
	b.wantCounts(t, 2, 1)
}
