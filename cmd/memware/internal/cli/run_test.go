package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/memware/memware/cmd/memware/internal/cli"
)

func TestExitCodes(t *testing.T) {
	malformed := filepath.Join(t.TempDir(), "malformed.json")
	if err := os.WriteFile(malformed, []byte("{\"query\": \"x\",\n \"k\": 3,,\n}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name    string
		args    []string
		code    int
		message string // on the standard error
	}{
		{"no command tells about all", nil, cli.ExitOK, ""},
		{"a group tells about its commands", []string{"eval"}, cli.ExitOK, ""},
		{"a result", []string{"eval", "worked", data("worked.json")}, cli.ExitOK, ""},
		{"a command that there is not", []string{"evaluate"}, cli.ExitUsage, `memware has no command "evaluate"`},
		{"a command with a slip", []string{"eval", "gat"}, cli.ExitUsage, "did you mean gate?"},
		{"help for a command that there is not", []string{"help", "eval", "nothing"}, cli.ExitUsage, `there is no command "eval nothing"`},
		{"no file", []string{"eval", "gate"}, cli.ExitUsage, "takes one FILE, 0 are given"},
		{"two files", []string{"config", "validate", "a", "b"}, cli.ExitUsage, "takes one FILE, 2 are given"},
		{"an argument too many", []string{"version", "now"}, cli.ExitUsage, `takes no arguments, "now" is one`},
		{"a shell that there is not", []string{"completion", "tcsh"}, cli.ExitUsage, "bash, zsh, fish, powershell"},
		{"a weight below 0", []string{"eval", "worked", "--recency", "-1", "f"}, cli.ExitUsage, "give a number, 0 or more"},
		{"a weight that is no number", []string{"eval", "worked", "--recency", "NaN", "f"}, cli.ExitUsage, "give a number, 0 or more"},
		{"a half-life without a unit", []string{"eval", "worked", "--half-life", "14", "f"}, cli.ExitUsage, "with its unit"},
		{"a half-life without end", []string{"eval", "worked", "--half-life", "1e9d", "f"}, cli.ExitUsage, "with its unit"},
		{"a half-life in days", []string{"eval", "worked", "--half-life", "1.5d", data("worked.json")}, cli.ExitOK, ""},
		{"a preset that there is not", []string{"eval", "worked", "--preset", "best", "f"}, cli.ExitUsage, "give default or long_history"},
		{"a preset beside a configuration", []string{"eval", "worked", "--preset", "default", "--config", "c", "f"}, cli.ExitUsage, "exclude each other"},
		{"a format that there is not", []string{"eval", "retrieval", "--format", "csv", "f"}, cli.ExitUsage, "give locomo"},
		{"a paste that there is not", []string{"eval", "inject", "--paste", "aloud", "f"}, cli.ExitUsage, "give quote, mail, fence, bare"},
		{"a file that is missing", []string{"eval", "gate", data("none")}, cli.ExitInvalid, "no such file"},
		{"a file that is a folder", []string{"eval", "gate", "testdata"}, cli.ExitInvalid, "is a directory"},
		{"a malformed file", []string{"eval", "worked", malformed}, cli.ExitInvalid, "malformed.json:2:9: invalid character ','"},
		{"weights of nothing at all", []string{"eval", "retrieval", "--relevance", "0", "--recency", "0", "--importance", "0", data("conversations.json")},
			cli.ExitInvalid, "all weights are 0"},
		{"a configuration that is missing", []string{"eval", "gate", "--config", data("none"), data("cases.jsonl")}, cli.ExitInvalid, "no such file"},
		{"a configuration with mistakes", []string{"eval", "gate", "--config", data("broken.yaml"), data("cases.jsonl")}, cli.ExitInvalid, "broken.yaml:2:6: read.k = 0"},
		{"a configuration to validate that is missing", []string{"config", "validate", data("none")}, cli.ExitInvalid, "no such file"},
		{"a configuration to show with mistakes", []string{"config", "show", data("broken.yaml")}, cli.ExitInvalid, "broken.yaml:2:6: read.k = 0"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := run(t, tc.args...)
			if got.code != tc.code {
				t.Errorf("exit code = %d, want %d; messages:\n%s", got.code, tc.code, got.err)
			}
			if !strings.Contains(got.err, tc.message) || tc.message == "" && got.err != "" {
				t.Errorf("messages = %q, want %q in them", got.err, tc.message)
			}
			if (got.out == "") != (tc.code != cli.ExitOK) {
				t.Errorf("output = %q with exit code %d, want some without an error, and none with one", got.out, got.code)
			}
		})
	}
}

func TestAnInterruptHasACodeOfItsOwn(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, err bytes.Buffer
	s := cli.Streams{Out: &out, Err: &err, Env: func(string) string { return "" }}
	if code := cli.Run(ctx, []string{"eval", "worked", data("worked.json")}, s); code != cli.ExitInterrupted || out.Len() > 0 {
		t.Errorf("exit code = %d with output %q, want %d and none; messages:\n%s", code, &out, cli.ExitInterrupted, &err)
	}
}

func TestTheLongHelpListsTheExitCodes(t *testing.T) {
	long := tree(t).Long
	for _, line := range []string{"0    done", "1    failed", "2    usage", "3    invalid input", "130  interrupted"} {
		if !strings.Contains(long, "\n  "+line) {
			t.Errorf("%q is not in\n%s", line, long)
		}
	}
}

func TestVersionIsThatOfTheBuild(t *testing.T) {
	var v struct{ Version, Go, Platform string }
	got := run(t, "version", "--json")
	if err := json.Unmarshal([]byte(got.out), &v); err != nil || v.Version == "" || !strings.HasPrefix(v.Go, "go") || v.Platform == "" {
		t.Errorf("version --json: %q, %v", got.out, err)
	}
	if text := run(t, "version").out; !strings.HasPrefix(text, "memware "+v.Version) || strings.Count(text, "\n") != 1 {
		t.Errorf("version: %q, want one line with %q", text, v.Version)
	}
}

func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		script := run(t, "completion", shell)
		var data struct{ Shell, Script string }
		err := json.Unmarshal([]byte(run(t, "completion", "--json", shell).out), &data)
		if script.code != cli.ExitOK || !strings.Contains(script.out, "memware") || err != nil || data.Script != script.out || data.Shell != shell {
			t.Errorf("%s: exit code %d, %d bytes, JSON %v", shell, script.code, len(script.out), err)
		}
	}
	for _, tc := range []struct {
		args []string
		want string
	}{
		{[]string{"eval", "worked", "--preset", ""}, "long_history"},
		{[]string{"eval", "inject", "--paste", ""}, "fence"},
		{[]string{"eval", "retrieval", "--format", ""}, "locomo"},
		{[]string{"completion", ""}, "powershell"},
		{[]string{"config", ""}, "validate"},
	} {
		if got := run(t, append([]string{"__complete"}, tc.args...)...); !strings.Contains(got.out, tc.want) {
			t.Errorf("completion of %v: %q, want %q in it", tc.args, got.out, tc.want)
		}
	}
}
