package backendtest

import (
	"fmt"
	"strings"
	"time"

	"github.com/memware/memware/backends"
)

// The two people of the suite.
func alice() backends.Scope { return backends.Scope{Tenant: "acme", User: "alice"} }
func bob() backends.Scope   { return backends.Scope{Tenant: "acme", User: "bob"} }

// plane is the space of the cases that need vectors but no particular ones.
func plane() backends.Space { return backends.Space{Name: "backendtest-plane", Dim: 4} }

// axis returns the unit vector along axis i.
func axis(dim, i int) []float32 {
	v := make([]float32, dim)
	v[i] = 1
	return v
}

// day returns the instant n days into the suite's calendar. Its clock starts at
// day 100.
func day(n int) time.Time { return time.Date(2026, 3, 1+n, 12, 0, 0, 0, time.UTC) }

// days writes a time as days of the calendar, such as "3" or "3+1µs".
func days(t time.Time) string {
	since := t.Sub(day(0))
	whole := since.Truncate(24 * time.Hour)
	text := fmt.Sprint(int(whole / (24 * time.Hour)))
	if rest := since - whole; rest != 0 {
		text += "+" + rest.String()
	}
	return text
}

// now is a query of alice at the store's clock, asOf one at a day.
func now() backends.Query { return backends.Query{Scope: alice()} }

func asOf(n int) backends.Query { return backends.Query{Scope: alice(), AsOf: day(n)} }

// everything includes all that a flag can.
const everything = backends.IncludeSuperseded | backends.IncludeQuarantined | backends.IncludeExpired

// note returns an admitted note of alice.
func note(id string, on int) backends.Record {
	return backends.Record{
		ID: id, Scope: alice(), Text: "note " + id, Importance: 0.5,
		Origin: backends.User, Status: backends.Admitted, AssertedAt: day(on),
	}
}

// fact returns an admitted fact of alice.
func fact(id, key, value string, on int) backends.Record {
	r := note(id, on)
	r.Kind, r.Key, r.Value, r.Text = backends.Fact, key, value, "the "+key+" is "+value
	return r
}

// member returns an admitted fact of alice in a set.
func member(id, key, of string, on int) backends.Record {
	r := fact(id, key, of, on)
	r.Member = of
	return r
}

// retraction returns an admitted retraction of alice; without a member it is
// key-wide.
func retraction(id, key, of string, on int) backends.Record {
	return backends.Record{
		ID: id, Scope: alice(), Kind: backends.Retraction, Key: key, Member: of,
		Origin: backends.User, Status: backends.Admitted, AssertedAt: day(on),
	}
}

// of returns r as a record of another scope.
func of(sc backends.Scope, r backends.Record) backends.Record {
	r.Scope = sc
	return r
}

// held returns r as the gate holds it.
func held(r backends.Record) backends.Record {
	r.Status, r.Reason = backends.Quarantined, "held by a test"
	return r
}

// release returns the Put that releases r as it was said.
func release(r backends.Record) backends.Record {
	r.Status, r.Reviewer = backends.Admitted, "grace"
	return r
}

// derived returns r as derived from parents.
func derived(r backends.Record, parents ...string) backends.Record {
	r.Parents = parents
	return r
}

// edit returns r changed by a function, for the fields without a helper.
func edit(r backends.Record, change func(*backends.Record)) backends.Record {
	change(&r)
	return r
}

// byID selects records of alice by ID alone.
func byID(ids ...string) backends.Filter { return backends.Filter{Scope: alice(), IDs: ids} }

// byKey selects all records of a key of alice.
func byKey(key string) backends.Filter {
	return backends.Filter{Scope: alice(), Slots: []backends.Slot{{Key: key, All: true}}}
}

func ids(records []backends.Record) []string {
	var all []string
	for _, r := range records {
		all = append(all, r.ID)
	}
	return all
}

func hitIDs(res backends.Result) []string {
	var all []string
	for _, h := range res.Hits {
		all = append(all, h.ID)
	}
	return all
}

// notes returns n notes of alice, asserted on one day.
func notes(prefix string, n, on int) []backends.Record {
	all := make([]backends.Record, n)
	for i := range all {
		all[i] = note(fmt.Sprintf("%s%05d", prefix, i), on)
	}
	return all
}

// long returns n bytes of text.
func long(n int) string { return strings.Repeat("x", n) }
