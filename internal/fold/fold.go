package fold

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Value folds a value for comparison: Unicode NFKC, every run of white space one
// space, none at the ends. Case is kept.
func Value(s string) string { return strings.Join(strings.Fields(norm.NFKC.String(s)), " ") }

// Key folds a key: NFKC, [Invisible] characters removed, trimmed, lower-cased,
// each run of spaces one underscore. It is idempotent. The result may still hold
// characters that a gate refuses.
func Key(s string) string {
	for range maxPasses {
		next := key(s)
		if next == s {
			break
		}
		s = next
	}
	return s
}

// Lower-casing can give a string that NFKC changes again (U+0130 and a mark
// after it). Two passes settle all of Unicode; one more shows that they did.
const maxPasses = 4

func key(s string) string {
	s = strings.Map(visible, norm.NFKC.String(strings.ToValidUTF8(s, "\uFFFD")))
	return strings.Join(strings.Fields(norm.NFKC.String(s)), "_")
}

// Text folds text for finding words in it: NFKC, [Invisible] characters removed,
// lower-cased.
func Text(s string) string {
	if ascii(s) {
		return strings.ToLower(s)
	}
	return strings.Map(visible, norm.NFKC.String(strings.ToValidUTF8(s, "\uFFFD")))
}

// visible lower-cases a rune, and drops it if it is invisible.
func visible(r rune) rune {
	if Invisible(r) {
		return -1
	}
	return unicode.ToLower(r)
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// Invisible reports characters that change nothing a reader sees: those that
// Unicode calls default ignorable (zero-width characters, the soft hyphen,
// bidirectional controls, variation selectors, fillers, tags) and the marks of
// annotations.
func Invisible(r rune) bool {
	switch {
	case r < 0xAD:
		return false
	case r == 0x00AD, r == 0x034F, r == 0x061C, r == 0x3164, r == 0xFEFF, r == 0xFFA0,
		r == 0x115F, r == 0x1160, r == 0x17B4, r == 0x17B5, // fillers and inherent vowels
		r >= 0x180B && r <= 0x180F,   // Mongolian variation selectors
		r >= 0x200B && r <= 0x200F,   // zero-width, marks of direction
		r >= 0x202A && r <= 0x202E,   // bidirectional embedding and override
		r >= 0x2060 && r <= 0x206F,   // word joiner, isolates
		r >= 0xFE00 && r <= 0xFE0F,   // variation selectors
		r >= 0xFFF0 && r <= 0xFFFB,   // annotations
		r >= 0x1BCA0 && r <= 0x1BCA3, // shorthand
		r >= 0x1D173 && r <= 0x1D17A, // music
		r >= 0xE0000 && r <= 0xE0FFF: // tags, more selectors
		return true
	}
	return false
}
