package langchaingo_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/tmc/langchaingo/llms"
	"go.opentelemetry.io/otel/codes"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/internal/llmtest"
	"github.com/memware/memware/middleware"
)

func TestWhatIsNoAnswerIsNotRemembered(t *testing.T) {
	choices := func(c ...*llms.ContentChoice) *llms.ContentResponse { return &llms.ContentResponse{Choices: c} }
	call := &llms.FunctionCall{Name: "f"}
	for _, tc := range []struct {
		name     string
		response *llms.ContentResponse
	}{
		{"no response", nil},
		{"no choices", choices()},
		{"a nil choice", choices(nil)},
		{"white space", choices(&llms.ContentChoice{Content: " \n"})},
		{"reasoning only", choices(&llms.ContentChoice{ReasoningContent: "hm"})},
		{"a tool call beside text", choices(&llms.ContentChoice{Content: "let me see", ToolCalls: []llms.ToolCall{{FunctionCall: call}}})},
		{"a tool call in a choice of its own", choices(&llms.ContentChoice{Content: "let me see"}, &llms.ContentChoice{ToolCalls: []llms.ToolCall{{FunctionCall: call}}})},
		{"a function call", choices(&llms.ContentChoice{FuncCall: call})},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBench(t)
			m := langchaingo.WrapModel(llmtest.New(llmtest.Respond(tc.response)), b.Memory)
			got, err := m.GenerateContent(as(t.Context(), alice), messages(user("My dog is Rex.")))
			if got != tc.response || err != nil {
				t.Errorf("got %v, %v, want the response as it is", got, err)
			}
			b.wantCounts(t, 1, 0)
		})
	}
}

func TestAnswerBehindAnEmptyChoiceIsRemembered(t *testing.T) {
	b := newBench(t)
	m := langchaingo.WrapModel(llmtest.New(llmtest.Respond(&llms.ContentResponse{Choices: []*llms.ContentChoice{
		nil, {ReasoningContent: "hm"}, {Content: "Hello Rex."},
	}})), b.Memory)
	if _, err := m.GenerateContent(as(t.Context(), alice), messages(user("My dog is Rex."))); err != nil {
		t.Fatal(err)
	}
	want := []middleware.Message{
		{Origin: backends.User, Text: "My dog is Rex."},
		{Origin: backends.Assistant, Text: "Hello Rex."},
	}
	if diff := cmp.Diff(want, b.extractor.said()); diff != "" {
		t.Errorf("the turn (-want +got):\n%s", diff)
	}
}

func TestFailedCallLeavesNoOrphanAndItsRetryIsWrittenOnce(t *testing.T) {
	b := newBench(t)
	fake := llmtest.New(llmtest.Fail(errors.New("429")), llmtest.Say("ok"), llmtest.Say("ok"))
	m := langchaingo.WrapModel(fake, b.Memory)
	ctx := middleware.WithTurnID(as(t.Context(), alice), "message-1")
	for i, want := range []int{0, 1, 1} { // the third call is a retry of what was answered
		_, err := m.GenerateContent(ctx, messages(user("My dog is Rex.")))
		if (err != nil) != (i == 0) {
			t.Fatalf("call %d: %v", i+1, err)
		}
		if got := b.records(t, alice); len(got) != want {
			t.Errorf("after call %d: %d records, want %d", i+1, len(got), want)
		}
	}
}

func TestEmptyMessageLeavesNoOrphan(t *testing.T) {
	image := llms.MessageContent{Role: llms.ChatMessageTypeHuman, Parts: []llms.ContentPart{llms.ImageURLPart("http://localhost/x.png")}}
	for _, tc := range []struct {
		name   string
		prompt []llms.MessageContent
	}{
		{"no messages", nil},
		{"no human message", messages(system("My dog is Rex."), assistant("My dog is Rex."))},
		{"a human message without parts", messages(llms.MessageContent{Role: llms.ChatMessageTypeHuman})},
		{"white space", messages(user(" \n"))},
		{"an image alone", messages(image)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b, fake := newBench(t).with(t, alice, "dog: My dog is Rex."), llmtest.New(llmtest.Say("My dog is Tom."))
			if _, err := langchaingo.WrapModel(fake, b.Memory).GenerateContent(as(t.Context(), alice), tc.prompt); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.prompt, fake.Calls()[0].Messages); diff != "" {
				t.Errorf("the messages changed (-given +sent):\n%s", diff)
			}
			b.wantCounts(t, 0, 0)
		})
	}
}

