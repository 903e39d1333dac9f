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
	s = strings.Map(func(r rune) rune {
		if Invisible(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKC.String(strings.ToValidUTF8(s, "\uFFFD")))
	return strings.Join(strings.Fields(norm.NFKC.String(s)), "_")
}

// Invisible reports characters that change nothing a reader sees: zero-width
// characters, the soft hyphen, bidirectional controls, variation selectors and
// tag characters.
func Invisible(r rune) bool {
	switch {
	case r == 0x00AD, r == 0x034F, r == 0x061C, r == 0x180E, r == 0xFEFF,
		r >= 0x200B && r <= 0x200F,   // zero-width, marks of direction
		r >= 0x202A && r <= 0x202E,   // bidirectional embedding and override
		r >= 0x2060 && r <= 0x206F,   // word joiner, isolates
		r >= 0xFE00 && r <= 0xFE0F,   // variation selectors
		r >= 0xE0000 && r <= 0xE0FFF: // tags, more selectors
		return true
	}
	return false
}
