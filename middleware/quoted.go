package middleware

import (
	"cmp"
	"slices"
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

// splitQuoted cuts a message into its own words and what it quotes, which counts
// as Document. Nothing is lost but empty parts. The system quotes nothing; of
// assistant and tools only the first three rules count; of the user these do:
//
//  1. Lines that begin with ">".
//  2. Fenced blocks, from the first fence of backquotes or tildes to the last:
//     a fence within pasted text would otherwise end it.
//  3. Mail: from a line such as "Begin forwarded message", "On ... wrote:", or a
//     head with From and Subject, to the end.
//  4. Between delimiters: <<< and >>>, triple brackets and quotation marks,
//     [BEGIN ...] and [END ...], and lines of dashes, equals signs, asterisks or
//     underscores, each from the first to the last; to the end where there is but
//     one, and behind a line such as "[forwarded from ...]".
//  5. JSON that begins a line and elements of markup, up to what closes them; rows
//     of tables in bars; lines of logs and of stack traces.
//  6. A transcript: from a line that has a role marker, such as "assistant:", or
//     the first of several that name who speaks by turns, to the end.
//  7. What follows a lead (see leads) such as "look at this:", "the page says:" or
//     "here is the mail I got:", or a request on one of the first lines such as
//     "can you proofread this?": a passage in quotation marks up to the last of
//     them, anything else to the end, since nothing in a pasted text tells where
//     it stops.
//  8. What precedes a request that points up, on a last line of its own:
//     "summarise the above".
//  9. A passage in quotation marks: of four words behind another's "says", of five
//     that address someone, of eight behind a colon or at the head of a line.
//
// What is quoted within a statement of one's own stays in it: a name, a title, a
// word. Text that is pasted without any of these marks cannot be told from the
// user's words: a program that knows marks it by Message.Quoted.
func splitQuoted(m Message) []Message {
	if m.Quoted {
		m.Origin = min(m.Origin, backends.Document)
	}
	if m.Quoted || m.Origin <= backends.Document || m.Origin == backends.System {
		return []Message{m}
	}
	q := &quotes{text: m.Text, lines: linesOf(m.Text)}
	q.blockQuotes()
	q.fences()
	q.mail()
	if m.Origin == backends.User {
		q.delimited()
		q.structured()
		q.transcript()
		q.led()
	}
	return q.cut(m)
}

// quotes collects the quoted spans of a text.
type quotes struct {
	text  string
	lines []textLine
	spans []span // in any order, may overlap
}

// A span is a range of bytes.
type span struct{ from, to int }

// A textLine is a line without the white space around it.
type textLine struct {
	span        // of the whole line, with its break
	text string // trimmed
}

func linesOf(text string) []textLine {
	var lines []textLine
	from := 0
	for line := range strings.Lines(text) {
		lines = append(lines, textLine{span{from, from + len(line)}, strings.TrimSpace(line)})
		from += len(line)
	}
	return lines
}

func (q *quotes) add(from, to int) { q.spans = append(q.spans, span{from, to}) }

// addLines adds the lines from the i-th to the j-th.
func (q *quotes) addLines(i, j int) { q.add(q.lines[i].from, q.lines[j].to) }

// addRest adds everything from the i-th line on.
func (q *quotes) addRest(i int) { q.add(q.lines[i].from, len(q.text)) }

// merge sorts the spans, and joins those that overlap.
func (q *quotes) merge() {
	slices.SortFunc(q.spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	merged := q.spans[:0]
	for _, s := range q.spans {
		if n := len(merged); n > 0 && s.from <= merged[n-1].to {
			merged[n-1].to = max(merged[n-1].to, s.to)
			continue
		}
		merged = append(merged, s)
	}
	q.spans = merged
}

// cut returns the parts of m, in order.
func (q *quotes) cut(m Message) []Message {
	q.merge()
	var parts []Message
	add := func(text string, quoted bool) {
		if strings.TrimSpace(text) == "" {
			return
		}
		part := m
		part.Text, part.Quoted = text, quoted
		if quoted {
			part.Origin = backends.Document
		}
		parts = append(parts, part)
	}
	at := 0
	for _, s := range q.spans {
		add(q.text[at:s.from], false)
		add(q.text[s.from:s.to], true)
		at = s.to
	}
	add(q.text[at:], false)
	return parts
}

// echoes reports whether text repeats a memory that the window showed.
func echoes(text string, shown []string) bool {
	said := wording(text)
	if said == "" {
		return false
	}
	for _, s := range shown {
		w := wording(s)
		if w != "" && (strings.Contains(" "+said+" ", " "+w+" ") || strings.Contains(" "+w+" ", " "+said+" ")) {
			return true
		}
	}
	return false
}
