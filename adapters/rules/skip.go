package rules

import "slices"

// asks reports the form of a question: a question word or an auxiliary in front
// of its subject, or words that ask for an answer.
func (l *lexicon) asks(toks []token) bool {
	toks = l.open(toks, false)
	if len(toks) == 0 {
		return false
	}
	if l.questions.at(toks) > 0 || apology(toks) || lacksAnswer(toks) {
		return true
	}
	second := token{}
	if len(toks) > 1 {
		second = toks[1]
	}
	switch toks[0].norm {
	case "what", "when", "where", "who", "whom", "whose", "why", "how", "which":
		return asksFor(toks)
	case "is", "are", "does", "am":
		return second.norm != "not" || len(toks) > 2 && (toks[2].is(pronoun) || toks[2].norm == "my")
	case "do", "did", "was", "were", "can", "could", "will", "would", "shall", "should", "may", "might", "have", "has", "had":
		if second.norm == "not" && len(toks) > 2 {
			return toks[2].is(pronoun) && toks[2].norm != "me"
		}
		return second.is(pronoun) && second.norm != "me" || second.norm == "my" || second.norm == "the" ||
			second.norm == "your" || second.norm == "our"
	}
	switch second.norm {
	case "what", "which", "whom", "whose", "how": // "on which day"
		return len(toks) > 3 && toks[0].is(preposition) && asksFor(toks[1:])
	}
	return false
}

// apology reports "sorry for the delay".
func apology(toks []token) bool {
	if len(toks) < 3 || toks[0].norm != "sorry" && toks[0].norm != "apologies" {
		return false
	}
	return toks[1].norm == "for" || toks[1].norm == "about" || toks[1].norm == "to"
}

// lacksAnswer reports a statement with a question word in the place of its
// value, "I live where again", and a bare "name of my dog please".
func lacksAnswer(toks []token) bool {
	toks = unmarked(toks)
	n := len(toks)
	if n < 3 {
		return false
	}
	if last := toks[n-1].norm; last == "again" || last == "please" {
		n--
		if last == "please" && toks[1].norm == "of" && toks[2].norm == "my" && !some(toks, auxiliary) {
			return true
		}
	}
	switch toks[n-1].norm {
	case "what", "where", "when", "who", "which":
		return n > 1 && (toks[0].norm == "i" || toks[0].norm == "my")
	}
	return false
}

// stages reports an instruction to the model, or what casts it in a part.
func stages(toks []token) bool {
	if len(toks) < 3 {
		return false
	}
	switch second := toks[1].norm; toks[0].norm {
	case "act":
		return second == "as" || second == "like"
	case "behave":
		return second == "as" || second == "like"
	case "ignore", "disregard", "override":
		return slices.ContainsFunc(toks, func(t token) bool {
			return slices.Contains([]string{"instructions", "instruction", "prompt", "prompts", "rules", "guidelines"}, t.norm)
		})
	case "you":
		return (second == "are" || second == "act") && !some(toks[2:], pronoun)
	case "i":
		return second == "am" && toks[2].norm == "your"
	}
	return false
}

// asksFor reports a question that begins with a question word, and not a clause
// such as "what I like is jazz".
func asksFor(toks []token) bool {
	if len(toks) > 1 && (toks[1].norm == "a" || toks[1].norm == "an") {
		return false // "what an ending"
	}
	if len(toks) < 4 {
		return true
	}
	switch second := toks[1]; {
	case second.is(auxiliary):
		return true
	case second.is(pronoun):
		return false
	default:
		switch second.norm {
		case "'s", "about", "to", "if", "else":
			return true
		case "my", "the":
			return false
		}
	}
	switch toks[0].norm {
	case "when":
		return false
	case "who", "how", "why":
		return true
	}
	return some(toks[2:min(len(toks)-1, 7)], auxiliary)
}

// tag returns what an ending such as "right?" or "remember?" makes of a
// sentence: a question, a statement, or neither if there is none.
func (l *lexicon) tag(toks []token) (question, statement bool) {
	toks = unmarked(toks)
	for i := len(toks) - 1; i > 0 && i >= len(toks)-5; i-- {
		if toks[i].mark {
			tail := norms(toks[i+1:], " ")
			return l.asking[tail], l.nodding[tail]
		}
	}
	return false, false
}

// supposes reports a sentence that is about no real state of things.
func (l *lexicon) supposes(toks []token) bool {
	toks = l.open(toks, true)
	if stages(toks) {
		return true
	}
	if n := l.suppositions.at(toks); n > 0 {
		return n == len(toks) || !hasDigit(toks[n].norm) // but "let's say 6:30"
	}
	return len(toks) > 0 && toks[0].norm == "if" && l.courtesies.at(toks) == 0
}

// doubts reports a clause that wishes, considers or makes a condition.
func (l *lexicon) doubts(toks []token) bool {
	toks = l.open(toks, true)
	for i, t := range toks {
		switch t.norm {
		case "almost", "nearly":
			if i > 0 && i+1 < len(toks) && toks[i-1].norm == "i" {
				return true // "I almost moved"
			}
		case "if", "unless":
			return true
		case "maybe", "perhaps", "possibly", "hypothetically", "theoretically", "ideally", "probably":
			if i < 4 {
				return true
			}
		case "might", "could", "would", "may", "should":
			if i > 0 && toks[i-1].is(pronoun) && toks[i-1].norm != "you" {
				return !firm(toks[i-1:])
			}
		}
		if i < 4 && l.wishes.at(toks[i:]) > 0 {
			return true
		}
	}
	return false
}

// wants reports a wish that no rule knew as a preference: "I want a dog".
func (l *lexicon) wants(toks []token) bool {
	toks = l.open(toks, true)
	return len(toks) > 2 && toks[0].is(pronoun) && toks[1].norm == "want" && toks[2].norm != "you"
}

// firm reports a modal verb that states something all the same: "I would rather
// have tea", "I should not eat salt", "it should be 4417".
func firm(toks []token) bool {
	subject, modal := toks[0].norm, toks[1].norm
	toks = without(toks[2:], "much", "really", "always", "definitely", "far", "so", "actually")
	if len(toks) == 0 {
		return false
	}
	switch toks[0].norm {
	case "prefer", "rather", "choose", "pick":
		return true
	case "not":
		return modal == "should" && len(toks) > 1
	}
	return modal == "should" && (subject == "it" || subject == "that")
}

// reports tells whether a clause says what someone else said or thinks.
func (l *lexicon) reports(toks []token) bool {
	toks = l.open(toks, true)
	switch {
	case l.marker(toks) > 0:
		return false
	case l.hearsay.at(toks) > 0:
		return true
	}
	for i := 1; i < min(len(toks), 6); i++ {
		t, before := toks[i], toks[i-1]
		if t.is(saying) && toks[0].norm != "i" && !before.mark && before.norm != "my" && before.norm != "to" {
			return i+1 < len(toks)
		}
		if t.is(auxiliary) && t.norm != "has" && t.norm != "have" {
			return false
		}
	}
	return false
}

// idle reports small talk: nothing but its words, or no word at all.
func idle(toks []token) bool {
	said := 0
	for _, t := range toks {
		if t.mark {
			continue
		}
		if !t.is(chat | weekday | date) {
			return false
		}
		said++
	}
	return said <= 10
}
