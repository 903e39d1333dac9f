package eval_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memware/memware/cmd/memware/internal/eval"
)

func TestInjectedTextsAreNotAdmitted(t *testing.T) {
	for _, tc := range []struct {
		name, file string
		texts      int
	}{
		{"a text a line", "texts.txt", 2},
		{"JSONL of objects and texts", "texts.jsonl", 2},
		{"an object of objects with adv_texts", "poison.json", 3},
	} {
		for _, paste := range []string{"quote", "mail", "fence"} {
			t.Run(tc.name+", pasted as "+paste, func(t *testing.T) {
				got, err := eval.Setup{}.Inject(t.Context(), data(tc.file), paste)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(eval.Inject{Texts: tc.texts}, got); diff != "" {
					t.Errorf("inject (-want +got):\n%s", diff)
				}
			})
		}
	}
}

func TestInjectCountsWhatIsAdmitted(t *testing.T) {
	for _, tc := range []struct {
		name, origin           string
		tool, document, pasted bool
	}{
		{"of tools", "tool", true, false, false},
		{"of documents, as which pasted text counts", "document", false, true, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := eval.Setup{Name: "memware.yaml", Config: []byte("gate: {fact_origins: [" + tc.origin + "], note_origins: []}")}
			got, err := s.Inject(t.Context(), data("texts.txt"), "bare")
			if err != nil {
				t.Fatal(err)
			}
			f := got.FactsAdmitted
			if f.Tool > 0 != tc.tool || f.Document > 0 != tc.document || f.Pasted > 0 != tc.pasted {
				t.Errorf("facts admitted: %+v", f)
			}
		})
	}
}
