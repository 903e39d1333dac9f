package middleware

import (
	"strings"

	"github.com/memware/memware/backends"
)

// prepare returns the turn as the extractor sees it: without windows, quoted
// parts as messages of their own, each message with its effective origin. What
// the assistant says in a turn with tool results has the trust of the tools.
func prepare(t Turn, scope backends.Scope) Turn {
	tools := false
	for _, m := range t.Messages {
		tools = tools || m.Origin == backends.Tool
	}
	var messages []Message
	for _, m := range t.Messages {
		m.Text = StripWindow(m.Text)
		if m.Origin == backends.Assistant && tools {
			m.Origin = backends.Tool
		}
		if m.Actor != "" && m.Actor != scope.User {
			m.Origin = backends.Other
		}
		messages = append(messages, splitQuoted(m)...)
	}
	t.Messages = messages
	return t
}

// splitQuoted cuts a message into its own words and what it quotes: lines that
// start with ">", fenced blocks, and everything from the head of a forwarded or
// answered mail on. Quoted parts count as Document. The system quotes nothing.
func splitQuoted(m Message) []Message {
	if m.Quoted {
		m.Origin = min(m.Origin, backends.Document)
	}
	if m.Quoted || m.Origin <= backends.Document || m.Origin == backends.System {
		return []Message{m}
	}
	var parts []Message
	var scan quoteScan
	var block strings.Builder
	quoted := false
	flush := func() {
		if strings.TrimSpace(block.String()) != "" {
			part := m
			part.Text, part.Quoted = block.String(), quoted
			if quoted {
				part.Origin = backends.Document
			}
			parts = append(parts, part)
		}
		block.Reset()
	}
	for line := range strings.Lines(m.Text) {
		if q := scan.quoted(line); q != quoted {
			flush()
			quoted = q
		}
		block.WriteString(line)
	}
	flush()
	return parts
}

// quoteScan decides line by line what is quoted.
type quoteScan struct {
	fence string // the marker that closes an open fence
	mail  bool   // behind the head of a mail, to the end
}

func (s *quoteScan) quoted(line string) bool {
	line = strings.TrimSpace(line)
	marker := fenceMarker(line)
	switch {
	case s.fence != "":
		if marker != "" && strings.HasPrefix(line, s.fence) && strings.Trim(line, s.fence[:1]) == "" {
			s.fence = ""
		}
		return true
	case marker != "":
		s.fence = marker
		return true
	case s.mail || mailHead(line):
		s.mail = true
		return true
	}
	return strings.HasPrefix(line, ">")
}

// fenceMarker returns the run of three or more backquotes or tildes that a line
// starts with.
func fenceMarker(line string) string {
	for _, c := range []string{"`", "~"} {
		run := len(line) - len(strings.TrimLeft(line, c))
		if run >= 3 {
			return line[:run]
		}
	}
	return ""
}

// mailHead reports the line with which mail programs start what they quote.
func mailHead(line string) bool {
	lower := strings.ToLower(line)
	return strings.HasPrefix(lower, "-----original message") ||
		strings.HasPrefix(lower, "---------- forwarded message") ||
		strings.HasPrefix(lower, "begin forwarded message") ||
		strings.HasPrefix(lower, "from: ") ||
		strings.HasPrefix(lower, "on ") && strings.HasSuffix(lower, " wrote:")
}

// echoes reports whether text repeats a memory that the window showed.
func echoes(text string, shown []string) bool {
	said := wording(text)
	if said == "" {
		return false
	}
	for _, s := range shown {
		if w := wording(s); w != "" && (strings.Contains(said, w) || strings.Contains(w, said)) {
			return true
		}
	}
	return false
}
