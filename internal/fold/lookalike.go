package fold

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Altered reports that [Key] changes letters or digits of s in more than their
// case, their width and the way accents are composed: a sharp s, whose other
// case is "ss", a dotted capital I, a ligature, a superscript, a Kelvin sign.
// Whoever reads such a key cannot tell which one it will be stored as.
func Altered(s string) bool {
	if ascii(s) {
		return false
	}
	for _, r := range s {
		// The sign of a unit is canonically another letter. Two letters that
		// composition joins are not meant, nor Han, whose variants are many.
		if c := []rune(norm.NFC.String(string(r))); len(c) == 1 && c[0] != r && !unicode.Is(unicode.Han, r) {
			return true
		}
	}
	for _, r := range norm.NFC.String(s) {
		switch {
		case r == 'ß', r == 'ẞ', r == 'İ':
			return true
		case r < 0x80, r >= 0xFF00 && r <= 0xFFEF: // half and full width
		case r == 0x0E33, r == 0x0EB3: // a vowel of Thai and Lao, always two in NFKC
		default:
			k := norm.NFKC.String(string(r))
			if k != string(r) && strings.ContainsFunc(k, wordRune) {
				return true
			}
		}
	}
	return false
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// Mixed reports that a part of a folded key, between the characters . _ and -,
// has letters of more than one script. As in the level "highly restrictive" of
// Unicode Technical Standard 39, Latin may stand beside Han with Kana, with
// Bopomofo or with Hangul, as it does in Japanese, Chinese and Korean.
func Mixed(key string) bool {
	if ascii(key) {
		return false
	}
	for part := range strings.FieldsFuncSeq(key, func(r rune) bool { return strings.ContainsRune("._-", r) }) {
		var found []*unicode.RangeTable
		for _, r := range part {
			if s := scriptOf(r); s != nil && !has(found, s) {
				found = append(found, s)
			}
		}
		if len(found) > 1 && !oneLanguage(found) {
			return true
		}
	}
	return false
}

// scriptOf returns the script of a letter, mark or digit, nil if it is used by
// many.
func scriptOf(r rune) *unicode.RangeTable {
	if r < 0x80 {
		if unicode.IsLetter(r) {
			return unicode.Latin
		}
		return nil
	}
	if unicode.In(r, unicode.Common, unicode.Inherited) {
		return nil
	}
	for _, s := range [...]*unicode.RangeTable{unicode.Latin, unicode.Han, unicode.Cyrillic, unicode.Arabic, unicode.Hangul} {
		if unicode.Is(s, r) {
			return s
		}
	}
	for _, s := range unicode.Scripts { // 170 of them: a rune is in one alone
		if unicode.Is(s, r) {
			return s
		}
	}
	return nil
}

// oneLanguage reports scripts that are written together.
func oneLanguage(scripts []*unicode.RangeTable) bool {
	for _, together := range [][]*unicode.RangeTable{
		{unicode.Latin, unicode.Han, unicode.Hiragana, unicode.Katakana},
		{unicode.Latin, unicode.Han, unicode.Bopomofo},
		{unicode.Latin, unicode.Han, unicode.Hangul},
	} {
		all := true
		for _, s := range scripts {
			all = all && has(together, s)
		}
		if all {
			return true
		}
	}
	return false
}

func has(list []*unicode.RangeTable, s *unicode.RangeTable) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

// Skeleton returns what a folded key looks like: letters of other alphabets that
// pass for Latin ones become these, and what even in ASCII is hard to tell apart
// (i, l and 1; o and 0; rn and m; vv and w) becomes the same. Keys of equal
// skeletons may be confused.
//
// It also reports whether key is disguised: whether a part of it, between the
// characters . _ and -, looks Latin all through and has such a letter, of another
// alphabet or a special one such as the dotless i. Other keys are what they seem.
//
// The letters are those of Latin, Greek, Cyrillic, Armenian, Cherokee, Coptic,
// Lisu and Georgian that the data of Unicode Technical Standard 39 maps to ASCII.
func Skeleton(key string) (skeleton string, disguised bool) {
	var b strings.Builder
	var last rune
	passes, latin := false, true
	for _, r := range key {
		c := lookalikeOf(r)
		switch {
		case c != r:
			passes = true
		case r == 0x0307 && last == 'l': // the dot that an i has anyway
			passes = true
			continue
		case strings.ContainsRune("._-", r):
			disguised = disguised || passes && latin
			passes, latin = false, true
		case r >= 0x80 && unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r):
			latin = false
		}
		switch c {
		case 'i', '1':
			c = 'l'
		case '0':
			c = 'o'
		}
		b.WriteRune(c)
		last = c
	}
	s := strings.ReplaceAll(b.String(), "rn", "m")
	return strings.ReplaceAll(s, "vv", "w"), disguised || passes && latin
}

