package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/memware/memware/backends"
)

const decisionWeight = 0.8

// decisions are what was settled. The key is decision and the topic: what it is
// for, else the kind of thing that was chosen, else decision alone.
func decisions() []group {
	return []group{{weight: decisionWeight, own: true, rules: []rule{
		{`i decided|agreed that the <noun> will_be|is|should_be [in|on|at] <value:rest>
		  it is|was decided|settled|agreed that the <noun> will_be|is|should_be [in|on|at] <value:rest>`, decideThat},
		{`it is|was settled|decided|agreed|final|official
		  i made|reached|came_to|took a|my|the|an decision|choice|agreement
		  i made up my mind
		  i decided|agreed
		  the decision|die is made|cast|final`, deciding},
		{`i @decided not to <not:rest>
		  i decided against <not:rest>`, decideNot},
		{`i will not <not:rest>`, refuse},
		{`i am using <what:raw> as my|the <topic:noun>
		  i use <what:raw> as the <topic:noun>`, decideAs},
		{`i @decided to @use <what:rest>
		  i made up my mind to @use <what:rest>
		  the decision was made to @use <what:rest>
		  it was decided|agreed to @use <what:rest>
		  @verdict is|: [to] @use <what:rest>
		  @verdict is|: <what:rest>`, decideUse},
		{`i @decided to <do:rest>
		  i made up my mind to <do:rest>
		  i @decided i will <do:rest>
		  the decision was made to <do:rest>
		  it was decided|agreed to <do:rest>
		  i @decided that i [will] <do:rest>
		  @verdict is|: [to|i] [will] <do:rest>
		  it is|has_been decided|settled|agreed [that|,|:] i [will] <do:rest>`, decideDo},
		{`i decided|agreed|settled|am_set|am_settled|am_sold|am_decided on|upon <what:rest>
		  i chose|picked|selected|opted_for|am_opting_for|went_with|adopted|landed_on|settled_for|committed_to <what:rest>
		  i am going|running|sticking|staying with|ahead_with <what:rest>
		  i ended_up choosing|picking|taking|going_with|going_for|with|using|buying|getting <what:rest>
		  i am going for <what:definite>
		  i go with <what:definite>
		  i am taking|choosing|picking|keeping <what:definite>
		  i will|am_going_to @settle <what:rest>
		  let us @settle <what:rest>
		  go with <what:rest>`, decide},
	}}}
}

// deciding keeps that the next clause tells a decision: "it's settled: we stay".
func deciding(r *reader, _ *match) []found {
	r.decides = true
	return nil
}

// settled reads the clause behind "it's settled", as a decision to do what it
// says.
func (r *reader) settled(toks []token) []found {
	if !r.decides {
		return nil
	}
	do := without(toks, "i", "am", "will", "to", "going")
	not := len(do) > 1 && do[0].norm == "not"
	if not {
		do = without(do[1:], "going", "to")
	}
	if len(do) == len(toks) || len(do) == 0 || do[0].is(state) {
		return nil
	}
	value := do
	do = slices.Clone(do)
	do[0] = r.as(do[0], r.infinitive(do[0].norm))
	out := r.decided(do, value)
	for i := range out {
		out[i].weight, out[i].not = decisionWeight, not
	}
	return out
}

func decideThat(r *reader, m *match) []found {
	key := keyword(m.get("noun"), 3)
	v, ok := when(m.get("value"))
	if !ok {
		v, ok = r.word(m.get("value"))
	}
	if !ok || key == "" {
		return nil
	}
	return []found{{kind: backends.Fact, key: "decision." + key, value: v}}
}

// decide builds what was chosen, unless it is a time: "let's do 4pm" leaves it
// to the correction rules to find out of what, and "I am taking the train on
// Monday" is a plan.
func decide(r *reader, m *match) []found {
	what, purpose := r.purpose(m.get("what"))
	_, at := splitWhen(what)
	planned := at != nil && len(at) < len(what) && len(unmarked(after(what, at))) == 0
	if purpose == nil && (planned || kindsOf(r.trim(what))&^(wordKind|nameKind) != 0 && what[0].norm != "option") {
		return nil
	}
	return decideUse(r, m)
}

