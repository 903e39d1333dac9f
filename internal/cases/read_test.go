package cases_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/memware/memware/adapters/rules"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/middleware"
)

func TestOldConstraintOutranksRecentChatter(t *testing.T) {
	k := newTalk(t, nil)
	k.say(t, "I am allergic to penicillin")
	for day := range 60 {
		k.clock.pass(24 * time.Hour)
		k.say(t, fmt.Sprintf("the walk on day %d took me past the pharmacy and the doctor again", day))
	}
	w, err := k.mem.Read(k.ctx, middleware.Ask{Text: "the doctor offers me penicillin, is that fine?"})
	if err != nil || len(w.Memories) == 0 || w.Memories[0].Text != "I am allergic to penicillin" {
		t.Errorf("first is %v, %v, want the allergy", w.Memories[0].Text, err)
	}
}

func TestRow7ImportanceDrownsRelevance(t *testing.T) {
	floor := 0.05
	for _, tc := range []struct {
		name  string
		floor *float64
		want  bool // in the window
	}{{"without a floor", nil, false}, {"with a floor", &floor, true}} {
		t.Run(tc.name, func(t *testing.T) {
			k := newTalk(t, &middleware.Options{MinRelevance: tc.floor})
			for i := range 50 {
				j, err := k.mem.Remember(k.ctx, middleware.Statement{
					Origin: backends.System, Text: fmt.Sprintf("policy %d of the company holds", i), Importance: 1,
				})
				if err != nil || j.Outcome != backends.Inserted {
					t.Fatal(j.Outcome, err)
				}
			}
			const text = "we once took the slow ferry across the bay, with sandwiches, umbrellas, a kite, two " +
				"cousins and somebody's accordion, to see the old lighthouse keeper who raises rabbits, paints gates, " +
				"collects bottles, repairs clocks and lives with seventeen cats"
			j, err := k.mem.Remember(k.ctx, middleware.Statement{Origin: backends.User, Text: text, Importance: 0.3})
			if err != nil || j.Outcome != backends.Inserted {
				t.Fatal(j.Outcome, err)
			}
			k.clock.pass(300 * 24 * time.Hour)
			if got := strings.Contains(k.say(t, "is there a lighthouse?"), "seventeen cats"); got != tc.want {
				t.Errorf("found %v, want %v", got, tc.want)
			}
		})
	}
}

func TestRow16ChangingTheEmbeddingModelSpoilsTheStore(t *testing.T) {
	old := backends.Space{Name: "old-model", Dim: 2}
	for _, other := range []backends.Space{{Name: "new-model", Dim: 2}, {Name: "old-model", Dim: 3}} {
		_, err := middleware.New(inmem.New(&inmem.Options{Space: old}), rules.New(), &middleware.Options{Embedder: spaced{other}})
		if !errors.Is(err, backends.ErrSpace) || !strings.Contains(err.Error(), "old-model") || !strings.Contains(err.Error(), "import") {
			t.Errorf("%+v: got %v, want a refusal that names both and the remedy", other, err)
		}
	}
}

// spaced is an embedder of which only the space is asked.
type spaced struct{ space backends.Space }

func (s spaced) Space() backends.Space { return s.space }

func (s spaced) EmbedQuery(context.Context, string) ([]float32, error) {
	return nil, backends.ErrUnavailable
}

func (s spaced) EmbedDocuments(context.Context, []string) ([][]float32, error) {
	return nil, backends.ErrUnavailable
}

func TestRow22ATimeIsShownAsTheWrongDay(t *testing.T) {
	k := newTalk(t, nil)
	k.clock.pass(14*time.Hour + 30*time.Minute) // 23:30 UTC on March 1
	k.say(t, "I live in Porto")
	for _, tc := range []struct {
		zone *time.Location
		day  string
	}{
		{nil, "2026-03-01"},
		{time.FixedZone("Tokyo", 9*3600), "2026-03-02"},
		{time.FixedZone("Honolulu", -10*3600), "2026-03-01"},
	} {
		zoned := k
		zoned.ctx = middleware.WithZone(k.ctx, tc.zone)
		if sent := zoned.say(t, "where do I live?"); !strings.Contains(sent, "["+tc.day+", user] I live in Porto") {
			t.Errorf("zone %v shows:\n%s", tc.zone, sent)
		}
	}
}
