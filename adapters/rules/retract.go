package rules

import (
	"slices"
	"strings"

	"github.com/memware/memware/backends"
)

// retractions take back what was stated before, by what happened to it. Most
// retractions need no rule: "I no longer have a car" is read as "I have a car",
// taken back, see retracts.
func retractions() []group {
	return []group{{weight: 0.6, own: true, rules: []rule{
		{`my|the <name:capital> @passage|visit @cancelled|@gone ...
		  my|the <name:capital> @passage|visit was|got|has_been|is called_off|scrapped ...`, endJourney},
		{`my|the|that <noun> @gone
		  my|the|that <noun> was|is|got|has_been called_off|scrapped|axed ...
		  i got rid of my|the <noun>
		  i sold|gave_away|ditched|scrapped|returned|threw_out my|the <noun>
		  i cancelled|dropped|terminated my|the <noun>
		  i moved out of my|the <noun:dwelling>
		  i broke|split up with my <noun>
		  my|the <noun:pet> died|passed_away|passed|is_dead ...
		  i lost my <noun:pet> ...`, endNoun},
		{`my allergy to <list> is|has gone|disappeared|cured|healed|vanished ...
		  my <list> allergy is|has gone|disappeared|cured|healed|vanished ...`, endMembers("allergy")},
		{`i do not use <network> anymore|any_more|any_longer
		  i no longer use <network>
		  i left|quit|deleted <network>`, endNetwork},
		{`i no longer have [a|an|my|any|the|that] <noun>
		  i do not have [a|an|my|any|the|that] <noun> anymore|any_more|any_longer`, endHad},
		{`i have no more|longer <noun>
		  i have no|zero <noun>
		  i do not have any <noun>
		  no <noun> anymore|any_more`, endAll},
		{`my|the @passage|visit to <place> @cancelled
		  i cancelled|called_off my|the @passage|visit to <place>
		  i am not going|flying|travelling|traveling to <place> after_all ...`, endTrip},
		{`i lost|quit|left|resigned_from|was_fired_from|got_fired_from my <noun:job> ...
		  i got|was laid_off|fired ...`, endJob},
		{`i left|quit|resigned_from|got_fired_from|was_laid_off_from|departed <name:capital> ...`, endNamed("work.employer", "home.city", "study.place")},
		{`i moved out|away of|from <name:place>
		  i left <name:place> for good
		  i am not|no_longer in|at <name:place> anymore|any_more|any_longer
		  i am no longer in|at <name:place>`, endNamed("home.city", "work.employer", "study.place")},
		{`i do not work there anymore|any_more|any_longer`, endJob},
		{`i gave up [playing|learning] [the|my] <x:instrument>
		  i stopped|quit playing [the|my] <x:instrument>`, endKey("instrument")},
		{`i can eat|drink|have <list> again|now ...
		  i am eating|drinking <list> again|now ...
		  i eat|drink <list> again ...`, endMembers("diet.avoid")},
		{`i am not on a diet ...
		  i stopped|quit my diet ...`, endKey("diet")},
		{`i got|am divorced`, endKey("marital.status")},
		{`i quit|left|cancelled my|the <noun>`, endRooted},
		{`i came|am|got|went off [my|the] <list>
		  i stopped|quit taking [my|the] <list>`, endHeld("medication")},
		{`i am not|no_longer using|going_with|choosing|buying|taking|keeping|hiring <name:word> after_all|anymore|any_more
		  i will not use|go_with|choose|buy|take|hire <name:word> after_all`, endChoice},
	}}}
}

func endKeys(keys ...string) []found {
	var out []found
	for _, k := range keys {
		out = append(out, found{kind: backends.Retraction, key: k})
	}
	return out
}

func endKey(key string) build {
	return func(*reader, *match) []found { return endKeys(key) }
}

func endNoun(r *reader, m *match) []found {
	v := m.get("noun")
	if outdated(v[0]) || v[len(v)-1].is(abstract) {
		return nil
	}
	return endKeys(r.keysOf(v)...)
}

