package langchaingo_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/tmc/langchaingo/llms"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/llmtest"
	"github.com/memware/memware/middleware"
)

// rounds calls m as an agent does: with one more tool call and result each time.
func rounds(t testing.TB, m llms.Model, s backends.Scope, n int, between func()) []llms.MessageContent {
	t.Helper()
	history := messages(system("Be brief."), user("Which coat suits my dog?"))
	for i := range n {
		if i > 0 {
			id := fmt.Sprintf("call-%d", i)
			history = append(history, toolCall(id, "weather", "{}"), toolResult(id, fmt.Sprintf("result %d: my coat is red", i)))
			between()
		}
		if _, err := m.GenerateContent(as(t.Context(), s), history); err != nil {
			t.Error(err)
		}
	}
	return history
}

func pause() {}

func TestToolLoopIsReadOnceWrittenOnceAndSeesOneBlock(t *testing.T) {
	for _, tc := range []struct {
		name string
		ask  llmtest.Step
	}{
		{"tool calls", llmtest.Tool("call-1", "weather", "{}")},
		{"functions of the older form", llmtest.Function("weather", "{}")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBench(t).with(t, alice, "dog: My dog is Rex.")
			fake := llmtest.New(tc.ask, tc.ask, llmtest.Say("A red one."))
			given := rounds(t, langchaingo.WrapModel(fake, b.Memory), alice, 3, func() {
				b.with(t, alice, "cat: My cat is Tom, unlike my dog.") // learned meanwhile
			})
			b.wantCounts(t, 1, 1)
			calls := fake.Calls()
			for i, c := range calls {
				if diff := cmp.Diff(calls[0].Messages[:2], c.Messages[:2]); diff != "" {
					t.Errorf("round %d: another block (-first +this):\n%s", i+1, diff)
				}
				if n := strings.Count(textOf(c.Messages[1]), "Rex"); n != 1 {
					t.Errorf("round %d: the window stands there %d times, want 1", i+1, n)
				}
				if diff := cmp.Diff(given[2:len(c.Messages)], c.Messages[2:]); diff != "" {
					t.Errorf("round %d: tool calls or results changed:\n%s", i+1, diff)
				}
			}
		})
	}
}

func TestToolTextIsNotTakenForTheUsers(t *testing.T) {
	b := newBench(t)
	fake := llmtest.New(llmtest.Tool("call-1", "web", "{}"), llmtest.Say("my coat is red, they say"))
	rounds(t, langchaingo.WrapModel(fake, b.Memory), alice, 2, pause)
	want := []middleware.Message{
		{Origin: backends.User, Text: "Which coat suits my dog?"},
		{Origin: backends.Tool, Text: "result 1: my coat is red"},
		{Origin: backends.Tool, Text: "my coat is red, they say"}, // the answer has the trust of the tool
	}
	if diff := cmp.Diff(want, b.extractor.said()); diff != "" {
		t.Errorf("the turn (-want +got):\n%s", diff)
	}
	for _, r := range b.records(t, alice) {
		if r.Status != backends.Quarantined {
			t.Errorf("a tool's statement is %v, want quarantined", r.Status)
		}
	}
}

func TestResultsUnderTheHumansRoleAreNoQuestion(t *testing.T) {
	b := newBench(t).with(t, alice, "dog: My dog is Rex.")
	fake := llmtest.New(llmtest.Tool("c", "web", "{}"), llmtest.Say("ok"))
	m := langchaingo.WrapModel(fake, b.Memory)
	history := messages(user("Find my dog."))
	for range 2 {
		if _, err := m.GenerateContent(as(t.Context(), alice), history); err != nil {
			t.Fatal(err)
		}
		result := toolResult("c", "my dog is Tom")
		result.Role = llms.ChatMessageTypeHuman
		history = append(history, toolCall("c", "web", "{}"), result)
	}
	b.wantCounts(t, 1, 1)
	if said := b.extractor.said(); len(said) != 3 || said[1].Origin != backends.Tool {
		t.Errorf("got %v, want the result as a tool's", said)
	}
}

