package rules

import "slices"

// maxTokens is the longest clause that is matched with rules. What is longer is
// no statement of one fact, and becomes a note.
const maxTokens = 60

// sentences splits toks behind full stops, question and exclamation marks, and
// at the ends of lines.
func sentences(toks []token) [][]token {
	var out [][]token
	from := 0
	for i, t := range toks {
		if t.line && i > from {
			out, from = append(out, toks[from:i]), i
		}
		stop := t.mark && (t.norm == "." || t.norm == "!" || t.norm == "?")
		if stop && (i+1 == len(toks) || !toks[i+1].mark) {
			out, from = append(out, toks[from:i+1]), i+1
		}
	}
	if from < len(toks) {
		out = append(out, toks[from:])
	}
	return out
}

// A clause is a part of a sentence that can be a statement of its own.
type clause struct {
	toks   []token
	elided bool // its subject "I" is that of the clause before
}

// clauses splits a sentence at the commas and conjunctions behind which another
// statement, question or correction begins.
func (l *lexicon) clauses(toks []token) []clause {
	var out []clause
	from, elided := 0, false
	for i := 0; i < len(toks); i++ {
		n := joint(toks[i:])
		if toks[i].norm == ":" && i-from > 2 && toks[from].is(pronoun) {
			n = 1 // "it's decided: we stay", but not "door code: 4417"
		}
		if n == 0 || !slices.ContainsFunc(toks[from:i], func(t token) bool { return !t.mark && !t.is(filler|opener) }) {
			continue // nothing was said yet: "honestly,"
		}
		if starts, bare := l.starts(toks[i+n:], toks[from:i], toks[i].norm); starts {
			out = append(out, clause{toks[from:i], elided})
			from, elided = i+n, bare
			i = from - 1
		}
	}
	if from < len(toks) {
		out = append(out, clause{toks[from:], elided})
	}
	return out
}

// joint returns how many tokens at the start of toks can join two clauses.
func joint(toks []token) int {
	for i, t := range toks[:min(3, len(toks))] {
		switch t.norm {
		case ",", ";", "-", "(", ")", "&", "and", "but", "so", "plus", "because", "though", "although", "yet", "since",
			"then", ".", "!", "…", "*":
		default:
			return i
		}
	}
	return min(3, len(toks))
}

// starts reports that a clause begins with toks, given the one before it. A bare
// one shares the subject "I" of that clause.
func (l *lexicon) starts(toks, before []token, joint string) (starts, bare bool) {
	if l.marker(toks) > 0 {
		return true, false
	}
	toks = l.open(toks, false)
	if len(toks) < 2 {
		return false, false
	}
	first, second := toks[0].norm, toks[1].norm
	switch first {
	case "i":
		return !toks[1].mark && !(joint == "and" && people(l.open(before, true))), false // "my wife and I live"
	case "we", "he", "she", "they", "you":
		return !toks[1].mark, false
	case "it", "that", "this", "there":
		return toks[1].is(auxiliary), false
	case "my", "our", "the", "his", "her", "their", "your":
		return verbAhead(toks[1:]), false
	case "everyone", "everybody", "people", "friends":
		return second == "calls" || second == "call", false
	case "is", "are", "does":
		return false, false
	}
	if relativePronoun(first) && joint == "," && people(l.open(before, true)) {
		return false, false // "my sister, who lives in Rome, is"
	}
	switch {
	case l.asks(toks), l.orders.at(toks) > 0, toks[0].upper && joint != ";" && personAhead(toks):
		return true, false
	case joint == "and" || joint == "but" || joint == ",":
		return (sharesSubject(first) || shareable(toks[0])) && second != "," && second != "and" && l.aboutUser(before), true
	}
	return false, false
}

func relativePronoun(w string) bool {
	return w == "who" || w == "which" || w == "whose" || w == "where"
}

