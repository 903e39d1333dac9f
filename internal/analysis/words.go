package analysis

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
	"github.com/rivo/uniseg"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/memware/memware/internal/fold"
)

// Words is the default analyser. See the package comment for what it does.
func Words(text string) []string {
	var all, kept []string
	for run := segments(normal(text)); len(run) > 0; {
		words, n := first(run)
		run = run[n:]
		for _, w := range words {
			all = append(all, stem(w))
			if !isFunctionWord(w) {
				kept = append(kept, all[len(all)-1])
			}
		}
	}
	if kept == nil {
		return all
	}
	return kept
}

// normal folds what is the same to a reader: compatibility forms, case,
// apostrophes, characters without a width.
func normal(text string) string {
	text = cases.Fold().String(norm.NFKC.String(text)) // a Caser is not for sharing
	return strings.Map(func(r rune) rune {
		switch {
		case fold.Invisible(r):
			return -1
		case r == '\u2019' || r == '\u02BC':
			return '\''
		case r == '\u2044': // of a fraction, such as NFKC makes of U+00BD
			return '/'
		}
		return r
	}, norm.NFKC.String(text))
}

// segments cuts text at the word boundaries of Unicode.
func segments(text string) []string {
	var all []string
	for state := -1; text != ""; {
		var s string
		s, text, state = uniseg.FirstWordInString(text, state)
		all = append(all, s)
	}
	return all
}

// first returns the words that the first segments make, and how many segments
// those are. Space and punctuation make no word.
func first(run []string) (words []string, n int) {
	switch {
	case unspaced(run[0]):
		n = 1
		for n < len(run) && unspaced(run[n]) {
			n++
		}
		return pairs(strings.Join(run[:n], "")), n
	case !wordlike(run[0]):
		return nil, 1
	}
	if n = suffixed(run); n > 1 {
		return []string{strings.Join(run[:n], "")}, n
	}
	n = joined(run)
	if n > 1 && slices.ContainsFunc(run[:n], hasDigit) {
		return []string{strings.Join(run[:n], "")}, n
	}
	// Hyphens join words too: A-17b is one, well-known is two. The last of them
	// may join what follows.
	for i := 0; i < max(1, n-1); i += 2 {
		words = append(words, strings.TrimSuffix(run[i], "'s"))
	}
	return words, max(1, n-1)
}

// wordlike reports a segment that says something: letters, digits, or a symbol
// such as an emoji.
func wordlike(segment string) bool {
	return strings.ContainsFunc(segment, func(r rune) bool {
		return unicode.In(r, unicode.L, unicode.N, unicode.So)
	})
}

// longest is more letters than an English word has.
const longest = 50

// stem cuts an English word to its stem.
func stem(word string) string {
	if len(word) > longest {
		return word
	}
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return word
		}
	}
	return english.Stem(word, true)
}
