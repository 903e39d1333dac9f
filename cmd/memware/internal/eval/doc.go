// Package eval measures a memory: what its windows show, what its gate lets in,
// and how well it finds what it was told.
//
//	file -> write path -> store (inmem, a clock that the file sets) -> read path -> figures
//
// Every figure comes out of a [middleware.Memory], written and read as an
// application would. Nothing of the memory is computed here, and equal files
// give equal figures.
//
// # Caveats
//
// Windows are bounded by k alone: the token budget of the settings is not
// applied. A file is read into memory as a whole.
package eval
