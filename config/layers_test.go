package config_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memware/memware/config"
)

func TestLayers(t *testing.T) {
	t.Setenv("MEMWARE_POLICY_RECENCY", "0.2")
	t.Setenv("MEMWARE_READ_K", "9")     // not in the file, nor is its section
	t.Setenv("MEMWARE_READ_BUDGET", "") // counts as none
	t.Setenv("MEMWARE_READ_DEADLINE", "45s")
	t.Setenv("MEMWARE_WRITE_FORGET_RETRACTS", "true")
	t.Setenv("MEMWARE_GATE_NOTE_ORIGINS", "system, user")
	t.Setenv("MEMWARE_STAGES_NEAR_DUPLICATES_LIKENESS", "0.7")
	t.Setenv("MEMWARE_TOKEN", "somebody else's")
	t.Setenv("MEMWARE_BACKEND_SERVICE_HOST", "10.0.0.1") // of Kubernetes, for a service memware-backend
	t.Setenv("MEMWARE_BACKEND_PORT_6379_TCP_ADDR", "10.0.0.1")
	t.Setenv("MEMWARE_READER", "somebody else's too")
	c := parse(t, `policy:
  preset: long_history
  recency: 0.1
  importance: 0.4
stages:
  - name: near_duplicates
    likeness: 0.8
`)
	for key, want := range map[string]string{
		"policy.relevance":                "1 (preset long_history)",
		"policy.recency":                  "0.2 (MEMWARE_POLICY_RECENCY)",
		"policy.importance":               "0.4 (memware.yaml:4)",
		"policy.half_life":                "14d (preset long_history)",
		"read.k":                          "9 (MEMWARE_READ_K)",
		"read.budget":                     "1000 (default)",
		"read.deadline":                   "45s (MEMWARE_READ_DEADLINE)",
		"write.forget_retracts":           "true (MEMWARE_WRITE_FORGET_RETRACTS)",
		"gate.note_origins":               "[system, user] (MEMWARE_GATE_NOTE_ORIGINS)",
		"stages.near_duplicates.likeness": "0.7 (MEMWARE_STAGES_NEAR_DUPLICATES_LIKENESS)",
		"stages":                          "[near_duplicates] (memware.yaml:6)",
	} {
		if got := value(t, c, key); got != want {
			t.Errorf("%s = %s, want %s", key, got, want)
		}
	}
}

