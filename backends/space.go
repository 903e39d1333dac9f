package backends

import (
	"fmt"
	"math"
)

// TFIDF is the name of the built-in space, in which the backend compares texts
// itself: records and queries carry no vectors, and no embedder is needed.
const TFIDF = "tfidf"

// A Space identifies a vector space: the model that made the vectors, their
// length, and where its cosines lie. A store remembers the space it was created
// in and refuses to open under another. The zero value is the [TFIDF] space.
type Space struct {
	Name string // such as "all-MiniLM-L6-v2"; empty: TFIDF
	Dim  int    // components per vector; 0 in TFIDF, else 1 to 16,384

	// Low and High calibrate relevance = (cosine - Low) / (High - Low): the mean
	// cosine of unrelated texts, and that of texts of one meaning. Both zero: 0
	// and 1, so that relevance is the cosine itself.
	Low, High float64
}

// TextOnly reports whether s is the built-in [TFIDF] space.
func (s Space) TextOnly() bool { return s.Name == "" || s.Name == TFIDF }

// Same reports whether vectors of s can be compared with vectors of t: name and
// length agree. The calibration may differ, it is applied when reading.
func (s Space) Same(t Space) bool {
	return s.TextOnly() == t.TextOnly() && (s.TextOnly() || s.Name == t.Name) && s.Dim == t.Dim
}

// Relevance maps a cosine in [-1, 1] to the relevance term of a [Score]. It is
// linear and not clamped.
func (s Space) Relevance(cosine float64) float64 {
	if s.Low == 0 && s.High == 0 {
		return cosine
	}
	return (cosine - s.Low) / (s.High - s.Low)
}

// Validate reports the first rule that s breaks, matching [ErrInvalid].
func (s Space) Validate() error {
	switch {
	case s.TextOnly() && s.Dim != 0:
		return invalid("space %q has no vectors: dimension %d, want 0", TFIDF, s.Dim)
	case !s.TextOnly() && (s.Dim < 1 || s.Dim > MaxDim):
		return invalid("space %q: dimension %d outside [1, %d]", s.Name, s.Dim, MaxDim)
	case s.Low == 0 && s.High == 0:
		return nil
	case !(s.High > s.Low) || !finite(s.Low) || !finite(s.High):
		return invalid("space %q: calibration low %v, high %v: low must be below high", s.Name, s.Low, s.High)
	}
	return nil
}

// Check reports whether v is a vector of s: of its length ([ErrSpace]
// otherwise), finite and not zero ([ErrInvalid] otherwise). In [TFIDF] only a
// nil or empty v passes.
func (s Space) Check(v []float32) error {
	if len(v) != s.Dim {
		return fmt.Errorf("%w: a vector has %d components, space %q has %d", ErrSpace, len(v), s.Name, s.Dim)
	}
	if s.TextOnly() {
		return nil
	}
	var sum float64
	for i, x := range v {
		if !finite(float64(x)) {
			return invalid("vector component %d is %v: vectors must be finite", i, x)
		}
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		return invalid("vector is zero: it has no direction to compare")
	}
	return nil
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
