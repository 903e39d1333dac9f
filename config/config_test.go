package config_test

import (
	"errors"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/config"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func parse(t *testing.T, yaml string) *config.Config {
	t.Helper()
	c, err := config.Parse("memware.yaml", []byte(yaml), nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// problems returns what is wrong with a file, a line each.
func problems(t *testing.T, yaml string, o *config.Options) []string {
	t.Helper()
	_, err := config.Parse("memware.yaml", []byte(yaml), o)
	var e *config.Error
	if !errors.As(err, &e) {
		t.Fatalf("got error %v, want a config.Error", err)
	}
	if !errors.Is(err, backends.ErrInvalid) {
		t.Errorf("error %v does not match ErrInvalid", err)
	}
	var lines []string
	for _, p := range e.Problems {
		lines = append(lines, p.Error())
	}
	return lines
}

// value returns a setting as "value (origin)".
func value(t *testing.T, c *config.Config, key string) string {
	t.Helper()
	for _, s := range c.Settings() {
		if s.Key == key {
			return s.Value + " (" + s.Origin + ")"
		}
	}
	t.Fatalf("no setting %s", key)
	return ""
}

func TestFiveMistakesAreToldAtOnce(t *testing.T) {
	got := problems(t, `
read:
  k: 0
  budgte: 2000
policy:
  half_life: 14
  preset: longhistory
backend:
  name: postgres
`, nil)
	want := []string{
		"memware.yaml:3:6: read.k = 0: below 1; give a whole number from 1 to 156",
		"memware.yaml:4:3: read.budgte: unknown key; did you mean budget?",
		"memware.yaml:6:14: policy.half_life = 14: a bare number has no unit; give a duration with its unit, such as 300ms, 2s, 1h30m or 14d",
		"memware.yaml:7:11: policy.preset = longhistory: unknown; give one of default, long_history",
		"memware.yaml:9:9: backend.name = postgres: unknown; known: inmem; others have to be in Options.Plugins",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

func TestMistakes(t *testing.T) {
	for _, tc := range []struct{ name, yaml, want string }{
		{"a number in quotes", "read:\n  k: \"5\"", `memware.yaml:2:6: read.k = "5": not a whole number`},
		{"an octal number", "read:\n  k: 012", "2:6: read.k = 012: not a whole number"},
		{"a number too large for any integer", "read:\n  k: 99999999999999999999", "read.k = 99999999999999999999: not a whole number"},
		{"a fraction where a whole number belongs", "read: {k: 2.5}", "1:11: read.k = 2.5: not a whole number"},
		{"a weight that is not finite", "policy:\n  recency: .inf", "2:12: policy.recency = .inf: not a number"},
		{"a negative weight", "policy:\n  recency: -0.1", "policy.recency = -0.1: below 0"},
		{"yes for true", "read:\n  fail_closed: yes", "read.fail_closed = yes: neither true nor false"},
		{"a quoted boolean", "read:\n  fail_closed: \"true\"", "neither true nor false"},
		{"a number for a name", "space:\n  name: 5", "space.name = 5: a number instead of a text"},
		{"a key in capitals", "read:\n  K: 5", "2:3: read.K: unknown key; did you mean k?"},
		{"a section in capitals", "Read:\n  k: 5", "1:1: Read: unknown key; did you mean read?"},
		{"a key with dots", "read.k: 5", "1:1: read.k: unknown key"},
		{"a key twice", "read:\n  k: 5\n  k: 6", "3:3: read.k: given twice, first in line 2"},
		{"a value where a section belongs", "read: 5", "1:7: read: a number instead of a section"},
		{"a section where a value belongs", "read:\n  k:\n    much: 1", "3:5: read.k: a section instead of a value"},
		{"a list where a value belongs", "read:\n  k: [1]", "2:6: read.k: a list where another value belongs"},
		{"a value where a list belongs", "gate:\n  fact_origins: user", "gate.fact_origins: a text where another value belongs; give a list of some of system, user"},
		{"no value", "read:\n  k:", "2:6: read.k: no value; give a whole number from 1 to 156, or take it out"},
		{"an empty section", "read:\npolicy: {recency: 1}", "1:1: read: the section is empty"},
		{"a duration without a unit", "read:\n  deadline: 300", "read.deadline = 300: a bare number has no unit"},
		{"a quoted duration without a unit", "read:\n  deadline: \"300\"", `read.deadline = "300": a bare number has no unit`},
		{"a duration of nothing", "read:\n  deadline: 0s", "read.deadline = 0s: not above 0"},
		{"a deadline that is none", "write:\n  deadline: 2h", "write.deadline = 2h: above 1h"},
		{"a negative duration", "policy:\n  half_life: -14d", "policy.half_life = -14d: not a duration"},
		{"a duration beyond all", "policy:\n  half_life: 999999999w", "a duration out of range"},
		{"all weights zero", "policy: {relevance: 0, recency: 0, importance: 0}", "policy.relevance: all weights are 0"},
		{"an origin that is none", "gate:\n  fact_origins: [user, admin]", "2:24: gate.fact_origins[1] = admin: unknown"},
		{"an origin twice", "gate:\n  fact_origins: [user, user]", "gate.fact_origins: something is in the list twice"},
		{"patterns of no key", "gate:\n  allow_keys: [Home.*, \"[\"]\n  deny_keys: [a b]", "2:15: gate.allow_keys = \"[\": matches no key"},
		{"a pattern in capitals", "gate:\n  allow_keys: [Home.*]\n", "2:15: gate.allow_keys = \"Home.*\": matches no key; give keys in lower case"},
		{"a template that is none", "read:\n  template: \"{{.Text\"", "2:13: read.template: not a template"},
		{"a template of an unknown field", "read:\n  template: \"{{.Tenant}}\"", "read.template: not a template that renders"},
		{"a stage without a name", "stages:\n  - likeness: 0.5", "2:5: stages[0].name: missing; known: near_duplicates, redact, relevance_floor"},
		{"a stage twice", "stages: [{name: redact}, {name: redact}]", "1:33: stages[1].name: given twice"},
		{"a stage that is a text", "stages:\n  - redact", "2:5: stages[0]: a text instead of a section"},
		{"stages that are no list", "stages:\n  redact: {}", "stages: a section instead of a list"},
		{"an option of another stage", "stages:\n  - name: redact\n    likeness: 1", "3:5: stages.redact.likeness: unknown key; known: name, kinds"},
		{"a space without an embedder", "space:\n  name: minilm\n  dim: 384", "2:9: space.name = minilm: the space needs an embedder"},
		{"vectors of no length", "space:\n  name: minilm", "space.dim: the space has vectors of no length"},
		{"tfidf with a dimension", "space:\n  dim: 3", "2:8: space.dim = 3: tfidf has no vectors"},
		{"a calibration upside down", "space: {low: 0.5, high: 0.2}", "space.high: not above low"},
		{"a concept without words", "space:\n  concepts:\n    - name: meeting", "3:7: space.concepts[0].words: missing; give it"},
		{"a concept twice", "space:\n  concepts:\n    - {name: a, words: [b]}\n    - {name: a, words: [c]}", "4:14: space.concepts[1].name = a: given twice"},
		{"an anchor", "read: &r {k: 5}", "1:7: read: anchors, aliases and tags are not read here"},
		{"a merge key", "<<: {}", "1:1: a key that is no plain text"},
		{"a tag", "read: {k: !!int 5}", "anchors, aliases and tags are not read here"},
		{"a second document", "read: {k: 5}\n---\nread: {k: 6}", "3:1: a second document starts here"},
		{"a list at the top", "- read", "1:1: the file is a list; start with a section"},
		{"too many bytes", "# " + strings.Repeat("x", 1<<16), "the file has 65538 bytes; keep it to 65536"},
		{"nested out of all reason", strings.Repeat("[", 60_000), "1:17: nested too deep"},
		{"nested in one line", strings.Repeat("- ", 30_000), "nested too deep"},
		{"bytes that are no text", "read:\n  k: \xff", "2:6: not UTF-8 text"},
		{"UTF-16", "r\x00e\x00", "1:2: not UTF-8 text"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := strings.Join(problems(t, tc.yaml, nil), "\n")
			if !strings.Contains(got, tc.want) {
				t.Errorf("got\n%s\nwant a problem with\n%s", got, tc.want)
			}
		})
	}
}

func TestBrokenAndHalfWrittenFiles(t *testing.T) {
	for _, tc := range []struct{ name, yaml, want string }{
		{"empty", "", "memware.yaml:1:1: the file holds no settings"},
		{"comments alone", "# read:\n#   k: 5\n", "memware.yaml:1:1: the file holds no settings"},
		{"cut in a key", "read:\n  k: 5\n  bud", "memware.yaml:3:3: broken YAML"},
		{"cut before a value", "read:\n  k: 5\n  budget:", "memware.yaml:3:11: read.budget: no value"},
		{"cut behind a section", "read:\n  k: 5\npolicy:\n", "memware.yaml:3:1: policy: the section is empty"},
		{"cut in a list", "gate:\n  fact_origins: [user,", "memware.yaml:2:17: broken YAML"},
		{"cut in a quoted text", "space:\n  name: \"tf", "memware.yaml:2:9: broken YAML"},
		{"a tab", "read:\n\tk: 5", "memware.yaml:2:1: broken YAML"},
		{"a colon too many", "read: k: 5", "memware.yaml:1:7: broken YAML"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := problems(t, tc.yaml, nil)
			if len(got) != 1 || !strings.HasPrefix(got[0], tc.want) {
				t.Errorf("got %q, want one problem starting with %q", got, tc.want)
			}
		})
	}
}

func TestBrokenFilesAreNotQuoted(t *testing.T) {
	const canary = "hunter2"
	for _, yaml := range []string{
		"backend: {password: " + canary, "password: " + canary + ": x", "password: " + canary, "a: \"" + canary,
		"backend:\n  password: " + canary + "\n broken", "- " + canary, "x: !" + canary + " 5 5",
	} {
		if got := strings.Join(problems(t, yaml, nil), "\n"); strings.Contains(got, canary) {
			t.Errorf("%q is quoted in %s", yaml, got)
		}
	}
}

func TestAMissingFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memware.yaml")
	_, err := config.Load(path, nil)
	var e *config.Error
	if !errors.Is(err, fs.ErrNotExist) || !errors.Is(err, backends.ErrInvalid) || !errors.As(err, &e) {
		t.Errorf("got %v, want an error that matches fs.ErrNotExist and ErrInvalid", err)
	}
	if want := "config: " + path + ": cannot be read: no such file or directory; check the path and its permissions"; err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
	if _, err := config.Load(t.TempDir(), nil); err == nil {
		t.Error("a folder was loaded")
	}
}

func TestFilesOfOtherEditors(t *testing.T) {
	for name, yaml := range map[string]string{
		"a byte order mark":   "\xef\xbb\xbfread:\n  k: 7\n",
		"Windows line ends":   "read:\r\n  k: 7\r\n",
		"flow style":          "{read: {k: 7}}",
		"a document's start":  "%YAML 1.2\n---\nread:\n  k: 7\n...\n",
		"no line end at last": "read:\n  k: 7",
	} {
		if got := value(t, parse(t, yaml), "read.k"); !strings.HasPrefix(got, "7 ") {
			t.Errorf("%s: got k = %s, want 7", name, got)
		}
	}
}

// The documentation's example says what an empty file does.
func TestTheDocumentedFileIsTheDefault(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "doc.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(f.Doc.Text(), "# The file")
	example, _, _ := strings.Cut(rest, "[Schema]")
	var yaml strings.Builder
	for line := range strings.Lines(example) {
		if code, ok := strings.CutPrefix(line, "\t"); ok {
			yaml.WriteString(code)
		}
	}
	documented, empty := parse(t, yaml.String()), parse(t, "{}")
	if documented.Revision() != empty.Revision() {
		t.Errorf("settings (-default +documented):\n%s", cmp.Diff(empty.Settings(), documented.Settings()))
	}
	given := 0
	for _, s := range documented.Settings() {
		if s.Origin != "default" {
			given++
		}
	}
	if want := len(empty.Settings()) - 1; given != want { // all but min_relevance
		t.Errorf("%d settings are documented, want %d", given, want)
	}
}

func TestLoadReadsTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.yaml")
	if err := os.WriteFile(path, []byte("read:\n  k: 7\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := config.Load(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := value(t, c, "read.k"), "7 ("+path+":2)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
