package chain_test

import (
	"context"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/prompts"
	"github.com/tmc/langchaingo/schema"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.uber.org/goleak"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/internal/llmtest"
	"github.com/memware/memware/middleware"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var alice = backends.Scope{Tenant: "acme", User: "alice"}

// A bench is a memory that tells what it was asked to do.
type bench struct {
	*middleware.Memory
	store     *inmem.Backend
	spans     *tracetest.SpanRecorder
	extractor *extractor
	ctx       context.Context // of alice
}

func newBench(t testing.TB, change ...func(*middleware.Options)) *bench {
	t.Helper()
	return newBenchOver(t, inmem.New(nil), change...)
}

func newBenchOver(t testing.TB, store *inmem.Backend, change ...func(*middleware.Options)) *bench {
	t.Helper()
	b := &bench{store: store, spans: tracetest.NewSpanRecorder(), extractor: &extractor{}}
	o := &middleware.Options{
		Logger:         slog.New(slog.DiscardHandler),
		TracerProvider: trace.NewTracerProvider(trace.WithSpanProcessor(b.spans)),
		Deadline:       10 * time.Second, // of a busy machine
		WriteDeadline:  10 * time.Second,
	}
	for _, f := range change {
		f(o)
	}
	mem, err := middleware.New(store, b.extractor, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := mem.Close(); err != nil {
			t.Error(err)
		}
	})
	b.Memory, b.ctx = mem, middleware.WithScope(t.Context(), alice)
	return b
}

// knows stores facts that the scope has told an hour ago, "key: text" each.
func (b *bench) knows(t testing.TB, s backends.Scope, facts ...string) *bench {
	t.Helper()
	for _, fact := range facts {
		key, text, _ := strings.Cut(fact, ": ")
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

func (b *bench) counts() (reads, writes int) {
	for _, s := range b.spans.Ended() {
		switch s.Name() {
		case "search_memory":
			reads++
		case "upsert_memory":
			writes++
		}
	}
	return reads, writes
}

func (b *bench) wantCounts(t testing.TB, reads, writes int) {
	t.Helper()
	if r, w := b.counts(); r != reads || w != writes {
		t.Errorf("got %d reads and %d writes, want %d and %d", r, w, reads, writes)
	}
}

// texts returns what is stored of a scope and admitted, in order.
func (b *bench) texts(t testing.TB, s backends.Scope) []string {
	t.Helper()
	var out []string
	f := backends.Filter{Scope: s, Statuses: []backends.Status{backends.Admitted}}
	for r, err := range b.store.Scan(t.Context(), f, backends.Cursor{}) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r.Text)
	}
	return out
}

// An extractor finds facts of the form "my dog is Rex" and notes of the form
// "note: ...", whoever says them, and keeps the turns that it was shown.
type extractor struct {
	mu    sync.Mutex // guards turns
	turns []middleware.Turn
}

var (
	factForm = regexp.MustCompile(`(?i)\bmy ([a-z]+) is ([^.\n]+)`)
	noteForm = regexp.MustCompile(`(?i)\bnote: ([^.\n]+)`)
)

func (x *extractor) Extract(_ context.Context, t middleware.Turn, _ middleware.Known) ([]middleware.Candidate, error) {
	x.mu.Lock()
	x.turns = append(x.turns, t)
	x.mu.Unlock()
	var found []middleware.Candidate
	for i, m := range t.Messages {
		for _, match := range factForm.FindAllStringSubmatch(m.Text, -1) {
			found = append(found, middleware.Candidate{
				Message: i + 1, Kind: backends.Fact, Importance: 0.5, Key: match[1], Value: match[2], Text: match[0],
			})
		}
		for _, match := range noteForm.FindAllStringSubmatch(m.Text, -1) {
			found = append(found, middleware.Candidate{Message: i + 1, Importance: 0.5, Text: match[1]})
		}
	}
	return found, nil
}

// said returns the messages of all turns, in order.
func (x *extractor) said() []middleware.Message {
	x.mu.Lock()
	defer x.mu.Unlock()
	var out []middleware.Message
	for _, t := range x.turns {
		out = append(out, t.Messages...)
	}
	return out
}

// prompt returns the text that a call was sent, all messages of it.
func prompt(c llmtest.Call) string {
	var texts []string
	for _, m := range c.Messages {
		for _, p := range m.Parts {
			switch p := p.(type) {
			case llms.TextContent:
				texts = append(texts, p.Text)
			case llms.ToolCallResponse:
				texts = append(texts, p.Content)
			}
		}
	}
	return strings.Join(texts, "\n")
}

// template is a prompt of Go's template syntax.
func template(text string, variables ...string) prompts.PromptTemplate {
	return prompts.NewPromptTemplate(text, variables)
}

// retriever finds the same documents for every query.
type retriever []string

func (r retriever) GetRelevantDocuments(context.Context, string) ([]schema.Document, error) {
	return documents(r...), nil
}

func documents(texts ...string) []schema.Document {
	var out []schema.Document
	for _, text := range texts {
		out = append(out, schema.Document{PageContent: text})
	}
	return out
}

// tool answers every call by a function, or with a fixed text.
type tool struct {
	name   string
	result string
	call   func(context.Context, string) (string, error)
}

func (t tool) Name() string        { return t.name }
func (t tool) Description() string { return "the " + t.name }

func (t tool) Call(ctx context.Context, input string) (string, error) {
	if t.call == nil {
		return t.result, nil
	}
	return t.call(ctx, input)
}
