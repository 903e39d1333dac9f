package rules

import (
	"strings"

	"github.com/memware/memware/backends"
)

// possessions are what the user has, where having it is worth a key. The key is
// the thing, so that "I have a car" and "I don't have a car" end each other.
func possessions() []group {
	return []group{{weight: 0.5, own: true, rules: []rule{
		{`i have|own|bought|got [myself] a|an|my|the|one [new|own|old|small|big|lovely] <thing:possession> ...`, possession},
		{`i do_not|never have|own a|an|any|my [own] <thing:possession> ...
		  i have|own no <thing:possession> ...`, possessionDenied},
		{`i have|own <count:number> <thing:possession> ...`, possessionCount},
		{`i do not drive`, constant("driving", "no")},
	}}}
}

func possession(r *reader, m *match) []found {
	out := []found{r.has(m.get("thing"))}
	for rest := m.rest; len(rest) > 2 && (rest[0].norm == "and" || rest[0].norm == ","); { // "a son and a daughter"
		v, ok := r.forms["possession"](without(rest[1:], "and", "a", "an"))
		if !ok {
			break
		}
		out, rest = append(out, r.has(v)), after(rest, v)
	}
	return out
}

func (r *reader) has(v []token) found {
	return found{kind: backends.Fact, key: r.thingKey(v), value: v, bare: true}
}

func possessionDenied(r *reader, m *match) []found {
	f := r.has(m.get("thing"))
	f.fixed = "no " + span(r.text, f.value)
	return []found{f}
}

func possessionCount(r *reader, m *match) []found {
	return []found{{kind: backends.Fact, key: r.thingKey(m.get("thing")) + ".count", value: m.get("count")}}
}

// thingKey returns the key of a thing, an animal or a person that one has.
func (r *reader) thingKey(v []token) string {
	if rel, ok := r.relations[norms(v, " ")]; ok {
		return rel
	}
	words := make([]string, len(v))
	for i, t := range v {
		words[i] = lemma(t.norm)
	}
	return strings.Join(words, ".")
}
