package rules

import (
	"slices"
	"strings"
)

// A pattern is a line of words that a clause is matched with from its first
// token:
//
//	live|stay     one of these words
//	moved_to      words in a row
//	[now]         may be missing
//	@like         one of a class of words, see alternatives
//	<place>       what the form "place" takes
//	<who:name>    the same, under a name of its own
//	...           anything, at the end
//
// What follows the end of a pattern must be apart from it: trailers, another
// clause, or, behind a capture, a preposition.
type pattern []element

type element struct {
	words    phrases // one of these must stand here
	optional bool
	name     string // of a capture
	form     form
	any      bool
}

// A match holds what the captures of a pattern took.
type match struct {
	names [4]string
	toks  [4][]token
	n     int
	rest  []token // what the last capture left
}

// get returns what the capture of that name took.
func (m *match) get(name string) []token {
	for i := range m.n {
		if m.names[i] == name {
			return m.toks[i]
		}
	}
	return nil
}

func (m *match) push(name string, toks []token) {
	if m.n < len(m.names) {
		m.names[m.n], m.toks[m.n] = name, toks
		m.n++
	}
}

// maxCapture bounds a capture inside a pattern, so that matching a clause costs
// a fixed number of steps.
const maxCapture = 9

// match matches p with the beginning of toks.
func (l *lexicon) match(p pattern, toks []token, m *match) bool {
	if len(p) == 0 {
		return l.ended(toks)
	}
	switch e := &p[0]; {
	case e.any:
		return true
	case e.form != nil:
		return l.capture(p, toks, m)
	case len(toks) > 0 && toks[0].norm == "," && !e.optional && e.words[","] == nil:
		return l.match(p, toks[1:], m)
	case len(toks) > 0:
		for _, w := range e.words[toks[0].norm] {
			if hasPrefix(toks, w) && l.match(p[1:], toks[len(w):], m) {
				return true
			}
		}
	}
	return p[0].optional && l.match(p[1:], toks, m)
}

// capture matches a pattern that begins with a capture: first with what follows
// it, then with all of toks.
func (l *lexicon) capture(p pattern, toks []token, m *match) bool {
	if len(toks) == 0 || toks[0].norm == "," {
		return false
	}
	open := len(p) > 1 && p[len(p)-1].any
	if len(p) > 1 && !p[1].any && l.inner(p, toks, m) {
		return true
	}
	if slices.ContainsFunc(p[1:], func(e element) bool { return !e.optional && !e.any }) {
		return false
	}
	v, ok := p[0].form(toks)
	if !ok {
		return false
	}
	m.rest = after(toks, v)
	if !open && !l.apart(m.rest) {
		return false // "I am 5" of "I am 5 minutes late"
	}
	m.push(p[0].name, v)
	return true
}

// inner matches a capture that something follows, and passes nothing over.
func (l *lexicon) inner(p pattern, toks []token, m *match) bool {
	e, next := &p[0], &p[1]
	for n := 1; n <= min(maxCapture, len(toks)-1); n++ {
		if next.words != nil && !next.optional && next.words.at(toks[n:]) == 0 && toks[n].norm != "," {
			continue
		}
		v, ok := e.form(toks[:n])
		if !ok || v[len(v)-1].end != toks[n-1].end {
			continue
		}
		saved := m.n
		m.push(e.name, v)
		if l.match(p[1:], toks[n:], m) {
			return true
		}
		m.n = saved
	}
	return false
}

// ended reports that toks add nothing to what stands before them.
func (l *lexicon) ended(toks []token) bool {
	if len(toks) == 0 || toks[0].mark || toks[0].is(subordinator) {
		return true
	}
	bare := unmarked(toks)
	rest := l.trim(toks)
	return l.tails.at(bare) == len(bare) || len(rest) == 0 || len(rest) == 1 && rest[0].is(filler)
}

// apart reports that toks can follow a value without changing what it is.
func (l *lexicon) apart(toks []token) bool {
	return len(toks) == 0 || toks[0].is(preposition|continuation|date|weekday) || relative(toks) || l.ended(toks)
}

// after returns what stands in toks behind v, a part of it.
func after(toks, v []token) []token {
	if len(v) == 0 {
		return toks
	}
	last := v[len(v)-1]
	for i := len(v) - 1; i < len(toks); i++ {
		if toks[i] == last {
			return toks[i+1:]
		}
	}
	return nil
}

// compile reads a pattern. A form or class that does not exist gives an element
// that matches nothing; a test looks for them.
func (g *grammar) compile(line string) pattern {
	var p pattern
	for _, word := range strings.Fields(line) {
		var e element
		if inner, ok := strings.CutPrefix(word, "["); ok {
			e.optional, word = true, strings.TrimSuffix(inner, "]")
		}
		switch {
		case word == "...":
			e.any = true
		case word[0] == '<':
			name, kind, renamed := strings.Cut(strings.Trim(word, "<>"), ":")
			if !renamed {
				kind = name
			}
			e.name, e.form = name, g.forms[kind]
		default:
			e.words = g.alternatives(word)
		}
		p = append(p, e)
	}
	return p
}

// alternatives reads "a|b_c|@class".
func (g *grammar) alternatives(word string) phrases {
	out := phrases{}
	for alt := range strings.SplitSeq(word, "|") {
		list := alt
		if class, ok := strings.CutPrefix(alt, "@"); ok {
			list = g.lists[class]
		}
		for _, w := range strings.Fields(list) {
			out.add(strings.Split(w, "_"))
		}
	}
	return out
}
