package inmem_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"unsafe"
	"weak"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
)

// A canary is a word that is kept backwards, so that the test's own copy is not
// found.
type canary []byte

func newCanary() canary {
	word := []byte("y7")
	for range 20 {
		word = append(word, "bcdfghjklm0123456789"[rand.IntN(20)])
	}
	return word
}

// word is a new copy of the canary, the right way round.
func (c canary) word() string {
	b := slices.Clone(c)
	slices.Reverse(b)
	return string(b)
}

// seen counts the canary in the live memory of the process.
func (c canary) seen(t *testing.T) int {
	t.Helper()
	for range 3 { // once for each pool and finaliser that may stand between
		runtime.GC()
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "heap"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	debug.WriteHeapDump(f.Fd())
	dump, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(dump)
	return bytes.Count(dump, c)
}

// tell puts records that say the canary in every field, and looks them up again.
//
//go:noinline
func (c canary) tell(t *testing.T, b *inmem.Backend) {
	in := func(id string, kind backends.Kind, status backends.Status) backends.Record {
		r := backends.Record{
			ID: id + c.word(), Scope: alice(), Kind: kind, Status: status, Origin: backends.User,
			Session: c.word(), Source: c.word(), Reason: c.word(),
			Meta: map[string]string{c.word(): c.word()}, AssertedAt: noon(),
		}
		if kind != backends.Note {
			r.Key, r.Member = c.word(), c.word()
		}
		if kind != backends.Retraction {
			r.Text = "it says " + c.word()
		}
		if kind == backends.Fact {
			r.Value = c.word()
		}
		return r
	}
	held := in("held", backends.Fact, backends.Quarantined)
	child := in("child", backends.Note, backends.Admitted)
	child.Parents = []string{"note" + c.word()}
	put(t, b, in("note", backends.Note, backends.Admitted), child, held,
		in("fact", backends.Fact, backends.Admitted), in("end", backends.Retraction, backends.Admitted))
	held.Status, held.Reviewer = backends.Admitted, "rita" // whom the audit names for good
	put(t, b, held)
	if _, err := b.Search(t.Context(), backends.Query{Scope: alice(), Text: c.word(), K: 10}); err != nil {
		t.Fatal(err)
	}
	scan(t, b, backends.Filter{Scope: alice(), Slots: []backends.Slot{{Key: c.word(), All: true}}})
}

func TestErasedWordsAreNowhereInMemory(t *testing.T) {
	erase := func(t *testing.T, b *inmem.Backend, f backends.Filter) {
		f.Scope = alice()
		if _, err := b.Erase(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct {
		name  string
		erase func(*testing.T, *inmem.Backend, canary)
	}{
		{"erased as a scope", func(t *testing.T, b *inmem.Backend, _ canary) { erase(t, b, backends.Filter{}) }},
		{"erased by ID", func(t *testing.T, b *inmem.Backend, c canary) {
			f := backends.Filter{}
			for _, id := range []string{"note", "held", "fact", "end", "never put"} {
				f.IDs = append(f.IDs, id+c.word())
			}
			erase(t, b, f)
		}},
		{"erased by slot, session and ID", func(t *testing.T, b *inmem.Backend, c canary) {
			erase(t, b, backends.Filter{Slots: []backends.Slot{{Key: c.word(), All: true}}, Sessions: []string{c.word()}})
			erase(t, b, backends.Filter{IDs: []string{c.word(), "note" + c.word()}, Sessions: []string{c.word()}})
		}},
		{"dropped by Close", func(_ *testing.T, b *inmem.Backend, _ canary) { _ = b.Close() }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := open(t, inmem.Options{})
			put(t, b, note("other", "it says something else"))
			c := newCanary()
			c.tell(t, b)
			if c.seen(t) == 0 {
				t.Fatal("the test does not see what is stored")
			}
			tc.erase(t, b, c)
			if n := c.seen(t); n > 0 {
				t.Errorf("%d copies are left", n)
			}
			runtime.KeepAlive(b)
		})
	}
}

func TestARecordDoesNotKeepTheTextItWasCutFrom(t *testing.T) {
	b := open(t, inmem.Options{})
	transcript := weakly(t, func(transcript string) {
		r := fact(transcript[:4], transcript[4:8], transcript[8:12])
		r.Text, r.Session, r.Source, r.Reason = transcript[12:20], transcript[:3], transcript[:3], transcript[:3]
		r.Parents, r.Meta = []string{transcript[1:4]}, map[string]string{transcript[:3]: transcript[:3]}
		r.Scope = backends.Scope{Tenant: transcript[:2], User: transcript[2:4]}
		put(t, b, r)
	})
	runtime.GC()
	if transcript.Value() != nil {
		t.Error("the text that the record was cut from is still alive")
	}
	runtime.KeepAlive(b)
}

// weakly calls use with a text that nobody else holds.
//
//go:noinline
func weakly(t *testing.T, use func(string)) weak.Pointer[byte] {
	t.Helper()
	text := strings.Repeat("abcdefgh ", 1000)
	use(text)
	return weak.Make(unsafe.StringData(text))
}
