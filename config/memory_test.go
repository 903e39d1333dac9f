package config_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/config"
	"github.com/memware/memware/middleware"
)

// What the schema allows, the memory takes: their bounds are the same.
func TestBoundsAreThoseOfTheMemory(t *testing.T) {
	for _, yaml := range []string{
		"read: {k: 1, budget: 1, fanout: 1, deadline: 1ns, min_relevance: -100}\nwrite: {deadline: 1ns}\nquarantine: {limit: 1, age: 1ns}",
		"read: {k: 156, budget: 16777216, fanout: 64, deadline: 1h, min_relevance: 100}\nwrite: {deadline: 1h}\npolicy: {half_life: 5000w}",
		"policy: {relevance: 0, recency: 1e-300, importance: 0, half_life: 1ns}",
		"stages: [{name: redact, kinds: [card]}, {name: relevance_floor, least: -1}, {name: near_duplicates, likeness: 1}]",
		"gate: {fact_origins: [], note_origins: [], max_text: 1, max_key: 1, untrusted: reject, secrets: admit, allow_keys: []}",
		"gate: {max_text: 8192, max_key: 128, untrusted: quarantine, secrets: redact, allow_keys: [a.*, b], deny_keys: ['*']}",
		"telemetry: {store_id: store-1, capture_content: true}",
		"read: {template: '{{.Rank}} {{.Date}} {{.Time}} {{.Origin}} {{.Key}} {{.Member}} {{.Value}} {{.Text}} {{.Session}}'}",
	} {
		mem, err := parse(t, yaml).Memory(t.Context())
		if err != nil {
			t.Errorf("%s: %v", yaml, err)
			continue
		}
		mem.Close()
	}
}

func TestSettingsReachTheMemory(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	c, err := config.Parse("m.yaml", []byte(`
policy: {relevance: 2, recency: 0, importance: 0}
read: {k: 2, template: "* {{.Text}}"}
gate: {note_origins: []}
space:
  concepts: [{name: meeting, words: [call]}]
`), &config.Options{Memory: middleware.Options{
		Clock: func() time.Time { return now },
		K:     50, Deadline: time.Nanosecond, // the file's, not these
	}})
	if err != nil {
		t.Fatal(err)
	}
	mem, err := c.Memory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()
	ctx := middleware.WithScope(t.Context(), backends.Scope{Tenant: "acme", User: "alice"})
	for i := range 4 {
		if _, err := mem.Remember(ctx, middleware.Statement{
			Key: fmt.Sprintf("meeting.%d", i), Value: "noon", Text: fmt.Sprintf("meeting %d is at noon", i), Origin: backends.User,
		}); err != nil {
			t.Fatal(err)
		}
	}
	held, err := mem.Write(ctx, middleware.Turn{Messages: []middleware.Message{{Origin: backends.User, Text: "The door is green."}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range held.Candidates {
		if j.Kind == backends.Note && j.Verdict.Decision != middleware.Quarantine {
			t.Errorf("verdict on a note: %+v, want it in quarantine", j.Verdict)
		}
	}
	w, err := mem.Read(ctx, middleware.Ask{Text: "call"})
	if err != nil {
		t.Fatal(err)
	}
	if len(w.Memories) != 2 || w.Memories[0].Score.Total != 2*w.Memories[0].Score.Relevance || w.Memories[0].Score.Relevance == 0 {
		t.Errorf("got %d memories, the first scored %+v", len(w.Memories), w.Memories[0].Score)
	}
	if !strings.Contains(w.Text, "\n* meeting") {
		t.Errorf("window = %q", w.Text)
	}
}
