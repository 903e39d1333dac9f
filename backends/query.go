package backends

import "time"

// A Query asks for the K best records of one scope.
//
// Its reference time is AsOf, else Now, else the backend's clock. Found are, at
// that time, of each slot the fact that holds, and the notes asserted by then:
// admitted, not expired, of relevance at least MinRelevance. With a Session,
// notes of other sessions are left out; notes without one and facts are not.
type Query struct {
	Scope   Scope
	Session string // empty: notes of every session

	Text   string    // what is compared in the TFIDF space; may be empty elsewhere
	Vector []float32 // of the backend's Space; nil in TFIDF

	K    int       // hits wanted, 1 to MaxK
	AsOf time.Time // the instant whose truth is wanted; zero: now
	Now  time.Time // the clock of the caller; zero: the backend's

	Policy       *Policy  // nil: DefaultPolicy; in one given, a zero is a zero
	MinRelevance *float64 // floor of the relevance term, applied before the K are chosen; nil: none
	Include      Include  // what is found beyond the default
}

// Include is a set of flags: records that a query finds beyond the default. No
// flag finds retractions, or what was asserted after the reference time.
type Include uint8

// The flags of Include.
const (
	IncludeSuperseded  Include = 1 << iota // facts that no longer hold, or whose interval is empty
	IncludeQuarantined                     // quarantined records, which have no interval
	IncludeExpired                         // records whose ExpiresAt has come
)

// A Result is the answer to a [Query].
type Result struct {
	// Hits are the records found, by descending total score; of equal scores the
	// newer AssertedAt first, then the later Seq, then the greater ID.
	Hits []Hit

	// Exact reports that Hits are the true best K by the blended score, not an
	// approximation.
	Exact bool

	// Considered is how many records passed the filters and were scored.
	Considered int
}

// A Hit is a record found, with its score. Its Vector is nil: searches do not
// return vectors, scans do.
type Hit struct {
	Record
	Score Score
}
