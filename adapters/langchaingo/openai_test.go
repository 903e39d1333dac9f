package langchaingo_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/tmc/langchaingo/embeddings"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/llms/openai"
	suite "github.com/tmc/langchaingo/testing/llmtest"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/llmtest"
	"github.com/memware/memware/middleware"
)

// The tests of this file go through langchaingo's own client to a server on
// loopback: what counts is what is on the wire.

func client(t testing.TB, s *llmtest.Server) *openai.LLM {
	t.Helper()
	llm, err := openai.New(openai.WithBaseURL(s.URL), openai.WithToken("none"), openai.WithModel("gpt-4o"),
		openai.WithEmbeddingModel("letters"), openai.WithHTTPClient(s.Client))
	if err != nil {
		t.Fatal(err)
	}
	return llm
}

func ignore(context.Context, []byte) error { return nil }

func TestToolLoopOnTheWire(t *testing.T) {
	for _, stream := range []bool{false, true} {
		server := llmtest.Serve(t, llmtest.ToolCall("call-1", "weather", "{}"), llmtest.ToolCall("call-2", "weather", "{}"), llmtest.Text("A red one."))
		b := newBench(t).with(t, alice, "dog: My dog is Rex.")
		m := langchaingo.WrapModel(client(t, server), b.Memory)
		options := []llms.CallOption{llms.WithTools([]llms.Tool{{Type: "function", Function: &llms.FunctionDefinition{Name: "weather"}}})}
		if stream {
			options = append(options, llms.WithStreamingFunc(ignore))
		}
		history := messages(system("Be brief."), user("Which coat suits my dog?"))
		for range 3 {
			r, err := m.GenerateContent(as(t.Context(), alice), history, options...)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range r.Choices[0].ToolCalls {
				history = append(history, llms.MessageContent{Role: llms.ChatMessageTypeAI, Parts: []llms.ContentPart{c}}, toolResult(c.ID, "rain"))
			}
		}
		b.wantCounts(t, 1, 1)
		requests := server.Requests()
		for i, q := range requests {
			if n := 2 + 2*i; len(q.Messages) != n || len(q.Tools) != 1 || q.Stream != stream {
				t.Fatalf("request %d: %d messages, %d tools, stream %v, want %d, 1, %v", i+1, len(q.Messages), len(q.Tools), q.Stream, n, stream)
			}
			// The bytes so far are the same, so that a provider's prompt cache holds.
			for j, m := range requests[max(i-1, 0)].Messages {
				if !bytes.Equal(m, q.Messages[j]) {
					t.Errorf("request %d: message %d is %s, was %s", i+1, j, q.Messages[j], m)
				}
			}
		}
		if first := string(requests[0].Messages[1]); strings.Count(first, "Rex") != 1 {
			t.Errorf("the question was sent as %s, want one window", first)
		}
		if last := string(requests[2].Messages[5]); !strings.Contains(last, `"tool_call_id":"call-2"`) {
			t.Errorf("the last result was sent as %s", last)
		}
	}
}

func TestStreamAndJSONModeOnTheWire(t *testing.T) {
	server := llmtest.Serve(t, llmtest.Text(`{"dog": "Rex"}`))
	b := newBench(t)
	var chunks []string
	_, err := langchaingo.WrapModel(client(t, server), b.Memory).GenerateContent(as(t.Context(), alice),
		messages(llms.MessageContent{Role: human, Parts: []llms.ContentPart{llms.TextPart("My dog is Rex."), llms.ImageURLPart("http://localhost/x.png")}}),
		llms.WithJSONMode(),
		llms.WithStreamingFunc(func(_ context.Context, c []byte) error { chunks = append(chunks, string(c)); return nil }))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{`{"dog": `, `"Rex"}`, ""}; !slices.Equal(chunks, want) {
		t.Errorf("streamed %q, want %q", chunks, want)
	}
	q := server.Requests()[0]
	if got := string(q.ResponseFormat); got != `{"type":"json_object"}` {
		t.Errorf("response format: got %s", got)
	}
	if q.Metadata != nil {
		t.Errorf("metadata was sent: %s", q.Metadata)
	}
	if got := string(q.Messages[0]); !strings.Contains(got, "image_url") {
		t.Errorf("the image is gone: %s", got)
	}
	want := []middleware.Message{
		{Origin: backends.User, Text: "My dog is Rex."},
		{Origin: backends.Assistant, Text: `{"dog": "Rex"}`},
	}
	if diff := cmp.Diff(want, b.extractor.said()); diff != "" {
		t.Errorf("the turn (-want +got):\n%s", diff)
	}
}

