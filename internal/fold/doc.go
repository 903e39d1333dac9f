// Package fold brings values, keys and text to the forms in which they are
// compared.
//
// Values keep their letters and their case: they are folded for comparison only.
// Keys are stored folded, so that a key spelled with other spaces, case or
// invisible characters is the same key. What two keys may still have in common,
// that a reader takes one for the other, is told by [Mixed], [Altered] and
// [Skeleton].
package fold
