package cases_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

func TestRow1OldValueIsRecalledAfterACorrection(t *testing.T) {
	k := newTalk(t, nil)
	k.say(t, "I live in Lisbon")
	k.say(t, "I moved to Porto last week")
	wantPrompt(t, k.say(t, "which city do I live in, Lisbon?"), []string{"Porto"}, []string{"I live in Lisbon"})
}

func TestRow2ChangedValueIsDroppedAsANearDuplicate(t *testing.T) {
	k := newTalk(t, nil)
	k.say(t, "For the little back entrance behind the garage of our old house, the door code is 1111")
	k.say(t, "For the little back entrance behind the garage of our old house, the door code is 2222")
	wantPrompt(t, k.say(t, "what is the door code of the back entrance?"), []string{"2222"}, []string{"1111"})
	var codes []string
	for _, r := range k.records(t) {
		if r.Kind == backends.Fact {
			codes = append(codes, r.Value)
		}
	}
	if !slices.Equal(codes, []string{"1111", "2222"}) {
		t.Errorf("stored facts %q, want both, the first superseded", codes)
	}
}

func TestRow3UnrelatedFactsOfOnePersonRetireEachOther(t *testing.T) {
	k := newTalk(t, nil)
	k.say(t, "my door code is 4417")
	k.say(t, "my phone number is 555 0100")
	k.say(t, "I live in Porto")
	k.say(t, "my favourite colour is green")
	for _, r := range k.records(t) {
		if !r.ValidUntil.IsZero() {
			t.Errorf("a fact was retired by another key's")
		}
	}
	if n := len(k.records(t)); n != 4 {
		t.Errorf("%d records, want 4", n)
	}
}

func TestRow4LikeTextsOfDifferentKeysAreMerged(t *testing.T) {
	k := newTalk(t, nil)
	k.say(t, "my home phone number is 555 0100")
	k.say(t, "my work phone number is 555 0100")
	wantPrompt(t, k.say(t, "my phone number?"), []string{"home phone", "work phone"}, nil)
}

func TestRow5SupersededRowsCrowdOutTheCurrentOne(t *testing.T) {
	k := newTalk(t, nil)
	for i := range 201 {
		k.say(t, fmt.Sprintf("my door code is %04d", i))
	}
	wantPrompt(t, k.say(t, "what is my door code?"), []string{"door code is 0200"}, []string{"door code is 0199"})
}

func TestRow6ReadingAMemoryMakesItLookFresh(t *testing.T) {
	k := newTalk(t, nil)
	k.say(t, "I prefer trains")
	k.clock.pass(28 * 24 * time.Hour)
	for range 20 {
		k.say(t, "do I prefer trains?")
	}
	w, err := k.mem.Read(k.ctx, middleware.Ask{Text: "trains"})
	if err != nil || len(w.Memories) == 0 {
		t.Fatalf("%v, %v", w.Memories, err)
	}
	if got := w.Memories[0].Score.Recency; got > 0.2501 || got < 0.24 {
		t.Errorf("recency %v after two half-lives, want 0.25", got)
	}
}

func TestRow13ABackgroundWriteBringsBackWhatWasDeleted(t *testing.T) {
	k := newTalk(t, nil)
	ctx := middleware.WithTurnID(k.ctx, "turn-1")
	turn := middleware.Turn{
		At: k.clock.Now(), Messages: []middleware.Message{{Origin: backends.User, Text: "my phone number is 555 0100"}},
	}
	if _, err := k.mem.Write(ctx, turn); err != nil {
		t.Fatal(err)
	}
	if _, err := k.mem.Forget(k.ctx, backends.Filter{Slots: []backends.Slot{{Key: "contact.phone", All: true}}}); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"turn-1", "turn-2"} { // a retry, and a late arrival
		if _, err := k.mem.Write(middleware.WithTurnID(k.ctx, id), turn); err != nil {
			t.Fatal(err)
		}
	}
	if got := k.values(t, "contact.phone"); len(got) != 0 {
		t.Errorf("came back: %q", got)
	}
	k.say(t, "my phone number is 555 0100")
	if got := k.values(t, "contact.phone"); !slices.Equal(got, []string{"555 0100"}) {
		t.Errorf("told again: %q, want it accepted", got)
	}
}

func TestRow14RacingWritersLeaveTwoCurrentValues(t *testing.T) {
	k := newTalk(t, nil)
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() { k.say(t, fmt.Sprintf("my door code is %04d", i)) })
	}
	wg.Wait()
	current, all := 0, 0
	for _, r := range k.records(t) {
		all++
		if r.ValidUntil.IsZero() {
			current++
		}
	}
	if current != 1 || all != 100 {
		t.Errorf("%d current of %d, want 1 of 100", current, all)
	}
}
