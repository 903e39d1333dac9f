package middleware_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

func TestHistoryFoldsConfirmations(t *testing.T) {
	b := newBench(t, nil)
	for _, city := range []string{"Osaka", "Osaka", "Kyoto", "Osaka"} {
		b.say(t, "city="+city)
	}
	if _, err := b.Retract(b.ctx, "city", ""); err != nil {
		t.Fatal(err)
	}
	rows, err := b.History(b.ctx, "City")
	if err != nil || len(rows) != 4 {
		t.Fatalf("%d rows, %v, want Osaka, Kyoto, Osaka, retracted", len(rows), err)
	}
	if len(rows[0].IDs) != 2 || rows[0].Until.Sub(rows[0].From) != 2*time.Minute {
		t.Errorf("the first row is %v to %v of %d entries, want two minutes of two", rows[0].From, rows[0].Until, len(rows[0].IDs))
	}
	if !rows[3].Retracted() || !rows[2].Until.Equal(rows[3].From) {
		t.Errorf("the last row is %+v, want a retraction that ends the one before", rows[3])
	}
}

func TestForgettingAFoldedRowTakesAllOfIt(t *testing.T) {
	b := newBench(t, nil)
	b.say(t, "city=Kyoto")
	b.say(t, "city=Kyoto")
	rows, err := b.History(b.ctx, "city")
	if err != nil || len(rows) != 1 {
		t.Fatalf("%v, %v", rows, err)
	}
	done, err := b.Forget(b.ctx, backends.Filter{IDs: []string{rows[0].ID}})
	if err != nil || done.Selected != 2 {
		t.Errorf("erased %d, %v, want both entries", done.Selected, err)
	}
	if rows, err := b.History(b.ctx, "city"); err != nil || len(rows) != 0 {
		t.Errorf("left %v, %v", rows, err)
	}
}

func TestAKeyIsForgottenHoweverItIsSpelled(t *testing.T) {
	b := newBench(t, nil)
	b.say(t, "home_city=Kyoto\nallergy/tree nuts=yes")
	done, err := b.Forget(b.ctx, backends.Filter{Slots: []backends.Slot{{Key: " Home City", All: true}, {Key: "ALLERGY", Member: "Tree  Nuts"}}})
	if err != nil || done.Selected != 2 {
		t.Errorf("erased %d, %v, want both", done.Selected, err)
	}
}

func TestForgettingAllLeavesNothing(t *testing.T) {
	b := newBench(t, nil)
	b.say(t, "city=Kyoto\nit rained")
	b.turn(t, middleware.Message{Origin: backends.Tool, Text: "held=yes"})
	done, err := b.ForgetAll(b.ctx, "eve")
	if err != nil || done.Selected != 3 {
		t.Errorf("erased %d, %v, want all 3", done.Selected, err)
	}
	if audit, err := b.Audit(b.ctx); err != nil || len(audit) != 1 || audit[0].By != "eve" {
		t.Errorf("audit %v, %v", audit, err)
	}
}

func TestReview(t *testing.T) {
	tool := func(text string) middleware.Message { return middleware.Message{Origin: backends.Tool, Text: text} }
	hold := func(t *testing.T, b bench, text string) string {
		b.turn(t, tool(text))
		held, err := b.Quarantined(b.ctx)
		if err != nil || len(held) != 1 || held[0].Reason == "" {
			t.Fatalf("held %v, %v, want one with a reason", held, err)
		}
		return held[0].ID
	}
	for _, tc := range []struct {
		name   string
		text   string
		review middleware.Review
		want   backends.Outcome
		city   string
	}{
		{"as said, behind what the user told since", "city=Oslo", middleware.Review{Reviewer: "eve"}, backends.Late, "Kyoto"},
		{"as of now", "city=Oslo", middleware.Review{Reviewer: "eve", AsOfNow: true}, backends.Released, "Oslo"},
		{"with a corrected key", "c|ty=Oslo", middleware.Review{Reviewer: "eve", AsOfNow: true, Key: "City"}, backends.Released, "Oslo"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBench(t, nil)
			id := hold(t, b, tc.text)
			b.say(t, "city=Kyoto")
			b.clock.pass(time.Minute)
			if got, err := b.Release(b.ctx, id, tc.review); err != nil || got != tc.want {
				t.Fatalf("got %v, %v, want %v", got, err, tc.want)
			}
			w, err := b.Read(b.ctx, middleware.Ask{Text: "city"})
			if err != nil || len(w.Memories) != 1 || w.Memories[0].Value != tc.city {
				t.Errorf("now it is %v, %v, want %s", w.Memories, err, tc.city)
			}
		})
	}
	t.Run("a bad key must be corrected first", func(t *testing.T) {
		b := newBench(t, nil)
		b.say(t, "c|ty=Oslo")
		held, err := b.Quarantined(b.ctx)
		if err != nil || len(held) != 1 {
			t.Fatalf("held %v, %v", held, err)
		}
		if _, err := b.Release(b.ctx, held[0].ID, middleware.Review{Reviewer: "eve"}); !errors.Is(err, backends.ErrInvalid) {
			t.Errorf("got %v", err)
		}
		if _, err := b.Release(b.ctx, held[0].ID, middleware.Review{Reviewer: "eve", Key: "a b|c"}); !errors.Is(err, backends.ErrInvalid) {
			t.Errorf("another bad key: %v", err)
		}
	})
	t.Run("discarded, it cannot be released", func(t *testing.T) {
		b := newBench(t, nil)
		id := hold(t, b, "city=Oslo")
		kept := b.say(t, "city=Kyoto").Candidates[0].ID
		if n, err := b.Discard(b.ctx, "rita", id, kept); err != nil || n != 1 {
			t.Errorf("discarded %d, %v, want the held one alone", n, err)
		}
		if _, err := b.Release(b.ctx, id, middleware.Review{Reviewer: "eve"}); !errors.Is(err, backends.ErrInvalid) {
			t.Errorf("released a discarded record: %v", err)
		}
		if _, err := b.Discard(b.ctx, " ", id); !errors.Is(err, backends.ErrInvalid) {
			t.Errorf("discarded by nobody: %v", err)
		}
		audit, err := b.Audit(b.ctx)
		if err != nil || len(audit) != 1 || audit[0].By != "rita" || audit[0].Action != backends.ActionDiscard {
			t.Errorf("audit %v, %v, want rita's discard", audit, err)
		}
		if got := b.texts(t, "city"); !slices.Equal(got, []string{"city=Kyoto"}) {
			t.Errorf("found %q", got)
		}
	})
}

func TestListIsWhatHoldsNow(t *testing.T) {
	b := newBench(t, nil)
	b.say(t, "city=Osaka\nit rained")
	b.say(t, "city=Kyoto\npet=cat")
	b.say(t, "-pet")
	b.turn(t, middleware.Message{Origin: backends.Tool, Text: "held=yes"})
	records, err := b.List(b.ctx)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range records {
		got = append(got, r.Text)
	}
	if want := []string{"city=Kyoto", "it rained"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
