package rules

import (
	"slices"
	"strings"
)

// A subject says whom a clause is about. Rules are written for "I" and "my": a
// clause about someone else is turned into that form, and its keys go under the
// person.
type subject struct {
	owner string  // prefix of the keys; empty: the user
	name  []token // a name beside the relation: "my sister Anna"
	alien bool    // someone who cannot be told: no keys
}

// keyOf returns the key of an attribute for its owner. The user's city is
// home.city, that of another person anna.city.
func (s subject) keyOf(key string) string {
	if s.owner == "" {
		return key
	}
	for _, group := range []string{"home.", "contact.", "work."} {
		if rest, ok := strings.CutPrefix(key, group); ok {
			return s.owner + "." + rest
		}
	}
	return s.owner + "." + key
}

// subject returns whom toks are about, and toks as if said by that person.
func (r *reader) subject(toks []token) (subject, []token) {
	if len(toks) < 2 {
		return subject{}, toks
	}
	switch toks[0].norm {
	case "i", "let":
		return subject{}, toks
	case "he", "she", "they":
		return r.spokenOf(toks[0].norm), r.turn(toks, 1)
	case "his", "her", "their":
		return r.spokenOf(toks[0].norm), r.own(toks, 0)
	}
	s, n := r.named(toks)
	if toks[0].norm == "my" || toks[0].norm == "the" {
		s, n = r.relation(toks)
	}
	if of := 2; n == 0 && len(toks) > of+2 && toks[0].norm == "the" && toks[of].norm == "of" && toks[of+1].is(firstName) && copulaAhead(toks[of:]) {
		mine := slices.Concat([]token{r.as(toks[0], "my"), toks[1]}, toks[of+2:]) // "the birthday of Tom is"
		return subject{owner: toks[of+1].norm}, mine
	}
	if n > 0 {
		if turned := r.turn(toks, n); turned != nil {
			return s, turned
		}
	}
	return subject{}, toks
}

// relation reads "my sister", "my older sister Anna", "the dog", and returns
// the words that it takes.
func (r *reader) relation(toks []token) (subject, int) {
	i := len(toks) - len(without(toks[1:], "older", "younger", "big", "little", "eldest", "youngest", "oldest", "twin", "new", "lovely", "dear"))
	key, n := "", 0
	for k := min(3, len(toks)-i); k > 0 && n == 0; k-- {
		if rel, ok := r.relations[norms(toks[i:i+k], " ")]; ok && !toks[i+k-1].mark {
			key, n = rel, k
		}
	}
	if n == 0 || toks[0].norm == "the" && !r.pets[key] {
		return subject{}, 0
	}
	s := subject{owner: key}
	i += n
	if i+2 < len(toks) && toks[i].norm == "," {
		if n := capitals(toks[i+1:]); n > 0 && n < 4 && i+n+1 < len(toks) && toks[i+n+1].norm == "," {
			s.name = toks[i+1 : i+n+1] // "my dog, Rex, is"
			return s, i + n + 2
		}
	}
	k := 0
	for i+k < len(toks) && k < 2 && (toks[i+k].upper || k == 0 && toks[i].is(firstName)) {
		k++
	}
	if s.name = toks[i : i+k]; k > 0 && plentiful(key) {
		s = subject{owner: norms(s.name, ".")} // one has many friends
	} else if k == 0 && slices.Contains(strings.Fields(vagueRelations), key) {
		s = subject{alien: true}
	}
	return s, i + k
}

// named reads a name at the start of toks: "Anna", "Karen Liu", "Rosa, my wife,"
// and "Mum". It returns the words that it takes.
func (r *reader) named(toks []token) (subject, int) {
	n := 0
	for n < min(2, len(toks)) && (toks[n].upper || n == 0 && toks[0].is(firstName)) && !r.ordinary(toks[n]) && !toks[n].is(month) {
		n++
	}
	switch {
	case n == 0:
		return r.untitled(toks)
	case n == len(toks), n == 1 && !toks[0].is(firstName) && toks[0].start == r.line.from && toks[1].norm == "is":
		return subject{}, 0 // any noun can begin a sentence with "is" behind it
	case n+3 < len(toks) && toks[n].norm == "," && toks[n+1].norm == "my":
		if s, k := r.relation(toks[n+1:]); k > 0 && n+1+k < len(toks) && toks[n+1+k].norm == "," {
			s.name = toks[:n]
			return s, n + k + 2
		}
	}
	return subject{owner: norms(toks[:n], ".")}, n
}

