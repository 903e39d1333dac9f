package analysis

import (
	"fmt"
	"maps"
	"slices"
)

// Options say what an analyser does. The zero value makes [Words].
type Options struct {
	Analyse   func(text string) []string // instead of Words; nil: Words
	StopWords []string                   // dropped from what Analyse returns
	Concepts  map[string][]string        // concept: words it stands in place of
}

// New returns an analyser. Stop words, concepts and the words of a concept are
// analysed as a text would be; each must give one word, and no word may mean two
// concepts.
func New(o Options) (func(text string) []string, error) {
	analyse := o.Analyse
	if analyse == nil {
		analyse = Words
	}
	if len(o.StopWords) == 0 && len(o.Concepts) == 0 {
		return analyse, nil
	}
	stop := make(map[string]bool, len(o.StopWords))
	for _, w := range o.StopWords {
		word, err := one(analyse, w)
		if err != nil {
			return nil, fmt.Errorf("option StopWords: %w", err)
		}
		stop[word] = true
	}
	concepts, err := invert(analyse, o.Concepts)
	if err != nil {
		return nil, fmt.Errorf("option Concepts: %w", err)
	}
	return func(text string) []string {
		var kept []string
		for _, w := range analyse(text) {
			if stop[w] {
				continue
			}
			if c, ok := concepts[w]; ok {
				w = c
			}
			kept = append(kept, w)
		}
		return kept
	}, nil
}

// invert returns the concept of each word.
func invert(analyse func(string) []string, concepts map[string][]string) (map[string]string, error) {
	of := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(concepts)) {
		concept, err := one(analyse, name)
		if err != nil {
			return nil, err
		}
		for _, w := range concepts[name] {
			word, err := one(analyse, w)
			if err != nil {
				return nil, fmt.Errorf("%q: %w", name, err)
			}
			if other, ok := of[word]; ok && other != concept {
				return nil, fmt.Errorf("%q means two concepts: leave it in one of them", w)
			}
			of[word] = concept
		}
	}
	return of, nil
}

// one returns what is left of a word.
func one(analyse func(string) []string, word string) (string, error) {
	words := analyse(word)
	if len(words) != 1 {
		return "", fmt.Errorf("%q is %d words to the analyser: give single words", word, len(words))
	}
	return words[0], nil
}
