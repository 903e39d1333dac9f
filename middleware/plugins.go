package middleware

import (
	"context"
	"time"

	"github.com/memware/memware/backends"
)

// An Embedder turns text into vectors of one space. Every space but
// [backends.TFIDF] needs one.
//
// Embedders are safe for concurrent use and keep no reference to their
// arguments. The memory checks what they return: one vector a text, of the
// space's length, finite and not zero.
type Embedder interface {
	// EmbedDocuments returns one vector per text, in order.
	EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error)

	// EmbedQuery embeds text that is compared with embedded documents. Models
	// that treat the two sides alike return the document's vector.
	EmbedQuery(ctx context.Context, text string) ([]float32, error)

	// Space identifies the vector space. It never changes.
	Space() backends.Space
}

// An Extractor finds the statements worth remembering in a turn. It proposes;
// the [Gate] decides. Extractors are safe for concurrent use.
type Extractor interface {
	// Extract returns the candidates of t in the order they were said, or none.
	// Each names the message it was found in; the memory takes its origin from
	// there. An extractor that needs what is known already, to resolve a
	// correction or a request to forget, asks known; most turns do not.
	Extract(ctx context.Context, t Turn, known Known) ([]Candidate, error)
}

// ExtractorFunc is an [Extractor] made of a function.
type ExtractorFunc func(ctx context.Context, t Turn, known Known) ([]Candidate, error)

// Extract calls f.
func (f ExtractorFunc) Extract(ctx context.Context, t Turn, known Known) ([]Candidate, error) {
	return f(ctx, t, known)
}

// Known returns the current facts of the turn's scope, the last asserted first.
type Known func(ctx context.Context) ([]backends.Record, error)

// A Gate decides whether a candidate may be remembered. Gates are deterministic,
// equal candidates get equal verdicts, and safe for concurrent use.
type Gate interface {
	// Judge returns the verdict on c. An error quarantines c: a gate that cannot
	// answer never admits.
	Judge(ctx context.Context, c Candidate) (Verdict, error)
}

// GateFunc is a [Gate] made of a function.
type GateFunc func(ctx context.Context, c Candidate) (Verdict, error)

// Judge calls f.
func (f GateFunc) Judge(ctx context.Context, c Candidate) (Verdict, error) { return f(ctx, c) }

// A Turn is one exchange, offered to the write path: what was said since the
// last one. It holds neither the system prompt nor the window.
type Turn struct {
	ID       string    // the same in every retry; empty: a random one
	At       time.Time // when it was said; zero, or later than now: now
	Messages []Message // in the order they were said
	Shown    []string  // memories that the model was shown; what it repeats of them is not remembered
}

// A Message is one utterance, or a part of one.
type Message struct {
	Origin backends.Origin // who said it
	Actor  string          // a speaker who is not the scope's user counts as Other; empty: the user
	Quoted bool            // pasted or quoted material, which counts as Document
	Text   string
}

// A Candidate is a statement proposed for memory.
type Candidate struct {
	// Message is the message of the turn it was found in, counted from 1. The
	// zero value means unknown, which is trusted as little as Other.
	Message int

	// Kind is a note, a fact, or the retraction of a fact. Of a fact or
	// retraction, an empty Key is a mistake that the gate rejects.
	Kind   backends.Kind
	Forget bool // a request to erase what is stored under Key and Member

	Key    string // such as "home.city"
	Member string // of a set, such as "nuts" of "allergy"; else empty
	Value  string // such as "Kyoto"; empty: Text is the value
	Text   string // the statement in words

	Importance float64           // in [0, 1]; constraints and decisions high, chatter low
	ExpiresAt  time.Time         // zero: never
	Parents    []string          // ids of records it was derived from
	Source     string            // a free reference
	Meta       map[string]string // at most 16 pairs of 256 bytes

	// Origin is set by the memory before the gate sees the candidate: that of
	// its message, lowered to that of its parents.
	Origin backends.Origin

	// Echo is set by the memory: someone other than the user repeats what the
	// window showed.
	Echo bool

	// Lookalike is set by the memory: Key is spelled otherwise than another key of
	// the scope, and looks the same.
	Lookalike bool
}

// Decision is what becomes of a candidate.
type Decision uint8

// The zero Decision quarantines: a gate that forgets to decide admits nothing.
const (
	Quarantine Decision = iota
	Admit
	Reject
)

// String returns the name of d, such as "admit".
func (d Decision) String() string {
	names := [...]string{"quarantine", "admit", "reject"}
	if int(d) < len(names) {
		return names[d]
	}
	return "unknown"
}

// A Verdict is a decision and the name of the rule that made it, such as
// "origin". It holds no text of the candidate.
type Verdict struct {
	Decision Decision
	Rule     string
	Redact   bool // keep the candidate as the gate, a [Redactor], redacts it
}

// An Ask is a question to the memory.
type Ask struct {
	Text string    // what the user wants to know
	K    int       // memories wanted; 0: Options.K
	AsOf time.Time // the instant whose truth is wanted; zero: now
}
