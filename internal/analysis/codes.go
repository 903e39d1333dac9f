package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// joined counts the first segments that separators join, such as those of A-17b,
// 10:30 or well-known.
func joined(run []string) int {
	n := 1
	for n+1 < len(run) && joins(run[n-1], run[n], run[n+1]) {
		n += 2
	}
	return n
}

// suffixed counts the segments of a name such as C++, G++17 or C#.
func suffixed(run []string) int {
	if !startsWith(run[0], unicode.IsLetter) {
		return 1
	}
	n := 1
	for n < len(run) && run[n] == "+" {
		n++
	}
	switch {
	case n == 1 && n < len(run) && run[n] == "#":
		n++
	case n == 3 && n < len(run) && startsWith(run[n], unicode.IsDigit):
		n++ // the edition
	}
	// "a+b" and "issue#7" are two words.
	if n < len(run) && wordlike(run[n]) {
		return 1
	}
	return n
}

// joins reports a separator that stands inside a word.
func joins(before, separator, after string) bool {
	switch separator {
	case "-", "\u2010":
		return wordlike(before) && wordlike(after) && !unspaced(after)
	case ":", "/":
		return endsWith(before, unicode.IsDigit) && startsWith(after, unicode.IsDigit)
	}
	return false
}

func hasDigit(s string) bool { return strings.ContainsFunc(s, unicode.IsDigit) }

func startsWith(s string, is func(rune) bool) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return is(r)
}

func endsWith(s string, is func(rune) bool) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return is(r)
}
