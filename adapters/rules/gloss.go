package rules

import (
	"slices"
	"strings"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// glossed says what a sentence is about that does not: "I'm Ana (name)". People
// give their name and age without either word, ask for them by it, and a memory
// is found by its words.
func glossed(c middleware.Candidate) string {
	unsaid := c.Kind == backends.Fact && slices.Contains([]string{"name", "age"}, c.Key) &&
		!strings.Contains(strings.ToLower(c.Text), c.Key)
	if !unsaid {
		return c.Text
	}
	return c.Text + " (" + c.Key + ")"
}
