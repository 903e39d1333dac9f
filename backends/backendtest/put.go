package backendtest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/memware/memware/backends"
)

func putCases() []Case {
	return []Case{
		{
			Name: "put/a write is seen by every later call", Rule: "Backend",
			Why: "A call that returned is visible to every later call.",
			Run: every(readYourWrites),
		},
		{
			Name: "put/every field is kept", Rule: "Backend.Scan",
			Why: "Each record is whole and consistent.",
			Run: every(wholeRecord),
		},
		{
			Name: "put/what the backend sets is ignored", Rule: "Record",
			Why: "Set by the backend, ignored in a Put.",
			Run: every(ignoresWhatItSets),
		},
		{
			Name: "put/notes supersede nothing", Rule: "package",
			Why: "A note has no key. It supersedes nothing and nothing supersedes it.",
			Run: every(notesStand),
		},
	}
}

func batchCases() []Case {
	return []Case{
		{
			Name: "batch/one outcome a record, in order", Rule: "Backend.Put",
			Why: "Put stores a batch of records of one scope, in order. Put returns one outcome a record.",
			Run: every(batchOutcomes),
		},
		{
			Name: "batch/an empty batch does nothing", Rule: "Backend.Put",
			Why: "An empty batch does nothing.",
			Run: every(emptyBatch),
		},
		{
			Name: "batch/validated before the first record is stored", Rule: "Backend.Put",
			Why: "The whole batch is validated before the first record is stored.",
			Run: every(batchValidatedFirst),
		},
		{
			Name: "batch/a failure keeps what came before it", Rule: "Backend.Put",
			Why: "A record that fails later ends the call: the outcomes of those before it are returned beside the error.",
			Run: every(batchFailure),
		},
		{
			Name: "batch/put again is safe", Rule: "Backend.Put",
			Why: "Putting the batch again is safe.",
			Run: every(batchAgain),
		},
	}
}

func readYourWrites(ctx context.Context, s *store) {
	var want []string
	for i := range 20 {
		id := fmt.Sprintf("n%02d", i)
		s.put(ctx, backends.Inserted, note(id, i))
		want = append(want, id)
		s.holds(ctx, alice(), want...)
		s.finds(ctx, now(), want...)
	}
	s.put(ctx, backends.Inserted, fact("f", "city", "osaka", 0))
	s.history(ctx, "city", "f 0..")
	s.erase(ctx, byID("n00"))
	s.finds(ctx, now(), append(want[1:], "f")...)
}

func wholeRecord(ctx context.Context, s *store) {
	full := s.fit(edit(member("full", "allergy", "nuts", 3), func(r *backends.Record) {
		r.Session, r.Value, r.Text = "morning", "Nuts", "I am allergic\tto  nuts. "
		r.Importance, r.Origin = 0.25, backends.Tool
		r.Parents = []string{"p1", "p2"}
		r.Source, r.Meta = "message 7", map[string]string{"lang": "en", "empty": ""}
		r.ExpiresAt = day(200)
	}))
	candidate := s.fit(held(edit(full, func(r *backends.Record) { r.ID, r.Kind, r.Member = "held", backends.Fact, "" })))
	ended := s.fit(retraction("end", "pet", "", 4))
	for _, want := range []backends.Record{full, candidate, ended} {
		s.putAll(ctx, want)
		got := s.get(ctx, alice(), want.ID)
		same(s, "RecordedAt of "+want.ID, got.RecordedAt, s.clock.now())
		same(s, "SaidAt of "+want.ID, got.SaidAt, want.AssertedAt)
		if s.err == nil && got.Seq == 0 {
			s.failed("record %q has no Seq", want.ID)
		}
		want.RecordedAt, want.SaidAt, want.Seq = got.RecordedAt, got.SaidAt, got.Seq
		s.must("record "+want.ID, differ(got, want))
	}
}

// differ names the first field in which two records are not the same.
func differ(got, want backends.Record) error {
	g, w := reflect.ValueOf(plain(got)), reflect.ValueOf(plain(want))
	for i := range g.NumField() {
		if !reflect.DeepEqual(g.Field(i).Interface(), w.Field(i).Interface()) {
			return fmt.Errorf("%s: got %v, want %v", g.Type().Field(i).Name, g.Field(i), w.Field(i))
		}
	}
	return nil
}

// plain returns r with empty lists as nil, which stores need not tell apart.
func plain(r backends.Record) backends.Record {
	if len(r.Vector) == 0 {
		r.Vector = nil
	}
	if len(r.Parents) == 0 {
		r.Parents = nil
	}
	if len(r.Meta) == 0 {
		r.Meta = nil
	}
	return r
}

