package middleware

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// What is shorter, in words, is a name or a title and no passage: behind a verb
// of saying or a lead; of what addresses someone; and behind any colon.
const (
	leastPassage = 4
	leastSpeech  = 5
	leastQuote   = 8
)

// longestQuote is how many bytes a passage in quotation marks has that nothing
// announces. It bounds how far a mark is looked for that closes another.
const longestQuote = 1024

// passage adds the passage that begins on a line of its own, and reports whether
// it goes to the end. In quotation marks it stops where the last of them does, at
// the end of a line; a text that only begins with a quotation goes on.
func (q *quotes) passage(at int) bool {
	from, to := q.passageAt(at, len(q.text))
	line, _, _ := strings.Cut(q.text[to:], "\n")
	if strings.ContainsFunc(line, wordRune) {
		to = len(q.text)
	}
	q.add(from, to)
	return to == len(q.text)
}

// passageAt returns the passage that begins at a place: in quotation marks up to
// the last that closes them, before limit or at all, for those between may belong
// to it; else to the end.
func (q *quotes) passageAt(at, limit int) (from, to int) {
	from = at + len(q.text[at:]) - len(strings.TrimLeftFunc(q.text[at:], unicode.IsSpace))
	marks, quoted := closing(q.text[from:])
	if !quoted {
		return from, len(q.text)
	}
	_, size := utf8.DecodeRuneInString(q.text[from:])
	for _, end := range [...]int{limit, len(q.text)} {
		if end <= from+size || marks == `"` && end < len(q.text) && strings.Count(q.text[from:end], marks)%2 == 1 {
			continue // it is not closed yet
		}
		i := lastClosing(q.text[from+size:end], marks)
		if i < 0 {
			continue
		}
		to = from + size + i
		if next := strings.TrimLeft(q.text[to:], " "); strings.HasPrefix(next, ",") || len(next) < len(q.text[to:]) && startsWord(next) {
			return from, len(q.text) // "Hey Jude" is a song that ...
		}
		return from, to
	}
	return from, len(q.text)
}

// quoteAt returns the passage in quotation marks that begins at a place and is
// closed before limit, by the first mark that does or, if it is announced, by the
// last.
func (q *quotes) quoteAt(at, limit int, announced bool) (from, to int) {
	limit = min(limit, at+longestQuote)
	from = at + len(q.text[at:limit]) - len(strings.TrimLeftFunc(q.text[at:limit], unicode.IsSpace))
	marks, quoted := closing(q.text[from:limit])
	if !quoted {
		return 0, 0
	}
	_, size := utf8.DecodeRuneInString(q.text[from:])
	find := firstClosing
	if announced {
		find = lastClosing
	}
	i := find(q.text[from+size:limit], marks)
	if i < 0 || at+longestQuote == from+size+i { // what is behind the mark was cut off
		return 0, 0
	}
	return from, from + size + i
}

// longQuote adds a passage in quotation marks at a place, if it is long.
func (q *quotes) longQuote(at int) {
	if _, quoted := closing(strings.TrimLeftFunc(q.text[at:], unicode.IsSpace)); !quoted {
		return
	}
	from, to := q.passageAt(at, len(q.text))
	if wordCount(q.text[from:to]) >= leastQuote {
		q.add(from, to)
	}
}

// closing returns the marks that close the quotation mark which s begins with.
func closing(s string) (marks string, quoted bool) {
	r, size := utf8.DecodeRuneInString(s)
	switch r {
	case '"':
		return `"`, true
	case '\'':
		next, _ := utf8.DecodeRuneInString(s[size:])
		return "'", !unicode.IsSpace(next)
	case '“', '„', '‟':
		return "”“\"", true
	case '‘', '‚':
		return "’‘", true
	case '«':
		return "»", true
	case '»':
		return "«", true
	case '「':
		return "」", true
	case '『':
		return "』", true
	}
	return "", false
}

// lastClosing returns the end of the last mark in s that closes a quotation, -1
// if there is none. An apostrophe within a word closes nothing.
func lastClosing(s, marks string) int {
	for end := len(s); end > 0; {
		i := strings.LastIndexAny(s[:end], marks)
		if i < 0 {
			return -1
		}
		if to, ok := closes(s, i); ok {
			return to
		}
		end = i
	}
	return -1
}

// firstClosing returns the end of the first such mark.
func firstClosing(s, marks string) int {
	for at, r := range s {
		if !strings.ContainsRune(marks, r) {
			continue
		}
		if to, ok := closes(s, at); ok {
			return to
		}
	}
	return -1
}

// closes returns the end of the mark at a place, and whether it closes.
func closes(s string, at int) (end int, ok bool) {
	_, size := utf8.DecodeRuneInString(s[at:])
	next, _ := utf8.DecodeRuneInString(s[at+size:])
	return at + size, !unicode.IsLetter(next)
}

// wordCount counts words; of scripts without spaces, two letters are one.
func wordCount(s string) int {
	n, wide := 0, 0
	inWord := false
	for _, r := range s {
		switch {
		case r >= 0x2E80 && unicode.IsLetter(r):
			wide++
			inWord = false
		case unicode.IsLetter(r), unicode.IsDigit(r):
			if !inWord {
				n++
			}
			inWord = true
		case unicode.IsSpace(r), r == '-', r == '/':
			inWord = false
		}
	}
	return n + wide/2
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// startsWord reports that s begins with a letter or digit.
func startsWord(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return wordRune(r)
}

// endsWord reports that s ends with a letter or digit, spaces and emphasis aside.
func endsWord(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, " \t*_`)"))
	return wordRune(r) || unicode.IsMark(r)
}

// spaced reports that a colon, with which s begins, is followed by a space. Times
// and addresses have none; neither have the languages of the wide colon.
func spaced(s string) bool {
	r, size := utf8.DecodeRuneInString(s)
	next, _ := utf8.DecodeRuneInString(s[size:])
	return r != ':' || unicode.IsSpace(next) || next >= 0x2E80
}
