package rules

import (
	"slices"
	"strings"
)

// role takes a profession: the last word before a preposition tells.
func (l *lexicon) role(toks []token) ([]token, bool) {
	toks = l.phrase(toks)
	head := len(toks)
	for i, t := range toks {
		if t.norm == "of" && i > 0 && head > i && i+1 < len(toks) && !toks[i+1].upper {
			head = i // "head of marketing"
			continue
		}
		if i > 0 && t.is(preposition) || t.norm == "and" || t.norm == "but" {
			toks = toks[:i]
			break
		}
	}
	toks = l.trim(toks)
	if len(toks) == 0 || len(toks) > 5 || toks[0].is(state) || some(toks, determiner|pronoun) || gerund(toks[0]) && !toks[0].is(trade) {
		return nil, false
	}
	switch toks[0].norm {
	case "former", "ex", "future", "aspiring", "wannabe", "night", "natural", "born":
		return nil, false
	}
	return toks, l.profession(toks[min(head, len(toks))-1])
}

// title is role without an article before it, where endings do not tell: "older"
// and "deeper" end like "teacher".
func (l *lexicon) title(toks []token) ([]token, bool) {
	v, ok := l.role(toks)
	return v, ok && l.is(lemma(v[len(v)-1].norm), role)
}

func (l *lexicon) profession(t token) bool {
	w := lemma(t.norm)
	switch known := l.classes[w] | t.class; {
	case known&(notRole|verdict|nation) != 0:
		return false
	case known&role != 0:
		return true
	case l.relations[w] != "":
		return false
	}
	return (!t.upper || t.caps) && slices.ContainsFunc(strings.Fields(roleSuffixes), func(suffix string) bool {
		return len(w) > len(suffix)+3 && strings.HasSuffix(w, suffix)
	})
}

// trade takes what follows "I work as a": any noun phrase.
func (l *lexicon) trade(toks []token) ([]token, bool) {
	toks = l.trim(upto(l.phrase(toks), preposition))
	return toks, len(toks) > 0 && len(toks) <= 5 && !l.ordinary(toks[0]) && !clausal(toks)
}

// school takes the name of a place to study that says what it is.
func (l *lexicon) school(toks []token) ([]token, bool) {
	v, ok := l.proper(toks)
	return v, ok && v[0].upper && slices.ContainsFunc(v, func(t token) bool {
		return slices.Contains([]string{"school", "university", "college", "institute", "academy", "polytechnic"}, t.norm)
	})
}

func (l *lexicon) subjectOfStudy(toks []token) ([]token, bool) {
	toks = l.trim(upto(l.phrase(toks), preposition))
	return toks, len(toks) > 0 && len(toks) <= 4 && !toks[0].is(state|pronoun|determiner) && !clausal(toks)
}

// medicine takes the name of a drug, told by its ending or by "tablets".
func (l *lexicon) medicine(toks []token) ([]token, bool) {
	toks = l.trim(upto(l.phrase(toks), preposition))
	if len(toks) == 0 || len(toks) > 4 {
		return nil, false
	}
	last := toks[len(toks)-1]
	return toks, last.is(medicine) || slices.ContainsFunc(strings.Fields(medicineEndings), func(suffix string) bool {
		return strings.HasSuffix(last.norm, suffix)
	})
}

// need takes what is needed for good, not for now.
func (l *lexicon) need(toks []token) ([]token, bool) {
	toks = without(l.phrase(toks), "a", "an", "the", "some")
	for i, t := range toks {
		if i > 0 && t.is(preposition) && t.norm != "with" {
			toks = toks[:i]
			break
		}
	}
	if len(toks) == 0 || len(toks) > 6 || clausal(toks) {
		return nil, false
	}
	return toks, slices.ContainsFunc(toks, func(t token) bool {
		return t.is(need) || strings.HasSuffix(t.norm, "-accessible") || strings.HasSuffix(t.norm, "-friendly") ||
			strings.HasSuffix(t.norm, "-free")
	})
}

// style takes a list of ways to write.
func (l *lexicon) style(toks []token) ([]token, bool) {
	toks = l.trim(upto(l.phrase(toks), preposition))
	return toks, len(toks) > 0 && len(toks) <= 6 && toks[len(toks)-1].is(style)
}

// present takes a verb whose present tense tells what is to come, with what
// belongs to it: "start my new job on Monday".
func (l *lexicon) present(toks []token) ([]token, bool) {
	toks, ok := l.rest(toks)
	return toks, ok && slices.Contains([]string{"start", "begin", "finish", "graduate", "return", "move", "retire", "arrive", "leave"}, toks[0].norm)
}

// doing takes a verb in -ing with what belongs to it.
func (l *lexicon) doing(toks []token) ([]token, bool) {
	toks, ok := l.rest(toks)
	return toks, ok && len(toks) <= 2*maxWords && !toks[0].upper && strings.HasSuffix(toks[0].norm, "ing")
}