func ignoresWhatItSets(ctx context.Context, s *store) {
	for _, r := range []backends.Record{note("n", 1), fact("f", "city", "osaka", 1)} {
		r.ValidUntil, r.SupersededBy = day(2), "someone"
		s.put(ctx, backends.Inserted, r)
		got := s.get(ctx, alice(), r.ID)
		same(s, "ValidUntil", got.ValidUntil, time.Time{})
		same(s, "SupersededBy", got.SupersededBy, "")
	}
	s.finds(ctx, asOf(3), "n", "f")
}

func notesStand(ctx context.Context, s *store) {
	for i, id := range []string{"a", "b", "c"} {
		s.put(ctx, backends.Inserted, edit(note(id, i), func(r *backends.Record) { r.Text = "the same words" }))
	}
	s.put(ctx, backends.Inserted, fact("f", "city", "the same words", 1))
	s.put(ctx, backends.Retracted, retraction("end", "city", "", 2))
	s.finds(ctx, now(), "a", "b", "c")
	for _, r := range s.scan(ctx, backends.Filter{Scope: alice(), Kinds: []backends.Kind{backends.Note}}) {
		same(s, "ValidUntil of a note", r.ValidUntil, time.Time{})
	}
}

func batchOutcomes(ctx context.Context, s *store) {
	got := s.putAll(ctx,
		note("n", 5),
		fact("a", "city", "osaka", 1),
		fact("b", "city", "kyoto", 3),
		fact("c", "city", "kyoto", 4),
		fact("d", "city", "nara", 2),
		retraction("end", "city", "", 5),
		held(note("h", 1)),
		fact("a", "city", "osaka", 1),
	)
	sameList(s, "outcomes", got, []backends.Outcome{
		backends.Inserted, backends.Inserted, backends.Superseding, backends.Confirmed,
		backends.Late, backends.Retracted, backends.Held, backends.Inserted,
	})
}

func emptyBatch(ctx context.Context, s *store) {
	for _, batch := range [][]backends.Record{nil, {}} {
		got, err := s.Put(ctx, batch)
		s.must("Put of an empty batch", err)
		same(s, "outcomes of an empty batch", len(got), 0)
	}
	s.holds(ctx, alice())
}

func batchValidatedFirst(ctx context.Context, s *store) {
	bad := note("bad", 1)
	bad.Importance = 2
	s.refused(ctx, "an invalid last record", backends.ErrInvalid, note("a", 1), note("b", 1), bad)
	s.refused(ctx, "two scopes", backends.ErrInvalid,
		note("a", 1), of(bob(), note("b", 1)))
	s.holds(ctx, alice())
	s.holds(ctx, bob())
}

func batchFailure(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, fact("taken", "city", "osaka", 1))
	batch := []backends.Record{
		s.fit(fact("a", "pet", "cat", 1)), s.fit(fact("b", "pet", "dog", 2)),
		s.fit(fact("taken", "city", "kyoto", 2)), s.fit(note("never", 1)),
	}
	got, err := s.Put(ctx, batch)
	if !errors.Is(err, backends.ErrInvalid) {
		s.failed("Put of a batch with a conflict: got %v, want ErrInvalid", err)
	}
	got = slices.DeleteFunc(got, func(o backends.Outcome) bool { return o == 0 })
	sameList(s, "outcomes before the conflict", got, []backends.Outcome{backends.Inserted, backends.Superseding})
	s.holds(ctx, alice(), "taken", "a", "b")
}

func batchAgain(ctx context.Context, s *store) {
	batch := []backends.Record{
		note("n", 1), fact("a", "city", "osaka", 1), fact("b", "city", "kyoto", 2), held(note("h", 1)),
		retraction("end", "pet", "", 3),
	}
	first := s.putAll(ctx, batch...)
	before := s.scan(ctx, backends.Filter{Scope: alice()})
	s.clock.advance(time.Hour)
	sameList(s, "outcomes of the second Put", s.putAll(ctx, batch...), first)
	s.unchanged(ctx, before)
}

// unchanged expects the records of alice to be these.
func (s *store) unchanged(ctx context.Context, want []backends.Record) {
	s.scanned(ctx, backends.Filter{Scope: alice()}, backends.Cursor{}, want)
}

// scanned expects a scan to yield these records.
func (s *store) scanned(ctx context.Context, f backends.Filter, after backends.Cursor, want []backends.Record) {
	got := s.scanFrom(ctx, f, after)
	if s.err == nil && len(got) != len(want) {
		s.failed("records scanned: got %s, want %s", list(lifetimes(got)), list(lifetimes(want)))
	}
	for i := range got {
		if s.err == nil {
			s.must(fmt.Sprintf("record %d, %s", i, lifetime(want[i])), differ(got[i], want[i]))
		}
	}
}
