package rules_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memware/memware/adapters/rules"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/fold"
	"github.com/memware/memware/middleware"
)

// A sentence is a labelled line of testdata.
type sentence struct {
	Class string
	Text  string
	Want  []want // keyed candidates, in order; none: nothing keyed
	Known []want // current facts of the scope, the last asserted first
}

// want is a keyed candidate. In Key and Value, "||" separates what is
// as good.
type want struct {
	Kind, Key, Member, Value string
}

func (w want) match(c middleware.Candidate) bool {
	kind := "fact"
	switch {
	case c.Forget:
		kind = "forget"
	case c.Kind == backends.Retraction:
		kind = "retraction"
	}
	if w.Kind == "" {
		w.Kind = "fact"
	}
	if kind != w.Kind || !w.names(c.Key) || c.Member != w.Member {
		return false
	}
	return w.Kind != "fact" || slices.ContainsFunc(strings.Split(w.Value, "||"), func(v string) bool {
		return fold.Value(v) == fold.Value(c.Value)
	})
}

func (w want) names(key string) bool { return slices.Contains(strings.Split(w.Key, "||"), key) }

func (w want) record(i int) backends.Record {
	return backends.Record{
		ID: fmt.Sprint("known-", i), Kind: backends.Fact, Key: w.Key, Member: w.Member, Value: w.Value,
		Text: w.Key + " " + w.Value, Importance: 0.5, Origin: backends.User, Status: backends.Admitted,
		AssertedAt: time.Date(2026, 1, 1, 0, 0, -i, 0, time.UTC),
	}
}

func (s sentence) known(context.Context) ([]backends.Record, error) {
	var out []backends.Record
	for i, k := range s.Known {
		out = append(out, k.record(i))
	}
	return out, nil
}

func load(t testing.TB, file string) []sentence {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var out []sentence
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		var s sentence
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		out = append(out, s)
	}
	return out
}

func extract(t testing.TB, x *rules.Extractor, s sentence) []middleware.Candidate {
	t.Helper()
	out, err := x.Extract(context.Background(),
		middleware.Turn{Messages: []middleware.Message{{Origin: backends.User, Text: s.Text}}},
		s.known)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// rate counts the sentences of a class.
type rate struct{ n, right, wrong, stored int }

func (r rate) percent(n int) float64 { return 100 * float64(n) / float64(max(r.n, 1)) }

var silent = []string{"question", "hypothetical", "small talk"}

func measure(t *testing.T, file string) map[string]*rate {
	x, rates := rules.New(), map[string]*rate{}
	for _, s := range load(t, file) {
		r := rates[s.Class]
		if r == nil {
			r = &rate{}
			rates[s.Class] = r
		}
		r.n++
		got := extract(t, x, s)
		keyed := slices.DeleteFunc(slices.Clone(got), func(c middleware.Candidate) bool { return c.Kind == backends.Note })
		right := len(keyed) == len(s.Want)
		for i, w := range s.Want {
			right = right && w.match(keyed[i])
		}
		wrong := slices.ContainsFunc(keyed, func(c middleware.Candidate) bool {
			return !slices.ContainsFunc(s.Want, func(w want) bool { return w.names(c.Key) })
		})
		if wrong {
			r.wrong++
		}
		if len(got) > 0 {
			r.stored++
		}
		if slices.Contains(silent, s.Class) {
			right = len(got) == 0
		}
		if right {
			r.right++
		} else if testing.Verbose() && file != "held.jsonl" { // never tuned to, so never shown
			t.Logf("%s: %q\n\tgot  %s\n\twant %v", s.Class, s.Text, show(got), s.Want)
		}
	}
	return rates
}

func show(cs []middleware.Candidate) string {
	var out []string
	for _, c := range cs {
		kind := []string{"note", "fact", "retraction"}[c.Kind]
		if c.Forget {
			kind = "forget"
		}
		out = append(out, fmt.Sprintf("%s %s{%s}=%q (%s)", kind, c.Key, c.Member, c.Value, c.Text))
	}
	return strings.Join(out, "; ")
}

// TestRates measures the extractor on labelled sentences. The rules were made
// with the first file in sight, and never with the others.
func TestRates(t *testing.T) {
	for _, file := range []string{"sentences.jsonl", "held.jsonl"} {
		t.Run(file, func(t *testing.T) {
			rates := measure(t, file)
			var table strings.Builder
			fmt.Fprintf(&table, "\n| class | sentences | right | wrong key | stored |\n|---|---|---|---|---|\n")
			var all rate
			for _, class := range slices.Sorted(maps.Keys(rates)) {
				r := rates[class]
				fmt.Fprintf(&table, "| %s | %d | %.0f %% | %.0f %% | %.0f %% |\n", class, r.n, r.percent(r.right), r.percent(r.wrong), r.percent(r.stored))
				all.n, all.right, all.wrong = all.n+r.n, all.right+r.right, all.wrong+r.wrong
				least := 80.0
				if slices.Contains(silent, class) {
					least = 95
				}
				if got := r.percent(r.right); got < least {
					t.Errorf("%s: %.1f %% right, want %.0f or more", class, got, least)
				}
			}
			if got := all.percent(all.wrong); got > 2 {
				t.Errorf("%.1f %% with a wrong key, want 2 or fewer", got)
			}
			fmt.Fprintf(&table, "| all | %d | %.0f %% | %.1f %% | |\n", all.n, all.percent(all.right), all.percent(all.wrong))
			t.Log(table.String())
		})
	}
}
