package backends

import (
	"math"
	"time"
)

// A Policy weighs the three terms of a [Score]:
//
//	total = Relevance * relevance + Recency * 0.5^(age/HalfLife) + Importance * importance
//
// The sum is not normalised. Age runs from [Record.AssertedAt], never from the
// last access, and is 0 for times ahead of the reference time.
type Policy struct {
	Relevance, Recency, Importance float64 // weights: finite, >= 0, not all 0

	// HalfLife is the age at which the recency term has fallen to one half; > 0.
	HalfLife time.Duration
}

// DefaultPolicy returns the policy of a query that gives none: 1.0 relevance,
// 0.3 recency, 0.3 importance and a half-life of 14 days.
func DefaultPolicy() Policy {
	return Policy{Relevance: 1, Recency: 0.3, Importance: 0.3, HalfLife: 14 * 24 * time.Hour}
}

// Score blends a relevance with the recency, at the reference time now, and the
// importance of a record. It is a pure function.
func (p Policy) Score(now time.Time, relevance float64, assertedAt time.Time, importance float64) Score {
	s := Score{Relevance: relevance, Recency: 1, Importance: importance}
	if age := now.Sub(assertedAt); age > 0 {
		s.Recency = math.Exp2(-float64(age) / float64(p.HalfLife))
	}
	s.Total = p.Relevance*s.Relevance + p.Recency*s.Recency + p.Importance*s.Importance
	return s
}

// Validate reports the first rule that p breaks, matching [ErrInvalid].
func (p Policy) Validate() error {
	for _, w := range []struct {
		name  string
		value float64
	}{{"relevance", p.Relevance}, {"recency", p.Recency}, {"importance", p.Importance}} {
		if !finite(w.value) || w.value < 0 {
			return invalid("policy: weight of %s is %v: it must be finite and at least 0", w.name, w.value)
		}
	}
	switch {
	case p.Relevance == 0 && p.Recency == 0 && p.Importance == 0:
		return invalid("policy: all weights are 0: at least one must be above 0")
	case p.HalfLife <= 0:
		return invalid("policy: half-life is %v: it must be above 0, such as 336h", p.HalfLife)
	}
	return nil
}

// A Score holds the three terms of a hit, unweighted, and their weighted sum.
type Score struct {
	Relevance  float64 // (cosine - low) / (high - low) of the space
	Recency    float64 // in [0, 1]
	Importance float64 // in [0, 1]
	Total      float64
}
