package langchaingo

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/tmc/langchaingo/schema"
	"github.com/tmc/langchaingo/vectorstores"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// RetrieverOptions configures [NewRetriever].
type RetrieverOptions struct {
	K int // documents at most; 0, and more than the memory's own K: that many

	// ScopedBy gives the scope of each call, whatever the context carries; nil:
	// the context's.
	ScopedBy func(context.Context) (backends.Scope, error)
}

// Retriever gives the memories of a user as documents, for chains that answer
// from documents. It is safe for concurrent use.
//
//	qa := chains.NewRetrievalQAFromLLM(llm, langchaingo.NewRetriever(mem, nil))
//
// A document holds the text of one memory, on one line, the best first. Its
// Score is the blended one, which may pass 1. Its Metadata has the texts "id",
// "key" (empty for a note), "origin" and "asserted_at" (RFC 3339, in UTC).
//
// Inside a turn, as in a wrapped chain, the documents are those of the turn's
// window, whatever the query: a turn is read once. Elsewhere, and in the tools of
// an agent, they are what a read for the query finds.
//
// It goes with the plain model: a wrapped one would be shown the memories twice,
// and without a wrapped chain would take them for words of the user.
type Retriever struct {
	mem *middleware.Memory
	o   RetrieverOptions
}

var _ schema.Retriever = (*Retriever)(nil)

// NewRetriever returns a retriever of mem; nil options mean the defaults. A nil
// mem is an error of the first call.
func NewRetriever(mem *middleware.Memory, o *RetrieverOptions) *Retriever {
	r := &Retriever{mem: mem}
	if o != nil {
		r.o = *o
	}
	return r
}

// GetRelevantDocuments returns the memories for the query. A memory that fails
// has none, unless it is fail-closed.
func (r *Retriever) GetRelevantDocuments(ctx context.Context, query string) ([]schema.Document, error) {
	return r.documents(ctx, query, r.o.K)
}

func (r *Retriever) documents(ctx context.Context, query string, k int) ([]schema.Document, error) {
	if r.mem == nil {
		return nil, fmt.Errorf("langchaingo: %w: the memory is nil: give NewRetriever one made by middleware.New", backends.ErrInvalid)
	}
	if k < 0 {
		return nil, fmt.Errorf("langchaingo: %w: %d documents are wanted: ask for 0 or more", backends.ErrInvalid, k)
	}
	ctx, err := scopedBy(ctx, r.o.ScopedBy)
	if err != nil {
		return nil, err
	}
	e, err := r.exchange(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("langchaingo: %w", err)
	}
	w, err := e.Window(ctx)
	if err != nil {
		return nil, fmt.Errorf("langchaingo: read the memory: %w", err)
	}
	documents := make([]schema.Document, 0, len(w.Memories))
	for _, h := range w.Memories {
		documents = append(documents, document(h))
	}
	if k > 0 && k < len(documents) {
		documents = documents[:k]
	}
	return documents, nil
}

func (r *Retriever) exchange(ctx context.Context, query string) (*middleware.Exchange, error) {
	if middleware.Skipped(ctx) { // a tool's question is not the user's
		return r.mem.Open(ctx, query)
	}
	_, e, err := r.mem.Join(ctx, query)
	return e, err
}

func document(h backends.Hit) schema.Document {
	return schema.Document{
		PageContent: oneLine(h.Text),
		Score:       float32(h.Score.Total),
		Metadata: map[string]any{
			"id": h.ID, "key": h.Key, "origin": h.Origin.String(), "asserted_at": h.AssertedAt.UTC().Format(time.RFC3339),
		},
	}
}

// oneLine folds white space and drops control characters: documents are pasted
// into a prompt, where a memory must not look like a part of the template.
func oneLine(text string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)), " ")
}

// VectorStore returns r as a store that is only read, for programs that want
// one, and for the callbacks of [vectorstores.ToRetriever]. It takes the option
// ScoreThreshold, which is compared with the blended score, and refuses the
// others: whose memories they are is said by the scope.
func (r *Retriever) VectorStore() vectorstores.VectorStore { return store{r} }

type store struct{ *Retriever }

// SimilaritySearch returns at most n memories for the query; 0 means all of the
// window.
func (s store) SimilaritySearch(ctx context.Context, query string, n int, options ...vectorstores.Option) ([]schema.Document, error) {
	var o vectorstores.Options
	for _, set := range options {
		set(&o)
	}
	if o.NameSpace != "" || o.Filters != nil || o.Embedder != nil {
		return nil, fmt.Errorf("langchaingo: %w: a memory takes no name space, filter or embedder: its scope comes from the context", backends.ErrInvalid)
	}
	found, err := s.documents(ctx, query, n)
	if err != nil {
		return nil, err
	}
	kept := found[:0]
	for _, d := range found {
		if d.Score >= o.ScoreThreshold {
			kept = append(kept, d)
		}
	}
	return kept, nil
}

// AddDocuments refuses.
func (store) AddDocuments(context.Context, []schema.Document, ...vectorstores.Option) ([]string, error) {
	return nil, fmt.Errorf("langchaingo: %w: a memory is written by turns: use middleware.Memory.Remember for a statement", backends.ErrUnsupported)
}
