package eval_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memware/memware/cmd/memware/internal/eval"
)

func TestWorkedPrintsTheTableOfTheExample(t *testing.T) {
	got, err := eval.Setup{}.Worked(t.Context(), data("worked.json"))
	if err != nil {
		t.Fatal(err)
	}
	eleven := eval.WorkedHit{ID: "n28", Day: 42, Text: "I prefer meetings at 11am", Relevance: 0.699616, Score: 0.955682}
	two := eval.WorkedHit{ID: "n13", Day: 19, Text: "I prefer meetings at 2pm", Relevance: 0.699616, Score: 0.883581}
	call := eval.WorkedHit{ID: "n33", Day: 50, Text: "Had a pointless call with the bank about my card", Relevance: 0.364163, Score: 0.671777}
	unscored := func(h eval.WorkedHit) eval.WorkedHit { h.Score = h.Relevance; return h }
	want := eval.Worked{Policies: []eval.WorkedPolicy{
		{Name: "recency only", Top: []eval.WorkedHit{
			{ID: "n40", Day: 62, Text: "Two tomatoes are nearly ripe", Score: 0.951695},
			{ID: "n39", Day: 61, Text: "Sunny at last, lunch outside on the steps", Score: 0.905724},
			{ID: "n38", Day: 59, Text: "Fixed the squeaky door with a bit of oil", Score: 0.820335},
		}},
		{Name: "similarity only", AnswerPresent: true, StalePresent: true, Top: []eval.WorkedHit{unscored(eleven), unscored(two), unscored(call)}},
		{Name: "blended", AnswerPresent: true, StalePresent: true, Top: []eval.WorkedHit{eleven, two, call}},
		{Name: "blended + supersession", AnswerPresent: true, Top: []eval.WorkedHit{
			eleven, call, {ID: "n37", Day: 57, Text: "I would like a longer weekend", Relevance: 0.214299, Score: 0.587198},
		}},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("worked (-want +got):\n%s", diff)
	}
}

func TestAPolicyIsThatOfTheFileUnlessOneIsChosen(t *testing.T) {
	half := 7 * 24 * time.Hour
	for _, tc := range []struct {
		name  string
		setup eval.Setup
		want  float64 // score of the answer, 21 days old, by the blend
	}{
		{"the file's", eval.Setup{}, 0.699616 + 0.3*0.353553 + 0.3*0.5},
		{"a weight replaces that of the file", eval.Setup{Policy: eval.Choice{Importance: ptr(0.0)}}, 0.699616 + 0.3*0.353553},
		{"a half-life replaces that of the file", eval.Setup{Policy: eval.Choice{HalfLife: &half}}, 0.699616 + 0.3*0.125 + 0.3*0.5},
		{"the configured one replaces the file's",
			eval.Setup{Config: []byte("policy: {preset: long_history}"), Policy: eval.Choice{Configured: true}},
			0.699616 + 0.05*0.353553 + 0.3*0.5},
		{"a weight replaces that of the configuration",
			eval.Setup{Config: []byte("policy: {recency: 2}"), Policy: eval.Choice{Configured: true, Recency: ptr(0.0), Relevance: ptr(2.0)}},
			2*0.699616 + 0.3*0.5},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := tc.setup.Worked(t.Context(), data("worked.json"))
			if err != nil {
				t.Fatal(err)
			}
			top := got.Policies[2].Top[0]
			if diff := top.Score - tc.want; diff > 2e-6 || diff < -2e-6 {
				t.Errorf("score of %s = %v, want %v", top.ID, top.Score, tc.want)
			}
		})
	}
}

func TestAQuestionNeedsOneKeyWithSeveralNotes(t *testing.T) {
	const notes = `{"query": "when?", "query_day": 9, "notes": [
		{"id": "a", "day": 1, "text": "at 2pm", "key": "time"}, {"id": "b", "day": 2, "text": "at 3pm", "key": "%s"},
		{"id": "c", "day": 1, "text": "in Ghent", "key": "city"}, {"id": "d", "day": 2, "text": "in Bonn", "key": "%s"}]}`
	for _, tc := range []struct{ name, second, fourth, want string }{
		{"none", "place", "town", "no key has more than one note"},
		{"two", "time", "city", "several keys have more than one note"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := eval.Setup{}.Worked(t.Context(), write(t, "w.json", sprintf(notes, tc.second, tc.fourth)))
			wantProblem(t, err, "1:1", tc.want)
		})
	}
}
