package analysis

import (
	"unicode"

	"github.com/rivo/uniseg"
)

// unspaced reports a segment of a script that is cut into pairs.
func unspaced(segment string) bool {
	return startsWith(segment, func(r rune) bool {
		return r == '\u30FC' || // the long vowel of Katakana belongs to no script
			unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
				unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
	})
}

// pairs returns the overlapping pairs of characters of a run, and its Han
// characters alone: most of them are words.
func pairs(run string) []string {
	var all []string
	before := ""
	for state := -1; run != ""; {
		var c string
		c, run, _, state = uniseg.FirstGraphemeClusterInString(run, state)
		alone := before == "" && run == ""
		if alone || startsWith(c, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			all = append(all, c)
		}
		if before != "" {
			all = append(all, before+c)
		}
		before = c
	}
	return all
}
