// Package index finds the exact best k of the rows of one scope, by the cosine
// of a vector or of tf-idf and a score that the caller blends from it.
//
//	writer   Insert, Update, Delete -> [Index] -> View
//	readers                                       -> [View] -> Search, Get, After
//
// An [Index] belongs to one writer at a time. Each [View] of it is one version,
// which never changes: readers hold no lock, and rows, document counts and words
// are those of the same instant. What a view shares with the index is copied
// before it is written to, so that a write costs a few small copies, however
// many rows there are.
//
// # Tf-idf
//
// Rows keep the counts of their words, the index how many rows have each. The
// weight of a word is its count times ln((1+N)/(1+df)) + 1, worked out when a
// query is asked, so that a write touches the words of its own row only. Words
// that no row has any more are forgotten.
//
// # Caveats
//
// A view keeps the rows it was made with alive until it is dropped. Every row is
// looked at in every search.
package index
