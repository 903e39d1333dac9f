package rules

import (
	"slices"
	"strings"
)

// A lexicon holds the words and phrases of the grammar in the form in which they
// are looked up. It is built once for an [Extractor] and never changes.
type lexicon struct {
	classes map[string]class // of a word

	abbreviations set                  // words that keep their full stop
	spellings     map[string][]string  // as typed -> words
	suffixes      map[string]string    // after an apostrophe -> word
	rewrites      map[string][]rewrite // by first word

	// Phrases that a clause may begin with.
	announcements, orders, questions, suppositions, courtesies, wishes, hearsay phrases
	markers, weak, leads, requests                                              phrases // of corrections
	forgetting, erasing, forgetLeads, abouts                                    phrases // of requests to forget

	tails, forgetEnds      endings // phrases that fall off the end of a value, or of a request
	asking, nodding, allOf set     // whole phrases
	pairs                  set     // "fish and chips": one thing
	languages, zones       phrases

	relations  map[string]string // word or phrase -> key of a person or animal
	pets       set               // keys of animals
	tools      map[string]string // word or phrase -> category
	clauseKeys map[string]string // "where i live" -> key
	entries    map[string]entry  // noun phrase -> vocabulary
}

func newLexicon() *lexicon {
	l := &lexicon{
		classes: map[string]class{}, abbreviations: words(abbreviationWords),
		spellings: map[string][]string{}, suffixes: map[string]string{}, rewrites: readRewrites(),
		announcements: newPhrases(announcements), orders: newPhrases(orders), questions: newPhrases(questionPhrases),
		suppositions: newPhrases(suppositionPhrases), courtesies: newPhrases(courtesyPhrases),
		wishes: newPhrases(wishPhrases), hearsay: newPhrases(hearsayPhrases),
		markers: newPhrases(markerPhrases), weak: newPhrases(weakMarkers), leads: newPhrases(leadIns), requests: newPhrases(requestPhrases),
		forgetting: newPhrases(forgetPhrases), erasing: newPhrases(erasePhrases),
		forgetLeads: newPhrases(forgetLeads), forgetEnds: newEndings(forgetTails), abouts: newPhrases(aboutPhrases),
		tails: newEndings(tailPhrases), asking: words(askTags), nodding: words(stateTags), allOf: words(allOfIt),
		pairs: words(fixedPairWords), languages: newPhrases(languageWords), zones: newPhrases(zoneWords),
		relations: map[string]string{}, pets: set{}, tools: map[string]string{}, clauseKeys: map[string]string{},
		entries: readVocabulary(),
	}
	for c, list := range classWords() {
		for _, w := range strings.Fields(list) {
			l.classes[w] |= c
		}
	}
	l.readPairs()
	l.readSpellings()
	return l
}

// readPairs reads the lists that map a word to another.
func (l *lexicon) readPairs() {
	for _, pair := range strings.Fields(relationWords) {
		l.relate(pair)
	}
	for _, pair := range strings.Fields(petWords) {
		l.pets[l.relate(pair)] = true
	}
	category := ""
	for line := range strings.Lines(toolWords) {
		if named, list, ok := strings.Cut(line, ":"); ok { // else the list goes on
			category, line = named, list
		}
		for _, w := range strings.Fields(line) {
			l.tools[spaced(w)] = category
		}
	}
	for _, pair := range strings.Fields(clauseKeys) {
		clause, key, _ := strings.Cut(pair, "=")
		l.clauseKeys[spaced(clause)] = key
	}
}

// relate adds "word" or "word=key" to the relations and returns the key.
func (l *lexicon) relate(pair string) string {
	word, key, aliased := strings.Cut(pair, "=")
	if word = spaced(word); !aliased {
		key = strings.ReplaceAll(word, " ", ".")
	}
	l.relations[word] = key
	return key
}

func (l *lexicon) readSpellings() {
	for line := range strings.SplitSeq(spellingPairs, ";") {
		typed, full, _ := strings.Cut(line, "=")
		for _, t := range strings.Fields(typed) {
			l.spellings[t] = strings.Fields(full)
		}
	}
	for _, pair := range strings.Fields(suffixPairs) {
		suffix, full, _ := strings.Cut(pair, "=")
		l.suffixes[suffix] = full
	}
}

// is reports that a word is of a class.
func (l *lexicon) is(w string, c class) bool { return l.classes[w]&c != 0 }

// as returns t with another word.
func (l *lexicon) as(t token, norm string) token {
	t.norm, t.class = norm, l.classes[norm]
	return t
}

// A set holds words, or whole phrases with single spaces.
type set map[string]bool

// words returns the words of a list; an underscore stands for a space.
func words(list string) set {
	s := make(set, len(list)/6)
	for _, w := range strings.Fields(list) {
		s[spaced(w)] = true
	}
	return s
}

func spaced(w string) string { return strings.ReplaceAll(w, "_", " ") }

// phrases are looked up at the start of a clause, by their first word. The
// longest come first.
type phrases map[string][][]string

func newPhrases(list string) phrases {
	p := phrases{}
	for _, w := range strings.Fields(list) {
		p.add(strings.Split(w, "_"))
	}
	return p
}

func (p phrases) add(words []string) {
	p[words[0]] = append(p[words[0]], words)
	slices.SortStableFunc(p[words[0]], func(a, b []string) int { return len(b) - len(a) })
}

// at returns the length of the longest phrase that toks begin with.
func (p phrases) at(toks []token) int {
	if len(toks) == 0 {
		return 0
	}
	for _, words := range p[toks[0].norm] {
		if hasPrefix(toks, words) {
			return len(words)
		}
	}
	return 0
}

// endings are phrases that are looked up at the end of a clause, by their last
// word.
type endings map[string][][]string

func newEndings(list string) endings {
	e := endings{}
	for _, w := range strings.Fields(list) {
		words := strings.Split(w, "_")
		e[words[len(words)-1]] = append(e[words[len(words)-1]], words)
	}
	return e
}

// at returns the length of a phrase that toks end with.
func (e endings) at(toks []token) int {
	if len(toks) == 0 {
		return 0
	}
	for _, words := range e[toks[len(toks)-1].norm] {
		if n := len(toks) - len(words); n >= 0 && hasPrefix(toks[n:], words) {
			return len(words)
		}
	}
	return 0
}

// lemma returns the singular of a noun, for keys.
func lemma(w string) string {
	switch {
	case len(w) < 4 || strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "us") || strings.HasSuffix(w, "is"):
		return w
	case strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "sses"), strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "xes"):
		return w[:len(w)-2]
	case strings.HasSuffix(w, "s"):
		return w[:len(w)-1]
	}
	return w
}