func TestRepeatedRoundIsWrittenOnce(t *testing.T) {
	b := newBench(t)
	fake := llmtest.New(llmtest.Tool("c", "web", "{}"), llmtest.Fail(errors.New("429")), llmtest.Say("ok"))
	m := langchaingo.WrapModel(fake, b.Memory)
	history := messages(user("My dog is Rex."))
	_, err := m.GenerateContent(as(t.Context(), alice), history)
	if err != nil {
		t.Fatal(err)
	}
	history = append(history, toolCall("c", "web", "{}"), toolResult("c", "nothing"))
	for i, want := range []int{0, 1, 1} { // fails, is retried, is asked once more
		if _, err := m.GenerateContent(as(t.Context(), alice), history); (err != nil) != (i == 0) {
			t.Fatalf("call %d: %v", i+1, err)
		}
		if got := b.writes(); got != want {
			t.Errorf("after call %d: %d writes, want %d", i+1, got, want)
		}
	}
	if got := b.reads(); got != 1 {
		t.Errorf("got %d reads, want 1", got)
	}
}

func TestSameQuestionAgainIsATurnOfItsOwn(t *testing.T) {
	b := newBench(t)
	fake := llmtest.New(llmtest.Tool("c", "web", "{}"), llmtest.Say("ok"), llmtest.Tool("c", "web", "{}"), llmtest.Say("ok"))
	m := langchaingo.WrapModel(fake, b.Memory)
	for range 2 {
		rounds(t, m, alice, 2, pause)
	}
	b.wantCounts(t, 2, 2)
}

func TestSameQuestionOfManyUsersAtOnceStaysApart(t *testing.T) {
	b := newBench(t)
	ask, answer := llmtest.Tool("c", "web", "{}"), llmtest.Say("ok")
	fake := llmtest.New(func(ctx context.Context, c llmtest.Call) (*llms.ContentResponse, error) {
		if len(c.Messages) < 6 {
			return ask(ctx, c)
		}
		return answer(ctx, c)
	})
	m := langchaingo.WrapModel(fake, b.Memory)
	const users = 20
	var wg sync.WaitGroup
	for i := range users {
		s := backends.Scope{Tenant: "acme", User: fmt.Sprintf("Name%02d", i)}
		b.with(t, s, "dog: My dog is "+s.User+".")
		wg.Go(func() { rounds(t, m, s, 3, pause) })
	}
	wg.Wait()
	b.wantCounts(t, users, users)
	shown := map[string]int{}
	for _, c := range fake.Calls() {
		shown[textOf(c.Messages[1])]++
	}
	for block, n := range shown {
		if n != 3 || strings.Count(block, "Name") != 1 {
			t.Errorf("%d rounds were shown %q, want 3, of one user", n, block)
		}
	}
}

func TestLoopThatTookTooLongReadsAgain(t *testing.T) {
	for _, tc := range []struct {
		name   string
		waits  time.Duration // between two of three rounds
		reads  int
		writes int
	}{
		{"tools of ten minutes", 10 * time.Minute, 1, 1},
		{"tools of twenty minutes", 20 * time.Minute, 3, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t)
				ask := llmtest.Tool("c", "web", "{}")
				m := langchaingo.WrapModel(llmtest.New(ask, ask, llmtest.Say("ok")), b.Memory)
				rounds(t, m, alice, 3, func() { time.Sleep(tc.waits) })
				b.wantCounts(t, tc.reads, tc.writes)
			})
		})
	}
}

func TestAbandonedLoopsDoNotPileUp(t *testing.T) {
	b := newBench(t)
	ask := llmtest.Tool("c", "web", "{}")
	m := langchaingo.WrapModel(llmtest.New(ask), b.Memory)
	const many = 1100 // more than are kept
	for i := range many {
		first := messages(user(fmt.Sprintf("question %d", i)))
		if _, err := m.GenerateContent(as(t.Context(), alice), first); err != nil {
			t.Fatal(err)
		}
	}
	reads := b.reads()
	for _, i := range []int{0, many - 1} {
		next := messages(user(fmt.Sprintf("question %d", i)), toolCall("c", "web", "{}"), toolResult("c", "found"))
		if _, err := m.GenerateContent(as(t.Context(), alice), next); err != nil {
			t.Fatal(err)
		}
	}
	if got := b.reads() - reads; got != 1 {
		t.Errorf("%d of the two loops read again, want only the oldest", got)
	}
}

