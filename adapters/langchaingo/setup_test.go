package langchaingo_test

import (
	"context"
	"io"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tmc/langchaingo/llms"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.uber.org/goleak"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/middleware"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var alice = backends.Scope{Tenant: "acme", User: "alice"}

// A bench is a memory that tells what it was asked to do.
type bench struct {
	*middleware.Memory
	store     *inmem.Backend
	spans     *tracetest.SpanRecorder
	extractor *plainExtractor
}

// newBench returns a memory without statements. Its options may be changed.
func newBench(t testing.TB, change ...func(*middleware.Options)) *bench {
	t.Helper()
	return newBenchOver(t, inmem.New(nil), change...)
}

func newBenchOver(t testing.TB, store *inmem.Backend, change ...func(*middleware.Options)) *bench {
	t.Helper()
	b := &bench{store: store, spans: tracetest.NewSpanRecorder(), extractor: &plainExtractor{}}
	o := &middleware.Options{
		Logger:         slog.New(slog.NewTextHandler(io.Discard, nil)),
		TracerProvider: trace.NewTracerProvider(trace.WithSpanProcessor(b.spans)),
		Deadline:       10 * time.Second, // of a busy machine; tests of deadlines set their own
		WriteDeadline:  10 * time.Second,
	}
	for _, f := range change {
		f(o)
	}
	mem, err := middleware.New(b.store, b.extractor, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := mem.Close(); err != nil {
			t.Error(err)
		}
	})
	b.Memory = mem
	return b
}

// with stores statements of the user's, "key: text" each.
func (b *bench) with(t testing.TB, s backends.Scope, statements ...string) *bench {
	t.Helper()
	for _, statement := range statements {
		key, text, _ := strings.Cut(statement, ": ")
		_, err := b.store.Put(t.Context(), []backends.Record{{
			ID: "given-" + key, Scope: s, Kind: backends.Fact, Key: key, Text: text,
			Importance: 0.5, Origin: backends.User, Status: backends.Admitted, AssertedAt: time.Now().Add(-time.Hour),
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	return b
}

func (b *bench) count(span string) int {
	n := 0
	for _, s := range b.spans.Ended() {
		if s.Name() == span {
			n++
		}
	}
	return n
}

func (b *bench) reads() int  { return b.count("search_memory") }
func (b *bench) writes() int { return b.count("upsert_memory") }

// records returns what is stored of a scope, in order.
func (b *bench) records(t testing.TB, s backends.Scope) []backends.Record {
	t.Helper()
	var out []backends.Record
	for r, err := range b.store.Scan(t.Context(), backends.Filter{Scope: s}, backends.Cursor{}) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	return out
}

func (b *bench) wantCounts(t testing.TB, reads, writes int) {
	t.Helper()
	if got := b.reads(); got != reads {
		t.Errorf("got %d reads, want %d", got, reads)
	}
	if got := b.writes(); got != writes {
		t.Errorf("got %d writes, want %d", got, writes)
	}
}

// plainExtractor finds facts of the form "my dog is Rex", whoever says them, and
// keeps the turns that it was shown.
type plainExtractor struct {
	mu    sync.Mutex // guards turns
	turns []middleware.Turn
}

var factForm = regexp.MustCompile(`(?i)\bmy ([a-z]+) is ([^.\n]+)`)

func (x *plainExtractor) Extract(_ context.Context, t middleware.Turn, _ middleware.Known) ([]middleware.Candidate, error) {
	x.mu.Lock()
	x.turns = append(x.turns, t)
	x.mu.Unlock()
	var found []middleware.Candidate
	for i, m := range t.Messages {
		for _, match := range factForm.FindAllStringSubmatch(m.Text, -1) {
			found = append(found, middleware.Candidate{
				Message: i + 1, Kind: backends.Fact, Importance: 0.5,
				Key: match[1], Value: match[2], Text: match[0],
			})
		}
	}
	return found, nil
}

// said returns the messages of all turns, in order.
func (x *plainExtractor) said() []middleware.Message {
	x.mu.Lock()
	defer x.mu.Unlock()
	var out []middleware.Message
	for _, t := range x.turns {
		out = append(out, t.Messages...)
	}
	return out
}

func as(ctx context.Context, s backends.Scope) context.Context { return middleware.WithScope(ctx, s) }

func system(text string) llms.MessageContent {
	return llms.TextParts(llms.ChatMessageTypeSystem, text)
}

func user(text string) llms.MessageContent { return llms.TextParts(llms.ChatMessageTypeHuman, text) }

func assistant(text string) llms.MessageContent {
	return llms.TextParts(llms.ChatMessageTypeAI, text)
}

func toolCall(id, name, arguments string) llms.MessageContent {
	return llms.MessageContent{Role: llms.ChatMessageTypeAI, Parts: []llms.ContentPart{
		llms.ToolCall{ID: id, Type: "function", FunctionCall: &llms.FunctionCall{Name: name, Arguments: arguments}},
	}}
}

func toolResult(id, content string) llms.MessageContent {
	return llms.MessageContent{Role: llms.ChatMessageTypeTool, Parts: []llms.ContentPart{
		llms.ToolCallResponse{ToolCallID: id, Content: content},
	}}
}

func messages(m ...llms.MessageContent) []llms.MessageContent { return m }

// textOf returns the text parts of a message.
func textOf(m llms.MessageContent) string {
	var out []string
	for _, p := range m.Parts {
		if t, ok := p.(llms.TextContent); ok {
			out = append(out, t.Text)
		}
	}
	return strings.Join(out, "\n")
}

// lastUser returns the text of the last human message.
func lastUser(m []llms.MessageContent) string {
	for _, m := range slices.Backward(m) {
		if m.Role == llms.ChatMessageTypeHuman {
			return textOf(m)
		}
	}
	return ""
}
