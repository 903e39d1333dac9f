// Package inmem keeps records in the memory of the process. It is exact, needs
// nothing else to run, and forgets everything on Close.
//
//	scope -> writer: rows, ids, slots, quarantine, marks, fences
//	           `-> publishes a view -> readers: Search, Scan
//
// Each scope is a handful of trees that are copied where they are written to. A
// writer changes its own, and publishes one version of all of them when it is
// done. A reader takes the last version published: it waits for no writer, no
// writer waits for it, and what it sees is of one instant. Writers of one scope
// wait for each other, those of different scopes never do.
//
// # Erasure
//
// Erased records are dropped, with the words that only they had: their memory is
// the garbage collector's. What stays of them holds no content: marks, points
// and fences are made of hashes under a random salt of the scope. Strings that
// come in are copied, so that a record that stays does not keep alive the larger
// text that its own was cut from.
//
// # Caveats
//
// A search or scan that is under way keeps the version that it started with.
// Points, marks and fences are never dropped. Erase by anything but id or slot
// looks at the whole scope. A key-wide retraction costs as much as its key has
// members, erased ones included. Of entries with equal AssertedAt and Seq, which
// only an import makes, an erased one counts as the later.
package inmem