// decideUse builds what was chosen, by its purpose or its head noun.
func decideUse(r *reader, m *match) []found {
	what, purpose := r.purpose(m.get("what"))
	if i := slices.IndexFunc(what, func(t token) bool {
		return t.norm == "instead" || t.norm == "over" || t.norm == "rather" || t.norm == "not" || t.norm == ","
	}); i > 0 {
		what = what[:i]
	}
	what = r.trim(what)
	switch {
	case len(what) == 0, len(what) > maxWords, clausal(what), vague(what), what[0].norm == "no", what[0].is(state|pronoun) && what[0].norm != "to":
		return nil
	case what[0].norm == "to":
		return r.decided(what[1:], what[1:])
	case len(what) > 1 && (what[0].norm == "a" || what[0].norm == "an") && !what[1].upper:
		return nil // "a venue": not which
	}
	key := "decision"
	if topic := cmp.Or(keyword(purpose, 3), head(what)); topic != "" {
		key += "." + topic
	}
	return []found{{kind: backends.Fact, key: key, value: what}}
}

// purpose splits "Hetzner for hosting" and "Clara as the project name".
func (r *reader) purpose(toks []token) (what, purpose []token) {
	what = r.phrase(toks)
	for i, t := range what {
		if i > 0 && (t.norm == "for" || t.norm == "as") {
			return what[:i], r.trim(upto(what[i+1:], preposition))
		}
	}
	if rest := after(toks, what); len(rest) > 2 && rest[0].norm == "," && rest[1].norm == "for" {
		return what, r.trim(upto(rest[2:], preposition)) // moved there from the front
	}
	return what, nil
}

// head returns the noun a choice is about: "logo" of "the green logo". "One", a
// name and a bare word say only what was chosen, and not of what.
func head(what []token) string {
	what = upto(what, preposition)
	last := what[len(what)-1].norm
	switch {
	case last == "one", last == "ones", what[0].upper && capitals(what) == len(what), len(what) == 1:
		return ""
	case len(what) > 1 && (len(last) < 3 || isNumber(last)):
		return what[len(what)-2].norm // "option B"
	}
	return last
}

func decideDo(r *reader, m *match) []found { return r.decided(m.get("do"), m.get("do")) }

func decideNot(r *reader, m *match) []found {
	out := r.decided(m.get("not"), m.get("not"))
	for i := range out {
		out[i].not = true
	}
	return out
}

// refuse builds a decision not to do something: "we won't support Windows 7",
// but not "I won't lie".
func refuse(r *reader, m *match) []found {
	do := r.trim(m.get("not"))
	if len(do) < 2 || !do[0].is(verb) && !slices.Contains(strings.Fields(businessVerbs), do[0].norm) {
		return nil
	}
	return decideNot(r, m)
}

// businessVerbs are what is decided about, beside what is planned.
const businessVerbs = `support renew hire ship accept extend offer migrate upgrade use sign fund include`

// decideAs builds what serves as something: an attribute of the vocabulary, else
// a decision.
func decideAs(r *reader, m *match) []found {
	topic := m.get("topic")
	if _, known := r.entryOf(topic); known {
		return r.attributeOf(topic, m.get("what"))
	}
	what, key := r.trim(m.get("what")), keyword(topic, 3)
	if key == "" || len(what) == 0 || len(what) > 4 || vague(what) {
		return nil
	}
	return []found{{kind: backends.Fact, key: "decision." + key, value: what}}
}

// decided builds a decision to do something, keyed by its first words.
func (r *reader) decided(do, value []token) []found {
	do, value = r.trim(cut(do)), r.trim(cut(value))
	if len(do) > 1 && do[0].norm == "am" { // "that I'm leaving"
		do = slices.Clone(do[1:])
		do[0], value = r.as(do[0], r.infinitive(do[0].norm)), value[1:]
	}
	body, _ := splitWhen(do)
	if len(body) == 0 || len(do) > 2*maxWords || vague(do) || do[0].norm == "no" {
		return nil
	}
	body = upto(body, preposition)
	key := keyword(body[:min(len(body), 6)], 6)
	if key == "" {
		return nil
	}
	parts := strings.Split(key, ".")
	return []found{{kind: backends.Fact, key: "decision." + strings.Join(parts[:min(len(parts), 3)], "."), value: value}}
}