func TestCancelledStreamIsNotRemembered(t *testing.T) {
	b := newBench(t)
	// As llms/openai does now and then, the fake returns what came, without an error.
	m := langchaingo.WrapModel(llmtest.New(llmtest.Break("Your dog is")), b.Memory)
	ctx, cancel := context.WithCancel(as(t.Context(), alice))
	_, err := m.GenerateContent(ctx, messages(user("My dog is Rex.")),
		llms.WithStreamingFunc(func(context.Context, []byte) error { cancel(); return nil }))
	if err != nil {
		t.Fatal(err)
	}
	b.wantCounts(t, 1, 0)
}

func TestBrokenStreamIsNotStoredAsIfComplete(t *testing.T) {
	b := newBench(t)
	m := langchaingo.WrapModel(llmtest.New(llmtest.Say("whole answer"), llmtest.Break("half an"), llmtest.Say("whole answer")), b.Memory)
	var chunks strings.Builder
	stream := llms.WithStreamingFunc(func(_ context.Context, c []byte) error { chunks.Write(c); return nil })
	ctx := as(t.Context(), alice)
	for i, want := range []int{1, 1, 2} { // the retry keeps the user's words
		if _, err := m.GenerateContent(ctx, messages(user("My dog is Rex.")), stream); err != nil {
			t.Fatal(err)
		}
		if got := b.writes(); got != want {
			t.Errorf("after call %d: %d writes, want %d", i+1, got, want)
		}
	}
	if got, want := chunks.String(), "whole answerhalf anwhole answer"; got != want {
		t.Errorf("streamed %q, want %q", got, want)
	}
	if got := b.extractor.said()[1].Text; got != "whole answer" {
		t.Errorf("remembered %q, want the whole answer, not its chunks", got)
	}
}

func TestMissingStopReasonsAreNoBreakWhereNoneAreGiven(t *testing.T) {
	for _, tc := range []struct {
		name  string
		first llmtest.Step
		// whether the two calls are streamed
		streams [2]bool
	}{
		{"a model that never gives any", llmtest.Break("an answer"), [2]bool{true, true}},
		{"one that gives them outside streams", llmtest.Say("an answer"), [2]bool{false, true}},
		{"one that gives them in streams", llmtest.Say("an answer"), [2]bool{true, false}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBench(t)
			m := langchaingo.WrapModel(llmtest.New(tc.first, llmtest.Break("an answer")), b.Memory)
			for _, stream := range tc.streams {
				var options []llms.CallOption
				if stream {
					options = append(options, llms.WithStreamingFunc(ignore))
				}
				if _, err := m.GenerateContent(as(t.Context(), alice), messages(user("hello")), options...); err != nil {
					t.Fatal(err)
				}
			}
			b.wantCounts(t, 2, 2)
		})
	}
}

func TestSystemPromptKeepsItsBytes(t *testing.T) {
	b := newBench(t)
	fake := llmtest.New(llmtest.Say("ok"))
	m, ctx := langchaingo.WrapModel(fake, b.Memory), as(t.Context(), alice)
	history := messages(system("Be brief. My name is Bot."))
	for _, text := range []string{"My dog is Rex.", "My cat is Tom.", "My dog is Fido.", "my dog, my cat?"} {
		history = append(history, user(text))
		if _, err := m.GenerateContent(ctx, history); err != nil {
			t.Fatal(err)
		}
		history = append(history, assistant("ok"))
	}
	for i, c := range fake.Calls() {
		n := len(c.Messages) - 1
		if diff := cmp.Diff(history[:n], c.Messages[:n]); diff != "" {
			t.Errorf("call %d: what stands before the last message changed:\n%s", i+1, diff)
		}
	}
	for _, m := range b.extractor.said() {
		if strings.Contains(m.Text, "Bot") {
			t.Errorf("the system prompt was extracted: %q", m.Text)
		}
	}
}

