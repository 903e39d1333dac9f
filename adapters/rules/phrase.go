package rules

import (
	"slices"
	"strings"
)

const maxWords = 8 // longest value of most forms

// word takes a phrase that names something: no state, no clause.
func (l *lexicon) word(toks []token) ([]token, bool) {
	toks = l.phrase(toks)
	if len(toks) == 0 || toks[0].is(state) && !(len(toks) > 1 && toks[0].upper && toks[1].upper) {
		return nil, false
	}
	article := toks[0].norm == "a" || toks[0].norm == "an"
	toks = without(toks, "a", "an", "the")
	if len(toks) == 0 || len(toks) > maxWords || clausal(toks) {
		return nil, false
	}
	first, last := toks[0], toks[len(toks)-1]
	switch {
	case len(toks) == 1 && first.is(colour) && !first.upper, // how it looks
		article && last.is(verdict), gerund(first), first.is(pronoun | determiner):
		return nil, false
	}
	return toks, true
}

// thing takes what can be liked: a noun phrase, a gerund, an infinitive.
func (l *lexicon) thing(toks []token) ([]token, bool) {
	toks = without(l.phrase(toks), "to", "a", "an", "all", "any", "having", "some", "doing")
	if len(toks) > 2 && toks[1].norm == "of" && slices.Contains([]string{"bit", "lot", "lots", "kinds", "sorts"}, toks[0].norm) {
		toks = toks[2:] // "a bit of jazz"
	}
	if len(toks) > 1 && toks[0].norm == "the" && !toks[1].upper {
		return nil, false // "the plan": known from the conversation only
	}
	if len(toks) == 0 || len(toks) > maxWords || clausal(toks) || some(toks, pointer) || len(toks) == 1 && toks[0].is(verdict) {
		return nil, false
	}
	first := toks[0]
	if hasDigit(first.norm) && kindsOf(toks)&^wordKind != 0 {
		return nil, false // "I prefer 9am" is of something else
	}
	switch first.norm {
	case "up", "down", "out", "off", "away": // "I can't stand up"
		return nil, first.upper
	case "how", "what", "when", "where", "why", "who", "one", "ones", "so", "not", "to", "be", "more", "most",
		"both", "too", "much":
		return nil, false
	}
	return toks, first.norm == "the" || !first.is(preposition|pronoun|determiner|auxiliary) && !isNumber(first.norm)
}

// choice is thing that may be singled out: "my favourite flower is the tulip".
func (l *lexicon) choice(toks []token) ([]token, bool) {
	if v, ok := l.thing(toks); ok {
		return v, ok
	}
	return l.thing(without(toks, "the"))
}

// many takes a list, or one phrase: up to another clause, or a mark that is no
// comma.
func (l *lexicon) many(toks []token) ([]token, bool) {
	comma, joined := -1, false
	for i, t := range toks {
		if i > 0 && (t.is(subordinator) || t.mark && !slices.Contains([]string{",", "&", "'", `"`}, t.norm)) {
			toks = toks[:i]
			break
		}
		if t.norm == "," && comma < 0 {
			comma = i
		}
		joined = joined || comma >= 0 && (t.norm == "and" || t.norm == "or" || t.norm == "&")
	}
	if comma > 0 && !joined && len(toks) > comma+1 && toks[comma+1].upper && !toks[0].upper {
		toks = toks[:comma] // "I love jazz, Tom"
	}
	return l.rest(toks)
}

// foods takes a list of which an item is known to be food.
func (l *lexicon) foods(toks []token) ([]token, bool) {
	toks = l.trim(upto(toks, subordinator))
	known := slices.ContainsFunc(toks, func(t token) bool { return t.is(food) || l.is(t.norm+"s", food) })
	return toks, known && !some(toks, pointer)
}

// proper takes a name: capitalised words, or up to two words without.
func (l *lexicon) proper(toks []token) ([]token, bool) {
	toks = without(l.phrase(toks), "in", "at")
	bare := without(toks, "the")
	if n := capitals(bare); n > 0 {
		return bare[:n], true
	}
	if len(bare) < len(toks) {
		return nil, false // "the team"
	}
	toks = upto(toks, preposition)
	if len(toks) == 0 || len(toks) > 2 || clausal(toks) || slices.ContainsFunc(toks, l.ordinary) {
		return nil, false
	}
	return toks, true
}