// untitled reads a person without a capital letter: a parent without "my", or
// "priya's" before an attribute of the vocabulary.
func (r *reader) untitled(toks []token) (subject, int) {
	switch rel := r.relations[toks[0].norm]; rel {
	case "mother", "father", "grandmother", "grandfather":
		return subject{owner: rel}, 1
	}
	if len(toks) < 4 || toks[1].norm != "'s" || r.ordinary(toks[0]) || toks[0].mark {
		return subject{}, 0
	}
	for k := min(3, len(toks)-2); k > 0; k-- {
		if _, ok := r.entries[norms(toks[2:2+k], " ")]; ok {
			return subject{owner: toks[0].norm}, 1
		}
	}
	return subject{}, 0
}

// turn puts a clause about someone in the first person. The verb or possessive
// stands at n. It returns nil if the clause is not about that person.
func (r *reader) turn(toks []token, n int) []token {
	if n >= len(toks) {
		return nil
	}
	if toks[n].norm == "'s" && copulaAhead(toks[n+1:]) {
		return r.own(toks, n)
	}
	base := personVerb(toks[n].norm)
	if toks[n-1].is(plural) || toks[n-1].norm == "they" {
		base = pluralVerb(toks[n].norm) // "my parents live"
	}
	if base == "" {
		return nil
	}
	return r.rewrite(append([]token{r.as(toks[0], "i"), r.as(toks[n], base)}, toks[n+1:]...)) // "has moved" is "moved"
}

// own puts "my" in place of the possessive at n.
func (r *reader) own(toks []token, n int) []token {
	return append([]token{r.as(toks[n], "my")}, toks[n+1:]...)
}

// copulaAhead reports a verb between an attribute and its value.
func copulaAhead(toks []token) bool {
	for i, t := range toks {
		if t.norm == ":" && i+1 < len(toks) {
			return i > 0
		}
		if i > 6 || t.mark {
			return false
		}
		switch t.norm {
		case "is", "are", "changed", "moved", "was", "became", "switched":
			return i > 0
		}
	}
	return false
}

// personVerb returns the base form of a verb that says something lasting of a
// person, or "".
func personVerb(w string) string {
	switch w {
	case "is", "'s":
		return "am"
	case "has":
		return "have"
	case "does":
		return "do"
	case "studies":
		return "study"
	case "goes":
		return "go"
	case "was", "can", "moved", "turned":
		return w
	case "lives", "works", "likes", "loves", "hates", "prefers", "enjoys", "speaks", "parks", "needs", "eats", "drinks", "drives",
		"plays", "turns", "uses", "dislikes", "comes", "avoids", "adores", "resides", "detests":
		return strings.TrimSuffix(w, "s")
	}
	return ""
}

// pluralVerb is personVerb of a verb in the plural.
func pluralVerb(w string) string {
	switch w {
	case "are":
		return "am"
	case "have", "do", "can", "moved":
		return w
	}
	if personVerb(w+"s") != "" {
		return w
	}
	return ""
}

// thirdPerson is the inverse of personVerb.
func thirdPerson(verb string) string {
	if verb == "have" {
		return "has"
	}
	return verb + "s"
}

// people reports "my wife", "Tom", "my brother Ben": no verb.
func people(toks []token) bool {
	if len(toks) == 0 || len(toks) > 4 || toks[0].norm != "my" && !toks[0].upper && !toks[0].is(firstName) {
		return false
	}
	return !slices.ContainsFunc(toks, func(t token) bool {
		return t.mark || t.is(auxiliary) || t.norm == "'s" || t.norm == "i" || personVerb(t.norm) != ""
	})
}

// joined drops those who share the subject: "my wife and I live" is "I live".
func joined(toks []token) []token {
	for i := 1; i < min(len(toks)-2, 5); i++ {
		if toks[i].norm == "and" && toks[i+1].norm == "i" && people(toks[:i]) {
			return toks[i+1:]
		}
	}
	return toks
}