func TestReplayedWindowIsNeitherDoubledNorExtracted(t *testing.T) {
	b := newBench(t).with(t, alice, "dog: My dog is Rex.")
	fake := llmtest.New(llmtest.Say("ok"))
	m, ctx := langchaingo.WrapModel(fake, b.Memory), as(t.Context(), alice)
	given := messages(system("Be brief."), user("What about my dog?"))
	for range 3 { // each time with what the model was sent the last time
		if _, err := m.GenerateContent(ctx, given); err != nil {
			t.Fatal(err)
		}
		given = fake.Calls()[len(fake.Calls())-1].Messages
	}
	calls := fake.Calls()
	if diff := cmp.Diff(calls[0].Messages, calls[2].Messages); diff != "" {
		t.Errorf("the replay differs (-first +third):\n%s", diff)
	}
	if n := strings.Count(lastUser(given), "Rex"); n != 1 {
		t.Errorf("the window stands there %d times, want 1", n)
	}
	if got := b.records(t, alice); len(got) != 1 {
		t.Errorf("%d records, want the 1 that was given", len(got))
	}
}

func TestSlowEmbedderDoesNotHoldTheAnswer(t *testing.T) {
	space := backends.Space{Name: "slow", Dim: 2}
	hold := make(chan struct{})
	t.Cleanup(func() { close(hold) })
	slow := &vectorEmbedder{fail: func(context.Context) error { <-hold; return nil }} // deaf to its context
	b := newBenchOver(t, inmem.New(&inmem.Options{Space: space}), func(o *middleware.Options) {
		o.Embedder = langchaingo.Embedder(slow, space)
		o.Deadline, o.WriteDeadline = 50*time.Millisecond, 50*time.Millisecond
	})
	start := time.Now()
	r, err := langchaingo.WrapModel(llmtest.New(llmtest.Say("here")), b.Memory).
		GenerateContent(as(t.Context(), alice), messages(user("My dog is Rex.")))
	if err != nil || r.Choices[0].Content != "here" {
		t.Errorf("got %v, %v, want the answer", r, err)
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("the answer took %v, want about 100ms", took)
	}
}

func TestFailClosedMemoryStopsTheCallBeforeTheModel(t *testing.T) {
	space := backends.Space{Name: "down", Dim: 2}
	down := errors.New("connection refused")
	b := newBenchOver(t, inmem.New(&inmem.Options{Space: space}), func(o *middleware.Options) {
		o.Embedder = langchaingo.Embedder(&vectorEmbedder{fail: func(context.Context) error { return down }}, space)
		o.FailClosed = true
	})
	fake := llmtest.New(llmtest.Say("hi"))
	_, err := langchaingo.WrapModel(fake, b.Memory).GenerateContent(as(t.Context(), alice), messages(user("hello")))
	if !errors.Is(err, backends.ErrUnavailable) {
		t.Errorf("got %v, want ErrUnavailable", err)
	}
	if n := len(fake.Calls()); n != 0 {
		t.Errorf("the model was called %d times, want 0", n)
	}
}

func TestFailClosedWriteReturnsTheAnswerBesideItsError(t *testing.T) {
	space := backends.Space{Name: "letters", Dim: 3}
	provider := &vectorEmbedder{}
	provider.fail = func(context.Context) error {
		if provider.calls > 5 { // the probe's four and the question
			return errors.New("connection refused")
		}
		return nil
	}
	b := newBenchOver(t, inmem.New(&inmem.Options{Space: space}), func(o *middleware.Options) {
		o.Embedder, o.FailClosed = langchaingo.Embedder(provider, space), true
	})
	r, err := langchaingo.WrapModel(llmtest.New(llmtest.Say("hi")), b.Memory).
		GenerateContent(as(t.Context(), alice), messages(user("My dog is Rex.")))
	if !errors.Is(err, backends.ErrUnavailable) || r == nil || r.Choices[0].Content != "hi" {
		t.Errorf("got %v, %v, want the answer and ErrUnavailable", r, err)
	}
}

func TestTurnOpenedOutsideIsWrittenThere(t *testing.T) {
	b := newBench(t).with(t, alice, "dog: My dog is Rex.")
	fake := llmtest.New(llmtest.Say("Rex."))
	m := langchaingo.WrapModel(fake, b.Memory)
	ctx, e, err := b.Join(as(t.Context(), alice), "the name of my dog?")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"Template one: the name of my dog?", "Template two", ""} {
		if _, err := m.GenerateContent(ctx, messages(user(text))); err != nil {
			t.Fatal(err)
		}
	}
	b.wantCounts(t, 1, 0)
	for i, c := range fake.Calls() {
		if !strings.Contains(lastUser(c.Messages), "Rex") {
			t.Errorf("call %d: no window in %q", i+1, lastUser(c.Messages))
		}
	}
	if err := e.Finish(ctx); err != nil {
		t.Fatal(err)
	}
	b.wantCounts(t, 1, 1)
}