func TestPresets(t *testing.T) {
	for _, tc := range []struct{ name, yaml, relevance, recency string }{
		{"none", "{}", "1 (default)", "0.3 (default)"},
		{"the default by name", "policy: {preset: default}", "1 (preset default)", "0.3 (preset default)"},
		{"a long history", "policy: {preset: long_history}", "1 (preset long_history)", "0.05 (preset long_history)"},
		{"a long history, with a weight of its own", "policy: {recency: 0, preset: long_history}", "1 (preset long_history)", "0 (memware.yaml:1)"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := parse(t, tc.yaml)
			got := []string{value(t, c, "policy.relevance"), value(t, c, "policy.recency")}
			if diff := cmp.Diff([]string{tc.relevance, tc.recency}, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("from the environment", func(t *testing.T) {
		t.Setenv("MEMWARE_POLICY_PRESET", "long_history")
		if got, want := value(t, parse(t, "{}"), "policy.recency"), "0.05 (preset long_history)"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

func TestEverySettingHasAVariable(t *testing.T) {
	yaml := "stages: [{name: redact}, {name: relevance_floor}, {name: near_duplicates}]"
	other := map[string]string{ // another valid value, by key
		"space.low": "0.1", "space.high": "0.9", "space.stop_words": "well,so", "extractor.name": "none",
		"policy.preset": "long_history", "policy.half_life": "30d", "read.k": "7", "read.budget": "800", "read.fanout": "8",
		"read.min_relevance": "0.2", "read.deadline": "1s", "read.fail_closed": "true", "read.template": "{{.Text}}",
		"policy.relevance": "2", "policy.recency": "2", "policy.importance": "2",
		"write.deadline": "1s", "write.forget_retracts": "true", "gate.fact_origins": "system", "gate.note_origins": "user",
		"gate.untrusted": "reject", "gate.allow_keys": "home.*", "gate.deny_keys": "bank.*", "gate.secrets": "redact", "gate.max_text": "100", "gate.max_key": "9",
		"quarantine.limit": "10", "quarantine.age": "1d", "telemetry.capture_content": "true", "telemetry.store_id": "store-1",
		"stages.redact.kinds": "card", "stages.relevance_floor.least": "0.3", "stages.near_duplicates.likeness": "0.5",
	}
	for _, s := range parse(t, yaml).Settings() {
		if v, ok := other[s.Key]; ok {
			t.Setenv("MEMWARE_"+strings.ToUpper(strings.ReplaceAll(s.Key, ".", "_")), v)
		} else if !strings.Contains("stages space.concepts space.name space.dim backend.name embedder.name gate.name", s.Key) {
			t.Errorf("%s is not tried", s.Key) // those above have one valid value, or no variable
		}
	}
	for _, s := range parse(t, yaml).Settings() {
		want, ok := other[s.Key]
		shown := strings.NewReplacer("[", "", "]", "", ", ", ",").Replace(s.Value)
		if ok && (shown != want || !strings.HasPrefix(s.Origin, "MEMWARE_")) {
			t.Errorf("%s = %s of %s, want %s of its variable", s.Key, s.Value, s.Origin, want)
		}
	}
}

func TestMistakesOfTheEnvironment(t *testing.T) {
	for name, v := range map[string]string{
		"MEMWARE_READ_K": "many", "MEMWARE_READ_BUGDET": "3", "MEMWARE_READ_DEADLINE": "300",
		"MEMWARE_READ_FAIL_CLOSED": "1", "MEMWARE_GATE_FACT_ORIGINS": "user,root", "MEMWARE_SPACE_CONCEPTS": "x",
		"MEMWARE_STAGES_REDACT_KINDS": "card", "MEMWARE_READ_FANOUT": "0x10", "MEMWARE_STAGES": "redact",
	} {
		t.Setenv(name, v)
	}
	want := []string{
		"memware.yaml:1:12: read.k = oops: not a whole number; give a whole number from 1 to 156",
		`MEMWARE_GATE_FACT_ORIGINS: gate.fact_origins = "user,root": unknown; give a list of some of system, user, assistant, tool, document, other`,
		"MEMWARE_READ_BUGDET: no setting has this variable; did you mean MEMWARE_READ_BUDGET?",
		`MEMWARE_READ_DEADLINE: read.deadline = "300": a bare number has no unit; give a duration with its unit, such as 300ms, 2s, 1h30m or 14d`,
		`MEMWARE_READ_FAIL_CLOSED: read.fail_closed = "1": neither true nor false; give true or false`,
		`MEMWARE_READ_FANOUT: read.fanout = "0x10": not a whole number; give a whole number from 1 to 64`,
		"MEMWARE_SPACE_CONCEPTS: space.concepts: a list of sections fits into no variable; give it in the file",
		"MEMWARE_STAGES: no setting has this variable; unset it",
		"MEMWARE_STAGES_REDACT_KINDS: no setting has this variable; unset it",
	}
	t.Setenv("MEMWARE_READ_K", "")
	if diff := cmp.Diff(want, problems(t, "{read: {k: oops}}", nil)); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

func TestTheGenAIVariableCapturesContent(t *testing.T) {
	t.Setenv("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "true")
	c := parse(t, "telemetry: {capture_content: false}")
	if got, want := value(t, c, "telemetry.capture_content"), "true (OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAnotherPrefix(t *testing.T) {
	t.Setenv("MEMWARE_READ_K", "9")
	t.Setenv("CHAT_READ_K", "8")
	c, err := config.Parse("m.yaml", []byte("{}"), &config.Options{EnvPrefix: "CHAT"})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := value(t, c, "read.k"), "8 (CHAT_READ_K)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Viper lower-cases keys and splits them at dots: what the user names is no key.
func TestNamesOfTheUserStayAsTheyAre(t *testing.T) {
	c := parse(t, "space:\n  concepts:\n    - {name: Node.js, words: [NodeJS, node]}\n  stop_words: [C++, \"on\"]\n")
	if got, want := value(t, c, "space.concepts"), "[{name: Node.js, words: [NodeJS, node]}] (memware.yaml:3)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := value(t, c, "space.stop_words"), "[C++, on] (memware.yaml:4)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestDurations(t *testing.T) {
	for in, want := range map[string]string{
		"14d": "14d", "2w": "14d", "336h": "14d", "1d12h": "1d12h", "36h": "1d12h", "1.5d": "1d12h", "90m": "1h30m", "60m": "1h",
		"300ms": "300ms", "1h0m1s": "1h0m1s", "500us": "500µs", "500µs": "500µs", "10s": "10s", "20m": "20m", "1d1ns": "1d1ns",
	} {
		if got := value(t, parse(t, "policy: {half_life: "+in+"}"), "policy.half_life"); got != want+" (memware.yaml:1)" {
			t.Errorf("%s became %s, want %s", in, got, want)
		}
		if got := value(t, parse(t, "policy: {half_life: "+want+"}"), "policy.half_life"); got != want+" (memware.yaml:1)" {
			t.Errorf("%s, written again, became %s", want, got)
		}
	}
}

func TestRevision(t *testing.T) {
	a, b := parse(t, "read: {k: 7}"), parse(t, "# the same\nread:\n  k: 7\n  budget: 1000\n")
	if a.Revision() != b.Revision() {
		t.Errorf("equal settings have the revisions %s and %s", a.Revision(), b.Revision())
	}
	if other := parse(t, "read: {k: 8}"); other.Revision() == a.Revision() {
		t.Errorf("other settings have the revision %s too", a.Revision())
	}
}
