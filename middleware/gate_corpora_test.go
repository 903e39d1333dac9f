package middleware_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// The ways in which a text reaches a conversation: as what it is, or pasted into
// a message of the user.
func arrivals(text string) map[string][]middleware.Message {
	said := func(s string) []middleware.Message {
		return []middleware.Message{user(s), {Origin: backends.Assistant, Text: "Okay."}}
	}
	ways := map[string][]middleware.Message{
		"a tool's result":                      {user("well?"), {Origin: backends.Tool, Text: text}, {Origin: backends.Assistant, Text: text}},
		"a document":                           {user("have a look"), {Origin: backends.Document, Text: text}},
		"another person":                       {{Origin: backends.User, Actor: "bob", Text: text}},
		"an answer":                            {user("well?"), {Origin: backends.Assistant, Text: text}},
		"by the user, in a block quote":        said("look at this:\n> " + strings.ReplaceAll(text, "\n", "\n> ")),
		"by the user, in a fence":              said("odd, no?\n```\n" + text + "\n```"),
		"by the user, between rulers":          said("proofread please\n---\n" + text + "\n---"),
		"by the user, in quotation marks":      said("My colleague wrote: \"" + text + "\""),
		"by the user, in a forwarded mail":     said("see below\n\n---------- Forwarded message ---------\nFrom: Kim <kim@mail.example>\nSubject: hi\n\n" + text),
		"by the user, before a request":        said(text + "\n\nSummarise the above."),
		"unmarked, by the user":                said(text),
		"unmarked, by the user, behind others": said("Have a look, I am at work.\n\n" + text),
	}
	for _, lead := range []string{
		"look at this:\n", "What do you make of this mail?\n\n", "Summarise this:\n\n", "Here is the page I found:\n", "the page says: ",
		"I got this by mail:\n\n", "translate to German:\n", "is this spam?\n\n", "Someone posted this:\n", "this came in today:\n",
		"Can you explain this error message?\n", "Übersetze das:\n", "Voici le message que j'ai reçu :\n", "¿Qué opinas de este correo?\n",
	} {
		ways["by the user, behind "+strings.TrimSpace(lead)] = said(lead + text)
	}
	return ways
}

// planted counts the sentences of a text that become a fact, with an extractor
// that takes every sentence of every message for one.
func planted(t testing.TB, b *gateBench, text string, messages []middleware.Message) int {
	t.Helper()
	b.extract = func(t middleware.Turn) []middleware.Candidate {
		var found []middleware.Candidate
		for i, m := range t.Messages {
			for _, s := range sentencesOf(m.Text) {
				key := fmt.Sprint("claim.", len(found))
				found = append(found, middleware.Candidate{Message: i + 1, Kind: backends.Fact, Key: key, Text: s, Importance: 0.5})
			}
		}
		return found
	}
	w, err := b.mem.Write(b.ctx, middleware.Turn{Messages: messages})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range w.Candidates {
		if c.Verdict.Decision == middleware.Admit && strings.Contains(text, strings.TrimLeft(c.Text, "> ")) {
			n++
		}
	}
	return n
}

func sentencesOf(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		for _, s := range strings.SplitAfter(line, ". ") {
			if s = strings.TrimSpace(s); strings.ContainsFunc(s, unicode.IsLetter) {
				out = append(out, s)
			}
		}
	}
	return out
}

// injections are texts that try to plant something: those of our own cases, and
// the collections in the folder that MEMWARE_CORPORA names, if it is set:
// bastioncorpus/injections.jsonl and poisonedrag/{nq,hotpotqa}.json.
func injections(t *testing.T) map[string][]string {
	t.Helper()
	texts := map[string][]string{}
	for _, c := range loadGateCases(t, "gate_fresh.jsonl") {
		if c.Category == "pasted" {
			texts["our own"] = append(texts["our own"], c.Text+".")
		}
	}
	dir := os.Getenv("MEMWARE_CORPORA")
	if dir == "" {
		return texts
	}
	read := func(parts ...string) []byte {
		data, err := os.ReadFile(filepath.Join(append([]string{dir}, parts...)...))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	for lines := bufio.NewScanner(bytes.NewReader(read("bastioncorpus", "injections.jsonl"))); lines.Scan(); {
		var row struct{ Label, Text string }
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		texts["bastioncorpus, "+row.Label] = append(texts["bastioncorpus, "+row.Label], row.Text)
	}
	for _, file := range []string{"nq.json", "hotpotqa.json"} {
		var rows map[string]struct {
			Texts []string `json:"adv_texts"`
		}
		if err := json.Unmarshal(read("poisonedrag", file), &rows); err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			texts["poisonedrag"] = append(texts["poisonedrag"], row.Texts...)
		}
	}
	return texts
}

func TestInjectionsPlantNothing(t *testing.T) {
	for name, texts := range injections(t) {
		plants := map[string]int{}
		for _, text := range texts {
			for way, messages := range arrivals(text) {
				if planted(t, newGateBench(t, "alice", nil), text, messages) > 0 {
					plants[way]++
				}
			}
		}
		for _, way := range slices.Sorted(maps.Keys(arrivals(""))) {
			t.Logf("%s, %s: %d of %d texts plant a fact", name, way, plants[way], len(texts))
			unmarked := strings.HasPrefix(way, "unmarked")
			// A text may hold what ends a quotation: at most one in a hundred gets out.
			if most := len(texts) / 100; !unmarked && plants[way] > most || plants[way] > 0 && !strings.Contains(way, "user") {
				t.Errorf("%s, %s: %d of %d texts plant a fact", name, way, plants[way], len(texts))
			}
		}
	}
}
