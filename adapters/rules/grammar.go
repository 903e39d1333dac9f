package rules

import (
	"cmp"
	"slices"
	"strings"
)

// A rule makes candidates of the clauses that one of its patterns matches.
type rule struct {
	when string // patterns, one a line
	then build
}

// A build makes candidates of a match, or none where the words do not mean what
// the pattern looks for: the rules behind it are tried then.
type build func(r *reader, m *match) []found

// A group holds the rules of one class of statements.
type group struct {
	weight float64 // importance of its candidates, in [0, 1]
	own    bool    // for statements of the user about himself only
	rules  []rule
}

// compiled is one pattern of a rule.
type compiled struct {
	pattern pattern
	needs   []mask // of the words that must be there
	then    build
	weight  float64
	own     bool
}

// A grammar is all the rules. It is built once for an [Extractor] and never
// changes.
type grammar struct {
	*lexicon
	forms map[string]form
	lists map[string]string // classes of words that patterns name
	rules []compiled
}

func newGrammar() *grammar {
	l := newLexicon()
	g := &grammar{lexicon: l, forms: l.forms(), lists: alternatives()}
	for _, class := range groups() {
		for _, r := range class.rules {
			g.add(class, r)
		}
	}
	return g
}

// groups returns the statements, the more exact classes first: the first rule
// that fits a clause decides.
func groups() []group {
	return slices.Concat(
		retractions(), constraints(), contacts(), places(), together(), identities(), careers(), relations(), decisions(), plans(), preferences(),
		attributes(), possessions(),
	)
}

func (g *grammar) add(class group, r rule) {
	for line := range strings.Lines(r.when) {
		p := g.compile(line)
		if len(p) == 0 {
			continue
		}
		c := compiled{pattern: p, then: r.then, weight: class.weight, own: class.own}
		for _, e := range p {
			if e.words != nil && !e.optional {
				c.needs = append(c.needs, maskOf(e.words))
			}
		}
		g.rules = append(g.rules, c)
	}
}

// A mask is a set of words, by hash. It rules most patterns out before they are
// tried: of a clause that shares no bit with a word they need.
type mask [4]uint64

// add adds a word, by its FNV-1a hash.
func (m *mask) add(w string) {
	h := uint32(2166136261)
	for i := range len(w) {
		h = (h ^ uint32(w[i])) * 16777619
	}
	m[h>>6&3] |= 1 << (h & 63)
}

func maskOf(p phrases) (m mask) {
	for first := range p {
		m.add(first)
	}
	return m
}

func (m mask) shares(n mask) bool {
	return m[0]&n[0]|m[1]&n[1]|m[2]&n[2]|m[3]&n[3] != 0
}

// garbled reports a key that no clause can have meant: one that ends in a word
// that something follows, and the job of an animal.
func (r *reader) garbled(s subject, key string) bool {
	last := key[strings.LastIndexByte(key, '.')+1:]
	return last == "" || r.is(last, preposition|auxiliary|pronoun|subordinator|determiner) && last != "home" ||
		r.pets[s.owner] && strings.HasPrefix(key, "work.")
}

// weightOf returns the importance of keys that more than one group gives, else 0.
func weightOf(key string) float64 {
	for _, w := range []struct {
		weight float64
		groups string
	}{
		{0.85, "allergy condition medication need diet budget unavailable"},
		{0.7, "contact. emergency. door. wifi."},
		{0.65, "name home. work. birthday age language origin"},
		{0.55, "meeting. favourite. seat coffee"},
	} {
		for group := range strings.FieldsSeq(w.groups) {
			if key == group || strings.HasPrefix(key, group) && strings.HasSuffix(group, ".") {
				return w.weight
			}
		}
	}
	return 0
}

// apply returns what the first rule that fits makes of a clause in the first
// person, said about s.
func (r *reader) apply(s subject, toks []token) []found {
	r.whom = s
	var said mask
	for _, t := range toks {
		said.add(t.norm)
	}
	for i := range r.rules {
		c := &r.rules[i]
		if c.own && s.owner != "" || slices.ContainsFunc(c.needs, func(n mask) bool { return !n.shares(said) }) {
			continue
		}
		var m match
		if !r.match(c.pattern, toks, &m) {
			continue
		}
		out := c.then(r, &m)
		if len(out) == 0 || slices.ContainsFunc(out, func(f found) bool { return r.garbled(s, f.key) }) {
			continue
		}
		for k := range out {
			out[k].weight = cmp.Or(out[k].weight, weightOf(out[k].key), c.weight)
		}
		return out
	}
	return nil
}
