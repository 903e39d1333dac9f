package rules

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/fold"
	"github.com/memware/memware/middleware"
)

// noteWeight is the importance of a note: what no rule knows.
const noteWeight = 0.25

// An excerpt is the part of a message that a candidate is kept with.
type excerpt struct {
	prefix   string // the subject, where the clause shares that of another
	from, to int    // bytes of the message
}

// wordsOf returns the words of a clause: all of a sentence that is one, so that
// a fact is kept as it was said; else the clause alone, so that it does not
// carry along what another fact may end.
func wordsOf(c clause, all []clause, sentence []token) excerpt {
	toks := unmarked(c.toks)
	if len(all) == 1 {
		toks = sentence
	}
	if len(toks) == 0 {
		return excerpt{}
	}
	w := excerpt{from: toks[0].start, to: toks[len(toks)-1].end}
	switch {
	case c.elided && shareable(toks[0]):
		w.prefix = "I'm "
	case c.elided:
		w.prefix = "I "
	}
	return w
}

// said returns w as a statement of f: with one item in place of the list that it
// stands in.
func (r *reader) said(w excerpt, f found) string {
	if n := len(f.list); n > 0 {
		from, to := f.list[0].start, f.list[n-1].end
		if w.from <= from && from <= to && to <= w.to {
			return w.prefix + r.text[w.from:from] + span(r.text, f.item) + r.text[to:w.to]
		}
	}
	return w.prefix + r.text[w.from:w.to]
}

// keep makes candidates of what a rule found.
func (r *reader) keep(s subject, out []found, w excerpt) {
	for _, f := range out {
		r.emit(r.candidate(s, f, w))
	}
	if len(s.name) > 0 && out[0].kind == backends.Fact {
		r.emit(r.candidate(s, found{kind: backends.Fact, key: "name", value: s.name, weight: out[0].weight}, w))
	}
}

func (r *reader) candidate(s subject, f found, w excerpt) middleware.Candidate {
	c := middleware.Candidate{
		Kind: f.kind, Forget: f.forget, Key: plainKey(s.keyOf(f.key)), Member: norms(f.member, " "),
		Text: r.said(w, f), Importance: f.weight,
	}
	if f.kind == backends.Fact {
		if c.Value = cmp.Or(f.fixed, span(r.text, f.value)); f.not && c.Value != "" {
			c.Value = "not " + c.Value
		}
	}
	return c
}

// plainKey returns a key of letters, digits, full stops, underscores and hyphens,
// as every gate lets it pass: "c++" is "cplusplus". It returns "" where nothing
// is left of one of its words.
func plainKey(key string) string {
	var b strings.Builder
	for _, r := range fold.Key(key) {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r), r == '.', r == '_', r == '-':
			b.WriteRune(r)
		case r == '+':
			b.WriteString("plus")
		case r == '#':
			b.WriteString("sharp")
		case r == '/':
			b.WriteByte('-')
		}
	}
	if key = fold.Key(b.String()); slices.Contains(strings.Split(key, "."), "") {
		return ""
	}
	return key
}

// emit adds a candidate, if it is valid and there is room for it.
func (r *reader) emit(c middleware.Candidate) {
	c.Message, c.Text = r.index, strings.TrimSpace(c.Text)
	c.Text = glossed(c)
	switch {
	case c.Kind != backends.Note && c.Key == "", c.Text == "", len(c.Text) > backends.MaxTextBytes, c.Kind == backends.Fact && c.Value == "":
		return
	case len(c.Value) > backends.MaxTextBytes, len(c.Key) > backends.MaxKeyBytes, len(c.Member) > backends.MaxNameBytes:
		return
	case len(r.out) >= maxCandidates, c.Kind == backends.Note && r.notes >= maxNotes:
		return
	}
	if c.Kind == backends.Note {
		r.notes++
	} else if c.Kind == backends.Fact {
		if r.echoes(c) {
			return
		}
		r.hold(c)
	}
	r.out = append(r.out, c)
}

// hold keeps what the user asserted, for corrections later in the turn.
func (r *reader) hold(c middleware.Candidate) {
	if r.byUser {
		r.held = append(r.held, assertion{
			c.Key, c.Member, c.Value, c.Text, c.Importance, r.kinds(c.Value), int64(r.index), r.breath,
		})
	}
}

// echoes reports that the assistant only repeats what the user said in the turn.
func (r *reader) echoes(c middleware.Candidate) bool {
	return r.speaker.Origin == backends.Assistant && slices.ContainsFunc(r.held, func(a assertion) bool {
		return a.key == c.Key && a.member == c.Member && strings.EqualFold(a.value, c.Value)
	})
}
