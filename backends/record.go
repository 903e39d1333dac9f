package backends

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// A Scope says whose memory it is. It is the boundary of isolation: no call
// reads or changes another scope, statistics included. Both parts are required,
// opaque UTF-8 of 1 to [MaxNameBytes] bytes, compared byte for byte: there is no
// default and no wildcard.
type Scope struct {
	Tenant string // such as the customer an application serves
	User   string // such as the person whose memory it is
}

// Origin says who put the words of a record into the conversation. Origins are
// ordered by trust: a greater one is trusted more.
type Origin uint8

// The zero Origin is the least trusted, so that a forgotten field gains nothing.
const (
	Other     Origin = iota // another person, or unknown
	Document                // a page, a file, a quoted or pasted part
	Tool                    // the result of a tool
	Assistant               // the model's answer
	User                    // the scope's own user
	System                  // the application
)

// Kind says what a record asserts.
type Kind uint8

// The zero Kind is a note, which supersedes nothing.
const (
	Note       Kind = iota // a statement without a key
	Fact                   // a keyed statement
	Retraction             // the end of a slot's value; no text, no vector
)

// Status says whether a record may be recalled.
type Status uint8

// The zero Status is held back, so that a forgotten field admits nothing.
const (
	Quarantined Status = iota // held for review
	Admitted
)

// A Record is one stored statement. Records are values: backends copy what they
// are given and what they return, slices and maps included.
type Record struct {
	ID      string // unique in the scope, made by the caller; 1 to MaxIDBytes
	Scope   Scope
	Session string // where it was said; empty: no session

	Kind   Kind
	Key    string // of a fact or retraction, such as "home.city"; empty for a note
	Member string // of a fact in a set, such as "nuts" of "allergy"; else empty
	Value  string // of a fact, such as "Kyoto"; empty: Text is the value

	Text       string            // the statement in words; empty for a retraction
	Vector     []float32         // of the backend's Space; nil in TFIDF, and for a retraction
	Importance float64           // in [0, 1]
	Origin     Origin            // who said it
	Status     Status            //
	Parents    []string          // IDs of records it was derived from, at most MaxParents
	Reason     string            // why the gate held it
	Source     string            // a free reference, such as a message id
	Meta       map[string]string // at most MaxMeta pairs

	AssertedAt time.Time // when it was said; recency, order and validity come from here
	ExpiresAt  time.Time // found at no reference time from here on; zero: never

	// Reviewer makes a Put of an Admitted record a release: if the ID is stored
	// and Quarantined, the stored record takes Key, Member, Status, AssertedAt
	// and Reviewer from this one, everything else stays. Kind and folded Value or
	// Text must agree. Fences and erased parents bar the record it would become.
	// With the stored AssertedAt it is released as said and keeps its Seq; with
	// another it gets a new one, whatever Seq it brings. The first release wins:
	// its repetition has the same outcome again, any other one Unchanged. Without
	// a Reviewer no Put releases anything.
	Reviewer string

	// RecordedAt is when the backend stored the record. Zero in a Put means the
	// backend's clock; an import gives the old time.
	RecordedAt time.Time

	// SaidAt is the AssertedAt of the first Put. It differs from AssertedAt after
	// a release "as of now" only. [Filter.Until] and fences go by it, so that a
	// release does not carry words past an erase. Zero in a Put means AssertedAt;
	// an import gives the old time.
	SaidAt time.Time

	// Seq orders entries of one time. Zero in a Put means the next number of the
	// scope, in batch order; an import gives the old number, which the backend
	// keeps, numbering on from the greatest it has seen.
	Seq uint64

	// Set by the backend, ignored in a Put. ValidUntil is when the entry that
	// ended this one was asserted, zero while none did; it knows no expiry. That
	// of a key-wide retraction is the one in the slot without a member.
	// SupersededBy is that entry's ID, empty where it was erased since.
	ValidUntil   time.Time
	SupersededBy string
}

// Clone returns a copy of r that shares no memory with it but strings.
func (r Record) Clone() Record {
	r.Vector = slices.Clone(r.Vector)
	r.Parents = slices.Clone(r.Parents)
	r.Meta = maps.Clone(r.Meta)
	return r
}

// Cursor returns the position of r in the order of [Backend.Scan].
func (r Record) Cursor() Cursor { return Cursor{AssertedAt: r.AssertedAt, Seq: r.Seq, ID: r.ID} }

// A Cursor is a position in the order of a scope's records. The zero value
// stands before the first.
type Cursor struct {
	AssertedAt time.Time
	Seq        uint64
	ID         string
}

// Compare orders cursors by (AssertedAt, Seq, ID). It returns -1, 0 or 1.
func (c Cursor) Compare(d Cursor) int {
	return cmp.Or(c.AssertedAt.Compare(d.AssertedAt), cmp.Compare(c.Seq, d.Seq), cmp.Compare(c.ID, d.ID))
}

// Outcome says what a Put did with one record.
type Outcome uint8

// The outcomes of a Put. The zero Outcome means that the record was not reached.
// Of an entry they speak of its place in the order of its slot, points included.
const (
	Inserted    Outcome = iota + 1 // a note, or a fact that became current where no value held
	Superseding                    // a fact that became current and ended another value
	Late                           // a later entry or point exists: superseded from birth
	Confirmed                      // a fact that became current after one of the same value
	Retracted                      // a retraction that is the last entry of each of its slots
	Held                           // stored in quarantine
	Released                       // left quarantine, as a note or as the last entry of its slot
	Unchanged                      // a release of what was admitted already
	Erased                         // a fence, a mark or a parent forbids it: no content was stored
)
