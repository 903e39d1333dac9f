package main

import (
	"strings"
	"testing"
	"time"
)

const nothing = "Nothing that I remember shares a word with that question."

func TestWhatWasCorrectedIsAnsweredAsItIsNow(t *testing.T) {
	for _, tc := range []struct {
		name  string
		steps []step
	}{
		{"a time to meet", []step{
			{"I prefer meetings at 2pm", "All right."},
			{"actually 11am works better for meetings", "All right."},
			{"when do I like to meet?", `On 2026-03-01 you said "actually 11am works better for meetings"`},
			{"/history meeting.time", `
from                 until                value
2026-03-01 09:01:00  2026-03-01 09:02:00  2pm
2026-03-01 09:02:00  now                  11am`},
		}},
		{"a code", []step{
			{"my door code is 1111", "All right."},
			{"my door code is 2222", "All right."},
			{"what is my door code?", `On 2026-03-01 you said "my door code is 2222"`},
			{"/history door.code", `
from                 until                value
2026-03-01 09:01:00  2026-03-01 09:02:00  1111
2026-03-01 09:02:00  now                  2222`},
		}},
		{"a city", []step{
			{"I live in Osaka", "All right."},
			{"I moved to Kyoto", "All right."},
			{"where do I live?", `On 2026-03-01 you said "I moved to Kyoto"`},
			{"/history home.city", `
from                 until                value
2026-03-01 09:01:00  2026-03-01 09:02:00  Osaka
2026-03-01 09:02:00  now                  Kyoto`},
		}},
		{"a phone number", []step{
			{"My phone number is 07700 900529", "All right."},
			{"My new number is 07700 900456", "All right."},
			{"what's my mobile number?", `On 2026-03-01 you said "My new number is 07700 900456"`},
			{"/history contact.phone", `
from                 until                value
2026-03-01 09:01:00  2026-03-01 09:02:00  07700 900529
2026-03-01 09:02:00  now                  07700 900456`},
		}},
		{"an allergy that is withdrawn", []step{
			{"I'm allergic to penicillin", "All right."},
			{"what am I allergic to?", `On 2026-03-01 you said "I'm allergic to penicillin"`},
			{"I'm not allergic to penicillin any more", "All right."},
			{"what am I allergic to?", nothing},
			{"/history allergy", `
from                 until                member      value
2026-03-01 09:01:00  2026-03-01 09:03:00  penicillin  penicillin
2026-03-01 09:03:00  now                  penicillin  (withdrawn)`},
		}},
	} {
		t.Run(tc.name, func(t *testing.T) { start(t, false, nil).follow(tc.steps) })
	}
}

func TestANameIsFoundByAskingForIt(t *testing.T) {
	start(t, false, nil).follow([]step{
		{"I'm Ana", "All right."},
		{"what's my name?", `On 2026-03-01 you said "I'm Ana (name)"`},
	})
}

func TestWhyTellsWhatBecameOfEveryMemory(t *testing.T) {
	s := start(t, false, nil)
	s.follow([]step{
		{"/why", "There is no message to explain."},
		{"I prefer meetings at 2pm", "All right."},
		{"/why", "No memory was in front of the last message."},
		{"actually 11am works better for meetings", "All right."},
		{"I'm allergic to penicillin", "All right."},
	})
	s.say("when do I like to meet?")
	lines := strings.Split(strings.TrimSpace(s.say("/why")), "\n")
	want := "rank fate by relevance recency importance total date key text"
	if head := strings.Join(strings.Fields(lines[0]), " "); head != want {
		t.Errorf("got head %q, want %q", head, want)
	}
	fates := map[string]string{
		"actually 11am works better for meetings": "1 kept",
		"I'm allergic to penicillin":              "2 kept",
		"I prefer meetings at 2pm":                "- superseded",
	}
	for _, row := range lines[1:4] {
		cells := strings.Fields(row)
		for text, fate := range fates {
			if strings.Contains(row, text) && cells[0]+" "+cells[1] == fate {
				delete(fates, text)
			}
		}
	}
	if len(fates) != 0 {
		t.Errorf("not told: %q in\n%s", fates, strings.Join(lines, "\n"))
	}
	if last := lines[len(lines)-1]; !strings.HasSuffix(last, "decided by: relevance") {
		t.Errorf("the last line is %q", last)
	}
}

func TestForgettingErasesTheKeyWithItsHistory(t *testing.T) {
	s := start(t, false, nil)
	s.follow([]step{
		{"my door code is 1111", "All right."},
		{"my door code is 2222", "All right."},
		{"/forget door.code", "Erased door.code with its history: 2 gone for good."},
		{"/history door.code", "Nothing is stored under door.code."},
		{"what is my door code?", nothing},
		{"/forget door.code", "Nothing is stored under door.code."},
		{"my door code is 3333", "All right."},
		{"what is my door code?", `On 2026-03-01 you said "my door code is 3333"`},
	})
}

func TestForgettingByID(t *testing.T) {
	s := start(t, false, nil)
	s.say("my door code is 1111")
	s.say("I moved to Kyoto")
	id := idOf(s.say("/memories"), "door.code")
	s.follow([]step{
		{"/forget " + id, "Erased memory " + id + ": 1 gone for good."},
		{"/history door.code", "Nothing is stored under door.code."},
		{"where do I live?", `On 2026-03-01 you said "I moved to Kyoto"`},
	})
}

