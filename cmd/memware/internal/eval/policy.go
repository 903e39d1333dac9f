package eval

import (
	"context"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// A Choice says by which policy memories are ranked.
type Choice struct {
	// Configured starts from the policy of the configuration even where the file
	// that is evaluated names one.
	Configured bool

	// Weights in place of those; nil: as there.
	Relevance, Recency, Importance *float64
	HalfLife                       *time.Duration
}

// over returns the policy chosen, given the one to start from.
func (c Choice) over(p backends.Policy) backends.Policy {
	for _, w := range []struct{ given, into *float64 }{
		{c.Relevance, &p.Relevance}, {c.Recency, &p.Recency}, {c.Importance, &p.Importance},
	} {
		if w.given != nil {
			*w.into = *w.given
		}
	}
	if c.HalfLife != nil {
		p.HalfLife = *c.HalfLife
	}
	return p
}

// weights are the policy of a file.
type weights struct {
	Weights *struct {
		Similarity float64 `json:"similarity"`
		Recency    float64 `json:"recency"`
		Importance float64 `json:"importance"`
	} `json:"weights"`
	HalfLifeDays float64 `json:"half_life_days"`
}

func (w weights) over(p backends.Policy) backends.Policy {
	if w.Weights != nil {
		p.Relevance, p.Recency, p.Importance = w.Weights.Similarity, w.Weights.Recency, w.Weights.Importance
	}
	if w.HalfLifeDays != 0 {
		p.HalfLife = time.Duration(w.HalfLifeDays * float64(24*time.Hour))
	}
	return p
}

// rank is the plug-in that replaces the policy of a read.
func rank(policy func(backends.Policy) backends.Policy) middleware.Plugin {
	return middleware.Plugin{
		Name: "eval_policy", Stage: middleware.StageScore, Place: middleware.Before, Required: true,
		Read: func(_ context.Context, r *middleware.Reading) error {
			p := policy(*r.Query.Policy)
			r.Query.Policy = &p
			return nil
		},
	}
}

// contender is a way to choose what a window shows.
type contender struct {
	name         string
	policy       func(backends.Policy) backends.Policy
	supersession bool // facts have their keys; else all are notes
}

// contenders returns what a blended policy is compared with, and itself. w is the
// policy of the file.
func (c Choice) contenders(w weights) []contender {
	blended := func(p backends.Policy) backends.Policy {
		if !c.Configured {
			p = w.over(p)
		}
		return c.over(p)
	}
	return []contender{
		{"recency only", func(p backends.Policy) backends.Policy {
			return backends.Policy{Recency: 1, HalfLife: blended(p).HalfLife}
		}, false},
		{"similarity only", func(p backends.Policy) backends.Policy {
			return backends.Policy{Relevance: 1, HalfLife: blended(p).HalfLife}
		}, false},
		{"blended", blended, false},
		{"blended + supersession", blended, true},
	}
}
