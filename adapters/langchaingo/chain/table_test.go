package chain_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/memory"
	"github.com/tmc/langchaingo/tools"
	"go.opentelemetry.io/otel/trace"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/adapters/langchaingo/chain"
	"github.com/memware/memware/internal/llmtest"
)

// question is what alice asks in every row.
const question = "Which coat suits my dog? My coat is red."

// A row is a turn of the user and what it takes: model calls, then the reads and
// writes with a wrapped model alone. Where the chain is wrapped too, it is one
// read and one write in every row.
type row struct {
	name          string
	chain         func(llms.Model) (chains.Chain, error)
	inputs        map[string]any
	script        []llmtest.Step
	calls         int
	reads, writes int
}

func input(key string) map[string]any { return map[string]any{key: question} }

func withDocuments() map[string]any {
	return map[string]any{"question": question, "input_documents": documents("one", "two", "three")}
}

func ok(c chains.Chain) (chains.Chain, error) { return c, nil }

// history returns a buffer that has seen a turn.
func history() *memory.ConversationBuffer {
	h := memory.NewChatMessageHistory(memory.WithPreviousMessages([]llms.ChatMessage{
		llms.HumanChatMessage{Content: "hello"}, llms.AIChatMessage{Content: "hi"},
	}))
	return memory.NewConversationBuffer(memory.WithChatHistory(h))
}

func sequence(m llms.Model) (chains.Chain, error) {
	first := chains.NewLLMChain(m, template("Translate: {{.input}}", "input"))
	first.OutputKey = "translated"
	second := chains.NewLLMChain(m, template("Shorten: {{.translated}}", "translated"))
	return chains.NewSequentialChain([]chains.Chain{first, second}, []string{"input"}, []string{"text"})
}

func theTools() []tools.Tool { return []tools.Tool{tool{name: "weather", result: "rain"}} }

func rows() []row {
	say := []llmtest.Step{llmtest.Say("A red one.")}
	useTool := llmtest.Say("Thought: Do I need to use a tool? Yes\nAction: weather\nAction Input: today")
	return []row{
		{"LLMChain", func(m llms.Model) (chains.Chain, error) {
			return ok(chains.NewLLMChain(m, template("Answer: {{.input}}", "input")))
		}, input("input"), say, 1, 1, 1},
		{"Conversation", func(m llms.Model) (chains.Chain, error) {
			return ok(chains.NewConversation(m, history()))
		}, input("input"), say, 1, 1, 1},
		{"RetrievalQA", func(m llms.Model) (chains.Chain, error) {
			return ok(chains.NewRetrievalQAFromLLM(m, retriever{"one", "two"}))
		}, input("query"), say, 1, 1, 1},
		{"ConversationalRetrievalQA with history", func(m llms.Model) (chains.Chain, error) {
			return ok(chains.NewConversationalRetrievalQAFromLLM(m, retriever{"one"}, history()))
		}, input("question"), say, 2, 2, 2},
		{"StuffDocuments", func(m llms.Model) (chains.Chain, error) { return ok(chains.LoadStuffQA(m)) }, withDocuments(), say, 1, 1, 1},
		{"MapReduceQA, 3 documents", func(m llms.Model) (chains.Chain, error) { return ok(chains.LoadMapReduceQA(m)) }, withDocuments(), say, 4, 4, 4},
		{"RefineQA, 3 documents", func(m llms.Model) (chains.Chain, error) { return ok(chains.LoadRefineQA(m)) }, withDocuments(), say, 3, 3, 3},
		{"MapRerankQA, 3 documents", func(m llms.Model) (chains.Chain, error) { return ok(chains.LoadMapRerankQA(m)) }, withDocuments(),
			[]llmtest.Step{llmtest.Say("A red one.\nScore: 7")}, 3, 3, 3},
		{"SequentialChain, 2 steps", sequence, input("input"), say, 2, 2, 2},
		{"ReAct agent (MRKL), 1 tool", func(m llms.Model) (chains.Chain, error) {
			return ok(agents.NewExecutor(agents.NewOneShotAgent(m, theTools())))
		}, input("input"), []llmtest.Step{useTool, llmtest.Say("Final Answer: A red one.")}, 2, 2, 2},
		{"conversational agent, 1 tool", func(m llms.Model) (chains.Chain, error) {
			return ok(agents.NewExecutor(agents.NewConversationalAgent(m, theTools()), agents.WithMemory(history())))
		}, input("input"), []llmtest.Step{useTool, llmtest.Say("AI: A red one.")}, 2, 2, 2},
		{"functions agent, 2 tool rounds", func(m llms.Model) (chains.Chain, error) {
			return ok(agents.NewExecutor(agents.NewOpenAIFunctionsAgent(m, theTools())))
		}, input("input"), []llmtest.Step{
			llmtest.Tool("c1", "weather", `{"__arg1":"today"}`), llmtest.Tool("c2", "weather", `{"__arg1":"tomorrow"}`), llmtest.Say("A red one."),
		}, 3, 1, 1},
	}
}

