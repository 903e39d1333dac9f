package analysis_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/memware/memware/internal/analysis"
)

func ExampleNew() {
	words, err := analysis.New(analysis.Options{
		StopWords: []string{"afternoon"},
		Concepts:  map[string][]string{"meeting": {"call", "schedule", "appointments"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%q\n", words("I prefer meetings in the afternoon"))
	fmt.Printf("%q\n", words("When is our call scheduled?"))

	// Output:
	// ["prefer" "meet" "in"]
	// ["meet" "meet"]
}

func TestNew(t *testing.T) {
	for _, tc := range []struct {
		name string
		o    analysis.Options
		text string
		want string
	}{
		{"no options", analysis.Options{}, "the meetings", "meet"},
		{"an analyser of one's own replaces the default wholly", analysis.Options{Analyse: strings.Fields}, "the Meetings at 2", "the Meetings at 2"},
		{"its stop words are as it gives them", analysis.Options{Analyse: strings.Fields, StopWords: []string{"The"}}, "The the", "the"},
		{"its concepts are as it gives them", analysis.Options{
			Analyse: strings.Fields, Concepts: map[string][]string{"X": {"a", "b"}},
		}, "a B b", "X B X"},
		{"stop words may leave nothing", analysis.Options{StopWords: []string{"tea"}}, "teas", ""},
		{"a stop word goes before it means a concept", analysis.Options{
			StopWords: []string{"call"}, Concepts: map[string][]string{"meeting": {"call"}},
		}, "call meeting", "meet"},
		{"a word may be named twice for one concept", analysis.Options{
			Concepts: map[string][]string{"meeting": {"call", "calls"}},
		}, "called", "meet"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			words, err := analysis.New(tc.o)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(words(tc.text), " "); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	for _, tc := range []struct {
		name string
		o    analysis.Options
		want []string // parts of the error
	}{
		{"a stop word of two words", analysis.Options{StopWords: []string{"ice cream"}}, []string{"StopWords", "ice cream"}},
		{"a stop word of none", analysis.Options{StopWords: []string{"?"}}, []string{"StopWords", "?"}},
		{"a concept of two words", analysis.Options{Concepts: map[string][]string{"big cat": {"lion"}}}, []string{"Concepts", "big cat"}},
		{"a word of two words", analysis.Options{Concepts: map[string][]string{"cat": {"big cat"}}}, []string{"Concepts", "cat", "big cat"}},
		{"a word of two concepts", analysis.Options{Concepts: map[string][]string{"cat": {"lion"}, "dog": {"lions"}}}, []string{"Concepts", "lions", "two"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := analysis.New(tc.o)
			if err == nil {
				t.Fatal("no error")
			}
			missing := slices.DeleteFunc(tc.want, func(part string) bool { return strings.Contains(err.Error(), part) })
			if len(missing) > 0 {
				t.Errorf("error %q does not name %q", err, missing)
			}
		})
	}
}
