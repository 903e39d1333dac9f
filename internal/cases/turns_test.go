package cases_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tmc/langchaingo/llms"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/adapters/rules"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/internal/llmtest"
	"github.com/memware/memware/middleware"
)

func wrap(m llms.Model, k talk) *langchaingo.Model { return langchaingo.WrapModel(m, k.mem) }

func human(text string) []llms.MessageContent {
	return []llms.MessageContent{llms.TextParts(llms.ChatMessageTypeHuman, text)}
}

func TestRow17AFailedCallLeavesAnOrphan(t *testing.T) {
	k := newTalk(t, nil)
	ctx := middleware.WithTurnID(k.ctx, "turn-1")
	model := wrap(llmtest.New(llmtest.Fail(errors.New("429")), llmtest.Respond(nil), llmtest.Say("Okay.")), k)
	messages := human("my door code is 4417")
	if _, err := model.GenerateContent(ctx, messages); err == nil {
		t.Fatal("the model's error is lost")
	}
	if _, err := model.GenerateContent(ctx, messages); err != nil {
		t.Fatal(err)
	}
	if n := len(k.records(t)); n != 0 {
		t.Fatalf("%d records were written for calls that failed", n)
	}
	for range 2 { // the retry, and a retry of the retry
		if _, err := model.GenerateContent(ctx, messages); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(k.records(t)); n != 1 {
		t.Errorf("%d records, want 1", n)
	}
	if _, err := model.GenerateContent(k.ctx, human("")); err != nil {
		t.Errorf("an empty message: %v", err)
	}
}

func TestRow18MemoryIsInjectedAgainInEveryRoundOfAToolLoop(t *testing.T) {
	k := newTalk(t, nil)
	k.say(t, "I live in Porto")
	fake := llmtest.New(llmtest.Tool("1", "weather", `{"city":"Porto"}`), llmtest.Tool("2", "wind", "{}"), llmtest.Say("Sunny."))
	model := wrap(fake, k)
	messages := human("how is the weather where I live?")
	for range 3 {
		r, err := model.GenerateContent(k.ctx, messages)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range r.Choices[0].ToolCalls {
			messages = append(messages,
				llms.MessageContent{Role: llms.ChatMessageTypeAI, Parts: []llms.ContentPart{c}},
				llms.MessageContent{Role: llms.ChatMessageTypeTool, Parts: []llms.ContentPart{
					llms.ToolCallResponse{ToolCallID: c.ID, Name: c.FunctionCall.Name, Content: "fine"},
				}})
		}
	}
	first := prompt(fake.Calls()[0])
	wantPrompt(t, first, []string{"Porto"}, nil)
	for i, c := range fake.Calls() {
		if got := prompt(c); got != first || strings.Count(got, "<memory") != 1 {
			t.Errorf("round %d got another prompt:\n%s", i+1, got)
		}
		if len(c.Messages) != 1+2*i {
			t.Errorf("round %d got %d messages, want %d", i+1, len(c.Messages), 1+2*i)
		}
	}
}

// A hung embedder ignores its context.
type hung struct{ until chan struct{} }

func (h hung) Space() backends.Space { return backends.Space{Name: "hung", Dim: 2} }

func (h hung) EmbedQuery(context.Context, string) ([]float32, error) {
	<-h.until
	return []float32{1, 0}, nil
}

func (h hung) EmbedDocuments(_ context.Context, texts []string) ([][]float32, error) {
	<-h.until
	return slices.Repeat([][]float32{{1, 0}}, len(texts)), nil
}

func TestRow19ASlowMemoryHoldsTheAnswer(t *testing.T) {
	until := make(chan struct{})
	k := newHungTalk(t, hung{until})
	start := time.Now()
	if sent := k.say(t, "hello there, my friend"); strings.Contains(sent, "<memory") {
		t.Errorf("sent %q", sent)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("took %v", took)
	}
	close(until)
	if err := k.mem.Close(); err != nil {
		t.Error(err)
	}
}

func newHungTalk(t *testing.T, e hung) talk {
	t.Helper()
	b := inmem.New(&inmem.Options{Space: e.Space()})
	mem, err := middleware.New(b, rules.New(), &middleware.Options{
		Embedder: e, Deadline: 50 * time.Millisecond, WriteDeadline: 100 * time.Millisecond, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	return talk{mem: mem, backend: b, ctx: middleware.WithScope(t.Context(), alice)}
}

func TestRow20ChangingTheSystemPromptDefeatsThePromptCache(t *testing.T) {
	k := newTalk(t, nil)
	const system = "You are terse.\r\n\tAlways."
	for _, text := range []string{"I live in Porto", "where do I live?", "I live in Lisbon", "where do I live?"} {
		fake := llmtest.New(llmtest.Say("Okay."))
		messages := append([]llms.MessageContent{llms.TextParts(llms.ChatMessageTypeSystem, system)}, human(text)...)
		if _, err := wrap(fake, k).GenerateContent(k.ctx, messages); err != nil {
			t.Fatal(err)
		}
		sent := fake.Calls()[0].Messages
		if got := sent[0].Parts[0].(llms.TextContent).Text; len(sent) != 2 || len(sent[0].Parts) != 1 || got != system {
			t.Errorf("the system prompt became %q", got)
		}
	}
}

func TestRow21TextWithoutSpacesIsNotFound(t *testing.T) {
	for _, tc := range []struct{ name, said, noise, ask, want string }{
		{"Chinese", "我住在上海的一个小公寓", "昨天下了一场大雨", "上海的公寓", "上海"},
		{"Japanese", "私は京都で日本酒を飲みました", "昨日は雨が降った", "日本酒", "日本酒"},
		{"Thai", "ฉันชอบกินข้าวผัดกุ้ง", "เมื่อวานฝนตกหนักมาก", "ข้าวผัด", "ข้าวผัด"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			k := newTalk(t, &middleware.Options{K: 1})
			for _, text := range []string{tc.said, tc.noise} {
				j, err := k.mem.Remember(k.ctx, middleware.Statement{Origin: backends.User, Text: text, Importance: 0.5})
				if err != nil || j.Outcome != backends.Inserted {
					t.Fatalf("%v, %v", j.Outcome, err)
				}
			}
			w, err := k.mem.Read(k.ctx, middleware.Ask{Text: tc.ask})
			if err != nil || len(w.Memories) != 1 || !strings.Contains(w.Memories[0].Text, tc.want) {
				t.Fatalf("got %v, %v", w.Memories, err)
			}
			if w.Memories[0].Score.Relevance <= 0 {
				t.Errorf("found by age alone: relevance %v", w.Memories[0].Score.Relevance)
			}
		})
	}
}

func TestRow23AStreamThatBreaksOffIsStoredAsIfComplete(t *testing.T) {
	k := newTalk(t, nil)
	ctx, cancel := context.WithCancel(middleware.WithTurnID(k.ctx, "turn-1"))
	messages := human("my door code is 4417")
	stream := llms.WithStreamingFunc(func(context.Context, []byte) error { cancel(); return nil })
	_, _ = wrap(llmtest.New(llmtest.Break("Your co")), k).GenerateContent(ctx, messages, stream)
	if n := len(k.records(t)); n != 0 {
		t.Fatalf("%d records of a broken answer", n)
	}
	retry := middleware.WithTurnID(k.ctx, "turn-1")
	if _, err := wrap(llmtest.New(llmtest.Say("Noted.")), k).GenerateContent(retry, messages); err != nil {
		t.Fatal(err)
	}
	if n := len(k.records(t)); n != 1 {
		t.Errorf("%d records after the retry, want the user's own words", n)
	}
}
