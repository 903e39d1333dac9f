package config_test

import (
	"errors"
	"testing"

	"github.com/memware/memware/config"
)

// FuzzParse makes sure that a file gives a configuration or problems that say
// where they are, and that a configuration can be opened.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"{}", "", "read:\n  k: 5\n  bud", "read: {k: 900}", "policy: {preset: long_history, half_life: 14}", "a: &x [*x]", "<<: {}",
		"stages:\n  - name: near_duplicates\n    likeness: 0.5\n  - redact\n", "space:\n  concepts:\n    - {name: a, words: [b, 5]}\n",
		"gate: {fact_origins: [user, user, ~]}", "read:\n  template: |\n    {{.Text}}\n", "? [a]\n: b", "- - - -", "%YAML 9\n---\n{}", "\xff", "a: !!binary x",
		"read: {template: '{{define \"x\"}}{{template \"x\"}}{{end}}{{template \"x\"}}'}", "backend: {name: inmem, ? : }", "read: {k: 012, k: 0x1}", "\"\\x00\": 1",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := config.Parse("memware.yaml", data, nil)
		if err != nil {
			var e *config.Error
			if !errors.As(err, &e) || c != nil {
				t.Fatalf("got %v and %v", c, err)
			}
			for _, p := range e.Problems {
				if p.Line < 1 || p.Column < 1 || p.File != "memware.yaml" || p.Reason == "" {
					t.Errorf("a problem without its place: %+v", p)
				}
			}
			return
		}
		mem, err := c.Memory(t.Context())
		if err != nil {
			t.Fatalf("a valid configuration cannot be opened: %v", err)
		}
		mem.Close()
	})
}
