package middleware

import "strings"

func (q *quotes) blockQuotes() {
	for _, l := range q.lines {
		if strings.HasPrefix(l.text, ">") {
			q.add(l.from, l.to)
		}
	}
}

func (q *quotes) fences() {
	for _, c := range [...]string{"`", "~"} {
		q.between(func(line string) bool {
			run := len(line) - len(strings.TrimLeft(line, c))
			return run >= 3 && !strings.Contains(line[run:], c)
		}, nil)
	}
	for _, l := range q.lines { // a fence that ends on its own line
		if strings.HasPrefix(l.text, "```") && strings.Contains(l.text[3:], "```") {
			q.add(l.from, l.to)
		}
	}
}

// between adds the lines from the first that opens to the last that closes, or
// to the end if there is none behind it. A nil closes stands for opens.
func (q *quotes) between(opens, closes func(line string) bool) {
	if closes == nil {
		closes = opens
	}
	first, last := -1, -1
	for i, l := range q.lines {
		if first < 0 && opens(l.text) {
			first = i
		} else if first >= 0 && closes(l.text) {
			last = i
		}
	}
	switch {
	case last >= 0:
		q.addLines(first, last)
	case first >= 0:
		q.addRest(first)
	}
}

func (q *quotes) delimited() {
	for _, marks := range [...][2]string{
		{"<<<", ">>>"}, {"[[[", "]]]"}, {"{{{", "}}}"}, {"(((", ")))"}, {`"""`, `"""`}, {"'''", "'''"},
	} {
		from := strings.Index(q.text, marks[0])
		if from < 0 {
			continue
		}
		to := len(q.text)
		if last := strings.LastIndex(q.text, marks[1]); last >= from+len(marks[0]) {
			to = last + len(marks[1])
		}
		q.add(from, to)
	}
	for _, c := range [...]string{"-", "=", "*", "_", "#", "─", "━", "═", "—"} {
		q.between(func(line string) bool { return ruler(line, c) }, nil)
	}
	q.between(func(line string) bool { return bracketed(line, "begin", "start") },
		func(line string) bool { return bracketed(line, "end") })
	for i, l := range q.lines {
		if bracketed(l.text, "forwarded", "pasted", "copied", "quoted") {
			q.addRest(i)
			return
		}
	}
}

// ruler reports a line of three or more c, perhaps with words between, as in
// "--- begin of mail ---". In Markdown a line may begin with signs of number, and
// words in asterisks or underscores are printed bold.
func ruler(line, c string) bool {
	rest := strings.TrimLeft(line, c)
	if len(line)-len(rest) < 3*len(c) {
		return false
	}
	if rest == "" {
		return c != "#"
	}
	worded := c == "-" || c == "=" || c == "#"
	return worded && len(rest)-len(strings.TrimRight(rest, c)) >= 3
}

// bracketed reports a line such as "[BEGIN TEXT]".
func bracketed(line string, words ...string) bool {
	if len(line) > 80 || !strings.HasPrefix(line, "[") || !strings.HasSuffix(line, "]") {
		return false
	}
	for _, w := range words {
		if strings.HasPrefix(strings.ToLower(line[1:]), w) {
			return true
		}
	}
	return false
}
