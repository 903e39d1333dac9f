package index

import (
	"cmp"

	"github.com/google/btree"
)

// A Key is the place of a row. Rows are ordered by (At, Seq, ID).
type Key struct {
	At  int64 // microseconds since 1970
	Seq uint64
	ID  string
}

// Compare orders keys by (At, Seq, ID). It returns -1, 0 or 1.
func (k Key) Compare(o Key) int {
	// Not cmp.Or, which would compare the IDs whether needed or not.
	if c := cmp.Compare(k.At, o.At); c != 0 {
		return c
	}
	if c := cmp.Compare(k.Seq, o.Seq); c != 0 {
		return c
	}
	return cmp.Compare(k.ID, o.ID)
}

// Content is what queries are compared with. The index keeps the vector it is
// given, and no reference to the words.
type Content struct {
	Vector  []float32 // not zero; nil: none
	Words   []string  // one for each occurrence
	Counted bool      // the row is a document of the statistics; else its words are compared only
}

// An Index holds the rows of one scope, each with a value of the caller's. It is
// not safe for concurrent use; its views are.
type Index[T any] struct {
	rows  *btree.BTreeG[*row[T]]
	words *lexicon
}

// A row is never changed: an update makes a new one.
type row[T any] struct {
	Key
	content
	value T
}

// content is Content, prepared.
type content struct {
	vector    []float32
	square    float64 // of the vector's length
	terms     []term  // by number
	signature uint64  // of the terms
	counted   bool
}

// New returns an empty index.
func New[T any]() *Index[T] {
	return &Index[T]{rows: newTree(lessRow[T]), words: newLexicon()}
}

func lessRow[T any](a, b *row[T]) bool { return a.Compare(b.Key) < 0 }

// degree gives nodes of half a kilobyte, the unit in which writes copy.
const degree = 32

// newTree returns a tree that keeps no node it dropped: a free list would hold on
// to what was erased.
func newTree[T any](less btree.LessFunc[T]) *btree.BTreeG[T] {
	return btree.NewWithFreeListG(degree, less, btree.NewFreeListG[T](0))
}

// Insert adds a row, or replaces the one of the same key.
func (x *Index[T]) Insert(k Key, c Content, value T) {
	r := &row[T]{Key: k, value: value}
	r.vector, r.square = c.Vector, dot(c.Vector, c.Vector)
	r.terms, r.counted = x.words.add(c.Words, c.Counted), c.Counted
	r.signature = signature(r.terms)
	if old, replaced := x.rows.ReplaceOrInsert(r); replaced {
		x.words.remove(old.terms, old.counted)
	}
}

// Update changes the value of a row, whose content stays, and returns the old
// one. Without a row of that key it does nothing.
func (x *Index[T]) Update(k Key, value T) (old T, ok bool) {
	r, ok := x.rows.Get(&row[T]{Key: k})
	if !ok {
		return old, false
	}
	x.rows.ReplaceOrInsert(&row[T]{Key: k, content: r.content, value: value})
	return r.value, true
}

// Delete removes a row and returns its value. Without a row of that key it does
// nothing.
func (x *Index[T]) Delete(k Key) (old T, ok bool) {
	r, ok := x.rows.Delete(&row[T]{Key: k})
	if !ok {
		return old, false
	}
	x.words.remove(r.terms, r.counted)
	return r.value, true
}

// View returns the rows as they are now.
func (x *Index[T]) View() *View[T] {
	return &View[T]{rows: x.rows.Clone(), words: x.words.freeze()}
}
