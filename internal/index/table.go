package index

import "slices"

// A table is a list of numbers that is frozen without being copied: what it
// shares with a frozen version is copied, chunk by chunk, when it is written to.
type table struct {
	chunks  []*chunk
	shared  bool   // a frozen version holds the list of chunks
	version uint64 // chunks of an earlier one belong to a frozen version
}

// chunkLen makes a chunk one kilobyte. Larger ones cost more a write, smaller
// ones make the list of chunks long, which is copied too.
const chunkLen = 128

type chunk struct {
	version uint64
	values  [chunkLen]float64
}

// set changes the number at i.
func (t *table) set(i int, value float64) {
	if t.shared {
		t.chunks, t.shared = slices.Clone(t.chunks), false
	}
	for i/chunkLen >= len(t.chunks) {
		t.chunks = append(t.chunks, &chunk{version: t.version})
	}
	c := t.chunks[i/chunkLen]
	if c.version != t.version {
		c = &chunk{version: t.version, values: c.values}
		t.chunks[i/chunkLen] = c
	}
	c.values[i%chunkLen] = value
}

// freeze returns the table as it is now.
func (t *table) freeze() frozen {
	t.shared = true
	t.version++
	return t.chunks
}

// frozen is one version of a table.
type frozen []*chunk

// at returns the number at i, 0 where none was set.
func (f frozen) at(i int) float64 {
	if i/chunkLen >= len(f) {
		return 0
	}
	return f[i/chunkLen].values[i%chunkLen]
}
