package inmem_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/backendtest"
	"github.com/memware/memware/backends/inmem"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func harness() backendtest.Harness {
	return backendtest.Harness{
		Open: func(_ context.Context, s backends.Space, now func() time.Time) (backends.Backend, error) {
			return inmem.New(&inmem.Options{Space: s, Clock: now}), nil
		},
	}
}

func TestConformance(t *testing.T) { backendtest.Run(t, harness()) }

func TestModel(t *testing.T) { backendtest.Model(t, harness()) }

func alice() backends.Scope { return backends.Scope{Tenant: "acme", User: "alice"} }

func bob() backends.Scope { return backends.Scope{Tenant: "acme", User: "bob"} }

// noon is the time of the tests' clock.
func noon() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

// open returns an empty backend, whose clock stands at noon unless o has one.
func open(t testing.TB, o inmem.Options) *inmem.Backend {
	t.Helper()
	if o.Clock == nil {
		o.Clock = noon
	}
	b := inmem.New(&o)
	t.Cleanup(func() { _ = b.Close() })
	return b
}

// note is an admitted note of alice, said a minute before noon.
func note(id, text string) backends.Record {
	return backends.Record{
		ID: id, Scope: alice(), Text: text, Origin: backends.User, Status: backends.Admitted,
		AssertedAt: noon().Add(-time.Minute),
	}
}

// fact is an admitted fact of alice, said a minute before noon.
func fact(id, key, value string) backends.Record {
	r := note(id, "the "+key+" is "+value)
	r.Kind, r.Key, r.Value = backends.Fact, key, value
	return r
}

func put(t testing.TB, b backends.Backend, records ...backends.Record) []backends.Outcome {
	t.Helper()
	outcomes, err := b.Put(t.Context(), records)
	if err != nil {
		t.Fatal(err)
	}
	return outcomes
}

func scan(t testing.TB, b backends.Backend, f backends.Filter) []backends.Record {
	t.Helper()
	var all []backends.Record
	for r, err := range b.Scan(t.Context(), f, backends.Cursor{}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// calls are all the ways into a backend.
func calls(b *inmem.Backend) map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"Put": func(ctx context.Context) error {
			_, err := b.Put(ctx, []backends.Record{note("n", "text")})
			return err
		},
		"Search": func(ctx context.Context) error {
			_, err := b.Search(ctx, backends.Query{Scope: alice(), Text: "text", K: 1})
			return err
		},
		"Scan": func(ctx context.Context) error {
			for _, err := range b.Scan(ctx, backends.Filter{Scope: alice()}, backends.Cursor{}) {
				return err
			}
			return nil
		},
		"Erase": func(ctx context.Context) error {
			_, err := b.Erase(ctx, backends.Filter{Scope: alice()})
			return err
		},
		"Count": func(ctx context.Context) error {
			_, err := b.Count(ctx, alice())
			return err
		},
	}
}

func TestBadOptionsFailEveryCall(t *testing.T) {
	for _, tc := range []struct {
		name   string
		o      inmem.Options
		naming string
	}{
		{"a space of no dimension", inmem.Options{Space: backends.Space{Name: "m"}}, "Space"},
		{"a quarantine of less than nothing", inmem.Options{MaxHeld: -1}, "MaxHeld"},
		{"a negative time", inmem.Options{MaxHeldAge: -time.Hour}, "MaxHeldAge"},
		{"a stop word of two words", inmem.Options{StopWords: []string{"ice cream"}}, "StopWords"},
		{"a word of two concepts", inmem.Options{
			Concepts: map[string][]string{"meeting": {"call"}, "shout": {"call"}},
		}, "Concepts"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := inmem.New(&tc.o)
			for call, run := range calls(b) {
				err := run(t.Context())
				if !errors.Is(err, backends.ErrInvalid) || !strings.Contains(err.Error(), tc.naming) {
					t.Errorf("%s: got %v, want %v naming %s", call, err, backends.ErrInvalid, tc.naming)
				}
			}
			if err := b.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
		})
	}
}

func TestTextOptionsMeanNothingBesideVectors(t *testing.T) {
	b := open(t, inmem.Options{Space: backends.Space{Name: "m", Dim: 1}, StopWords: []string{"two words"}})
	r := note("n", "text")
	r.Vector = []float32{1}
	put(t, b, r)
}

func TestDefaults(t *testing.T) {
	b := inmem.New(nil)
	defer b.Close()
	if got := b.Space(); !got.TextOnly() {
		t.Errorf("space = %v, want %s", got, backends.TFIDF)
	}
	r := note("n", "text")
	r.AssertedAt = time.Now()
	if got := put(t, b, r); got[0] != backends.Inserted {
		t.Errorf("outcome = %v, want %v", got[0], backends.Inserted)
	}
}

func TestOwnBoundsOfTheQuarantine(t *testing.T) {
	now := noon()
	b := open(t, inmem.Options{MaxHeld: 2, MaxHeldAge: time.Hour, Clock: func() time.Time { return now }})
	for _, id := range []string{"a", "b", "c"} {
		r := note(id, "text")
		r.Status = backends.Quarantined
		put(t, b, r)
	}
	now = now.Add(time.Hour)
	if got := len(scan(t, b, backends.Filter{Scope: alice()})); got != 2 {
		t.Errorf("%d held, want 2", got)
	}
	now = now.Add(time.Microsecond)
	if got := len(scan(t, b, backends.Filter{Scope: alice()})); got != 0 {
		t.Errorf("%d held after an hour, want 0", got)
	}
	got, err := b.Count(t.Context(), alice())
	if want := (backends.Counts{Discarded: 3}); err != nil || got != want {
		t.Errorf("Count = %v, %v, want %v", got, err, want)
	}
}

func TestAFenceIsOnlyLeftWhereMarksDoNotBar(t *testing.T) {
	b := open(t, inmem.Options{})
	other := note("b", "tea")
	other.Session = "two"
	put(t, b, note("a", "tea"), other)
	for _, tc := range []struct {
		name string
		ids  []string
		want backends.Erasure
	}{
		{"every ID is erased", []string{"a"}, backends.Erasure{Selected: 1}},
		{"every ID was erased before", []string{"a"}, backends.Erasure{}},
		{"an ID is of another session", []string{"a", "b"}, backends.Erasure{Fenced: true}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := backends.Filter{Scope: alice(), IDs: tc.ids, Sessions: []string{""}}
			if got, err := b.Erase(t.Context(), f); err != nil || got != tc.want {
				t.Errorf("Erase = %+v, %v, want %+v", got, err, tc.want)
			}
		})
	}
	if got := put(t, b, note("b2", "tea"), other); got[0] != backends.Inserted || got[1] != backends.Inserted {
		t.Errorf("outcomes = %v, want both inserted", got)
	}
}

func TestSeqGoesOnAfterTheGreatestOfAll(t *testing.T) {
	b := open(t, inmem.Options{})
	last := fact("a", "city", "osaka")
	last.Seq = 1<<64 - 1
	put(t, b, last)
	if got := put(t, b, fact("b", "city", "kyoto")); got[0] != backends.Superseding {
		t.Errorf("outcome = %v, want %v", got[0], backends.Superseding)
	}
}