func TestTurnOfOneUserIsNotShownToAnother(t *testing.T) {
	bob := backends.Scope{Tenant: "acme", User: "bob"}
	b := newBench(t).with(t, alice, "dog: My dog is Rex.")
	fake := llmtest.New(llmtest.Say("ok"))
	ctx, _, err := b.Join(as(t.Context(), alice), "the name of my dog?")
	if err != nil {
		t.Fatal(err)
	}
	m := langchaingo.WrapModel(fake, b.Memory).ScopedBy(func(context.Context) (backends.Scope, error) { return bob, nil })
	if _, err := m.GenerateContent(ctx, messages(user("My dog is Fido."))); err != nil {
		t.Fatal(err)
	}
	if got := lastUser(fake.Calls()[0].Messages); strings.Contains(got, "Rex") {
		t.Errorf("bob's prompt holds alice's memory: %q", got)
	}
	if got := b.records(t, alice); len(got) != 1 {
		t.Errorf("alice has %d records, want her 1", len(got))
	}
	if got := b.records(t, bob); len(got) != 1 || got[0].Text != "My dog is Fido" {
		t.Errorf("bob has %v, want what he said", got)
	}
}

func TestManyUsersAtOnceKeepTheirOwnMemories(t *testing.T) {
	b := newBench(t)
	echo := func(_ context.Context, c llmtest.Call) (*llms.ContentResponse, error) {
		return &llms.ContentResponse{Choices: []*llms.ContentChoice{{Content: lastUser(c.Messages)}}}, nil
	}
	m := langchaingo.WrapModel(llmtest.New(echo), b.Memory)
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			name := fmt.Sprintf("Name%02d", i)
			ctx := as(t.Context(), backends.Scope{Tenant: "acme", User: name})
			for _, text := range []string{"My dog is " + name + ".", "What is my dog?"} {
				r, err := m.GenerateContent(ctx, messages(user(text)))
				if err != nil {
					t.Error(err)
					return
				}
				if got := r.Choices[0].Content; strings.Count(got, "Name") != strings.Count(got, name) {
					t.Errorf("%s was shown another's memory: %q", name, got)
				}
			}
		})
	}
	wg.Wait()
	b.wantCounts(t, 80, 80)
}

func TestAnswersAreNoFactsAboutTheUser(t *testing.T) {
	b := newBench(t)
	m := langchaingo.WrapModel(llmtest.New(llmtest.Say(`{"text":"my dog is Tom"}`)), b.Memory)
	if _, err := m.GenerateContent(as(t.Context(), alice), messages(user("Invent a dog.")), llms.WithJSONMode()); err != nil {
		t.Fatal(err)
	}
	if i := slices.IndexFunc(b.records(t, alice), func(r backends.Record) bool { return r.Status == backends.Admitted }); i >= 0 {
		t.Error("the assistant's words were admitted as a fact")
	}
	if said := b.extractor.said(); len(said) != 2 || said[1].Origin != backends.Assistant {
		t.Errorf("got %v, want the JSON as the assistant's text", said)
	}
}

func TestATurnIsOneTree(t *testing.T) {
	for _, tc := range []struct {
		name   string
		answer llmtest.Step
		want   []string
	}{
		{"a turn", llmtest.Say("Hello."), []string{"search_memory", "chat test-model", "upsert_memory", "invoke_agent"}},
		{"a model that fails", llmtest.Fail(errors.New("429")), []string{"search_memory", "chat test-model error", "invoke_agent error"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBench(t)
			m := langchaingo.WrapModel(llmtest.New(tc.answer), b.Memory)
			ctx := middleware.WithSession(as(t.Context(), alice), "session-1")
			_, _ = m.GenerateContent(ctx, messages(user("My dog is Rex.")), llms.WithModel("test-model"))
			var got []string
			trees := map[string]bool{}
			for _, s := range b.spans.Ended() {
				trees[s.SpanContext().TraceID().String()] = true
				if strings.HasPrefix(s.Name(), "memware.") {
					continue
				}
				got = append(got, strings.TrimSpace(s.Name()+map[bool]string{true: " error"}[s.Status().Code == codes.Error]))
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("spans (-want +got):\n%s", diff)
			}
			if len(trees) != 1 {
				t.Errorf("%d traces, want 1", len(trees))
			}
		})
	}
}
