package rules

import (
	"slices"
	"strings"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/fold"
	"github.com/memware/memware/middleware"
)

// Phrases that announce a correction. A weak one, "no", may also begin an
// answer, so that what follows must have a form of its own: a time, a number, a
// name.
const (
	markerPhrases = `no nope sorry actually wait oops whoops ooops correction scratch_that strike_that i_mean
i_meant i_meant_to_say i_mean_to_say or_rather my_bad my_mistake on_second_thought on_second_thoughts hang_on
hold_on let_me_correct_that let_me_correct_myself let_me_rephrase let_me_fix_that i_misspoke i_mistyped mistyped
i_typed_that_wrong typo edit never_mind nevermind hmm_no no_wait oh_no oh_sorry well_actually sorry_no ah_sorry ugh_no
ah_no make_it make_that make_this better_make_it let_us_make_it more_like i_mixed_that_up i_mixed_it_up i_got_that_mixed_up i_got_it_mixed_up i_misremembered
that_is_my_old_number that_is_my_old_address that_is_my_old_email that_is_the_old_number that_is_the_old_one
that_is_the_old_address that_is_outdated that_is_out_of_date change_that change_it change_it_to change_that_to
change_this_to replace_that_with replace_it_with swap_that_for i_changed_my_mind changed_my_mind change_of_plan
change_of_plans plans_changed plans_have_changed slight_change small_change i_was_wrong i_got_that_wrong that_is_wrong
that_was_wrong that_is_not_right not_quite wrong excuse_me apologies pardon erm i_take_that_back it_should_be should_be
that_should_be it_should_have_been should_have_been let_us_say let_us_do rather better_say update *`

	weakMarkers = `no nope hmm_no ah_no oh_no ugh_no wait no_wait hang_on hold_on update rather let_us_do let_us_say
never_mind nevermind`

	// A correction in the form of a question.
	requestPhrases = `can_we_make_it could_we_make_it can_you_make_it could_you_make_it can_we_make_that can_we_change_it_to
can_you_change_it_to could_you_change_it_to can_you_change_that_to could_you_change_that_to can_we_move_it_to
could_we_move_it_to can_we_say shall_we_make_it shall_we_say would_you_make_it`

	// What stands between the announcement and the value.
	leadIns = `it_is its it_was that_is that_was they_are it_should_be should_be that_should_be it_will_be it_would_be
it_has_to_be it_needs_to_be it_ought_to_be it_should_read it_should_say i_said i_mean i_meant make_it make_that make_this
change_it_to change_that_to change_this_to change_it_from let_us_make_it let_us_do let_us_say i_want i_would_prefer
i_prefer rather say put use to go_with switch_to switch_it_to set_it_to move_it_to the_correct_one_is
the_right_one_is the_new_one_is the_correct_number_is the_right_number_is correct_is`
)

// marker returns the length of the announcement of a correction.
func (l *lexicon) marker(toks []token) int {
	n := l.markers.at(toks)
	if n == 1 && toks[0].norm == "no" && len(toks) > 1 && toks[1].norm == "longer" {
		return 0
	}
	return n
}

// corrects reads a correction that does not say of what: "actually, make it
// 3pm", and "it is now Y" behind a clause that names X.
func (r *reader) corrects(toks []token, w excerpt) bool {
	if r.breath > r.opened+1 {
		r.pending, r.denied = false, nil
	}
	toks, announced, firm, led := r.announcement(unmarked(toks))
	announced, firm = announced || r.pending, firm || r.pending
	if len(toks) == 0 {
		r.pending, r.opened = announced, r.breath
		return false
	}
	now, old := r.replacement(toks)
	if mistyped(toks) {
		r.pending, r.opened = true, r.breath
		return false
	}
	if old == nil {
		old = r.denied
	}
	switch {
	case now == nil && old != nil && (announced || toks[0].norm == "not"):
		r.denied, r.opened = old, r.breath
		return false
	case now == nil, !announced && old == nil && r.topic == "":
		return false
	case r.topic != "" && led && old == nil:
		if a, ok := r.slip(now); ok {
			return r.reassert(a, now, w)
		}
		return r.retopic(now)
	}
	r.pending, r.denied = false, nil
	return r.replace(now, old, announced, firm || old != nil, w)
}

// asksToCorrect reads a correction in the form of a question: "can we make it 4?"
func (r *reader) asksToCorrect(toks []token) bool {
	toks = r.open(toks, true)
	n := r.requests.at(toks)
	if n == 0 {
		return false
	}
	r.breath++
	r.pending, r.opened = true, r.breath
	r.corrects(toks[n:], r.line)
	return true
}

// announcement drops what announces a correction, and what leads to the value.
// It is firm unless all of it is weak.
func (l *lexicon) announcement(toks []token) (rest []token, announced, firm, led bool) {
	for len(toks) > 0 {
		n := l.marker(toks)
		if n > 0 {
			announced = true
			firm = firm || l.weak.at(toks) < n
		} else if n = l.leads.at(toks); n > 0 {
			led = true
			firm = firm || announced
		} else if toks[0].mark || toks[0].is(filler|opener) && len(toks) > 1 {
			n = 1
		}
		if n == 0 {
			break
		}
		toks = toks[n:]
	}
	return toks, announced, firm, led || l.leads.at(toks) > 0
}

