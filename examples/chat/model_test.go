package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/memware/memware/internal/llmtest"
)

func TestAModelIsSentTheCurrentMemoriesAlone(t *testing.T) {
	server := llmtest.Serve(t,
		llmtest.Text("Noted."), llmtest.Text("Noted, 11am."), llmtest.Text("You like to meet at 11am."))
	s := start(t, false, nil, "--base-url", server.URL, "--model", "scripted")
	s.follow([]step{
		{"I prefer meetings at 2pm", "Noted."},
		{"actually 11am works better for meetings", "Noted, 11am."},
		{"when do I like to meet?", "You like to meet at 11am."},
	})
	requests := server.Requests()
	if !strings.Contains(s.banner, "scripted of openai at "+server.URL) {
		t.Errorf("got %q at the start, want the model named", s.banner)
	}
	if len(requests) != 3 {
		t.Fatalf("got %d requests, want 3", len(requests))
	}
	system := string(requests[0].Messages[0])
	for i, r := range requests {
		if !r.Stream {
			t.Errorf("request %d asks for no stream", i+1)
		}
		if got := string(r.Messages[0]); got != system {
			t.Errorf("request %d: the system prompt is %s, want the bytes of the first, %s", i+1, got, system)
		}
		if want := 2 + 2*i; len(r.Messages) != want {
			t.Errorf("request %d has %d messages, want %d: the conversation goes along", i+1, len(r.Messages), want)
		}
	}
	last := string(requests[2].Messages[5])
	if !strings.Contains(last, "11am works better") || strings.Contains(last, "2pm") {
		t.Errorf("the last message is %s, want 11am in front of it and no 2pm", last)
	}
}

func TestTheConversationThatAModelIsSentIsShort(t *testing.T) {
	server := llmtest.Serve(t, llmtest.Text("Hm."))
	s := start(t, false, nil, "--base-url", server.URL)
	for range 8 {
		s.say("the weather is fine")
	}
	requests := server.Requests()
	if got, want := len(requests[len(requests)-1].Messages), maxHistory+2; got != want {
		t.Errorf("got %d messages, want %d", got, want)
	}
}

func TestAModelThatFailsIsShownAndTheBotGoesOn(t *testing.T) {
	server := llmtest.Serve(t,
		llmtest.Status(http.StatusBadRequest, "the model is \x1b[31mon fire"), llmtest.Text("Hello again."))
	s := start(t, false, nil, "--base-url", server.URL)
	if got := s.say("I moved to Kyoto"); got != "" {
		t.Errorf("got answer %q, want none", got)
	}
	if got := s.errOut.take(); !strings.Contains(got, "error: the model: ") || strings.Contains(got, "\x1b") {
		t.Errorf("got %q on stderr, want a plain error of the model", got)
	}
	s.follow([]step{
		{"/memories", "Nothing is remembered yet."},
		{"hello?", "Hello again."},
	})
}

func TestAnAnswerCannotActOnTheTerminal(t *testing.T) {
	server := llmtest.Serve(t, llmtest.Text("red \x1b[31malert\x07\u202e and\nmore\u009b"))
	s := start(t, false, nil, "--base-url", server.URL)
	if got, want := s.say("hello"), "red [31malert and\nmore\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAnInterruptEndsCleanly(t *testing.T) {
	t.Run("while the bot waits for a line", func(t *testing.T) {
		s := start(t, true, nil)
		s.say("hello")
		s.cancel()
		if err := <-s.done; err != nil {
			t.Errorf("got %v, want no error", err)
		}
	})
	t.Run("while a model answers", func(t *testing.T) {
		server := llmtest.Serve(t, llmtest.Dribble())
		s := start(t, true, nil, "--base-url", server.URL)
		if _, err := s.in.Write([]byte("hello\n")); err != nil {
			t.Fatal(err)
		}
		for len(server.Requests()) == 0 {
			time.Sleep(time.Millisecond)
		}
		s.cancel()
		if err := <-s.done; err != nil {
			t.Errorf("got %v, want no error", err)
		}
	})
}