// ordinary reports a word that is no name when it is typed in lower case.
func (l *lexicon) ordinary(t token) bool {
	return t.is(state|common|determiner|pronoun|auxiliary|preposition|verdict|abstract|date|weekday|stretch) ||
		l.relations[t.norm] != "" || isNumber(t.norm) || gerund(t) || participle(t)
}

// participle reports a word in -ed that is no first name: "spelled".
func participle(t token) bool {
	return !t.upper && !t.is(firstName) && len(t.norm) > 4 && strings.HasSuffix(t.norm, "ed") && !strings.ContainsAny(t.norm, "./@_")
}

// capitals returns how many leading tokens form a capitalised name. Particles
// and numbers may stand inside it.
func capitals(toks []token) int {
	n := 0
	for i, t := range toks {
		switch {
		case t.mark, i > maxWords:
			return n
		case t.upper, i == 0 && len(toks) > 1 && toks[1].upper && slices.Contains([]string{"dr", "dr.", "mr", "mr.", "mrs", "mrs.", "ms", "prof", "prof."}, t.norm),
			n > 0 && (hasDigit(t.norm) || t.norm == "'s"):
			n = i + 1
		case !t.is(particle):
			return n
		}
	}
	return n
}

// person takes a name where no word says that it is one: capitals, or a known
// first name.
func (l *lexicon) person(toks []token) ([]token, bool) {
	n := capitals(toks)
	if n == 0 && len(toks) > 0 && toks[0].is(firstName) {
		n = 1
	}
	if n == 0 || n > 4 || !l.apart(toks[n:]) {
		return nil, false
	}
	return toks[:n], !slices.ContainsFunc(toks[:n], func(t token) bool { return t.caps || t.is(nation|month) || l.ordinary(t) })
}

// namesOf takes a list of two names or more: "Tim, Tom and Tina".
func (l *lexicon) namesOf(toks []token) ([]token, bool) {
	toks = l.trim(cutList(toks))
	parts := items(toks)
	for _, it := range parts {
		if v, ok := l.person(it); !ok || len(v) != len(it) {
			return nil, false
		}
	}
	return toks, len(parts) > 1
}

// cutList is cut that keeps commas.
func cutList(toks []token) []token {
	for i, t := range toks {
		if t.mark && t.norm != "," && t.norm != "&" || t.is(subordinator) {
			return toks[:i]
		}
	}
	return toks
}

// first takes a known first name.
func (l *lexicon) first(toks []token) ([]token, bool) {
	v, ok := l.person(toks)
	return v, ok && v[0].is(firstName)
}

// place takes the name of a place, with what it is part of: "Austin, Texas".
func (l *lexicon) place(toks []token) ([]token, bool) {
	toks = without(l.trim(toks), "downtown", "central", "north", "south", "east", "west")
	if len(toks) > 1 && toks[0].norm == "the" && toks[1].upper {
		toks = toks[1:]
	}
	n := capitals(toks)
	if n == 0 {
		if k := l.cityWords(toks); k > 0 {
			return toks[:k], true // "mexico city"
		}
		return l.proper(toks)
	}
	if n+1 < len(toks) && toks[n].norm == "," && toks[n+1].upper {
		n += 1 + capitals(toks[n+1:])
	}
	return toks[:n], n <= maxWords && !toks[0].is(month|weekday) && toks[0].norm != "i"
}

// cityWords returns how many words make a place that is typed in lower case and
// of words that are ordinary otherwise: "mexico city", "new york".
func (l *lexicon) cityWords(toks []token) int {
	if len(toks) < 2 {
		return 0
	}
	second := toks[1].norm
	switch {
	case toks[0].norm == "new" && slices.Contains([]string{"york", "orleans", "delhi", "zealand", "jersey", "haven"}, second):
		return 2
	case second == "city" && !l.ordinary(toks[0]), toks[0].norm == "cape" && second == "town":
		return 2
	}
	return 0
}

