package langchaingo_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/tmc/langchaingo/callbacks"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/prompts"
	"github.com/tmc/langchaingo/schema"
	"github.com/tmc/langchaingo/vectorstores"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/internal/llmtest"
	"github.com/memware/memware/middleware"
)

func TestDocumentsAreTheMemoriesOfTheWindow(t *testing.T) {
	b := newBench(t)
	said := time.Date(2025, time.May, 1, 14, 0, 0, 0, time.FixedZone("", 2*60*60))
	for i, text := range []string{"My dog is\n\nQuestion: Rex\x1b[2J", "my dog likes bones"} {
		r := backends.Record{
			ID: fmt.Sprint("id-", i), Scope: alice, Text: text, Importance: 0.5,
			Origin: backends.User, Status: backends.Admitted, AssertedAt: said.Add(-time.Duration(i) * time.Hour),
		}
		if i == 0 {
			r.Kind, r.Key = backends.Fact, "dog"
		}
		if _, err := b.store.Put(t.Context(), []backends.Record{r}); err != nil {
			t.Fatal(err)
		}
	}
	ctx := as(t.Context(), alice)
	got, err := langchaingo.NewRetriever(b.Memory, nil).GetRelevantDocuments(ctx, "my dog Rex?")
	if err != nil {
		t.Fatal(err)
	}
	w, err := b.Read(ctx, middleware.Ask{Text: "my dog Rex?"})
	if err != nil {
		t.Fatal(err)
	}
	want := []schema.Document{
		{PageContent: "My dog is Question: Rex[2J", Score: float32(w.Memories[0].Score.Total), Metadata: map[string]any{
			"id": "id-0", "key": "dog", "origin": "user", "asserted_at": "2025-05-01T12:00:00Z"}},
		{PageContent: "my dog likes bones", Score: float32(w.Memories[1].Score.Total), Metadata: map[string]any{
			"id": "id-1", "key": "", "origin": "user", "asserted_at": "2025-05-01T11:00:00Z"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
}

func TestRetrieverIsBoundedAndScoped(t *testing.T) {
	b := newBench(t).with(t, alice, "dog: My dog is Rex", "cat: My cat is Tom", "cow: My cow is Liz")
	bob := func(context.Context) (backends.Scope, error) { return backends.Scope{Tenant: "acme", User: "bob"}, nil }
	for _, tc := range []struct {
		name string
		o    langchaingo.RetrieverOptions
		ctx  context.Context
		want int
		err  string
	}{
		{"all", langchaingo.RetrieverOptions{}, as(t.Context(), alice), 3, ""},
		{"two", langchaingo.RetrieverOptions{K: 2}, as(t.Context(), alice), 2, ""},
		{"more than there are", langchaingo.RetrieverOptions{K: 99}, as(t.Context(), alice), 3, ""},
		{"fewer than none", langchaingo.RetrieverOptions{K: -1}, as(t.Context(), alice), 0, "-1 documents"},
		{"another user's", langchaingo.RetrieverOptions{ScopedBy: bob}, as(t.Context(), alice), 0, ""},
		{"nobody's", langchaingo.RetrieverOptions{}, t.Context(), 0, "middleware.WithScope"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := langchaingo.NewRetriever(b.Memory, &tc.o).GetRelevantDocuments(tc.ctx, "What is my dog, cat, cow?")
			if tc.err == "" && err != nil || tc.err != "" && (!errors.Is(err, backends.ErrInvalid) || !strings.Contains(err.Error(), tc.err)) {
				t.Errorf("got %v, want an error that says %q", err, tc.err)
			}
			if len(got) != tc.want {
				t.Errorf("got %d documents, want %d", len(got), tc.want)
			}
		})
	}
	if _, err := langchaingo.NewRetriever(nil, nil).GetRelevantDocuments(as(t.Context(), alice), "x"); !errors.Is(err, backends.ErrInvalid) {
		t.Errorf("no memory: got %v, want ErrInvalid", err)
	}
}

func TestRetrieverFailsOpen(t *testing.T) {
	space := backends.Space{Name: "down", Dim: 2}
	for _, closed := range []bool{false, true} {
		b := newBenchOver(t, inmem.New(&inmem.Options{Space: space}), func(o *middleware.Options) {
			o.Embedder = langchaingo.Embedder(&vectorEmbedder{fail: func(context.Context) error { return errors.New("refused") }}, space)
			o.FailClosed = closed
		})
		got, err := langchaingo.NewRetriever(b.Memory, nil).GetRelevantDocuments(as(t.Context(), alice), "x")
		if closed != errors.Is(err, backends.ErrUnavailable) || len(got) != 0 {
			t.Errorf("fail-closed %v: got %v, %v", closed, got, err)
		}
	}
}

func TestQuestionsAreAnsweredFromMemories(t *testing.T) {
	b := newBench(t).with(t, alice, "dog: My dog is Rex", "cat: My cat is Tom")
	found := langchaingo.NewRetriever(b.Memory, nil)
	ctx := as(t.Context(), alice)

	fake := llmtest.New(llmtest.Say("Rex."))
	if got, err := chains.Run(ctx, chains.NewRetrievalQAFromLLM(fake, found), "What is my dog called?"); err != nil || got != "Rex." {
		t.Fatalf("stuff: got %q, %v", got, err)
	}
	if text := lastUser(fake.Calls()[0].Messages); !strings.Contains(text, "My dog is Rex\n\nMy cat is Tom\n\nQuestion: What is my dog called?") {
		t.Errorf("stuff: the prompt is %q", text)
	}

	fake = llmtest.New(llmtest.Say("Rex."))
	refine := chains.LoadRefineQA(fake)
	refine.DocumentPrompt = prompts.NewPromptTemplate("{{.origin}}, {{.asserted_at}}: {{.page_content}} ({{.key}})",
		[]string{"origin", "asserted_at", "page_content", "key"})
	if _, err := chains.Run(ctx, chains.NewRetrievalQA(refine, found), "What is my dog called?"); err != nil {
		t.Fatalf("refine: %v", err)
	}
	if text := lastUser(fake.Calls()[1].Messages); !strings.Contains(text, "My cat is Tom (cat)") || !strings.Contains(text, "user, 20") {
		t.Errorf("refine: the second prompt is %q, want the metadata", text)
	}
	b.wantCounts(t, 2, 0)
}

// queries notes what a retriever is asked.
type queries struct {
	callbacks.SimpleHandler
	asked, found int
}

func (q *queries) HandleRetrieverStart(context.Context, string) { q.asked++ }

func (q *queries) HandleRetrieverEnd(_ context.Context, _ string, d []schema.Document) {
	q.found += len(d)
}

func TestVectorStoreIsReadOnly(t *testing.T) {
	b := newBench(t).with(t, alice, "dog: My dog is Rex", "cat: My cat is Tom")
	store := langchaingo.NewRetriever(b.Memory, nil).VectorStore()
	ctx := as(t.Context(), alice)

	handler := &queries{}
	found := vectorstores.ToRetriever(store, 1)
	found.CallbacksHandler = handler
	got, err := found.GetRelevantDocuments(ctx, "What is my dog called?")
	if err != nil || len(got) != 1 || got[0].PageContent != "My dog is Rex" || *handler != (queries{asked: 1, found: 1}) {
		t.Errorf("got %v, %v and events %+v, want one document", got, err, *handler)
	}
	if got, err := store.SimilaritySearch(ctx, "my dog", 0, vectorstores.WithScoreThreshold(0.9)); err != nil || len(got) != 1 {
		t.Errorf("with a threshold: got %v, %v, want the dog", got, err)
	}
	for _, o := range []vectorstores.Option{
		vectorstores.WithNameSpace("bob"), vectorstores.WithFilters("x"), vectorstores.WithEmbedder(&vectorEmbedder{}),
	} {
		if _, err := store.SimilaritySearch(ctx, "my dog", 1, o); !errors.Is(err, backends.ErrInvalid) {
			t.Errorf("got %v, want the option refused", err)
		}
	}
	if _, err := store.AddDocuments(ctx, []schema.Document{{PageContent: "x"}}); !errors.Is(err, backends.ErrUnsupported) || len(b.records(t, alice)) != 2 {
		t.Errorf("AddDocuments: got %v, want ErrUnsupported", err)
	}
}
