package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A token is a word or a mark of punctuation. Rules look at norm; values are cut
// from the message by start and end, so that they keep the spelling of the user.
type token struct {
	norm       string // lower case, contractions written out, spellings unified
	class      class  // the classes of norm
	start, end int    // bytes of the message; parts of a contraction share them
	upper      bool   // starts with an upper-case letter
	caps       bool   // two letters or more, all upper-case
	mark       bool   // punctuation
	line       bool   // first of a line
}

// tokenise cuts a message into tokens. Each byte is looked at a fixed number of
// times.
func (l *lexicon) tokenise(text string) []token {
	toks := make([]token, 0, len(text)/4+4)
	line := true
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) {
			line = line || r == '\n'
			i += n
			continue
		}
		end := i + chunk(text[i:])
		first := len(toks)
		toks = l.chunk(toks, text, i, end)
		if line && len(toks) > first {
			toks[first].line = true
		}
		line, i = false, end
	}
	return toks
}

// chunk returns the length of the run of s up to a space, a long dash, an
// ellipsis or a comma between letters.
func chunk(s string) int {
	for i, r := range s {
		switch {
		case unicode.IsSpace(r):
			return i
		case r == '—' || r == '–' || r == '…':
			if i == 0 {
				return utf8.RuneLen(r)
			}
			return i
		case r == ',' && i > 0 && i+1 < len(s):
			if next, _ := utf8.DecodeRuneInString(s[i+1:]); unicode.IsLetter(next) {
				return i + 1
			}
		}
	}
	return len(s)
}

// chunk appends the tokens of text[start:end], which holds no space: marks in
// front, the word, marks behind.
func (l *lexicon) chunk(toks []token, text string, start, end int) []token {
	for start < end {
		r, n := utf8.DecodeRuneInString(text[start:end])
		if !leading(r, text[start+n:end]) {
			break
		}
		toks = append(toks, mark(r, start, start+n))
		start += n
	}
	stop := end
	for stop > start {
		r, n := utf8.DecodeLastRuneInString(text[start:stop])
		if !trailing(r, text[start:stop]) || l.abbreviated(text[start:stop], stop == len(text)) {
			break
		}
		stop -= n
	}
	if start < stop {
		toks = l.spell(toks, text, start, stop)
	}
	for i, r := range text[stop:end] {
		toks = append(toks, mark(r, stop+i, stop+i+utf8.RuneLen(r)))
	}
	return toks
}

// leading reports marks in front of a word. A plus, an at or an opening bracket
// before a digit belongs to a number.
func leading(r rune, rest string) bool {
	if r == '(' && rest != "" && rest[0] >= '0' && rest[0] <= '9' {
		return !strings.Contains(rest, ")")
	}
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("+@#$€£¥&", r) ||
		r == '#' && rest == ""
}

func trailing(r rune, chunk string) bool {
	if r == ')' && chunk[0] == '(' || strings.ContainsRune("\"\u201d", r) && chunk[0] >= '0' && chunk[0] <= '9' && strings.ContainsAny(chunk, "'\u2019") {
		return false // 5'11"
	}
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune("%+#€£$", r)
}

// abbreviated reports that the full stop at the end of s belongs to the word. A
// single letter is an initial, but not as the last word of the message.
func (l *lexicon) abbreviated(s string, last bool) bool {
	stem, dotted := strings.CutSuffix(s, ".")
	if !dotted {
		return false
	}
	r, n := utf8.DecodeRuneInString(stem)
	return l.abbreviations[lower(stem)] || !last && n == len(stem) && unicode.IsUpper(r) && r != 'I'
}

func mark(r rune, start, end int) token {
	norm := string(r)
	switch r {
	case '—', '–':
		norm = "-"
	case '“', '”', '«', '»':
		norm = `"`
	case '’', '‘', '`', '´':
		norm = "'"
	}
	return token{norm: norm, start: start, end: end, mark: true}
}

// spell appends the tokens of a word, more than one where it is a contraction.
func (l *lexicon) spell(toks []token, text string, start, end int) []token {
	r, _ := utf8.DecodeRuneInString(text[start:end])
	t := token{start: start, end: end, upper: unicode.IsUpper(r)}
	t.caps = t.upper && end-start > 1 && strings.ToUpper(text[start:end]) == text[start:end]
	norm := lower(text[start:end])
	if full, ok := l.spellings[norm]; ok {
		for _, w := range full {
			toks = append(toks, l.as(t, w))
		}
		return toks
	}
	base, suffix, ok := strings.Cut(norm, "'")
	if !ok || base == "" {
		return append(toks, l.as(t, norm))
	}
	if stem, negated := strings.CutSuffix(base, "n"); negated && suffix == "t" {
		return append(toks, l.as(t, stem), l.as(t, "not"))
	}
	full, known := l.suffixes[suffix]
	if !known {
		return append(toks, l.as(t, norm))
	}
	cut := start + strings.IndexAny(text[start:end], "'’‘`´")
	t.end = cut
	return append(toks, l.as(t, base), l.as(token{start: cut, end: end}, full))
}

// lower lower-cases s and makes its apostrophes straight.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '’', '‘', '`', '´':
			return '\''
		}
		return unicode.ToLower(r)
	}, s)
}

// norms returns the normalised words of toks, marks left out, joined by sep.
func norms(toks []token, sep string) string {
	var b strings.Builder
	for _, t := range toks {
		if t.mark {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(sep)
		}
		b.WriteString(t.norm)
	}
	return b.String()
}

// span returns what toks cover in text.
func span(text string, toks []token) string {
	if len(toks) == 0 || toks[0].start > toks[len(toks)-1].end {
		return "" // nothing, or not in the order of the message
	}
	return text[toks[0].start:toks[len(toks)-1].end]
}
