package middleware

import (
	"strings"
	"unicode"
)

// structured adds JSON and markup.
func (q *quotes) structured() {
	closers := q.closers()
	for i := 0; i < len(q.lines); i++ {
		l := q.lines[i]
		switch {
		case opensJSON(l.text):
			end := q.endOfJSON(i)
			q.addLines(i, end)
			i = end
		case opensMarkup(l.text):
			name := tagName(l.text)
			if last, ok := closers[name]; ok && last > l.from {
				q.add(l.from, last)
			} else if standsAlone(l.text, name) {
				q.addLines(i, i)
			} else {
				q.addRest(i)
				return
			}
		default:
			q.elements(l, closers)
		}
	}
}

// elements adds elements of markup that begin within a line, unless they only
// format words.
func (q *quotes) elements(l textLine, closers map[string]int) {
	for at := l.from; ; {
		i := strings.IndexByte(q.text[at:l.to], '<')
		if i < 0 {
			return
		}
		at += i + 1
		switch name := tagName(q.text[at:min(len(q.text), at+40)]); name {
		case "b", "i", "u", "s", "em", "strong", "code", "kbd", "sub", "sup", "small", "mark", "span":
		default:
			if last := closers[name]; last > at && name != "" && q.text[at] != '/' {
				q.add(at-1, last)
			}
		}
	}
}

// opensJSON reports a line that begins an object or a list.
func opensJSON(line string) bool {
	if line == "" || line[0] != '{' && line[0] != '[' {
		return false
	}
	rest := strings.TrimLeft(line[1:], " \t")
	if line[0] == '{' {
		return rest == "" || strings.ContainsRune("\"'{}", rune(rest[0]))
	}
	return rest == "" || strings.ContainsRune("\"{[]", rune(rest[0]))
}

// endOfJSON returns the line in which the brackets that the i-th line opens are
// closed, the last line if they never are.
func (q *quotes) endOfJSON(i int) int {
	depth, inString := 0, false
	for ; i < len(q.lines); i++ {
		l := q.lines[i].text
		for j := 0; j < len(l); j++ {
			switch c := l[j]; {
			case c == '\\':
				j++
			case c == '"':
				inString = !inString
			case inString:
			case c == '{', c == '[':
				depth++
			case c == '}', c == ']':
				depth--
			}
		}
		inString = false // no string goes over a line
		if depth <= 0 {
			return i
		}
	}
	return len(q.lines) - 1
}

// opensMarkup reports a line that begins with a tag, a comment or a declaration
// of HTML or XML, and not with an address in angle brackets.
func opensMarkup(line string) bool {
	if len(line) < 3 || line[0] != '<' {
		return false
	}
	if strings.HasPrefix(line, "<!") || strings.HasPrefix(line, "<?") {
		return true
	}
	name := tagName(line)
	behind := strings.TrimPrefix(line[1:], "/")[len(name):]
	return name != "" && (behind == "" || strings.ContainsRune(" />\t", rune(behind[0])))
}

// tagName returns the lower-case name of the tag that a line begins with.
func tagName(line string) string {
	rest := strings.TrimPrefix(strings.TrimPrefix(line, "<"), "/")
	end := strings.IndexFunc(rest, func(r rune) bool {
		return !(r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_'))
	})
	if end < 0 {
		end = len(rest)
	}
	if end == 0 || !unicode.IsLetter(rune(rest[0])) {
		return ""
	}
	return strings.ToLower(rest[:end])
}

// closers returns where the last tag that closes each element ends.
func (q *quotes) closers() map[string]int {
	last := map[string]int{}
	for at := 0; ; {
		i := strings.Index(q.text[at:], "</")
		if i < 0 {
			return last
		}
		at += i + 2
		name := tagName(q.text[at:min(len(q.text), at+40)])
		end := strings.IndexByte(q.text[at:min(len(q.text), at+80)], '>')
		if name != "" && end >= 0 {
			last[name] = at + end + 1
		}
	}
}

// standsAlone reports a tag that nothing closes.
func standsAlone(line, name string) bool {
	switch name {
	case "", "br", "hr", "img", "input", "link", "meta", "source":
		return true
	}
	return strings.HasSuffix(line, "/>") || strings.HasPrefix(line, "</")
}
