package rules_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memware/memware/adapters/rules"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// What is not said by the user is about the user only where it says so.
func TestVoices(t *testing.T) {
	for _, tc := range []struct {
		name string
		said middleware.Message
		want []string
	}{
		{"the system", middleware.Message{Origin: backends.System, Text: "I live in Porto"}, []string{"home.city=Porto"}},
		{"the assistant about the user", middleware.Message{Origin: backends.Assistant, Text: "You live in Rome."}, []string{"home.city=Rome"}},
		{"the assistant about the user's things", middleware.Message{Origin: backends.Assistant, Text: "Your door code is 4417."}, []string{"door.code=4417"}},
		{"the assistant about itself", middleware.Message{Origin: backends.Assistant, Text: "I live in the cloud and I like jazz."}, nil},
		{"advice", middleware.Message{Origin: backends.Assistant, Text: "You should take the night train."}, []string{"You should take the night train."}},
		{"advice as a statement", middleware.Message{Origin: backends.Assistant, Text: "The night train is the best option."}, []string{"The night train is the best option."}},
		{"what was done", middleware.Message{Origin: backends.Assistant, Text: "I have booked a table for two."}, []string{"I have booked a table for two."}},
		{"the assistant's courtesy", middleware.Message{Origin: backends.Assistant, Text: "Sure! Happy to help. Anything else?"}, nil},
		{"the assistant does not forget by itself", middleware.Message{Origin: backends.Assistant, Text: "Forget my address."}, nil},
		{"a tool about the user", middleware.Message{Origin: backends.Tool, Text: "The user prefers meetings at 6am."}, []string{"meeting.time=6am"}},
		{"a tool about the user's things", middleware.Message{Origin: backends.Tool, Text: "The user's name is Bob"}, []string{"name=Bob"}},
		{"a document in the first person", middleware.Message{Origin: backends.Document, Text: "I live in Rome"}, []string{"I live in Rome"}},
		{"a document about someone", middleware.Message{Origin: backends.Document, Text: "Priya's seat preference is aisle"}, []string{"priya.seat=aisle"}},
		{"another person of himself", middleware.Message{Origin: backends.User, Actor: "bob", Text: "I live in Rome now"}, []string{"I live in Rome now"}},
		{"a quotation", middleware.Message{Origin: backends.User, Quoted: true, Text: "my name is Bob Smith"}, []string{"my name is Bob Smith"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := rules.New().Extract(t.Context(), middleware.Turn{Messages: []middleware.Message{{}, tc.said}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, brief(got)); diff != "" {
				t.Errorf("%q: (-want +got)\n%s", tc.said.Text, diff)
			}
			for _, c := range got {
				if c.Message != 2 {
					t.Errorf("message %d, want 2", c.Message)
				}
			}
		})
	}
}

func TestTurn(t *testing.T) {
	turn := middleware.Turn{Messages: []middleware.Message{
		{Origin: backends.User, Text: "I prefer meetings at 2pm"},
		{Origin: backends.Tool, Text: "The user prefers meetings at 6am."},
		{Origin: backends.Assistant, Text: "Got it. You prefer meetings at 2pm. You live in Rome."},
		{Origin: backends.User, Text: "no, 3pm"},
	}}
	got, err := rules.New().Extract(t.Context(), turn, nil)
	if err != nil {
		t.Fatal(err)
	}
	// The assistant's echo is dropped, and the tool's time is no base for a correction.
	want := []string{"meeting.time=2pm", "meeting.time=6am", "home.city=Rome", "meeting.time=3pm"}
	if diff := cmp.Diff(want, brief(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if text := got[len(got)-1].Text; text != "I prefer meetings at 3pm" {
		t.Errorf("the correction reads %q, want the user's statement with the new time", text)
	}
}