// Plain replaces the letters that [Skeleton] knows by the Latin ones they pass
// for, and nothing else.
func Plain(s string) string {
	if ascii(s) {
		return s
	}
	return strings.Map(lookalikeOf, s)
}

// lookalikeOf returns the Latin letter that r passes for, or r. Upper case does
// not occur: keys are folded first.
func lookalikeOf(r rune) rune {
	if r < 0x80 {
		return r
	}
	switch r {
	case 'ɑ', 'α', 'а', 'ꓮ':
		return 'a'
	case 'ꓐ':
		return 'b'
	case 'с', 'ᴄ', 'ⲥ', 'ꓚ', 'ꮯ':
		return 'c'
	case 'ԁ', 'ꓒ', 'ꓓ':
		return 'd'
	case 'е', 'ҽ', 'ꓰ', 'ꬲ':
		return 'e'
	case 'ք', 'ẝ', 'ꓝ', 'ꞙ', 'ꬵ':
		return 'f'
	case 'ƍ', 'ɡ', 'ց', 'ᶃ', 'ꓖ':
		return 'g'
	case 'һ', 'հ', 'ꓧ':
		return 'h'
	case 'ı', 'ɩ', 'ɪ', 'ι', 'і', 'ӏ', 'ꙇ', 'ꭵ':
		return 'i'
	case 'ϳ', 'ј', 'ꓙ':
		return 'j'
	case 'ꓗ':
		return 'k'
	case 'ǀ', 'ꓡ', 'ꓲ':
		return 'l'
	case 'ꓟ':
		return 'm'
	case 'ո', 'ռ', 'ꓠ':
		return 'n'
	case 'ο', 'σ', 'о', 'օ', 'ჿ', 'ᴏ', 'ᴑ', 'ⲟ', 'ꓳ', 'ꬽ':
		return 'o'
	case 'ρ', 'р', 'ⲣ', 'ꓑ':
		return 'p'
	case 'ԛ', 'գ', 'զ':
		return 'q'
	case 'г', 'ᴦ', 'ⲅ', 'ꓣ', 'ꭇ', 'ꭈ', 'ꮁ':
		return 'r'
	case 'ƽ', 'ѕ', 'ꓢ', 'ꜱ', 'ꮪ':
		return 's'
	case 'ꓔ':
		return 't'
	case 'ʋ', 'υ', 'ս', 'ᴜ', 'ꓴ', 'ꞟ', 'ꭎ', 'ꭒ':
		return 'u'
	case 'ν', 'ѵ', 'ᴠ', 'ꓦ', 'ꮩ':
		return 'v'
	case 'ɯ', 'ѡ', 'ԝ', 'ա', 'ᴡ', 'ꓪ', 'ꮃ':
		return 'w'
	case 'х', 'ꓫ':
		return 'x'
	case 'ɣ', 'ʏ', 'γ', 'у', 'ү', 'ყ', 'ᶌ', 'ỿ', 'ꓬ', 'ꭚ':
		return 'y'
	case 'ᴢ', 'ꓜ', 'ꮓ':
		return 'z'
	}
	return r
}
