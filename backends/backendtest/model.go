package backendtest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/memware/memware/backends"
)

// Model drives the store with random operations and compares all it shows with
// a reference. The number of runs is rapid's: -rapid.checks=1000. At the end it
// fails if an operation or an outcome never occurred.
func Model(t *testing.T, h Harness) {
	t.Helper()
	spaces := offered(t, h)
	if len(spaces) == 0 {
		t.Skip("the store offers no space of the model")
	}
	seen := &coverage{count: map[string]int{}}
	rapid.Check(t, property(h, spaces, seen))
	if checks() >= enoughChecks {
		seen.check(t)
	}
}

// property is what each run checks.
func property(h Harness, spaces []backends.Space, seen *coverage) func(*rapid.T) {
	return func(t *rapid.T) {
		m := start(t, h, rapid.SampledFrom(spaces).Draw(t, "space"), seen)
		defer m.stop(t)
		t.Repeat(m.actions())
	}
}

// enoughChecks is the number of runs after which everything should have occurred.
const enoughChecks = 100

// checks returns how many runs rapid makes.
func checks() int {
	n := 0
	if f := flag.Lookup("rapid.checks"); f != nil {
		n, _ = strconv.Atoi(f.Value.String())
	}
	if testing.Short() {
		n /= 5 // as rapid does
	}
	return n
}

// offered returns the spaces of the model that the store offers.
func offered(t *testing.T, h Harness) []backends.Space {
	var all []backends.Space
	for _, space := range []backends.Space{{}, {Name: "backendtest-model", Dim: 3, Low: 0.125, High: 0.875}} {
		b, err := h.Open(t.Context(), space, newClock(day(0)).now)
		if errors.Is(err, backends.ErrUnsupported) {
			continue
		}
		if err != nil {
			t.Fatalf("open space %q: %v", space.Name, err)
		}
		if err := b.Close(); err != nil {
			t.Fatalf("close: %v", err)
		}
		all = append(all, space)
	}
	return all
}

// A coverage counts what occurred, over all runs.
type coverage struct {
	mu    sync.Mutex // guards count
	count map[string]int
}

func (c *coverage) add(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count[what]++
}

func (c *coverage) check(t *testing.T) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	var want []string
	for name := range new(machine).actions() {
		if name != "" {
			want = append(want, name)
		}
	}
	for o := backends.Inserted; o <= backends.Erased; o++ {
		want = append(want, "outcome "+o.String())
	}
	for _, what := range append(append(want, "conflict"), selections()...) {
		if c.count[what] == 0 {
			t.Errorf("%s never occurred in %d runs", what, checks())
		}
	}
	for _, what := range slices.Sorted(maps.Keys(c.count)) {
		t.Logf("%5d %s", c.count[what], what)
	}
}

// A machine is one run: the store and the reference, side by side.
type machine struct {
	ctx   context.Context // of the run; rapid's actions take no argument
	store store
	ref   reference
	seen  *coverage
	ids   int // given so far
}

func start(t *rapid.T, h Harness, space backends.Space, seen *coverage) *machine {
	m := &machine{ctx: t.Context(), seen: seen}
	m.store = store{harness: h, space: space, clock: newClock(day(10))}
	b, err := h.Open(m.ctx, space, m.store.clock.now)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	m.store.Backend = b
	return m
}

func (m *machine) stop(t *rapid.T) {
	if err := m.store.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

// put puts a batch into both and compares the outcomes.
func (m *machine) put(t *rapid.T, batch ...backends.Record) {
	var want []backends.Outcome
	var wantErr error
	for _, r := range batch {
		o, err := m.ref.put(m.store.clock.now(), r)
		if wantErr = err; err != nil {
			m.seen.add("conflict")
			break
		}
		m.seen.add("outcome " + o.String())
		want = append(want, o)
	}
	got, err := m.store.Put(m.ctx, clones(batch))
	got = slices.DeleteFunc(got, func(o backends.Outcome) bool { return o == 0 })
	if !slices.Equal(got, want) || (err != nil) != (wantErr != nil) || err != nil && !errors.Is(err, backends.ErrInvalid) {
		t.Fatalf("Put of %s:\ngot  %s, %v\nwant %s, %v", list(briefs(batch)), list(got), err, list(want), wantErr)
	}
	m.learn(t, len(want), batch)
	m.compare(t)
}

// learn tells the reference the numbers that the store gave: they may have
// gaps, but each must be above all before it.
func (m *machine) learn(t *rapid.T, n int, batch []backends.Record) {
	events := m.ref.log[len(m.ref.log)-min(n+1, len(batch)):]
	for i, r := range batch[:n] {
		expected := m.ref.ledger(r.Scope).get(r.ID)
		if events[i].put.Seq != 0 || expected.Seq == 0 {
			continue
		}
		got := m.store.get(m.ctx, r.Scope, r.ID)
		if m.store.err != nil {
			t.Fatal(m.store.err)
		}
		if got.Seq < expected.Seq {
			t.Fatalf("Seq of %q is %d, want %d or more", r.ID, got.Seq, expected.Seq)
		}
		if got.Seq > expected.Seq {
			events[i].put.Seq, m.ref.ledgers = got.Seq, nil
		}
	}
}

func clones(batch []backends.Record) []backends.Record {
	var all []backends.Record
	for _, r := range batch {
		all = append(all, r.Clone())
	}
	return all
}

// erase erases from both and compares what they tell.
func (m *machine) erase(t *rapid.T, f backends.Filter) {
	want := m.ref.erase(m.store.clock.now(), f)
	got, err := m.store.Erase(m.ctx, f)
	if f.IDs != nil && !f.IDsOnly() {
		got.Fenced = want.Fenced // of a list whose ids are all erased no fence is needed
	}
	if err != nil || got != want {
		t.Fatalf("Erase of %+v: got %+v, %v, want %+v", f, got, err, want)
	}
	m.compare(t)
}

// compare expects scans and counts of both to be the same, in every scope.
func (m *machine) compare(t *rapid.T) {
	at := m.store.clock.now()
	for _, sc := range []backends.Scope{alice(), bob()} {
		l := m.ref.ledger(sc)
		m.store.scanned(m.ctx, backends.Filter{Scope: sc}, backends.Cursor{}, l.all(at))
		if c, ok := m.store.Backend.(backends.Counter); ok {
			got, err := c.Count(m.ctx, sc)
			m.store.must("Count", err)
			same(&m.store, "Counts", got, l.counts(at))
		}
	}
	if m.store.err != nil {
		t.Fatal(m.store.err)
	}
}

// briefs describes records of the model, which hold no one's words.
func briefs(batch []backends.Record) []string {
	var all []string
	for _, r := range batch {
		all = append(all, fmt.Sprintf("%v %v %q of %s, key %q, member %q, value %q, asserted %s, parents %q, reviewer %q",
			r.Status, r.Kind, r.ID, r.Scope.User, r.Key, r.Member, said(r), days(r.AssertedAt), r.Parents, r.Reviewer))
	}
	return all
}
