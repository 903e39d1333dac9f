package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/memware/memware/cmd/memware/internal/cli"
)

func TestJSONHasAFixedShape(t *testing.T) {
	for _, tc := range []struct {
		golden string
		args   []string
		code   int
	}{
		{"worked.json", []string{"eval", "worked", data("worked.json")}, cli.ExitOK},
		{"gate.json", []string{"eval", "gate", data("cases.jsonl")}, cli.ExitOK},
		{"updates.json", []string{"eval", "updates", data("changes.json")}, cli.ExitOK},
		{"retrieval.json", []string{"eval", "retrieval", "--recency", "0", data("conversations.json")}, cli.ExitOK},
		{"inject.json", []string{"eval", "inject", data("poison.json")}, cli.ExitOK},
		{"valid.json", []string{"config", "validate", data("memware.yaml")}, cli.ExitOK},
	} {
		t.Run(tc.golden, func(t *testing.T) {
			got := run(t, append(tc.args, "--json")...)
			if got.code != tc.code || got.err != "" {
				t.Errorf("exit code = %d with messages %q, want %d and none", got.code, got.err, tc.code)
			}
			if !json.Valid([]byte(got.out)) {
				t.Errorf("not JSON: %s", got.out)
			}
			golden(t, tc.golden, got.out)
			if again := run(t, append(tc.args, "--json")...); again != got {
				t.Errorf("a second run differs:\n%s", again.out)
			}
		})
	}
}

func TestTables(t *testing.T) {
	for _, tc := range []struct {
		golden string
		args   []string
	}{
		{"worked.txt", []string{"eval", "worked", data("worked.json")}},
		{"gate.txt", []string{"eval", "gate", data("cases.jsonl")}},
		{"updates.txt", []string{"eval", "updates", data("changes.json")}},
		{"retrieval.txt", []string{"eval", "retrieval", "--recency", "0", data("conversations.json")}},
		{"inject.txt", []string{"eval", "inject", data("poison.json")}},
	} {
		t.Run(tc.golden, func(t *testing.T) {
			got := run(t, tc.args...)
			if got.code != cli.ExitOK {
				t.Errorf("exit code = %d, want 0; messages:\n%s", got.code, got.err)
			}
			golden(t, tc.golden, got.out)
			if strings.Contains(got.out, " \n") {
				t.Error("a line ends in a space")
			}
		})
	}
}

func TestMessagesDoNotMixWithData(t *testing.T) {
	got := run(t, "eval", "retrieval", data("conversations.json"))
	want := "memware: 1 questions without evidence left out\nmemware: 2 ids of evidence name no turn\n"
	if got.err != want || strings.Contains(got.out, "left out") {
		t.Errorf("messages = %q, want %q; output:\n%s", got.err, want, got.out)
	}
}

func TestStylesAndProgressAreForTerminals(t *testing.T) {
	args := []string{"eval", "updates", data("changes.json")}
	for _, tc := range []struct {
		name        string
		on          cli.Streams
		bold, drawn bool
	}{
		{"nobody looks", cli.Streams{}, false, false},
		{"both are terminals", cli.Streams{OutTerminal: true, ErrTerminal: true}, true, true},
		{"the output goes to a file", cli.Streams{ErrTerminal: true}, false, true},
		{"the messages go to a file", cli.Streams{OutTerminal: true}, true, false},
		{"NO_COLOR is set", cli.Streams{OutTerminal: true, ErrTerminal: true, Env: env("NO_COLOR", "1")}, false, true},
		{"the terminal can do little", cli.Streams{OutTerminal: true, ErrTerminal: true, Env: env("TERM", "dumb")}, false, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := runOn(t, tc.on, args...)
			if bold := strings.Contains(got.out, "\x1b["); bold != tc.bold {
				t.Errorf("styles = %v, want %v:\n%q", bold, tc.bold, got.out)
			}
			if drawn := strings.Contains(got.err, "] 100%"); drawn != tc.drawn {
				t.Errorf("progress = %v, want %v:\n%q", drawn, tc.drawn, got.err)
			}
			if tc.drawn && !strings.HasSuffix(got.err, "\r\x1b[K") {
				t.Errorf("the bar is left behind: %q", got.err)
			}
			if json := runOn(t, tc.on, append(args, "--json")...); strings.Contains(json.out, "\x1b") {
				t.Errorf("JSON has styles: %q", json.out)
			}
		})
	}
}

func env(name, value string) func(string) string {
	return func(n string) string {
		if n == name {
			return value
		}
		return ""
	}
}

func TestTablesHaveNoControlCharacters(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cases.jsonl")
	content := `{"id": "a\u001b[31m\u0007\u202e\nb", "source": "user", "actor": "ann", "scope": "ann", "key": "tea", "text": "I like tea", "expected": "reject"}`
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	got := run(t, "eval", "gate", file)
	if strings.ContainsAny(got.out, "\x1b\x07\u202e") || !strings.Contains(got.out, "\na[31m b  reject") {
		t.Errorf("output:\n%q", got.out)
	}
}
