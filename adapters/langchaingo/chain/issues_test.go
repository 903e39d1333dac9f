package chain_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/memory"
	"github.com/tmc/langchaingo/schema"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/adapters/langchaingo/chain"
	"github.com/memware/memware/internal/llmtest"
)

// What users of langchaingo reported, by the number of the issue.

func TestIssue835AgentsIgnoreTheMemoryTheyAreGiven(t *testing.T) {
	for _, tc := range []struct {
		name   string
		agent  func(llms.Model) agents.Agent
		answer string
	}{
		{"one shot", func(m llms.Model) agents.Agent { return agents.NewOneShotAgent(m, web()) }, "Final Answer: ok"},
		{"functions", func(m llms.Model) agents.Agent { return agents.NewOpenAIFunctionsAgent(m, web()) }, "ok"},
		{"conversational", func(m llms.Model) agents.Agent { return agents.NewConversationalAgent(m, web()) }, "AI: ok"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBench(t)
			fake := llmtest.New(llmtest.Say(tc.answer))
			buffer := langchaingo.NewChatMemory(b.Memory, &langchaingo.ChatMemoryOptions{Inner: memory.NewConversationBuffer()})
			c := chain.Wrap(agents.NewExecutor(tc.agent(langchaingo.WrapModel(fake, b.Memory)), agents.WithMemory(buffer)), b.Memory, nil)
			for _, said := range []string{"Hello, my name is Bob", "What is my name?"} {
				if _, err := chains.Run(b.ctx, c, said); err != nil {
					t.Fatal(err)
				}
			}
			if text := prompt(fake.Calls()[1]); !strings.Contains(text, "my name is Bob\n</memory>") {
				t.Errorf("the second prompt does not know the name:\n%s", text)
			}
			b.wantCounts(t, 2, 2)
		})
	}
}

func TestIssue1181ExecutorRefusesAHistoryOfMessages(t *testing.T) {
	for _, long := range []bool{false, true} {
		b := newBench(t).knows(t, alice, "dog: My dog is Rex")
		var buffer schema.Memory = memory.NewConversationBuffer(memory.WithReturnMessages(true))
		if long {
			buffer = langchaingo.NewChatMemory(b.Memory, &langchaingo.ChatMemoryOptions{Inner: buffer})
		}
		fake := llmtest.New(llmtest.Say("AI: a bone"))
		c := chain.Wrap(agents.NewExecutor(agents.NewConversationalAgent(langchaingo.WrapModel(fake, b.Memory), web()), agents.WithMemory(buffer)), b.Memory, nil)
		for _, said := range []string{"What does my dog like?", "And what else?"} {
			if _, err := chains.Run(b.ctx, c, said); err != nil {
				t.Fatalf("with a long memory %v: %v", long, err)
			}
		}
		if text := prompt(fake.Calls()[1]); !strings.Contains(text, "Human: What does my dog like?\nAI:  a bone") {
			t.Errorf("the second prompt has no history:\n%s", text)
		}
		b.wantCounts(t, 2, 2)
	}
}

func TestIssue580MemoryIsSkippedWhereTheChainIsCalledDirectly(t *testing.T) {
	b := newBench(t)
	fake := llmtest.New(llmtest.Say("ok"))
	c := chain.Wrap(chains.NewConversation(langchaingo.WrapModel(fake, b.Memory), langchaingo.NewChatMemory(b.Memory, nil)), b.Memory, nil)
	for _, said := range []string{"my name is Bob", "What is my name?"} {
		if _, err := c.Call(b.ctx, map[string]any{"input": said, "history": ""}); err != nil {
			t.Fatal(err)
		}
	}
	if text := prompt(fake.Calls()[1]); !strings.Contains(text, "Bob") {
		t.Errorf("the second prompt does not know the name:\n%s", text)
	}
	b.wantCounts(t, 2, 2)
}

func TestIssue1435AConversationForgetsWhatWasSaidLongAgo(t *testing.T) {
	b := newBench(t)
	fake := llmtest.New(llmtest.Say("ok"))
	buffer := memory.NewConversationWindowBuffer(2)
	c := chains.NewConversation(fake, langchaingo.NewChatMemory(b.Memory, &langchaingo.ChatMemoryOptions{Inner: buffer}))
	say := func(text string) string {
		t.Helper()
		if _, err := chains.Run(b.ctx, c, text); err != nil {
			t.Fatal(err)
		}
		calls := fake.Calls()
		return prompt(calls[len(calls)-1])
	}
	say("my name is Bob")
	for i := range 30 {
		say(fmt.Sprintf("chatter number %d", i))
	}
	if text := say("What is my name?"); !strings.Contains(text, "Bob") || !strings.Contains(text, "Human: chatter number 29") || strings.Contains(text, "number 9") {
		t.Errorf("got\n%s\nwant the name, and the last two turns", text)
	}
}

func TestIssue766NoPlaceToPutTheMemoryWhereTheAnswerIsStreamed(t *testing.T) {
	b := newBench(t)
	fake := llmtest.New(llmtest.Say("Hello Bob"))
	conversation := chains.NewConversation(fake, langchaingo.NewChatMemory(b.Memory, nil))
	model := langchaingo.WrapModel(fake, b.Memory)
	var streamed strings.Builder
	stream := func(_ context.Context, chunk []byte) error {
		streamed.Write(chunk)
		return nil
	}
	if _, err := chains.Run(b.ctx, conversation, "my name is Bob", chains.WithStreamingFunc(stream)); err != nil {
		t.Fatal(err)
	}
	if _, err := llms.GenerateFromSinglePrompt(b.ctx, model, "What is my name?", llms.WithStreamingFunc(stream)); err != nil {
		t.Fatal(err)
	}
	if got := streamed.String(); got != "Hello BobHello Bob" {
		t.Errorf("streamed was %q", got)
	}
	if text := prompt(fake.Calls()[1]); !strings.Contains(text, "Bob") {
		t.Errorf("the second prompt does not know the name:\n%s", text)
	}
	b.wantCounts(t, 2, 2)
}

func TestIssue749NothingOutlivesTheConversation(t *testing.T) {
	b := newBench(t)
	fake := llmtest.New(llmtest.Say("ok"))
	run := func(text string) { // a conversation of its own each time
		t.Helper()
		mem := langchaingo.NewChatMemory(b.Memory, &langchaingo.ChatMemoryOptions{Inner: memory.NewConversationBuffer()})
		if _, err := chains.Run(b.ctx, chains.NewConversation(fake, mem), text); err != nil {
			t.Fatal(err)
		}
		if err := mem.Clear(b.ctx); err != nil {
			t.Fatal(err)
		}
	}
	run("my name is Bob")
	run("my name is Robert") // and what is stale is gone
	run("What is my name?")
	if text := prompt(fake.Calls()[2]); !strings.Contains(text, "Robert") || strings.Contains(text, "Bob\n") {
		t.Errorf("got\n%s\nwant the present name and no other", text)
	}
}
