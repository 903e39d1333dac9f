package eval_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/cmd/memware/internal/eval"
)

func sprintf(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// wantProblem checks the place and the reason of a [eval.FileError].
func wantProblem(t *testing.T, err error, at, reason string) {
	t.Helper()
	var e *eval.FileError
	if !errors.As(err, &e) {
		t.Fatalf("got error %v, want that of a file", err)
	}
	if place := fmt.Sprintf("%d:%d", e.Line, e.Column); place != at || !strings.Contains(e.Reason, reason) {
		t.Errorf("got %s: %s, want %s: %s", place, e.Reason, at, reason)
	}
	if !strings.HasPrefix(e.Error(), e.File+":"+at+": ") {
		t.Errorf("got %q, want it to start with the place", e)
	}
}

// evaluations returns every evaluation by its name.
func evaluations() map[string]func(t *testing.T, file string) error {
	return map[string]func(t *testing.T, file string) error{
		"worked":    func(t *testing.T, f string) error { _, err := eval.Setup{}.Worked(t.Context(), f); return err },
		"gate":      func(t *testing.T, f string) error { _, err := eval.Setup{}.Gate(t.Context(), f); return err },
		"updates":   func(t *testing.T, f string) error { _, err := eval.Setup{}.Updates(t.Context(), f); return err },
		"retrieval": func(t *testing.T, f string) error { _, err := eval.Setup{}.Retrieval(t.Context(), f); return err },
		"inject":    func(t *testing.T, f string) error { _, err := eval.Setup{}.Inject(t.Context(), f, "quote"); return err },
	}
}

func TestMalformedFilesAreToldWithTheirPlace(t *testing.T) {
	const turn = `[{"conversation": {"session_1_date_time": "1:56 pm on 8 May, 2023", "session_1": [{"dia_id": "D1:1", "text": "Hi"}]}, "qa": [` + "\n"
	for _, tc := range []struct{ name, command, content, at, reason string }{
		{"a comma too many", "worked", "{\"query\": \"x\",\n \"k\": 3,,\n}", "2:9", "invalid character ','"},
		{"a column counts characters", "worked", "{\"ключ\": \"é\" \"k\"}", "1:14", "invalid character"},
		{"cut short", "worked", "{\"query\":\n\"x\"", "2:4", "ends too early"},
		{"nothing", "worked", "", "1:1", "ends too early"},
		{"a text instead of a number", "worked", "{\"query\": \"x\",\n\"k\": \"three \\\"3\\\"\"}", "2:6", `"k" is a string`},
		{"a list instead of a number", "worked", "{\"query\": \"x\",\n\"k\": [3]}", "2:6", `"k" is a array`},
		{"no question", "worked", `{"notes": []}`, "1:1", `no "query"`},
		{"no notes", "worked", `{"query": "x"}`, "1:1", `no "notes"`},
		{"notes that are no list", "worked", "{\"query\": \"x\",\n \"notes\": 3}", "2:11", "want an array here"},
		{"a broken expression", "worked", `{"query": "x", "notes": [], "vectorizer": {"token_regex": "["}}`, "1:1", "token_regex"},
		{"a day that is no number", "updates", "{\"notes\": [\n {\"id\": \"a\", \"text\": \"x\", \"day\": \"monday\"}]}", "2:34", `"day" is a string`},
		{"a day before the first", "updates", "{\"notes\": [\n {\"id\": \"a\", \"day\": -1}]}", "2:2", `"day" is -1`},
		{"two notes of one id", "updates", "{\"notes\": [{\"id\": \"a\"},\n{\"id\": \"a\"}]}", "2:1", `two notes have the id "a"`},
		{"a note without an id", "updates", "{\"notes\": [{\"day\": 1}]}", "1:12", `no "id"`},
		{"an answer that is no note", "updates", "{\"notes\": [{\"id\": \"a\"}], \"queries\": [\n{\"id\": \"q\", \"kind\": \"direct\", \"text\": \"x\", \"answer\": \"b\"}]}", "2:1", `"b", which is no note`},
		{"a query without a kind", "updates", "{\"notes\": [], \"queries\": [{\"id\": \"q\", \"text\": \"x\"}]}", "1:27", `a "kind"`},
		{"an unknown outcome", "gate", "{\"kind\": \"meta\"}\n\n{\"id\": \"a\", \"expected\": \"maybe\"}", "3:1", `outcome "maybe" is unknown`},
		{"a broken line", "gate", "{\"kind\": \"meta\"}\n{\"id\": \"a\",}\n", "2:12", "invalid character '}'"},
		{"a line cut short", "gate", "{\"kind\": \"meta\"}\n{\"id\": \"a\"\n", "2:11", "ends too early"},
		{"no cases", "gate", "{\"kind\": \"meta\"}\n", "1:1", "no cases"},
		{"a text without end", "gate", `{"expected": "reject", "text_repeat": {"unit": "abc", "times": 1000000}}`, "1:1", "longer than"},
		{"an object instead of conversations", "retrieval", "\n {}", "2:2", "want an array here"},
		{"a conversation without turns", "retrieval", `[{"qa": []}]`, "1:2", "no turns"},
		{"a time that is none", "retrieval", "[{\"conversation\": {\"session_1_date_time\":\n  \"yesterday\", \"session_1\": []}}]", "2:3", "not a time such as"},
		{"a session without a time", "retrieval", "[{\"conversation\": {\"session_1\":\n []}}]", "2:2", `no "session_1_date_time"`},
		{"a category that there is not", "retrieval", turn + ` {"question": "x", "category": 9}]}]`, "2:2", `"category" is 9`},
		{"a question without words", "retrieval", turn + ` {"question": " ", "category": 1}]}]`, "2:2", `no "question"`},
		{"evidence that is no list", "retrieval", turn + ` {"question": "x", "evidence": "D1:1"}]}]`, "2:32", `"evidence" is a string`},
		{"no texts", "inject", "\n\n", "1:1", "no texts"},
		{"an object without a text", "inject", "{\"text\": \"a\"}\n{\"label\": \"b\"}\n", "2:1", `neither "text"`},
		{"words behind the JSON", "inject", "[\"a\"]\n b", "2:2", "behind the end"},
		{"texts behind spaces", "inject", "\n  [\"a\", 3]", "2:9", "want a text"},
		{"a number instead of a text", "inject", "[\"a\",\n 3]", "2:2", "want a text"},
		{"texts cut short", "inject", "[\"a\",\n \"b\"\n", "3:1", "ends too early"},
		{"a list of numbers under adv_texts", "inject", "{\"one\":\n {\"adv_texts\": [1]}}", "2:17", "want a text"},
	} {
		t.Run(tc.command+", "+tc.name, func(t *testing.T) {
			wantProblem(t, evaluations()[tc.command](t, write(t, "file", tc.content)), tc.at, tc.reason)
		})
	}
}

func TestAFileThatIsMissing(t *testing.T) {
	if _, err := (eval.Setup{}).Gate(t.Context(), data("none.jsonl")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got error %v, want that of a missing file", err)
	}
}

func TestAConfigurationIsChecked(t *testing.T) {
	for _, tc := range []struct{ name, config, want string }{
		{"a mistake has its place", "read:\n  k: 0", "memware.yaml:2:6"},
		{"another store is left alone", "backend: {name: redis}", "memware.yaml:1:17: backend.name = redis"},
		{"a weight of nothing at all", "policy: {relevance: 0, recency: 0, importance: 0}", "all weights are 0"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := eval.Setup{Name: "memware.yaml", Config: []byte(tc.config)}
			_, err := s.Gate(t.Context(), data("cases.jsonl"))
			if !errors.Is(err, backends.ErrInvalid) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got error %v, want one with %q", err, tc.want)
			}
		})
	}
}

func TestStopsWhenInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s := eval.Setup{Progress: func(done, _ int) {
		if done == 3 {
			cancel()
		}
	}}
	if _, err := s.Updates(ctx, data("updates.json")); !errors.Is(err, ctx.Err()) || err == nil {
		t.Errorf("got error %v, want that of the context", err)
	}
}