// The table prints with go test -v -run Table.
func TestTableOfReadsAndWritesPerUserTurn(t *testing.T) {
	var table bytes.Buffer
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\tmodel calls\tmodel only\tmodel + chain\t")
	for _, r := range rows() {
		alone, both := r.play(t, false), r.play(t, true)
		if want := fmt.Sprintf("%d/%d", r.reads, r.writes); alone != want {
			t.Errorf("%s: a wrapped model alone takes %s, want %s", r.name, alone, want)
		}
		if both != "1/1" {
			t.Errorf("%s: a wrapped chain takes %s, want 1/1", r.name, both)
		}
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t\n", r.name, r.calls, alone, both)
	}
	w.Flush()
	t.Logf("reads/writes\n%s", table.String())
}

// play has the turn of the row and returns "reads/writes". With the chain wrapped
// it checks what the models and the memory were told.
func (r row) play(t *testing.T, wrapped bool) string {
	t.Helper()
	b := newBench(t).knows(t, alice, "dog: My dog is Rex, who suits every coat.")
	fake := llmtest.New(r.script...)
	c, err := r.chain(langchaingo.WrapModel(fake, b.Memory))
	if err != nil {
		t.Fatalf("%s: %v", r.name, err)
	}
	if wrapped {
		c = chain.Wrap(c, b.Memory, nil)
	}
	outputs, err := chains.Call(b.ctx, c, r.inputs)
	if err != nil {
		t.Fatalf("%s: %v", r.name, err)
	}
	if text := fmt.Sprint(outputs); !strings.Contains(text, "A red one.") {
		t.Errorf("%s: got %s, want the answer", r.name, text)
	}
	if n := len(fake.Calls()); n != r.calls {
		t.Errorf("%s: got %d model calls, want %d", r.name, n, r.calls)
	}
	if wrapped {
		r.check(t, b, fake.Calls())
	}
	reads, writes := b.counts()
	return fmt.Sprintf("%d/%d", reads, writes)
}

func (r row) check(t *testing.T, b *bench, calls []llmtest.Call) {
	t.Helper()
	for i, c := range calls {
		if n := strings.Count(prompt(c), "Rex"); n != 1 {
			t.Errorf("%s: call %d: the memory stands there %d times, want 1:\n%s", r.name, i+1, n, prompt(c))
		}
	}
	said := b.extractor.said()
	if len(said) < 2 || said[0].Text != question {
		t.Fatalf("%s: written was %v, want the raw question first", r.name, said)
	}
	if last := said[len(said)-1]; strings.TrimSpace(last.Text) != "A red one." {
		t.Errorf("%s: written was %q, want the answer last", r.name, last.Text)
	}
}

func TestATurnIsOneTree(t *testing.T) {
	for _, r := range rows() {
		b := newBench(t)
		c, err := r.chain(langchaingo.WrapModel(llmtest.New(r.script...), b.Memory))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := chains.Call(b.ctx, chain.Wrap(c, b.Memory, nil), r.inputs); err != nil {
			t.Fatal(err)
		}
		roots, trees := 0, map[trace.TraceID]bool{}
		for _, s := range b.spans.Ended() {
			trees[s.SpanContext().TraceID()] = true
			if !s.Parent().IsValid() {
				roots++
			}
		}
		if roots != 1 || len(trees) != 1 {
			t.Errorf("%s: %d roots in %d traces, want one tree", r.name, roots, len(trees))
		}
	}
}