// replacement splits "Tuesday, not Monday", "not Monday but Tuesday", "Tuesday
// instead of Monday" and "from Monday to Tuesday". Of "not Monday" alone there
// is only the old value.
func (r *reader) replacement(toks []token) (now, old []token) {
	at := func(words ...string) int {
		return slices.IndexFunc(toks, func(t token) bool { return slices.Contains(words, t.norm) })
	}
	not, but, instead, to := at("not"), at("but", ","), at("instead"), at("to")
	switch {
	case not == 0 && but > 0:
		return r.whole(toks[but+1:]), r.whole(toks[1:but])
	case not == 0:
		return nil, r.whole(toks[1:])
	case not > 0:
		return r.whole(toks[:not]), r.whole(toks[not+1:])
	case instead > 0 && instead+2 < len(toks) && toks[instead+1].norm == "of":
		return r.whole(toks[:instead]), r.whole(toks[instead+2:])
	case toks[0].norm == "from" && to > 1:
		return r.whole(toks[to+1:]), r.whole(toks[1:to])
	}
	return r.whole(toks), nil
}

// whole returns toks if they are one short value and nothing else.
func (r *reader) whole(toks []token) []token {
	if i := slices.IndexFunc(toks, func(t token) bool { return t.norm == "with" }); i > 0 {
		toks = unmarked(toks[:i]) // "Anne with an e"
	}
	toks = without(r.trim(toks), "at", "on", "in", "the", "a", "an", "for", "now")
	if v, ok := phone(toks); ok && len(v) == len(toks) {
		return toks
	}
	if v := r.phrase(toks); len(v) != len(toks) || len(v) == 0 || len(v) > 5 || clausal(v) {
		return nil
	}
	if kindsOf(toks) == wordKind && (len(toks) > 3 || toks[0].is(state|pronoun|determiner)) {
		return nil
	}
	return toks
}

// retopic asserts the value of what the sentence speaks of: "my doctor retired,
// it is Dr Fuchs now".
func (r *reader) retopic(now []token) bool {
	f := found{kind: backends.Fact, key: r.topic, value: now, weight: topicWeight}
	r.keep(subject{}, []found{f}, r.line)
	return true
}

const topicWeight = 0.6

// replace asserts a new value for the fact that a correction is about: the one
// whose value was taken back, else the last asserted of those whose value has
// the same form. Of several said in one message it is one that is spelled alike;
// of the members of one list none can be told.
func (r *reader) replace(now, old []token, announced, firm bool, w excerpt) bool {
	kind := kindsOf(now)
	if kind == wordKind && !firm {
		return false
	}
	if kind&(wordKind|nameKind) != 0 {
		kind = wordKind | nameKind
	}
	value := span(r.text, now)
	var same []assertion // candidates said together with the first
	for a := range r.assertions() {
		if old != nil && sameWords(fold.Value(a.value), fold.Value(span(r.text, old))) {
			return r.reassert(a, now, w)
		}
		if !announced || a.kinds&kind == 0 && !amount(now, a) || strings.HasPrefix(a.key, "prefer.") {
			continue
		}
		if len(same) == 0 || a.said == same[0].said {
			same = append(same, a)
		}
	}
	if len(same) == 0 {
		return false
	}
	if i := slices.IndexFunc(same, func(a assertion) bool { return alike(a.value, value) }); i >= 0 {
		return r.reassert(same[i], now, w)
	}
	if len(same) > 1 && same[0].member != "" && same[1].key == same[0].key && same[1].breath == same[0].breath {
		return false
	}
	return r.reassert(same[0], now, w)
}

// amount reports a bare number for what is known as a sum of money.
func amount(now []token, a assertion) bool {
	return len(now) == 1 && isNumber(now[0].norm) && a.kinds&moneyKind != 0
}

// slip returns the number or address that a new one differs from by a letter or
// two: "the last digit is wrong, it is ...".
func (r *reader) slip(now []token) (assertion, bool) {
	kind, value := kindsOf(now)&(phoneKind|emailKind|codeKind), span(r.text, now)
	if kind == 0 {
		return assertion{}, false
	}
	for a := range r.assertions() {
		if a.kinds&kind != 0 && alike(a.value, value) {
			return a, true
		}
	}
	return assertion{}, false
}

// alike reports that a and b are the same but for a letter or two, as after a
// slip of the finger.
func alike(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	short, long := min(len(a), len(b)), max(len(a), len(b))
	front, back := 0, 0
	for front < short && a[front] == b[front] {
		front++
	}
	for back < short-front && a[len(a)-1-back] == b[len(b)-1-back] {
		back++
	}
	return short > 1 && front+back >= long-2 && 2*(front+back) >= long
}

// reassert emits the new value. Where the key holds the old one, as that of a
// like or a member does, the old fact is ended and the key follows the value.
func (r *reader) reassert(a assertion, now []token, w excerpt) bool {
	value := span(r.text, now)
	c := middleware.Candidate{
		Kind: backends.Fact, Key: a.key, Member: a.member, Value: value,
		Text: reworded(a, value, w.prefix+r.text[w.from:w.to]), Importance: a.weight,
	}
	root, last, dotted := strings.Cut(a.key, ".")
	switch old, next := keyword(r.tokenise(a.value), 6), keyword(now, 6); {
	case a.member != "":
		c.Member = norms(now, " ")
	case dotted && old != "" && old == last && next != "":
		c.Key = plainKey(root + "." + next)
	}
	if c.Key != a.key || c.Member != a.member {
		r.emit(middleware.Candidate{Kind: backends.Retraction, Key: a.key, Member: a.member, Text: c.Text, Importance: a.weight})
	}
	r.emit(c)
	return true
}

// reworded returns the statement that is corrected, with the new value in place
// of the old: "actually, make it 3pm" alone would never be found again.
func reworded(a assertion, value, otherwise string) string {
	if a.value == "" || strings.Count(a.text, a.value) != 1 {
		return otherwise
	}
	return strings.Replace(a.text, a.value, value, 1)
}
