package index

import (
	"cmp"
	"slices"
)

// top keeps the best k of the rows it is offered. It lets twice as many gather
// and sorts the worse half away.
type top[T any] struct {
	k    int
	rows []ranked[T]
	full bool // the first k rows are sorted, and the last of them is the bar
}

type ranked[T any] struct {
	*row[T]
	cosine, total float64
}

// compare puts the better row first.
func (r ranked[T]) compare(o ranked[T]) int {
	if c := cmp.Compare(o.total, r.total); c != 0 {
		return c
	}
	return o.Key.Compare(r.Key)
}

func (t *top[T]) offer(r ranked[T]) {
	if t.full && r.compare(t.rows[t.k-1]) > 0 {
		return
	}
	t.rows = append(t.rows, r)
	if len(t.rows) == 2*t.k {
		t.cut()
		t.full = true
	}
}

func (t *top[T]) cut() {
	slices.SortFunc(t.rows, ranked[T].compare)
	t.rows = t.rows[:min(t.k, len(t.rows))]
}

// hits returns the best rows, best first.
func (t *top[T]) hits() []Hit[T] {
	t.cut()
	all := make([]Hit[T], len(t.rows))
	for i, r := range t.rows {
		all[i] = Hit[T]{r.value, r.cosine, r.total}
	}
	return all
}
