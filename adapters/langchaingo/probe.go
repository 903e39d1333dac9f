package langchaingo

import (
	"context"
	"math"
	"sync/atomic"

	"github.com/memware/memware/backends"
)

// The texts of the probe: far apart for any model, and with nothing in them that
// a provider strips.
const (
	probeA = "The train to the coast leaves at nine."
	probeB = "Her cello needs new strings."
)

// probeTolerance is how far apart, as a cosine distance, two vectors of one text
// may be. Providers compute in half precision and in batches of varying size.
const probeTolerance = 1e-3

// A probe finds out, once, whether a provider keeps texts and vectors together.
type probe struct {
	verdict atomic.Pointer[verdict] // nil: not known yet

	turn  chan struct{}             // holds a token; who has it may use the field below
	found map[[2]string][][]float32 // what the provider returned, by texts asked for
}

type verdict struct{ refusal error }

func newProbe() *probe {
	p := &probe{turn: make(chan struct{}, 1), found: make(map[[2]string][][]float32)}
	p.turn <- struct{}{}
	return p
}

// pass returns nil once e is known to be sound. Failures of the provider leave
// the question open, and what was found so far in place.
func (p *probe) pass(ctx context.Context, e *embedder) error {
	if v := p.verdict.Load(); v != nil {
		return v.refusal
	}
	select {
	case <-p.turn:
		defer func() { p.turn <- struct{}{} }()
	case <-ctx.Done():
		return e.errorf("%w", ctx.Err())
	}
	if v := p.verdict.Load(); v != nil {
		return v.refusal
	}
	for _, texts := range [][2]string{{probeA, probeB}, {probeB, probeA}, {probeA}, {probeB}} {
		if err := p.ask(ctx, e, texts); err != nil {
			return err
		}
	}
	v := &verdict{p.judge(e)}
	p.verdict.Store(v)
	p.found = nil
	return v.refusal
}

func (p *probe) ask(ctx context.Context, e *embedder, texts [2]string) error {
	if p.found[texts] != nil {
		return nil
	}
	n := 2
	if texts[1] == "" {
		n = 1
	}
	vectors, err := e.documents(ctx, texts[:n])
	if err != nil {
		return err
	}
	p.found[texts] = vectors
	return nil
}

func (p *probe) judge(e *embedder) error {
	ab, ba := p.found[[2]string{probeA, probeB}], p.found[[2]string{probeB, probeA}]
	a, b := p.found[[2]string{probeA}][0], p.found[[2]string{probeB}][0]
	worst := max(distance(ab[0], a), distance(ab[1], b), distance(ba[0], b), distance(ba[1], a))
	switch {
	case worst <= probeTolerance:
		return nil
	case distance(ab[0], b) <= probeTolerance || distance(ba[0], a) <= probeTolerance:
		return e.errorf("%w: the provider returns vectors out of order: use one that keeps the order, or a batch size of 1", backends.ErrInvalid)
	}
	return e.errorf("%w: the provider gives a text another vector alone than in a batch (cosine distance %.3g, at most %.3g): use a batch size of 1", backends.ErrInvalid, worst, probeTolerance)
}

// distance is 1 less the cosine of a and b, which are not zero.
func distance(a, b []float32) float64 {
	var dot, aa, bb float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		dot, aa, bb = dot+x*y, aa+x*x, bb+y*y
	}
	return 1 - dot/math.Sqrt(aa*bb)
}