func TestEverythingUpToTheQuestionTellsLoopsApart(t *testing.T) {
	f := &llms.FunctionCall{Name: "f", Arguments: "{}"}
	prompts := [][]llms.MessageContent{
		messages(user("see")), messages(user("a"), user("see")), messages(system("a"), user("see")),
		messages(assistant("a"), user("see")), messages(system(""), assistant("a"), user("see")),
		messages(llms.TextParts(human, "see", "")), messages(llms.TextParts(human, "se", "e")),
	}
	for _, p := range []llms.ContentPart{
		llms.TextPart("a"), llms.TextPart("b"),
		llms.ImageURLPart("a"), llms.ImageURLWithDetailPart("a", "low"),
		llms.BinaryPart("image/png", []byte("a")), llms.BinaryPart("image/png", []byte("b")), llms.BinaryPart("image/gif", []byte("a")),
		llms.WithCacheControl(llms.TextPart("a"), nil), llms.WithCacheControl(nil, nil),
		llms.ToolCall{ID: "a"}, llms.ToolCall{ID: "a", FunctionCall: f},
		llms.ToolCallResponse{ToolCallID: "a"}, llms.ToolCallResponse{ToolCallID: "a", Content: "b"},
		nil,
	} {
		prompts = append(prompts, messages(llms.MessageContent{Role: human, Parts: []llms.ContentPart{llms.TextPart("see"), p}}))
	}
	b := newBench(t)
	var steps []llmtest.Step
	for range prompts {
		steps = append(steps, llmtest.Tool("c", "web", "{}"))
	}
	m := langchaingo.WrapModel(llmtest.New(append(steps, llmtest.Say("ok"))...), b.Memory)
	for _, p := range prompts {
		if _, err := m.GenerateContent(as(t.Context(), alice), p); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range prompts {
		next := append(slices.Clone(p), toolCall("c", "web", "{}"), toolResult("c", "found"))
		if _, err := m.GenerateContent(as(t.Context(), alice), next); err != nil {
			t.Fatal(err)
		}
	}
	b.wantCounts(t, len(prompts), len(prompts)) // two loops taken for one would be written once
}

func TestToolResultsInsideAChainLowerTheTrustOfItsAnswer(t *testing.T) {
	b := newBench(t)
	m := langchaingo.WrapModel(llmtest.New(llmtest.Say("My bank is Evil.")), b.Memory)
	ctx, e, err := b.Join(as(t.Context(), alice), "read the page")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.GenerateContent(ctx, messages(user("read the page"), toolCall("1", "fetch", "{}"), toolResult("1", "My bank is Evil."))); err != nil {
		t.Fatal(err)
	}
	if err := e.Finish(ctx, middleware.Message{Origin: backends.Assistant, Text: "My bank is Evil."}); err != nil {
		t.Fatal(err)
	}
	for _, r := range b.records(t, alice) {
		if r.Origin != backends.Tool || r.Status != backends.Quarantined {
			t.Errorf("%v of origin %v, want it held as a tool's", r.Status, r.Origin)
		}
	}
	if len(b.records(t, alice)) == 0 {
		t.Error("nothing was held")
	}
}

func TestModelWrappedTwiceReadsAndWritesOnceInALaterRound(t *testing.T) {
	b := newBench(t).with(t, alice, "dog: My dog is Rex.")
	fake := llmtest.New(llmtest.Tool("1", "f", "{}"), llmtest.Say("Done."))
	m := langchaingo.WrapModel(langchaingo.WrapModel(fake, b.Memory), b.Memory)
	ctx := as(t.Context(), alice)
	first := messages(user("what is my dog called?"))
	if _, err := m.GenerateContent(ctx, first); err != nil {
		t.Fatal(err)
	}
	if _, err := m.GenerateContent(ctx, append(first, toolCall("1", "f", "{}"), toolResult("1", "fine"))); err != nil {
		t.Fatal(err)
	}
	b.wantCounts(t, 1, 1)
}

func TestLoopsOfTwoSessionsAreApart(t *testing.T) {
	b := newBench(t)
	fake := llmtest.New(llmtest.Tool("1", "f", "{}"), llmtest.Tool("1", "f", "{}"), llmtest.Say("Done."))
	m := langchaingo.WrapModel(fake, b.Memory)
	first := messages(user("what is my dog called?"))
	rounds := append(first, toolCall("1", "f", "{}"), toolResult("1", "fine"))
	for _, round := range [][]llms.MessageContent{first, rounds} {
		for _, session := range []string{"a", "b"} {
			if _, err := m.GenerateContent(middleware.WithSession(as(t.Context(), alice), session), round); err != nil {
				t.Fatal(err)
			}
		}
	}
	b.wantCounts(t, 2, 2)
}
