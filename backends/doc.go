// Package backends is the contract between a memory and the store that keeps
// it: what a [Record] is, what a [Backend] does with it, and how errors are
// told apart. It imports the standard library only.
//
// Applications hold a middleware.Memory and never call a Backend themselves.
// Store authors implement [Backend] and run the suite of backends/backendtest
// over it: every rule below is a case there.
//
//	Put     candidate or record -> fences -> marks -> slot -> index
//	Search  scope -> validity, session, floor -> blended score -> k
//	Scan    scope -> filter -> (AssertedAt, Seq, ID) order
//	Erase   scope -> filter + derived -> points, marks, fence
//
// # Slots
//
// A fact has a key. The facts of one slot (scope, key, member) form a history,
// ordered by (AssertedAt, Seq, ID): each holds from its AssertedAt until the
// next entry's, the last one is current, and of two with equal times the later
// in that order wins while the other's interval is empty. For distinct times the
// intervals depend on the set of entries alone, whatever order they arrived in.
//
// A retraction is an entry without text: from its time on the slot has no value
// until the next assertion. With an empty member it is one entry of the whole
// key, merged into the order of every member, those that arrive later included.
//
// A note has no key. It supersedes nothing and nothing supersedes it.
//
// # Values
//
// Two values are equal when they are the same after [Unicode NFKC] and after
// every run of white space became one space, none at the ends; case counts. A
// fact without a Value is compared by its Text. Asserting the current value
// again is an ordinary entry, whose outcome is [Confirmed].
//
// # Identity
//
// An ID is unique within a scope and made by the caller. Its content is Kind,
// Key, Member and the folded Value or Text: putting the same content again
// changes nothing and returns the first outcome, other content is [ErrInvalid].
// A release is the one Put that changes a stored record, see [Record.Reviewer].
//
// # Erasure
//
// What is erased is gone and cannot come back. Each erased entry leaves a point
// (AssertedAt, Seq and a salted hash of its ID) at which earlier entries still
// end, so that nothing is revived; notes and candidates leave the hash alone.
// An Erase that selects by more than IDs also leaves a durable fence, the hashed
// selector with its Until: a Put that it matches, now or later, has the outcome
// [Erased] and stores no content.
//
// # Caveats
//
// Times have microseconds and are kept in UTC; a finer time is truncated. A time
// more than [MaxAhead] ahead of the backend's clock is refused. Limits on sizes
// are the Max constants of this package and hold for every backend.
//
// [Unicode NFKC]: https://www.unicode.org/reports/tr15/
package backends
