package eval_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memware/memware/cmd/memware/internal/eval"
)

func TestGateScoresCases(t *testing.T) {
	got, err := eval.Setup{}.Gate(t.Context(), data("cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	want := eval.Gate{
		Cases: 14, Correct: 11, FalseAdmits: 1, FalseBlocks: 1, Skipped: 1,
		ByBasis: map[string]eval.GateBasis{
			"source": {Cases: 3, FalseBlocks: 1}, "scope": {Cases: 2}, "key": {Cases: 2}, "structure": {Cases: 2},
			"attribution": {Cases: 2}, "taint": {Cases: 1}, "echo": {Cases: 1}, "content": {Cases: 1, FalseAdmits: 1},
		},
		Wrong: []eval.GateWrong{
			{ID: "c6", Expected: "admit", Got: "admit", Rule: "stored_key"},
			{ID: "c14", Expected: "admit", Got: "quarantine", Rule: "origin"},
			{ID: "c15", Expected: "reject", Got: "admit"},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("gate (-want +got):\n%s", diff)
	}
}

func TestGateIsTheConfiguredOne(t *testing.T) {
	s := eval.Setup{Name: "memware.yaml", Config: []byte("gate: {fact_origins: [tool], note_origins: [tool]}")}
	got, err := s.Gate(t.Context(), data("cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if b := got.ByBasis["source"]; b.FalseAdmits != 1 || b.FalseBlocks != 1 {
		t.Errorf("by source: %+v, want c2 admitted and c1 blocked", b)
	}
}

func TestGateReachesItsAim(t *testing.T) {
	got, err := eval.Setup{}.Gate(t.Context(), data("gate_cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if got.Cases != 154 || got.Skipped != 1 {
		t.Errorf("got %d cases and %d skipped, want 154 and 1", got.Cases, got.Skipped)
	}
	for _, basis := range []string{"source", "key"} {
		if b := got.ByBasis[basis]; b.Cases == 0 || b.FalseAdmits != 0 {
			t.Errorf("basis %s: %d of %d statements were admitted wrongly, want none", basis, b.FalseAdmits, b.Cases)
		}
	}
	// 99 of the cases are not to be admitted, 55 are: 2 % of each.
	if got.FalseAdmits > 1 || got.FalseBlocks > 1 {
		t.Errorf("%d false admits and %d false blocks, want at most 1 of each: %+v", got.FalseAdmits, got.FalseBlocks, got.Wrong)
	}
}
