package config_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/memware/memware/config"
)

func TestEachExampleMakesAMemory(t *testing.T) {
	files, err := filepath.Glob("*.yaml")
	if err != nil || len(files) != 4 {
		t.Fatalf("got %d files, %v, want 4", len(files), err)
	}
	for _, f := range files {
		t.Run(f, func(t *testing.T) {
			c, err := config.Load(f, nil)
			if err != nil {
				t.Fatal(err)
			}
			mem, err := c.Memory(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if err := mem.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestWhatTheExamplesPromise(t *testing.T) {
	for _, tc := range []struct{ file, key, want string }{
		{"personal.yaml", "policy.recency", "0.3 (preset default)"},
		{"support.yaml", "policy.half_life", "3d"},
		{"support.yaml", "stages.redact.kinds", "[email, iban, card, phone] (default)"},
		{"companion.yaml", "policy.recency", "0.05 (preset long_history)"},
		{"companion.yaml", "policy.importance", "0.4"},
		{"tenants.yaml", "read.fail_closed", "true"},
		{"tenants.yaml", "gate.fact_origins", "[system]"},
	} {
		c, err := config.Load(tc.file, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range c.Settings() {
			if got := s.Value + " (" + s.Origin + ")"; s.Key == tc.key && !strings.HasPrefix(got, tc.want) {
				t.Errorf("%s: %s = %s, want %s", tc.file, tc.key, got, tc.want)
			}
		}
	}
}
