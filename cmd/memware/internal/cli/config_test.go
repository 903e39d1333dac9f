package cli_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memware/memware/cmd/memware/internal/cli"
)

func TestConfigValidate(t *testing.T) {
	if got := run(t, "config", "validate", data("memware.yaml")); got.code != cli.ExitOK || got.out != data("memware.yaml")+": valid\n" {
		t.Errorf("got %+v, want the file to be valid", got)
	}
	got := run(t, "config", "validate", data("broken.yaml"))
	if got.code != cli.ExitInvalid || got.out != "" {
		t.Errorf("got exit code %d and output %q, want %d and none", got.code, got.out, cli.ExitInvalid)
	}
	for _, want := range []string{"broken.yaml:2:6: read.k", "broken.yaml:3:3: read.bugdet", "did you mean budget?", "broken.yaml:5:14: policy.half_life"} {
		if !strings.Contains(got.err, want) {
			t.Errorf("messages have no %q:\n%s", want, got.err)
		}
	}
}

func TestConfigValidateTellsProblemsAsJSON(t *testing.T) {
	type problem struct {
		File, Variable string
		Line, Column   int
		Key, Value     string
		Reason, Remedy string
	}
	t.Setenv("MEMWARE_READ_FANOUT", "65")
	for _, tc := range []struct {
		name, file string
		want       []problem // without what the configuration says in words
	}{
		{"mistakes in the file, and one of the environment", data("broken.yaml"), []problem{
			{File: data("broken.yaml"), Line: 2, Column: 6, Key: "read.k", Value: "0"},
			{File: data("broken.yaml"), Line: 3, Column: 3, Key: "read.bugdet"},
			{File: data("broken.yaml"), Line: 5, Column: 14, Key: "policy.half_life", Value: "14"},
			{Variable: "MEMWARE_READ_FANOUT", Key: "read.fanout", Value: `"65"`},
		}},
		{"a file that is missing", data("none"), []problem{{File: data("none")}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var v struct {
				File     string
				Valid    bool
				Problems []problem
			}
			got := run(t, "config", "validate", "--json", tc.file)
			if err := json.Unmarshal([]byte(got.out), &v); err != nil || got.code != cli.ExitInvalid || got.err != "" || v.Valid || v.File != tc.file {
				t.Errorf("got %+v, %v, want JSON alone and exit code %d", got, err, cli.ExitInvalid)
			}
			for i, p := range v.Problems {
				if p.Reason == "" || p.Remedy == "" {
					t.Errorf("%+v: want a reason and a remedy", p)
				}
				v.Problems[i].Reason, v.Problems[i].Remedy = "", ""
			}
			if diff := cmp.Diff(tc.want, v.Problems); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestConfigSchemaIsJSON(t *testing.T) {
	var schema struct{ Properties map[string]any }
	got := run(t, "config", "schema")
	if err := json.Unmarshal([]byte(got.out), &schema); err != nil || schema.Properties["policy"] == nil {
		t.Errorf("got %d bytes, %v, want a schema with a policy", len(got.out), err)
	}
}

func TestConfigShow(t *testing.T) {
	t.Setenv("MEMWARE_READ_BUDGET", "500")
	line := func(text, key string) []string {
		for l := range strings.Lines(text) {
			if f := strings.Fields(l); len(f) > 0 && f[0] == key {
				return f[1:]
			}
		}
		return nil
	}
	plain, origin := run(t, "config", "show", data("memware.yaml")), run(t, "config", "show", "--origin", data("memware.yaml"))
	for key, want := range map[string][]string{
		"read.k":         {"8", data("memware.yaml") + ":4"},
		"read.budget":    {"500", "MEMWARE_READ_BUDGET"},
		"policy.recency": {"0.05", "preset", "long_history"},
		"read.fanout":    {"4", "default"},
	} {
		if got := line(origin.out, key); !slices.Equal(got, want) {
			t.Errorf("%s = %v with --origin, want %v", key, got, want)
		}
		if got := line(plain.out, key); !slices.Equal(got, want[:1]) {
			t.Errorf("%s = %v, want %v", key, got, want[:1])
		}
	}
	var shown struct {
		File, Revision string
		Settings       []struct{ Key, Value, Origin string }
	}
	got := run(t, "config", "show", "--json", data("memware.yaml"))
	if err := json.Unmarshal([]byte(got.out), &shown); err != nil || shown.Revision == "" || len(shown.Settings) < 20 || shown.Settings[0].Origin == "" {
		t.Errorf("config show --json: %v\n%s", err, got.out)
	}
}

func TestPresetsAreThoseOfTheConfiguration(t *testing.T) {
	schema := run(t, "config", "schema").out
	for _, preset := range []string{"default", "long_history"} {
		if got := run(t, "eval", "retrieval", "--preset", preset, data("conversations.json")); got.code != cli.ExitOK {
			t.Errorf("--preset %s: exit code %d, %s", preset, got.code, got.err)
		}
		if !strings.Contains(schema, `"`+preset+`"`) {
			t.Errorf("the schema knows no preset %s", preset)
		}
	}
}
