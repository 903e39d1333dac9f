package backends

import (
	"slices"
	"time"
)

// A Filter selects records of one scope for [Backend.Scan] and [Backend.Erase].
// Fields that are set must all match; within a list one match is enough. A
// Filter with a Scope alone selects all of it.
type Filter struct {
	Scope Scope

	IDs      []string // nil: any; an empty non-nil list is an error, as for every list
	Slots    []Slot   // nil: any
	Kinds    []Kind   // nil: any
	Statuses []Status // nil: any
	Origins  []Origin // nil: any
	Sessions []string // nil: any; "" selects records without a session

	// Until selects records whose SaidAt is at or before it. Zero means no bound
	// in a scan and where IDs is the only list set; in any other erase it means
	// the backend's clock.
	Until time.Time

	// By says who erases, for the log of an [Auditor]. It selects nothing.
	By string
}

// A Slot selects the records of one key.
type Slot struct {
	Key    string
	Member string // which member, where All is false; empty: the slot without one
	All    bool   // the key-wide retractions and every member
}

// IDsOnly reports whether f selects by nothing but IDs. Such an erase leaves
// marks and no fence.
func (f Filter) IDsOnly() bool {
	return f.IDs != nil && f.Slots == nil && f.Kinds == nil && f.Statuses == nil &&
		f.Origins == nil && f.Sessions == nil && f.Until.IsZero()
}

// Match reports whether f selects r, whose SaidAt must be set.
func (f Filter) Match(r Record) bool {
	return f.Scope == r.Scope &&
		(f.IDs == nil || slices.Contains(f.IDs, r.ID)) &&
		(f.Slots == nil || slices.ContainsFunc(f.Slots, func(s Slot) bool { return s.match(r) })) &&
		(f.Kinds == nil || slices.Contains(f.Kinds, r.Kind)) &&
		(f.Statuses == nil || slices.Contains(f.Statuses, r.Status)) &&
		(f.Origins == nil || slices.Contains(f.Origins, r.Origin)) &&
		(f.Sessions == nil || slices.Contains(f.Sessions, r.Session)) &&
		(f.Until.IsZero() || !r.SaidAt.After(f.Until))
}

func (s Slot) match(r Record) bool {
	return r.Kind != Note && s.Key == r.Key && (s.All || s.Member == r.Member)
}