// idOf returns the id that starts the line with word in it.
func idOf(table, word string) string {
	for line := range strings.Lines(table) {
		if strings.Contains(line, word) {
			return strings.Fields(line)[0]
		}
	}
	return "none"
}

func TestAPersonIsAskedBeforeErasing(t *testing.T) {
	s := start(t, true, nil)
	s.say("my door code is 1111")
	s.say("/forget door.code\nno")
	if got := s.say("/history door.code"); !strings.Contains(got, "1111") {
		t.Errorf("got %q after a no, want the history", got)
	}
	got := s.say("/forget door.code\ny")
	if asked := s.errOut.take(); !strings.Contains(asked, "Erase door.code with its history? [y/N] ") {
		t.Errorf("got %q on stderr, want to be asked", asked)
	}
	if want := "Erased door.code with its history: 1 gone for good.\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWhatTheGateHoldsIsReviewed(t *testing.T) {
	s := start(t, false, nil)
	s.follow([]step{
		{"/quarantine", "Nothing is held."},
		{"Begin forwarded message: the door code is 9999", "All right."},
		{"Begin forwarded message: the bank needs my PIN", "All right."},
		{"what is the door code?", nothing},
	})
	held := s.say("/quarantine")
	if !strings.Contains(held, "origin") || !strings.Contains(held, "document") {
		t.Errorf("got %q, want the rule that held them and who said it", held)
	}
	code, bank := idOf(held, "9999"), idOf(held, "bank")
	s.follow([]step{
		{"/quarantine release " + code, "Memory " + code + ": released."},
		{"/quarantine discard " + bank, "Discarded: 1 gone for good."},
		{"/quarantine release " + bank, "Nothing is held under " + bank + "."},
		{"/quarantine", "Nothing is held."},
	})
	if got := s.say("what is the door code?"); !strings.Contains(got, "the document said") || !strings.Contains(got, "9999") {
		t.Errorf("got %q, want what was released, and who said it", got)
	}
}

func TestMistakesAreExplained(t *testing.T) {
	for _, tc := range []struct{ say, want string }{
		{"/nope", "error: no command /nope: /help lists them\n"},
		{"/history", "error: name a key, such as /history home.city: /memories lists them\n"},
		{"/forget", "error: name a key or an id, such as /forget home.city: /memories lists them\n"},
		{"/quarantine burn 1", "error: say /quarantine release ID or /quarantine discard ID\n"},
		{"/\x1b[31mred", "error: no command /[31mred: /help lists them\n"},
	} {
		s := start(t, false, nil)
		if got := s.say(tc.say); got != "" {
			t.Errorf("%q: got %q, want nothing on stdout", tc.say, got)
		}
		if got := s.errOut.take(); got != tc.want {
			t.Errorf("%q: got %q on stderr, want %q", tc.say, got, tc.want)
		}
	}
}

func TestPipedInputIsAnsweredLineByLine(t *testing.T) {
	var out, errOut output
	err := run(t.Context(), []string{"--tenant", "acme", "--user", "al\x1bice"}, terminal{
		in:  strings.NewReader("I moved to Kyoto\r\n\n  where do I live?\n/quit\nwhat is never read?\n"),
		out: &out, errOut: &errOut, getenv: func(string) string { return "" },
		clock: func() time.Time { return time.Date(2026, time.March, 1, 23, 30, 0, 0, time.UTC) },
		zone:  time.FixedZone("east", 2*60*60),
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := out.take(), "All right.\nOn 2026-03-02 you said \"I moved to Kyoto\"\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	got := errOut.take()
	for _, want := range []string{"no model", "acme/alice", "forgets at exit"} {
		if !strings.Contains(got, want) {
			t.Errorf("got %q on stderr, want %q in it", got, want)
		}
	}
	if strings.Contains(got, "> ") || strings.Contains(got, "\x1b") {
		t.Errorf("got %q on stderr, want no prompt and no control character", got)
	}
}

func TestAPersonIsPrompted(t *testing.T) {
	s := start(t, true, nil)
	s.say("hello")
	if got := s.errOut.take(); !strings.HasPrefix(got, "> ") {
		t.Errorf("got %q on stderr, want a prompt", got)
	}
	if err := s.end(); err != nil {
		t.Errorf("got %v at the end of the input, want no error", err)
	}
}

func TestWhatCannotBeRunSaysWhy(t *testing.T) {
	for _, tc := range []struct {
		name string
		args []string
		want string
	}{
		{"a flag that does not exist", []string{"--memory"}, "-memory"},
		{"an argument", []string{"hello"}, "messages are read from the input"},
		{"a scope without a user", []string{"--user", ""}, "user"},
		{"an unknown provider", []string{"--provider", "oracle"}, "oracle"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := start(t, false, nil, tc.args...).end()
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want an error that names %q", err, tc.want)
			}
		})
	}
}

func TestALineWithoutEndIsAnError(t *testing.T) {
	s := start(t, false, nil)
	go s.in.Write([]byte(strings.Repeat("x", maxLine+1)))
	if err := <-s.done; err == nil || !strings.Contains(err.Error(), "read the input") {
		t.Errorf("got %v, want an error of the input", err)
	}
}
