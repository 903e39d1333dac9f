package index

import (
	"context"
	"iter"

	"github.com/google/btree"
)

// A View is one version of an index. It never changes and is safe for concurrent
// use.
type View[T any] struct {
	rows  *btree.BTreeG[*row[T]]
	words *statistics
}

// Len returns the number of rows.
func (v *View[T]) Len() int { return v.rows.Len() }

// Get returns the value of a row.
func (v *View[T]) Get(k Key) (value T, ok bool) {
	r, ok := v.rows.Get(&row[T]{Key: k})
	if !ok {
		return value, false
	}
	return r.value, true
}

// After yields the values of the rows behind k, in the order of their keys.
func (v *View[T]) After(k Key) iter.Seq[T] {
	return func(yield func(T) bool) {
		v.rows.AscendGreaterOrEqual(&row[T]{Key: k}, func(r *row[T]) bool {
			return r.Key == k || yield(r.value)
		})
	}
}

// A Query asks for the best K rows.
type Query[T any] struct {
	Vector []float32 // what vectors are compared with; nil: nothing
	Words  []string  // what words are compared with, those that no document has dropped
	K      int       // at least 1

	// Keep reports whether a row may be found. It is asked before the cosine is
	// worked out.
	Keep func(T) bool

	// Score returns the score of a row whose cosine is given, and whether it may
	// be found.
	Score func(value T, cosine float64) (total float64, ok bool)
}

// A Hit is a row found.
type Hit[T any] struct {
	Value  T
	Cosine float64 // 0 where there was nothing to compare
	Total  float64
}

// checkEvery is how many rows are looked at between two looks at the context.
const checkEvery = 1024

// Search returns the best rows by descending score, of equal ones the greatest
// key first, and how many rows were scored and might be found. It returns an
// error if ctx ends, and only then.
func (v *View[T]) Search(ctx context.Context, q Query[T]) (hits []Hit[T], considered int, err error) {
	compare := v.comparer(q.Vector, q.Words)
	best := top[T]{k: q.K}
	seen := 0
	// The newest first: they have the best recency, so that the bar is high early.
	v.rows.Descend(func(r *row[T]) bool {
		if seen++; seen%checkEvery == 0 {
			if err = ctx.Err(); err != nil {
				return false
			}
		}
		if !q.Keep(r.value) {
			return true
		}
		cosine := compare.cosine(&r.content)
		if total, ok := q.Score(r.value, cosine); ok {
			considered++
			best.offer(ranked[T]{r, cosine, total})
		}
		return true
	})
	if err != nil {
		return nil, 0, err
	}
	return best.hits(), considered, nil
}

func (v *View[T]) comparer(vector []float32, words []string) comparer {
	switch {
	case vector != nil:
		return vectorQuery{vector, dot(vector, vector)}
	case words != nil:
		return newTextQuery(v.words, words)
	}
	return nothing{}
}