func TestFailuresOnTheWireWriteNothingAndTheRetryWritesOnce(t *testing.T) {
	for _, tc := range []struct {
		name   string
		reply  llmtest.Reply
		stream bool
	}{
		{"429", llmtest.Status(http.StatusTooManyRequests, "slow down"), false},
		{"429 of a stream", llmtest.Status(http.StatusTooManyRequests, "slow down"), true},
		{"no JSON", llmtest.Raw("<html>"), false},
		{"half the JSON", llmtest.Raw(`{"choices":[{"message":{"content":"half`), false},
		{"no choices", llmtest.Raw(`{"choices":[]}`), false},
		{"silence", llmtest.Silence(), false},
		{"a silent stream", llmtest.Silence(), true},
		{"nothing but noise in a stream", llmtest.Raw("data: {no json\n\ndata: [DONE]\n\n"), true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			server := llmtest.Serve(t, tc.reply, llmtest.Text("ok"))
			b := newBench(t)
			m := langchaingo.WrapModel(client(t, server), b.Memory)
			ctx := middleware.WithTurnID(as(t.Context(), alice), "message-1")
			var options []llms.CallOption
			if tc.stream {
				options = append(options, llms.WithStreamingFunc(ignore))
			}
			short, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
			defer cancel()
			r, err := m.GenerateContent(short, messages(user("My dog is Rex.")), options...)
			if err == nil && r.Choices[0].Content != "" {
				t.Fatalf("got %q, want a failure", r.Choices[0].Content)
			}
			b.wantCounts(t, 1, 0)
			if _, err := m.GenerateContent(ctx, messages(user("My dog is Rex.")), options...); err != nil {
				t.Fatal(err)
			}
			b.wantCounts(t, 2, 1)
			if got := b.records(t, alice); len(got) != 1 {
				t.Errorf("%d records, want 1", len(got))
			}
		})
	}
}

func TestCancelInMidStreamOnTheWireWritesNothing(t *testing.T) {
	server := llmtest.Serve(t, llmtest.Dribble())
	b := newBench(t)
	m := langchaingo.WrapModel(client(t, server), b.Memory)
	for range 20 { // the client returns a cut answer without an error now and then
		ctx, cancel := context.WithCancel(as(t.Context(), alice))
		n := 0
		_, _ = m.GenerateContent(ctx, messages(user("My dog is Rex.")), llms.WithStreamingFunc(func(context.Context, []byte) error {
			if n++; n == 3 {
				cancel()
			}
			return nil
		}))
		cancel()
	}
	b.wantCounts(t, 20, 0)
}

func TestCallersErrorInMidStreamWritesNothing(t *testing.T) {
	full := errors.New("client gone")
	b := newBench(t)
	m := langchaingo.WrapModel(client(t, llmtest.Serve(t, llmtest.Dribble())), b.Memory)
	_, err := m.GenerateContent(as(t.Context(), alice), messages(user("My dog is Rex.")),
		llms.WithStreamingFunc(func(context.Context, []byte) error { return full }))
	if !errors.Is(err, full) {
		t.Errorf("got %v, want the caller's error", err)
	}
	b.wantCounts(t, 1, 0)
}

func TestStreamCutOffByTheServerIsNotStored(t *testing.T) {
	server := llmtest.Serve(t, llmtest.Text("a whole answer"), llmtest.CutOff("half an"))
	b := newBench(t)
	m := langchaingo.WrapModel(client(t, server), b.Memory)
	for range 2 {
		if _, err := m.GenerateContent(as(t.Context(), alice), messages(user("hello")), llms.WithStreamingFunc(ignore)); err != nil {
			t.Fatal(err)
		}
	}
	b.wantCounts(t, 2, 1)
}

func TestWrappedModelPassesLangchaingosOwnSuite(t *testing.T) {
	b := newBench(t)
	server := llmtest.Serve(t, llmtest.Text("hello OK 42"))
	m := langchaingo.WrapModel(client(t, server), b.Memory).
		ScopedBy(func(context.Context) (backends.Scope, error) { return alice, nil })
	if err := suite.ValidateLLM(m); err != nil {
		t.Error(err)
	}
	t.Run("suite", func(t *testing.T) { suite.TestLLM(t, m) })
}

func TestOpenAIEmbedderBehindAMemory(t *testing.T) {
	order := func(v []any) []any { return v }
	mixed := func(v []any) []any { slices.Reverse(v); return v }
	for _, tc := range []struct {
		name  string
		order func([]any) []any
		want  error
	}{
		{"in order", order, nil},
		{"mixed up, with the right indices", mixed, backends.ErrInvalid},
	} {
		t.Run(tc.name, func(t *testing.T) {
			provider, err := embeddings.NewEmbedder(client(t, llmtest.Serve(t, llmtest.Vectors(letters, tc.order))))
			if err != nil {
				t.Fatal(err)
			}
			e := langchaingo.Embedder(provider, space3)
			got, err := e.EmbedDocuments(t.Context(), []string{"one", "three"})
			if !errors.Is(err, tc.want) {
				t.Fatalf("got %v, want %v", err, tc.want)
			}
			if tc.want == nil && !cmp.Equal(got, [][]float32{letters("one"), letters("three")}) {
				t.Errorf("got %v", got)
			}
		})
	}
}
