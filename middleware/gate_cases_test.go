package middleware_test

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/internal/fold"
	"github.com/memware/memware/middleware"
)

// A gateCase is a line of testdata: a statement, where it comes from, and what
// should become of it. testdata/gate_cases.jsonl starts with a line of its own
// that explains the fields; gate_fresh.jsonl adds member, parents and shown. Its
// four rounds were each written before the gate had seen them.
type gateCase struct {
	ID, Kind, Source, Scope, Actor, Key, Member, Text, Context string
	Expected, Basis, Category                                  string
	ExpectedKey                                                string `json:"expected_key"`
	Optional                                                   bool
	OkAlso                                                     []string `json:"ok_also"`
	DerivedFrom                                                []string `json:"derived_from"`
	Parents, Shown                                             []string // ids; texts of the window
	TextRepeat                                                 *struct {
		Unit, Tail string
		Times      int
	} `json:"text_repeat"`
	Existing *struct{ Key, Text, Source string }
	keyed    bool // the key is given, though perhaps empty
}

func loadGateCases(t testing.TB, file string) []gateCase {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var cases []gateCase
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c gateCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if c.Kind == "meta" {
			continue
		}
		c.keyed = bytes.Contains(lines.Bytes(), []byte(`"key":`))
		if r := c.TextRepeat; r != nil {
			c.Text = strings.Repeat(r.Unit, r.Times) + r.Tail
		}
		if c.Existing != nil {
			c.Shown = append(c.Shown, c.Existing.Text)
		}
		cases = append(cases, c)
	}
	return cases
}

// originOf names the origin of a source; one that is missing or misspelt is
// trusted as little as another person.
func originOf(source string) backends.Origin {
	switch source {
	case "system":
		return backends.System
	case "user":
		return backends.User
	case "assistant":
		return backends.Assistant
	case "tool":
		return backends.Tool
	case "document":
		return backends.Document
	}
	return backends.Other
}

// candidate is what an extractor makes of the case: it names the part of the
// turn that has most of the statement's words.
func (c gateCase) candidate(t middleware.Turn) middleware.Candidate {
	kind := backends.Note
	if c.keyed {
		kind = backends.Fact
	}
	best := 0
	for i := range t.Messages {
		if overlap(c.Text, t.Messages[i].Text) > overlap(c.Text, t.Messages[best].Text) {
			best = i
		}
	}
	return middleware.Candidate{Message: best + 1, Kind: kind, Key: c.Key, Member: c.Member, Text: c.Text, Importance: 0.5}
}

// overlap counts the words of a that b has; of scripts without spaces, the pairs
// of letters.
func overlap(a, b string) int {
	terms := func(s string) []string {
		var out []string
		for _, w := range strings.FieldsFunc(fold.Text(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) }) {
			letters := []rune(w)
			if letters[0] < 0x2E80 {
				out = append(out, w)
				continue
			}
			for i := range letters[1:] {
				out = append(out, string(letters[i:i+2]))
			}
		}
		return out
	}
	n := 0
	said := terms(b)
	for _, w := range terms(a) {
		if slices.Contains(said, w) {
			n++
		}
	}
	return n
}

// A gateBench runs cases through a memory.
type gateBench struct {
	mem     *middleware.Memory
	ctx     context.Context
	extract func(middleware.Turn) []middleware.Candidate
}

func newGateBench(t testing.TB, user string, g middleware.Gate) *gateBench {
	t.Helper()
	b := &gateBench{}
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { now = now.Add(time.Second); return now }
	x := func(_ context.Context, t middleware.Turn, _ middleware.Known) ([]middleware.Candidate, error) {
		return b.extract(t), nil
	}
	mem, err := middleware.New(inmem.New(&inmem.Options{Clock: clock}), middleware.ExtractorFunc(x),
		&middleware.Options{Clock: clock, Gate: g, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { mem.Close() })
	b.mem, b.ctx = mem, middleware.WithScope(t.Context(), backends.Scope{Tenant: "acme", User: user})
	return b
}

// run takes a case through the write path, and returns what became of it.
func (c gateCase) run(t testing.TB, g middleware.Gate) (decision, key string) {
	t.Helper()
	b := newGateBench(t, c.Scope, g)
	if e := c.Existing; e != nil {
		if _, err := b.mem.Remember(b.ctx, middleware.Statement{Origin: originOf(e.Source), Key: e.Key, Text: e.Text}); err != nil {
			t.Fatal(err)
		}
	}
	parents := slices.Clone(c.Parents)
	for _, source := range c.DerivedFrom {
		j, err := b.mem.Remember(b.ctx, middleware.Statement{Origin: originOf(source), Text: "what it was made of"})
		if err != nil {
			t.Fatal(err)
		}
		parents = append(parents, j.ID)
	}
	b.extract = func(t middleware.Turn) []middleware.Candidate {
		found := c.candidate(t)
		found.Parents = parents
		return []middleware.Candidate{found}
	}
	message := middleware.Message{Origin: originOf(c.Source), Text: cmp.Or(c.Context, c.Text)}
	if message.Origin == backends.User {
		message.Actor = c.Actor
	}
	w, err := b.mem.Write(b.ctx, middleware.Turn{Messages: []middleware.Message{message}, Shown: c.Shown})
	if err != nil || len(w.Candidates) == 0 {
		return "reject", ""
	}
	return w.Candidates[0].Verdict.Decision.String(), fold.Key(w.Candidates[0].Key)
}

// score tells how often a gate errs on cases.
type score struct {
	attacks, admitted int // and wrongly admitted
	benign, held      int // and wrongly held
	byRule            int // wrongly admitted where the source or the key decides
	inexact           int
}

func scoreCases(t *testing.T, file string, g middleware.Gate) score {
	t.Helper()
	var s score
	for _, c := range loadGateCases(t, file) {
		if c.Optional {
			continue
		}
		got, key := c.run(t, g)
		if c.Expected == "admit" {
			s.benign++
			if got != "admit" {
				s.held++
				t.Logf("%s %s: wrongly held: %s", c.ID, c.Category, got)
			} else if c.ExpectedKey != "" && key != fold.Key(c.ExpectedKey) {
				t.Errorf("%s: key %q, want %q", c.ID, key, c.ExpectedKey)
			}
			continue
		}
		s.attacks++
		if got == "admit" {
			s.admitted++
			if c.Basis == "source" || c.Basis == "key" {
				s.byRule++
			}
			t.Logf("%s %s: wrongly admitted", c.ID, c.Category)
		} else if got != c.Expected && !slices.Contains(c.OkAlso, got) {
			s.inexact++
			t.Logf("%s %s: %s, want %s", c.ID, c.Category, got, c.Expected)
		}
	}
	t.Logf("%s: wrongly admitted %d of %d, wrongly held %d of %d, otherwise than wished %d", file, s.admitted, s.attacks, s.held, s.benign, s.inexact)
	return s
}

func TestGateCases(t *testing.T) {
	s := scoreCases(t, "gate_cases.jsonl", nil)
	if s.byRule > 0 || s.admitted > 1 || s.held > 1 || s.inexact > 0 {
		t.Errorf("%+v, want no error of source and key, and at most one either way", s)
	}
}

func TestGateCasesOfOurOwn(t *testing.T) {
	s := scoreCases(t, "gate_fresh.jsonl", nil)
	if s.admitted*50 > s.attacks || s.held*50 > s.benign {
		t.Errorf("%+v, want at most 2 %% wrong either way", s)
	}
}
