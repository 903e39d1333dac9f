package middleware_test

import (
	"context"
	"math"
	"strings"
	"testing"
	"text/template"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/middleware"
)

func TestRegressionFloorThatIsNoNumber(t *testing.T) {
	b := newBench(t, nil)
	nan := math.NaN()
	if b.Reload(middleware.Options{MinRelevance: &nan}) == nil {
		t.Error("it is taken, and every read fails from then on")
	}
}

func TestRegressionBrokenByteInAQuestion(t *testing.T) {
	b := newBench(t, nil)
	b.say(t, "tea is nice")
	if _, err := b.Read(b.ctx, middleware.Ask{Text: "tea \xff"}); err != nil {
		t.Errorf("no memory for this turn, an error where fail-closed: %v", err)
	}
}

func TestRegressionOneMemoryEmptiesTheWindow(t *testing.T) {
	b := newBench(t, func(o *middleware.Options) { o.Template = template.Must(template.New("angle").Parse("* <{{.Text}}>")) })
	b.say(t, "tea is nice")
	b.say(t, "/memory")
	if w, err := b.Read(b.ctx, middleware.Ask{Text: "tea memory"}); len(w.Memories) == 0 {
		t.Errorf("got no memories, want the other one: %v", err)
	}
}

func TestRegressionEchoWithinAWord(t *testing.T) {
	b := newBench(t, nil)
	w, err := b.Write(b.ctx, middleware.Turn{Shown: []string{"tea"}, Messages: []middleware.Message{{Origin: backends.Assistant, Text: "Your steam engine tour is booked"}}})
	if err != nil || w.Candidates[0].Verdict.Decision == middleware.Reject {
		t.Errorf("rejected as %s: %v", w.Candidates[0].Verdict.Rule, err)
	}
}

func TestRegressionSecretInAKey(t *testing.T) {
	b := newBench(t, nil)
	j, err := b.Remember(b.ctx, middleware.Statement{Origin: backends.User, Key: "card.4111111111111111", Value: "visa", Text: "a card"})
	if err != nil || j.Verdict.Decision == middleware.Admit {
		t.Errorf("a card number is stored as a key (%v)", err)
	}
}

func TestRegressionReasonTooLong(t *testing.T) {
	b := newBench(t, func(o *middleware.Options) {
		o.Gate = middleware.GateFunc(func(context.Context, middleware.Candidate) (middleware.Verdict, error) {
			return middleware.Verdict{Rule: strings.Repeat("x", 2000)}, nil
		})
	})
	if _, err := b.Write(b.ctx, middleware.Turn{Messages: []middleware.Message{{Origin: backends.User, Text: "k"}}}); err != nil {
		t.Errorf("a held statement is lost: %v", err)
	}
}

func TestRegressionRetractThatIsHeld(t *testing.T) {
	b := newBench(t, nil)
	b.say(t, "home.city=Kyoto")
	b.clock.pass(time.Minute)
	if o, err := b.Retract(b.ctx, "home.city!", ""); err == nil {
		t.Errorf("no error, and the outcome is %v: it waits in quarantine", o)
	}
}

// Another host's clock is a minute ahead: List tells its value, Read the old one.
func TestRegressionListTellsTheFuture(t *testing.T) {
	c := newClock()
	store := inmem.New(&inmem.Options{Clock: c.Now})
	mem, err := middleware.New(store, middleware.ExtractorFunc(notation), &middleware.Options{Clock: c.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()
	ctx := middleware.WithScope(t.Context(), alice)
	for id, ahead := range map[string]time.Duration{"old": -time.Minute, "new": time.Minute} {
		if _, err := store.Put(ctx, []backends.Record{{ID: id, Scope: alice, Kind: backends.Fact, Key: "k", Text: id, Origin: backends.User, Status: backends.Admitted, AssertedAt: c.Now().Add(ahead)}}); err != nil {
			t.Fatal(err)
		}
	}
	w, _ := mem.Read(ctx, middleware.Ask{Text: "old new"})
	l, _ := mem.List(ctx)
	if len(l) != 1 || l[0].ID != w.Memories[0].ID {
		t.Errorf("List tells %q, Read %q", l[0].ID, w.Memories[0].ID)
	}
}
