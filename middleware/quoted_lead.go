package middleware

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// led adds what leads announce, and what a last line points up to.
func (q *quotes) led() {
	q.merge()
	covered := q.covered()
	q.pointsUp()
	q.lists() // what a program lists does not end what a lead announces
	seen := 0
	for i, l := range q.lines {
		if l.text == "" || covered[i] {
			continue
		}
		seen++
		if seen == 1 && q.asksFirst(l) || q.leadsOn(l, q.after(i, covered), seen <= early) || q.leadsWithin(l) {
			return // all that follows is quoted
		}
	}
}

// early is among how many first lines of a message one that asks about a text is
// taken to ask about what follows: a greeting may come first.
const early = 3

// covered tells which lines are quoted already, in part at least.
func (q *quotes) covered() []bool {
	covered := make([]bool, len(q.lines))
	s := 0
	for i, l := range q.lines {
		for s < len(q.spans) && q.spans[s].to <= l.from {
			s++
		}
		covered[i] = s < len(q.spans) && q.spans[s].from < l.to
	}
	return covered
}

// after returns the first line behind the i-th that says something, -1 if it is
// quoted already or there is none.
func (q *quotes) after(i int, covered []bool) int {
	for i++; i < len(q.lines); i++ {
		if covered[i] {
			return -1
		}
		if q.lines[i].text != "" {
			return i
		}
	}
	return -1
}

// leadsOn adds what the lines behind l quote, if l is a lead to them. It reports
// whether that is all there is.
func (q *quotes) leadsOn(l textLine, next int, early bool) bool {
	if next < 0 {
		return false
	}
	behind := q.lines[next].from
	lead, colon := cutColon(l.text)
	switch {
	case colon && leads(wordsOf(clause(lead))) != leadsNowhere,
		!colon && early && requests(l.text):
		return q.passage(behind)
	case colon && !ownWords(wordsOf(clause(lead))):
		q.longQuote(behind)
	}
	return false
}

// cutColon cuts the colon that a line ends with.
func cutColon(line string) (before string, found bool) {
	for _, c := range [...]string{":", "：", ":**", ": -", ":-", ":\\"} {
		if before, found = strings.CutSuffix(line, c); found {
			return before, true
		}
	}
	return line, false
}

// leadsWithin adds what a line quotes behind a lead within it, and passages in
// quotation marks behind a verb of saying. It reports whether all that follows
// is quoted.
func (q *quotes) leadsWithin(l textLine) bool {
	start := l.from + strings.Index(q.text[l.from:l.to], l.text)
	last := rune(' ')
	for i := 0; i < len(l.text); {
		r, size := utf8.DecodeRuneInString(l.text[i:])
		from, to := q.quotedBehind(l, start+i, r, last)
		if to == len(q.text) && to > from {
			q.add(from, to)
			return true
		}
		if to > from {
			q.add(from, to)
			size = to - start - i
		}
		last, i = r, i+size
	}
	return false
}

// quotedBehind returns what the colon or quotation mark at a place of line l
// begins to quote.
func (q *quotes) quotedBehind(l textLine, at int, r, last rune) (from, to int) {
	if r == ':' || r == '：' {
		return q.behindColon(l, at, at+utf8.RuneLen(r))
	}
	if _, opens := closing(q.text[at:]); !opens || unicode.IsLetter(last) {
		return 0, 0
	}
	before := strings.TrimRight(q.text[l.from:at], " \t,(:")
	if before != "" && !endsWord(before) { // a run of marks
		return 0, 0
	}
	if _, to = q.quoteAt(at, l.to, false); to == 0 {
		return 0, 0
	}
	words := wordsOf(clause(before))
	announced := quotesNext(words)
	from, to = q.quoteAt(at, l.to, announced)
	switch n := wordCount(q.text[from:to]); {
	case announced && n >= leastPassage, before == "" && n >= leastQuote:
		return from, to
	case !anyOf(words, wordMe) && speech(q.text[from:to]):
		return from, to
	}
	return 0, 0
}

// behindColon returns what is quoted from a place behind a colon.
func (q *quotes) behindColon(l textLine, colon, from int) (int, int) {
	rest := strings.TrimSpace(q.text[from:l.to])
	_, quoted := closing(rest)
	if rest == "" || !quoted && !spaced(q.text[colon:]) || !endsWord(q.text[l.from:colon]) {
		return 0, 0
	}
	words := wordsOf(clause(q.text[l.from:colon]))
	switch kind := leads(words); {
	case kind == leadsAnywhere: // a title may be all that is on the line
		if quoted || wordCount(q.text[from:min(len(q.text), from+300)]) >= leastPassage {
			return q.passageAt(from, l.to)
		}
	case kind == leadsLabel && wordCount(rest) >= leastPassage, quoted && kind != leadsNowhere:
		return q.passageAt(from, l.to)
	case quoted && !ownWords(words):
		if from, to := q.quoteAt(from, l.to, false); wordCount(q.text[from:to]) >= leastQuote {
			return from, to
		}
	}
	return 0, 0
}

// asksFirst adds what stands behind a first sentence that asks to work on it, and
// behind the prompt of a shell.
func (q *quotes) asksFirst(l textLine) bool {
	if strings.HasPrefix(l.text, "$ ") {
		q.add(l.from, len(q.text))
		return true
	}
	end := strings.IndexAny(l.text, "?.!")
	if end < 0 || end+1 >= len(l.text) || l.text[end+1] != ' ' {
		return false
	}
	words := wordsOf(l.text[:end])
	if len(words) > longestRequest || !anyOf(words, wordAsks) || !anyOf(words, wordPoints) || requested(words, true) == leadsNowhere {
		return false
	}
	return q.passage(l.from + strings.Index(q.text[l.from:l.to], l.text) + end + 1)
}

// pointsUp adds what stands before a last line that asks for something with it:
// "summarise the above".
func (q *quotes) pointsUp() {
	last := len(q.lines) - 1
	for last > 0 && q.lines[last].text == "" {
		last--
	}
	if last > 0 && q.lines[last].text[:1] != ">" && asksUp(q.lines[last].text) {
		q.add(0, q.lines[last].from)
	}
}

// clause returns the last sentence of what stands before a colon, or a part of it
// if it is very long.
func clause(s string) string {
	const longest = 240
	if len(s) > longest {
		s = s[len(s)-longest:]
	}
	from := 0
	for _, mark := range [...]string{". ", "! ", "? ", "; ", ":", "。", "！", "？", "："} {
		if i := strings.LastIndex(s, mark); i >= 0 {
			from = max(from, i+len(mark))
		}
	}
	return s[from:]
}