// endHad ends what the vocabulary or the store knows.
func endHad(r *reader, m *match) []found {
	if e, known := r.entryOf(m.get("noun")); known || r.holds(e.key) {
		return endNoun(r, m)
	}
	return nil
}

// endAll ends a whole set: "I have no allergies". "No car" is a possession
// denied.
func endAll(r *reader, m *match) []found {
	if e, known := r.entryOf(m.get("noun")); known && (e.form == "list" || e.form == "things" || e.form == "money") {
		return endKeys(e.key)
	}
	return nil
}

func endJourney(_ *reader, m *match) []found { return endKeys("trip." + keyword(m.get("name"), 4)) }

// endRooted ends all that is known under the name of a thing: "I quit the gym".
func endRooted(r *reader, m *match) []found {
	var keys []string
	for a := range r.assertions() {
		if root := keyword(m.get("noun"), 3); root != "" && (a.key == root || strings.HasPrefix(a.key, root+".")) {
			keys = add(keys, a.key)
		}
	}
	return endKeys(keys...)
}

// endHeld ends those members of a set that are known.
func endHeld(key string) build {
	return func(r *reader, m *match) []found {
		return slices.DeleteFunc(endMembers(key)(r, m), func(f found) bool {
			for a := range r.assertions() {
				if a.key == key && a.member == norms(f.member, " ") {
					return false
				}
			}
			return true
		})
	}
}

// endChoice ends the decision, or the tool, whose value is named.
func endChoice(r *reader, m *match) []found {
	for a := range r.assertions() {
		if sameWords(a.value, norms(m.get("name"), " ")) && a.member == "" && !strings.HasPrefix(a.key, "like.") && !strings.HasSuffix(a.key, "name") {
			return endKeys(a.key)
		}
	}
	return nil
}

func endTrip(_ *reader, m *match) []found { return endKeys("trip." + keyword(m.get("place"), 4)) }

func endJob(r *reader, _ *match) []found {
	keys := slices.DeleteFunc([]string{"work.employer", "work.role"}, func(k string) bool { return !r.holds(k) })
	if len(keys) == 0 {
		keys = []string{"work.employer"}
	}
	return endKeys(keys...)
}

// endNamed ends the fact of the given keys whose value is named.
func endNamed(keys ...string) build {
	return func(r *reader, m *match) []found {
		value := strings.ToLower(span(r.text, m.get("name")))
		for a := range r.assertions() {
			if slices.Contains(keys, a.key) && strings.Contains(strings.ToLower(a.value), value) {
				return endKeys(a.key)
			}
		}
		return nil
	}
}

// endMembers ends members of a set.
func endMembers(key string) build {
	return func(r *reader, m *match) []found {
		out := r.listed(key, m.get("list"), anItem)
		for i, f := range out {
			out[i].kind, out[i].value = backends.Retraction, nil
			out[i].member = []token{{norm: r.memberOf(key, norms(f.member, " "))}}
		}
		return out
	}
}

// endNetwork ends the name that the user had in a network.
func endNetwork(r *reader, m *match) []found {
	if key := "contact." + norms(m.get("network"), "."); r.holds(key) {
		return endKeys(key)
	}
	return nil
}

// retracts reads a clause that says that something is no longer so.
func (r *reader) retracts(toks []token, w excerpt) bool {
	for _, affirmed := range r.affirmations(toks) {
		if s, out := r.statement(affirmed); out != nil {
			return r.retract(s, out, w, false)
		}
	}
	return false
}

// denies reads a clause that says that something is not so. It ends a member of
// a set, and else only the very value that is known.
func (r *reader) denies(toks []token, w excerpt) bool {
	i := slices.IndexFunc(toks, func(t token) bool { return t.norm == "not" })
	if i < 1 || i > 4 {
		return false
	}
	switch toks[i-1].norm {
	case "do", "does", "am", "is", "'s":
		s, out := r.statement(r.affirm(toks[:i], toks[i+1:]))
		return out != nil && r.retract(s, out, w, true)
	}
	return false
}

