package rules

import (
	"slices"

	"github.com/memware/memware/backends"
)

// relations are the people and animals in the user's life. What is said of one
// of them is turned into the first person first, see subject.go, so that "my
// sister is called Nora" is a matter for the name rules.
func relations() []group {
	return []group{
		{weight: 0.65, own: true, rules: []rule{
			{`i have|got|own|adopted <all:raw>`, household},
			{`<name:person> is my <relation>
			  <name:person> and i are <relation>
			  my <relation> , <name:person>
			  this is my <relation> [,] <name:person>
			  i have|got|adopted [a|an|one] [@kin] <relation> called|named|: <name>
			  i have|got [a|an|one] [@kin] <relation> whose|and name|his_name|her_name|its_name|his|her is|name_is <name>
			  i have|got [a|an|one] [@kin] <relation> , <name:person>`, related},
			{`i have|got [a|an|one] [@kin] <relation> in|living_in|who_lives_in|over_in|down_in <city:place>`, residence},
		}},
		{weight: 0.65, rules: []rule{
			{`i have|got <count:number> [@kin] <relation:kindred> ...
			  i am [a|the] [proud|single|happy] father|mother|mum|mom|dad|parent of|to <count:number> ...`, count},
			{`i was a|an <role>`, formerRole},
		}},
	}
}

// together reads the names of several: "my kids are called Tim, Tom and Tina".
// They are one value, so that none ends the other.
func together() []group {
	return []group{{weight: 0.65, rules: []rule{{`i am [called|named] <names>`, func(r *reader, m *match) []found {
		if r.whom.owner == "" {
			return nil
		}
		return []found{{kind: backends.Fact, key: "name", value: m.get("names")}}
	}}}}}
}

// related builds the name of a relation of which there is one. Of one of many it
// is no fact: the next friend must not end the first.
func related(r *reader, m *match) []found {
	rel := r.relations[norms(m.get("relation"), " ")]
	if plentiful(rel) {
		return nil
	}
	return []found{{kind: backends.Fact, key: rel + ".name", value: m.get("name")}}
}

// residence builds the city of a relation of which there is one.
func residence(r *reader, m *match) []found {
	rel := r.relations[norms(m.get("relation"), " ")]
	if plentiful(rel) || r.pets[rel] || !m.get("city")[0].upper {
		return nil
	}
	return []found{{kind: backends.Fact, key: rel + ".city", value: m.get("city")}}
}

// formerRole builds what someone else did for a living.
func formerRole(r *reader, m *match) []found {
	if r.whom.owner == "" {
		return nil
	}
	return []found{{kind: backends.Fact, key: "work.role", value: m.get("role")}}
}

func count(r *reader, m *match) []found {
	key := "child"
	if rel := m.get("relation"); rel != nil {
		key = r.relationOf(rel)
	}
	return []found{{kind: backends.Fact, key: key + ".count", value: m.get("count")}}
}

// relationOf returns the relation that words name, in the singular or the plural.
func (r *reader) relationOf(toks []token) string {
	if rel := r.relations[norms(toks, " ")]; rel != "" {
		return rel
	}
	return r.relations[lemma(norms(toks, " "))]
}

// household reads a list of people and animals: "two brothers and a sister", "a
// son named Leo and a daughter named Mia". A list ends at the first item that is
// none; one item alone is a matter for the rules behind it.
func household(r *reader, m *match) []found {
	var out []found
	for _, it := range items(cutList(m.get("all"))) {
		f, ok := r.housemate(it)
		if !ok {
			break
		}
		out = append(out, f)
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// housemate reads one of a household: its number, its name, or that there is one.
func (r *reader) housemate(toks []token) (found, bool) {
	toks = r.trim(toks)
	if len(toks) < 2 {
		return found{}, false
	}
	first, body := toks[0], toks[1:]
	for len(body) > 1 && slices.Contains([]string{"older", "younger", "big", "little", "new", "twin", "black", "white", "small", "young"}, body[0].norm) {
		body = body[1:]
	}
	n := slices.IndexFunc(body, func(t token) bool { return t.norm == "called" || t.norm == "named" })
	noun := body
	if n > 0 {
		noun = body[:n]
	}
	rel := r.relationOf(noun)
	counted := first.is(number) && first.norm != "one" || isNumber(first.norm)
	switch {
	case rel == "", !counted && first.norm != "a" && first.norm != "an" && first.norm != "one":
		return found{}, false
	case counted:
		return found{kind: backends.Fact, key: rel + ".count", value: toks[:1]}, true
	case n < 0:
		return found{kind: backends.Fact, key: rel, value: noun, bare: true}, !plentiful(rel)
	}
	v, ok := r.proper(body[n+1:])
	return found{kind: backends.Fact, key: rel + ".name", value: v}, ok && !plentiful(rel)
}

// companions builds the names of those who share a subject: "my wife Anna and I
// live in York", "my wife Sue and our dog Max love hiking". Of one alone the
// rules tell more.
func (r *reader) companions(toks []token) []found {
	var out []found
	shared := false
	for len(toks) > 2 && (toks[0].norm == "my" || toks[0].norm == "our") {
		mine := slices.Concat([]token{r.as(toks[0], "my")}, toks[1:])
		s, n := r.relation(mine)
		if n == 0 || n == len(toks) && !r.more {
			break
		}
		if r.relations[s.owner] == s.owner && len(s.name) > 0 && !s.alien {
			out = append(out, found{kind: backends.Fact, key: s.owner + ".name", value: s.name, weight: 0.65})
		}
		if toks = toks[n:]; len(toks) == 0 {
			return out // "my husband Piet", and someone else in the next clause
		}
		if toks[0].norm != "and" {
			shared = shared || toks[0].norm == "are" && !mine[n-1].is(plural)
			break
		}
		toks, shared = toks[1:], true
	}
	if !shared {
		return nil
	}
	return out
}
