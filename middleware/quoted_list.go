package middleware

import (
	"strings"

	"github.com/memware/memware/internal/fold"
)

// lists adds rows of tables, and lines of logs and of stack traces.
func (q *quotes) lists() {
	for _, l := range q.lines {
		if tableRow(l.text) || logLine(l.text) {
			q.add(l.from, l.to)
		}
	}
}

// tableRow reports a row of a table in bars.
func tableRow(line string) bool {
	return len(line) > 2 && line[0] == '|' && strings.Contains(line[1:], "|")
}

// logLine reports a line that a program wrote: a date with seconds, a level, a
// frame of a stack.
func logLine(line string) bool {
	line = strings.TrimLeft(line, "[")
	if dated(line) || strings.HasPrefix(line, "Traceback (most recent") || strings.HasPrefix(line, "goroutine ") && strings.HasSuffix(line, ":") {
		return true
	}
	if strings.HasPrefix(line, "at ") && strings.HasSuffix(line, ")") && !strings.Contains(line[3:], " ") || strings.HasPrefix(line, `File "`) && strings.Contains(line, `", line `) {
		return true
	}
	level, rest, found := strings.Cut(line, " ")
	switch strings.TrimRight(level, "]:") {
	case "ERROR", "WARN", "WARNING", "INFO", "DEBUG", "TRACE", "FATAL", "PANIC":
		return found && rest != ""
	}
	return false
}

// dated reports a date and a time with seconds: 2026-03-01T10:00:02.
func dated(line string) bool {
	const shape = "dddd-dd-dd dd:dd:dd"
	if len(line) < len(shape) {
		return false
	}
	for i := range len(shape) {
		c := line[i]
		switch {
		case shape[i] == 'd' && (c < '0' || c > '9'), shape[i] == ':' && c != ':':
			return false
		case shape[i] == '-' && c != '-' && c != '/', shape[i] == ' ' && c != ' ' && c != 'T':
			return false
		}
	}
	return true
}

// transcript adds everything from the first line of a conversation on: one with a
// role marker, or the first of several that name who speaks.
func (q *quotes) transcript() {
	spoke := map[string]bool{}
	named, first, last, turns := 0, -1, "", false
	for i, l := range q.lines {
		if l.text != "" && speaks(fold.Text(l.text)) {
			q.addRest(i)
			break
		}
		name := speaker(l.text)
		if name == "" {
			continue
		}
		if first < 0 {
			first = i
		}
		// A list of names and values, such as an address, names each once.
		turns = turns || spoke[name] && name != last || len(name) == 1 || name == "me"
		spoke[name], last = true, name
		named++
	}
	if turns && named > 1 {
		q.addRest(first)
	}
}

// speaker returns the name at the head of a line of a conversation, such as
// "bob" of "Bob: hello" and of "[10:02] Bob: hello".
func speaker(line string) string {
	if strings.HasPrefix(line, "[") {
		_, line, _ = strings.Cut(line, "]")
	}
	name, said, found := strings.Cut(line, ": ")
	if name = strings.Trim(name, " "); !found || len(name) > 24 || said == "" || strings.ContainsAny(name, ".,;?!()/-*\"") || strings.Count(name, " ") > 1 {
		return ""
	}
	return strings.ToLower(name)
}
