package backends

import (
	"context"
	"iter"
	"time"
)

// A Backend keeps records and finds them again.
//
// Backends are safe for concurrent use, by goroutines and, where the store is
// shared, by processes. A call that returned is visible to every later call.
// They keep no reference to their arguments and give none away.
//
// Errors match, under [errors.Is], [ErrInvalid], [ErrSpace] or [ErrUnsupported]
// where no retry will help, [ErrUnavailable] where one may, and [ErrClosed]
// after Close. A call ended by its context returns the context's error. Errors
// never hold text, keys, members, values or scopes of records.
type Backend interface {
	// Put stores a batch of records of one scope, in order. Each is stored, with
	// all that follows from it, in one atomic step: at every instant a slot has
	// at most one current value. Put returns one outcome a record.
	//
	// The whole batch is validated before the first record is stored. A record
	// that fails later ends the call: the outcomes of those before it are
	// returned beside the error. Putting the batch again is safe. An empty batch
	// does nothing.
	Put(ctx context.Context, records []Record) ([]Outcome, error)

	// Search returns the best q.K records that q finds, by the blended score of
	// [Policy]. Validity, session, floor and scope are applied before the K are
	// chosen, never after. A scope without records gives no hits and no error.
	Search(ctx context.Context, q Query) (Result, error)

	// Scan yields the records f selects, whatever their kind, status or validity,
	// in ascending (AssertedAt, Seq, ID) order, starting behind the cursor after.
	// Each record is whole and consistent; a scan that runs beside writes may or
	// may not see them. It stops after the first error it yields, and resumes
	// from the [Record.Cursor] of the last record seen.
	Scan(ctx context.Context, f Filter, after Cursor) iter.Seq2[Record, error]

	// Erase removes the records f selects, and whatever was derived from them,
	// so that no byte of their content is left in the store. It revives nothing.
	// Erasing nothing is not an error: unknown IDs are marked, selectors fenced.
	Erase(ctx context.Context, f Filter) (Erasure, error)

	// Close releases the backend. Calls in flight finish or fail with ErrClosed.
	// Close may be called more than once.
	Close() error
}

// An Erasure tells what an [Backend.Erase] did, without content.
type Erasure struct {
	Selected int // records the filter selected
	Derived  int // further records, erased because a parent was
	Marked   int // IDs that were not stored and are now barred
	Fenced   bool
}

// A Spacer is a [Backend] that tells its space, so that a memory can refuse an
// embedder of another one before the first call. Every backend of this module is
// one.
type Spacer interface {
	// Space returns the space the store was created in. It never changes.
	Space() Space
}

// A Counter is a [Backend] that counts what it holds.
type Counter interface {
	// Count returns the numbers of one scope.
	Count(ctx context.Context, s Scope) (Counts, error)
}

// Counts are the numbers of one scope.
type Counts struct {
	Current     int // facts that no entry superseded
	Superseded  int // facts that an entry or point ended
	Retractions int
	Notes       int
	Held        int    // in quarantine
	Discarded   uint64 // quarantined records dropped by the bounds, ever
}

// An Auditor is a [Backend] that keeps a log of what people decided about a
// scope's records, without their content. Every backend of this module is one.
type Auditor interface {
	// Audit yields the decisions of a scope, the oldest first. They outlive the
	// records they were about.
	Audit(ctx context.Context, s Scope) iter.Seq2[AuditEntry, error]
}

// An AuditEntry is a decision: a release, or an erase that found something.
type AuditEntry struct {
	At      time.Time // by the backend's clock
	Action  Action
	By      string // the Reviewer of a release, the By of a filter; may be empty
	Records int    // how many it was about, derived ones included
}

// Action says what was decided.
type Action uint8

// The actions of an audit.
const (
	ActionRelease Action = iota + 1 // a held record was admitted
	ActionDiscard                   // held records were erased, by a filter of no other status
	ActionErase                     // records were erased by any other filter
)

// String returns the name of a, such as "release".
func (a Action) String() string {
	return named(int(a), "action", "none", "release", "discard", "erase")
}