// affirm joins what stands before and behind a "not".
func (r *reader) affirm(before, behind []token) []token {
	behind = slices.Clone(behind)
	switch n := len(before) - 1; before[n].norm {
	case "does":
		if len(behind) > 0 {
			behind[0] = r.as(behind[0], thirdPerson(behind[0].norm))
		}
		before = before[:n]
	case "do":
		before = before[:n]
	}
	return slices.Concat(before, behind)
}

// affirmations returns the statements that a clause takes back: without "no
// longer", without "not ... any more", and for "I stopped" and a verb in -ing.
func (r *reader) affirmations(toks []token) [][]token {
	for i, t := range toks {
		switch {
		case t.norm == "no" && i+1 < len(toks) && toks[i+1].norm == "longer":
			return [][]token{slices.Concat(toks[:i], toks[i+2:])}
		case t.norm == "not" && i > 0 && toks[i-1].norm != "can":
			if at, n := anymore(toks[i:]); n > 0 {
				return [][]token{r.affirm(toks[:i], slices.Concat(toks[i+1:i+at], toks[i+at+n:]))}
			}
		}
	}
	return r.stopped(toks)
}

// anymore finds "anymore", "any more" or "any longer".
func anymore(toks []token) (at, n int) {
	for i, t := range toks {
		if t.norm == "anymore" {
			return i, 1
		}
		if t.norm == "any" && i+1 < len(toks) && (toks[i+1].norm == "more" || toks[i+1].norm == "longer") {
			return i, 2
		}
	}
	return 0, 0
}

// stopped reads "I stopped using vim" as "I use vim", and "I stopped learning
// Dutch" as "I am learning Dutch".
func (r *reader) stopped(toks []token) [][]token {
	rest := without(toks, "i")
	if len(rest) == len(toks) || len(rest) < 2 {
		return nil
	}
	switch rest[0].norm {
	case "stopped", "quit", "ceased":
		rest = rest[1:]
	case "gave":
		rest = without(rest[1:], "up")
	default:
		return nil
	}
	if len(rest) == 0 || !strings.HasSuffix(rest[0].norm, "ing") {
		return nil
	}
	if rest[0].norm == "being" {
		return [][]token{slices.Concat([]token{r.as(toks[0], "i"), r.as(rest[0], "am")}, rest[1:])}
	}
	var out [][]token
	for _, base := range bases(rest[0].norm) {
		out = append(out, slices.Concat([]token{r.as(toks[0], "i"), r.as(rest[0], base)}, rest[1:]))
	}
	return append(out, r.lead(rest, "i", "am"))
}

// retract turns what a clause would state into its retraction. It does nothing
// where another value is known: "I don't live in Oslo any more" says nothing new
// of who has moved on twice. A strict one needs the value to be known.
func (r *reader) retract(s subject, out []found, w excerpt, strict bool) bool {
	for i, f := range out {
		key := plainKey(s.keyOf(f.key))
		switch {
		case f.kind != backends.Fact:
			return false
		case strings.Contains(key, "like.") && !f.not:
			out[i].not = true
			continue
		case f.member != nil:
			out[i].member = []token{{norm: r.memberOf(key, norms(f.member, " "))}}
		case strict && r.more && !s.alien: // "my dentist is not Dr Maar, it is ..."
			r.topic, r.denied, r.opened = key, f.value, r.breath
			return true
		case strict && !r.holds(key), !f.bare && !r.agrees(key, f.fixed+span(r.text, f.value)):
			return false
		case !r.holds(key) && (r.holds(key+".name") || r.kin(f.key)):
			out[i].key += ".name" // "I don't have a dentist any more"
		}
		out[i].kind, out[i].value, out[i].fixed = backends.Retraction, nil, ""
	}
	r.keep(subject{owner: s.owner}, out, w)
	return true
}

// kin reports the key of a relation that is no animal.
func (r *reader) kin(key string) bool {
	if r.pets[key] {
		return false
	}
	for _, rel := range r.relations {
		if rel == key {
			return true
		}
	}
	return false
}
