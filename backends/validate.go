package backends

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// Limits that hold for every backend.
const (
	MaxNameBytes  = 256    // Tenant, User, Session, Member and Reviewer
	MaxIDBytes    = 128    // ID and each parent
	MaxKeyBytes   = 128    // Key
	MaxTextBytes  = 8192   // Text and Value
	MaxRefBytes   = 1024   // Reason and Source
	MaxMeta       = 16     // pairs in Meta
	MaxMetaBytes  = 256    // each name and each value in Meta
	MaxParents    = 64     // Parents of a record
	MaxMembers    = 256    // members with entries that one key may have
	MaxBatch      = 1024   // records in a Put, entries in a list of a Filter
	MaxK          = 10_000 // hits of a Query
	MaxDim        = 16_384 // components of a vector
	MaxQueryBytes = 1 << 20
	MaxAudit      = 10_000 // entries an audit keeps of a scope, the latest

	// MaxAhead is how far AssertedAt may lie ahead of the backend's clock.
	MaxAhead = 5 * time.Minute

	// MaxHeld and MaxHeldAge bound the quarantine of a scope by default. The
	// oldest records beyond them are erased, and counted as discarded.
	MaxHeld    = 1000
	MaxHeldAge = 30 * 24 * time.Hour
)

// Time returns t as backends keep it: in UTC, truncated to microseconds.
func Time(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// Validate reports the first rule that s breaks, matching [ErrInvalid].
func (s Scope) Validate() error {
	if err := name("scope: tenant", s.Tenant, 1, MaxNameBytes); err != nil {
		return err
	}
	return name("scope: user", s.User, 1, MaxNameBytes)
}

// Validate reports the first rule that r breaks in space s at the time now,
// matching [ErrInvalid] or [ErrSpace]. Backends call it, so that all of them
// refuse the same records.
func (r Record) Validate(s Space, now time.Time) error {
	if err := r.Scope.Validate(); err != nil {
		return err
	}
	if err := name("record: id", r.ID, 1, MaxIDBytes); err != nil {
		return err
	}
	for _, check := range []func() error{
		r.validateNames, r.validateKind, r.validateTimes(now), r.validateLists,
	} {
		if err := check(); err != nil {
			return fmt.Errorf("record %q: %w", r.ID, err)
		}
	}
	if r.Kind == Retraction {
		return nil
	}
	if err := s.Check(r.Vector); err != nil {
		return fmt.Errorf("record %q: %w", r.ID, err)
	}
	return nil
}

func (r Record) validateNames() error {
	for _, f := range []struct {
		what, value string
		max         int
	}{
		{"session", r.Session, MaxNameBytes},
		{"key", r.Key, MaxKeyBytes},
		{"member", r.Member, MaxNameBytes},
		{"value", r.Value, MaxTextBytes},
		{"text", r.Text, MaxTextBytes},
		{"reason", r.Reason, MaxRefBytes},
		{"source", r.Source, MaxRefBytes},
		{"reviewer", r.Reviewer, MaxNameBytes},
	} {
		if err := name(f.what, f.value, 0, f.max); err != nil {
			return err
		}
	}
	return nil
}

func (r Record) validateKind() error {
	blank := strings.TrimSpace(r.Text) == ""
	switch {
	case r.Kind > Retraction:
		return invalid("kind %d is unknown", r.Kind)
	case r.Origin > System:
		return invalid("origin %d is unknown", r.Origin)
	case r.Status > Admitted:
		return invalid("status %d is unknown", r.Status)
	case r.Kind == Note && (r.Key != "" || r.Member != "" || r.Value != ""):
		return invalid("a note has no key, member or value: make it a fact")
	case r.Kind != Note && r.Key == "":
		return invalid("a fact or retraction needs a key")
	case r.Kind != Retraction && blank:
		return invalid("text is empty")
	case r.Kind == Retraction && (r.Text != "" || r.Value != "" || len(r.Vector) != 0):
		return invalid("a retraction has no text, value or vector")
	case !(r.Importance >= 0 && r.Importance <= 1): // catches NaN
		return invalid("importance %v outside [0, 1]", r.Importance)
	case r.Reviewer != "" && r.Status != Admitted:
		return invalid("a reviewer is named, but the status is not admitted")
	}
	return nil
}

func (r Record) validateTimes(now time.Time) func() error {
	return func() error {
		switch {
		case r.AssertedAt.IsZero():
			return invalid("no assertion time")
		case r.AssertedAt.After(now.Add(MaxAhead)):
			return invalid("asserted at %v, more than %v ahead of the backend's clock", r.AssertedAt, MaxAhead)
		case r.SaidAt.After(now.Add(MaxAhead)):
			return invalid("said at %v, more than %v ahead of the backend's clock", r.SaidAt, MaxAhead)
		}
		return nil
	}
}

func (r Record) validateLists() error {
	if len(r.Parents) > MaxParents {
		return invalid("%d parents, at most %d", len(r.Parents), MaxParents)
	}
	for _, p := range r.Parents {
		if err := name("parent", p, 1, MaxIDBytes); err != nil {
			return err
		}
		if p == r.ID {
			return invalid("it is its own parent")
		}
	}
	if len(r.Meta) > MaxMeta {
		return invalid("%d pairs of meta, at most %d", len(r.Meta), MaxMeta)
	}
	for k, v := range r.Meta {
		if err := name("meta name", k, 1, MaxMetaBytes); err != nil {
			return err
		}
		if err := name("meta value", v, 0, MaxMetaBytes); err != nil {
			return err
		}
	}
	return nil
}

// ValidateBatch reports the first rule that records break as an argument of
// [Backend.Put]: each one's own, one scope for all, at most [MaxBatch].
func ValidateBatch(records []Record, s Space, now time.Time) error {
	if len(records) > MaxBatch {
		return invalid("a batch of %d records, at most %d", len(records), MaxBatch)
	}
	for _, r := range records {
		if err := r.Validate(s, now); err != nil {
			return err
		}
		if r.Scope != records[0].Scope {
			return invalid("record %q is of another scope than the first of its batch", r.ID)
		}
	}
	return nil
}

// Validate reports the first rule that q breaks in space s, matching
// [ErrInvalid] or [ErrSpace].
func (q Query) Validate(s Space) error {
	if err := q.Scope.Validate(); err != nil {
		return err
	}
	if err := name("query: session", q.Session, 0, MaxNameBytes); err != nil {
		return err
	}
	if err := name("query: text", q.Text, 0, MaxQueryBytes); err != nil {
		return err
	}
	switch {
	case q.K < 1 || q.K > MaxK:
		return invalid("query: k = %d outside [1, %d]", q.K, MaxK)
	case q.MinRelevance != nil && !finite(*q.MinRelevance):
		return invalid("query: relevance floor %v is not finite", *q.MinRelevance)
	case q.Include > IncludeSuperseded|IncludeQuarantined|IncludeExpired:
		return invalid("query: include flags %b are unknown", q.Include)
	}
	if q.Policy != nil {
		if err := q.Policy.Validate(); err != nil {
			return fmt.Errorf("query: %w", err)
		}
	}
	if err := s.Check(q.Vector); err != nil {
		return fmt.Errorf("query: %w", err)
	}
	return nil
}

// Validate reports the first rule that f breaks, matching [ErrInvalid].
func (f Filter) Validate() error {
	if err := f.Scope.Validate(); err != nil {
		return err
	}
	if err := name("filter: by", f.By, 0, MaxNameBytes); err != nil {
		return err
	}
	for _, l := range []struct {
		what string
		set  bool
		n    int
	}{
		{"ids", f.IDs != nil, len(f.IDs)},
		{"slots", f.Slots != nil, len(f.Slots)},
		{"kinds", f.Kinds != nil, len(f.Kinds)},
		{"statuses", f.Statuses != nil, len(f.Statuses)},
		{"origins", f.Origins != nil, len(f.Origins)},
		{"sessions", f.Sessions != nil, len(f.Sessions)},
	} {
		if l.set && (l.n == 0 || l.n > MaxBatch) {
			return invalid("filter: %d %s: give nil for any, else 1 to %d", l.n, l.what, MaxBatch)
		}
	}
	for _, id := range f.IDs {
		if err := name("filter: id", id, 1, MaxIDBytes); err != nil {
			return err
		}
	}
	for _, s := range f.Slots {
		if err := name("filter: key", s.Key, 1, MaxKeyBytes); err != nil {
			return err
		}
		if s.All && s.Member != "" {
			return invalid("filter: a slot names a member and asks for all of them")
		}
	}
	return nil
}

// name checks the length and encoding of a string, without quoting it.
func name(what, value string, least, most int) error {
	switch {
	case len(value) < least:
		return invalid("%s is empty", what)
	case len(value) > most:
		return invalid("%s has %d bytes, at most %d", what, len(value), most)
	case !utf8.ValidString(value):
		return invalid("%s is not valid UTF-8", what)
	}
	return nil
}

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrInvalid}, args...)...)
}