// verbAhead reports that a verb follows within the next words, before a mark.
func verbAhead(toks []token) bool {
	for i, t := range toks {
		if t.mark && t.norm != "'" || i > 5 {
			return false
		}
		switch t.norm {
		case "is", "are", "was", "were", "has", "changed", "moved", "lives", "works", "likes", "loves", "hates", "became",
			"prefers", "does", "speaks", "'s":
			return i > 0
		}
	}
	return false
}

// personAhead reports a name with a verb of a person behind it.
func personAhead(toks []token) bool {
	n := capitals(toks)
	if n == 0 || n > 3 || n == len(toks) {
		return false
	}
	if toks[n-1].norm == "'s" {
		return verbAhead(toks[n:])
	}
	return personVerb(toks[n].norm) != ""
}

// sharesSubject reports a verb that can share the subject of the clause before.
func sharesSubject(verb string) bool {
	switch verb {
	case "live", "work", "love", "like", "hate", "prefer", "speak", "have", "am", "need", "enjoy", "dislike", "moved",
		"study", "can", "do", "adore", "avoid", "drive", "detest", "play", "go", "use", "eat", "drink", "wake", "teach", "weigh", "own",
		"sleep", "wear":
		return true
	}
	return false
}

// shareable reports an adjective or participle that can share the subject and
// verb of the clause before: "I'm vegan and allergic to nuts".
func shareable(t token) bool {
	switch t.norm {
	case "allergic", "based", "living", "working", "raised", "born", "studying", "fluent", "engaged":
		return true
	}
	return false
}

// aboutUser reports that a clause is one of the user about himself, and long
// enough to be whole.
func (l *lexicon) aboutUser(toks []token) bool {
	toks = l.open(toks, true)
	if len(toks) < 2 || toks[len(toks)-1].norm == "to" {
		return false
	}
	return len(toks) > 2 && slices.Contains([]string{"i", "we", "my"}, toks[0].norm) || toks[0].is(bareVerb|bareAdjective)
}

// open drops what stands in front of a statement: openers, fillers and, where
// all is set, announcements such as "remember that".
func (l *lexicon) open(toks []token, all bool) []token {
	for len(toks) > 0 {
		n := 0
		switch t := toks[0]; {
		case t.mark && t.norm != "*":
			n = 1
		case len(toks) > 1 && t.is(opener|filler) && (!t.is(clock) || toks[1].mark):
			n = 1
		case len(toks) > 2 && t.is(label) && toks[1].norm == ":":
			n = 2
		case all:
			n = l.announcements.at(toks)
		}
		if n == 0 {
			break
		}
		toks = toks[n:]
	}
	return toks
}

// strip takes out fillers, so that rules need not name them.
func strip(toks []token) []token {
	out := make([]token, 0, len(toks)+2)
	for i, t := range toks {
		last := i > 1 && len(unmarked(toks[i+1:])) == 0 // "over still": the form tells
		if t.is(filler) && !(t.upper && i > 0) && !last || len(out) == 0 && t.mark && t.norm != "*" {
			continue
		}
		out = append(out, t)
	}
	return out
}

// unmarked drops the marks at the end of toks.
func unmarked(toks []token) []token {
	for len(toks) > 0 && toks[len(toks)-1].mark {
		toks = toks[:len(toks)-1]
	}
	return toks
}

// without drops leading tokens of the given words.
func without(toks []token, words ...string) []token {
	for len(toks) > 0 && slices.Contains(words, toks[0].norm) {
		toks = toks[1:]
	}
	return toks
}

// hasPrefix reports that toks begin with words.
func hasPrefix(toks []token, words []string) bool {
	if len(toks) < len(words) {
		return false
	}
	for i, w := range words {
		if toks[i].norm != w {
			return false
		}
	}
	return true
}

// some reports that one of toks is of a class.
func some(toks []token, c class) bool {
	return slices.ContainsFunc(toks, func(t token) bool { return t.is(c) })
}