// capital is place for words that need a capital letter to be told from others.
func (l *lexicon) capital(toks []token) ([]token, bool) {
	v, ok := l.place(toks)
	return v, ok && v[0].upper
}

// company takes the name of an employer.
func (l *lexicon) company(toks []token) ([]token, bool) {
	v, ok := l.proper(toks)
	counted := ok && v[0].is(number) && !v[0].upper // "for ten years"
	return v, ok && !counted && !(len(v) == 1 && v[0].upper && l.ordinary(v[0])) && !v[0].is(clock)
}

// address takes all that follows, if it looks like a street or a place.
func (l *lexicon) address(toks []token) ([]token, bool) {
	toks = without(toks, "at", "on", "in")
	for i, t := range toks {
		if t.is(subordinator) || t.norm == "(" || t.norm == ";" || t.norm == "-" {
			toks = toks[:i]
			break
		}
	}
	toks = l.trim(toks)
	if len(toks) < 2 || len(toks) > 2*maxWords || clausal(toks) || toks[0].is(state) && !toks[0].upper {
		return nil, false
	}
	return toks, toks[0].upper && toks[1].upper || slices.ContainsFunc(toks, func(t token) bool { return hasDigit(t.norm) })
}

// street is address with a number in it.
func (l *lexicon) street(toks []token) ([]token, bool) {
	v, ok := l.address(toks)
	if !ok || v[0].norm == "the" {
		return nil, false
	}
	return v, slices.ContainsFunc(upto(v, preposition), func(t token) bool { return hasDigit(t.norm) }) // not "Prague in 2015"
}

// code takes a code or password: words with a digit, or one word that is no
// state.
func (l *lexicon) code(toks []token) ([]token, bool) {
	toks = l.phrase(toks)
	if len(toks) == 0 || len(toks) > maxWords/2 || clausal(toks) {
		return nil, false
	}
	if slices.ContainsFunc(toks, func(t token) bool { return hasDigit(t.norm) }) {
		return toks, true
	}
	return toks, len(toks) == 1 && !toks[0].is(state|pronoun)
}

// handle takes a name in a network: one word.
func (l *lexicon) handle(toks []token) ([]token, bool) {
	toks = l.phrase(toks)
	if len(toks) == 0 || len(toks) > 2 || l.ordinary(toks[0]) {
		return nil, false
	}
	return toks[:1], true
}

// noun takes the subject of an attribute: "door code", "car's colour".
func noun(toks []token) ([]token, bool) {
	if len(toks) == 0 || len(toks) > 5 {
		return nil, false
	}
	for i, t := range toks {
		the := i > 0 && t.norm == "the" && !toks[i-1].is(preposition)
		if the || t.mark || personVerb(t.norm) != "" && t.norm != "'s" || t.is(pronoun) && t.norm != "me" || t.is(subordinator|auxiliary) {
			return nil, false
		}
	}
	return toks, true
}

// eventNoun takes a noun phrase whose head is something that takes place.
func (l *lexicon) eventNoun(toks []token) ([]token, bool) {
	v, ok := noun(without(toks, "a", "an", "my"))
	if ok && len(v) > 1 && l.relations[v[0].norm] != "" && v[1].norm != "'s" {
		return nil, false // "my son starts school"
	}
	return v, ok && len(v) <= 4 && v[len(v)-1].is(event) && !some(v, determiner|preposition)
}

// occasion takes an event with what belongs to it: "lunch with Omar on Friday".
func (l *lexicon) occasion(toks []token) ([]token, bool) {
	toks, ok := l.rest(toks)
	return toks, ok && toks[0].is(event)
}

// definite takes what the speaker has singled out: "the blue one", "Clara".
func (l *lexicon) definite(toks []token) ([]token, bool) {
	toks, ok := l.rest(toks)
	return toks, ok && (toks[0].upper && !toks[0].is(weekday|month) || len(toks) > 1 && slices.Contains([]string{"the", "option", "number"}, toks[0].norm))
}
