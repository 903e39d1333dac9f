package rules

import "github.com/memware/memware/backends"

// relations are the people and animals in the user's life. What is said of one
// of them is turned into the first person first, see subject.go, so that "my
// sister is called Nora" is a matter for the name rules.
func relations() []group {
	return []group{{weight: 0.65, own: true, rules: []rule{
		{`<name:person> is my <relation>
		  <name:person> and i are <relation>
		  my <relation> , <name:person>
		  this is my <relation> [,] <name:person>
		  i have|got|adopted [a|an|one] [@kin] <relation> called|named|: <name>
		  i have|got [a|an|one] [@kin] <relation> whose|and name|his_name|her_name|its_name|his|her is|name_is <name>
		  i have|got [a|an|one] [@kin] <relation> , <name:person>`, related},
		{`i have|got <count:number> [@kin] <relation:kindred> ...
		  i am [a|the] [proud|single|happy] father|mother|mum|mom|dad|parent of|to <count:number> ...`, count},
	}}}
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

func count(r *reader, m *match) []found {
	key := "child"
	if rel := m.get("relation"); rel != nil {
		key = r.relations[norms(rel, " ")]
		if key == "" {
			key = r.relations[lemma(norms(rel, " "))]
		}
	}
	return []found{{kind: backends.Fact, key: key + ".count", value: m.get("count")}}
}
