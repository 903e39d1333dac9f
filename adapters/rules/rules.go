package rules

import (
	"context"
	"fmt"
	"sync"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// An Extractor finds statements with rules of grammar: no model, no network. The
// zero value is ready to use, and safe for concurrent use.
type Extractor struct {
	once    sync.Once
	grammar *grammar // set by once, never changed
}

var _ middleware.Extractor = (*Extractor)(nil)

// New returns an [Extractor]. Its rules are read at the first Extract, which
// takes some milliseconds: keep the Extractor.
func New() *Extractor { return &Extractor{} }

// Limits on what one turn can give. Notes come last in worth, so they have a
// bound of their own.
const (
	maxCandidates = 512
	maxNotes      = 64
)

// Extract returns the candidates of t in the order they were said. It asks known
// at most once, and only where a correction, a retraction or a request to forget
// needs it; an error of known is returned.
func (x *Extractor) Extract(ctx context.Context, t middleware.Turn, known middleware.Known) ([]middleware.Candidate, error) {
	x.once.Do(func() { x.grammar = newGrammar() })
	r := &reader{grammar: x.grammar, ask: func() ([]backends.Record, error) {
		if known == nil {
			return nil, nil
		}
		return known(ctx)
	}}
	for i, m := range t.Messages {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r.message(i+1, m)
		if r.err != nil {
			return nil, fmt.Errorf("rules: read what is known: %w", r.err)
		}
	}
	return r.out, nil
}
