package rules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/memware/memware/adapters/rules"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// Properties that hold of every sentence, known to the rules or not.
func TestProperties(t *testing.T) {
	all := slices.Concat(load(t, "sentences.jsonl"), load(t, "held.jsonl"))
	alone := slices.DeleteFunc(slices.Clone(all), func(s sentence) bool { return len(s.Known) > 0 || s.Class == "correction" })
	x := rules.New()
	keys := func(rt *rapid.T, s sentence, texts ...string) []string {
		turn := middleware.Turn{}
		for _, text := range texts {
			turn.Messages = append(turn.Messages, middleware.Message{Origin: backends.User, Text: text})
		}
		got, err := x.Extract(t.Context(), turn, s.known)
		if err != nil {
			rt.Fatal(err)
		}
		return brief(got)
	}
	same := func(rt *rapid.T, what string, want, got []string) {
		if diff := cmp.Diff(want, got); diff != "" {
			rt.Errorf("%s: (-want +got)\n%s", what, diff)
		}
	}
	notes := func(list []string) []string { // without the notes, whose text is the sentence
		return slices.DeleteFunc(list, func(s string) bool { return strings.Contains(s, " ") && !strings.ContainsAny(s, "={!~") })
	}
	for _, p := range []struct {
		name  string
		among []sentence
		check func(rt *rapid.T, s sentence)
	}{
		{"the same again gives the same", all, func(rt *rapid.T, s sentence) {
			same(rt, s.Text, keys(rt, s, s.Text), keys(rt, s, s.Text))
		}},
		{"a curly apostrophe is an apostrophe", all, func(rt *rapid.T, s sentence) {
			curly := strings.ReplaceAll(s.Text, "'", "’")
			same(rt, s.Text, notes(keys(rt, s, s.Text)), notes(straight(keys(rt, s, curly))))
		}},
		{"spaces do not count", all, func(rt *rapid.T, s sentence) {
			same(rt, s.Text, keys(rt, s, s.Text), keys(rt, s, "  "+s.Text+" \n"))
		}},
		{"thanks add nothing", all, func(rt *rapid.T, s sentence) {
			same(rt, s.Text, keys(rt, s, s.Text), keys(rt, s, s.Text+"\nThanks!"))
		}},
		{"a question in front changes nothing", all, func(rt *rapid.T, s sentence) {
			same(rt, s.Text, keys(rt, s, s.Text), keys(rt, s, "How are you?\n"+s.Text))
		}},
		{"messages of different matters do not mix", alone, func(rt *rapid.T, s sentence) {
			other := rapid.SampledFrom(alone).Draw(rt, "other")
			first, second := keys(rt, s, s.Text), keys(rt, s, other.Text)
			if slices.ContainsFunc(matters(first), func(m string) bool { return slices.Contains(matters(second), m) }) {
				return // who says that he is unemployed ends the job that he told of
			}
			want := slices.Concat(first, second)
			same(rt, s.Text+" / "+other.Text, notes(want), notes(keys(rt, s, s.Text, other.Text)))
		}},
	} {
		t.Run(p.name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) { p.check(rt, rapid.SampledFrom(p.among).Draw(rt, "sentence")) })
		})
	}
}

// matters returns the first parts of the keys in a list: "work" of
// "!work.employer".
func matters(list []string) []string {
	var all []string
	for _, s := range list {
		s = strings.TrimLeft(s, "!~?")
		all = append(all, s[:len(s)-len(strings.TrimLeft(s, "abcdefghijklmnopqrstuvwxyz_-"))])
	}
	return all
}

func straight(list []string) []string {
	for i, s := range list {
		list[i] = strings.ReplaceAll(s, "’", "'")
	}
	return list
}
