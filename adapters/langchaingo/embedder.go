package langchaingo

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tmc/langchaingo/embeddings"
	"github.com/tmc/langchaingo/llms"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// Embedder makes e an embedder of a memory. The space names the model behind e
// and the length of its vectors: change the name when the model changes. A nil e
// or an invalid space is an error of the first call.
//
// Before its first use e is probed: two texts embedded together, swapped, and
// alone must give the same vectors. A provider that returns them out of order
// would put vectors on the wrong texts, and is refused from then on. The probe
// takes four calls, within the deadlines of the calls that need it; where one
// ends, the next goes on. To have it done at start, embed a word then.
//
// Errors match [backends.ErrUnavailable] where the provider failed,
// [backends.ErrSpace] for vectors of another length, and [backends.ErrInvalid]
// for what no retry mends. The provider's own message is not in their text,
// since providers repeat what they were sent; [errors.As] still finds its error.
func Embedder(e embeddings.Embedder, space backends.Space) middleware.Embedder {
	return &embedder{next: e, space: space, probe: newProbe()}
}

type embedder struct {
	next  embeddings.Embedder
	space backends.Space
	probe *probe
}

func (e *embedder) Space() backends.Space { return e.space }

func (e *embedder) EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error) {
	if err := e.ready(ctx); err != nil {
		return nil, err
	}
	return e.documents(ctx, texts)
}

func (e *embedder) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	if err := e.ready(ctx); err != nil {
		return nil, err
	}
	var v []float32
	err := e.ask(ctx, func() (err error) {
		v, err = e.next.EmbedQuery(ctx, text)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := e.space.Check(v); err != nil {
		return nil, e.errorf("%w", err)
	}
	return v, nil
}

func (e *embedder) ready(ctx context.Context) error {
	switch {
	case e.next == nil:
		return fmt.Errorf("langchaingo: %w: the embedder is nil: give Embedder the one to use", backends.ErrInvalid)
	case e.space.TextOnly():
		return fmt.Errorf("langchaingo: %w: space %q needs no embedder: name the space after the model", backends.ErrInvalid, backends.TFIDF)
	}
	if err := e.space.Validate(); err != nil {
		return fmt.Errorf("langchaingo: embedder: %w", err)
	}
	return e.probe.pass(ctx, e)
}

// documents embeds texts and checks what comes back.
func (e *embedder) documents(ctx context.Context, texts []string) ([][]float32, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	var vectors [][]float32
	err := e.ask(ctx, func() (err error) {
		// A copy, since langchaingo takes line breaks out of the slice it is given.
		vectors, err = e.next.EmbedDocuments(ctx, slices.Clone(texts))
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(vectors) != len(texts) {
		return nil, e.errorf("%w: %d vectors for %d texts", backends.ErrInvalid, len(vectors), len(texts))
	}
	for _, v := range vectors {
		if err := e.space.Check(v); err != nil {
			return nil, e.errorf("%w", err)
		}
	}
	return vectors, nil
}

// ask calls the provider. A panic is an error: langchaingo's EmbedQuery panics
// where the provider returned nothing.
func (e *embedder) ask(ctx context.Context, call func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			// Its value may hold the text.
			err = e.errorf("%w: panic of type %T, as of a provider that returns no vector", backends.ErrInvalid, p)
		}
	}()
	err = call()
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return e.errorf("%w", ctx.Err())
	}
	return e.errorf("%w", &providerError{kind: kindOf(err), cause: err})
}

func (e *embedder) errorf(format string, args ...any) error {
	return fmt.Errorf("langchaingo: embedder of space %q: "+format, append([]any{e.space.Name}, args...)...)
}

// A providerError hides what the provider said and leads to it.
type providerError struct{ kind, cause error }

func (p *providerError) Error() string {
	var known *llms.Error
	if errors.As(p.cause, &known) {
		return fmt.Sprintf("%v: the provider failed: %s", p.kind, known.Code)
	}
	return fmt.Sprintf("%v: the provider failed", p.kind)
}

func (p *providerError) Unwrap() []error { return []error{p.kind, p.cause} }

// kindOf tells errors that a retry may mend from those it cannot.
func kindOf(err error) error {
	var known *llms.Error
	if errors.As(err, &known) {
		switch known.Code {
		case llms.ErrCodeAuthentication, llms.ErrCodeInvalidRequest, llms.ErrCodeResourceNotFound,
			llms.ErrCodeContentFilter, llms.ErrCodeTokenLimit, llms.ErrCodeNotImplemented:
			return backends.ErrInvalid
		}
	}
	return backends.ErrUnavailable
}
