package eval

import (
	"regexp"
	"strings"
)

// vectorizer is a file's own way to compare texts.
type vectorizer struct {
	Token     string              `json:"token_regex"`
	StopWords []string            `json:"stop_words"`
	Concepts  map[string][]string `json:"concepts"`

	token *regexp.Regexp
}

// words cuts a text in lower case into the words that the file's expression
// matches.
func (v *vectorizer) words(text string) []string {
	return v.token.FindAllString(strings.ToLower(text), -1)
}
