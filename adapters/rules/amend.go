package rules

import (
	"slices"
	"strings"

	"github.com/memware/memware/backends"
)

// amends reads a clause that changes a fact by what it is about: by its name,
// its value or its place, where a statement alone would not reach it.
func (r *reader) amends(raw []token, w excerpt) bool {
	if !r.byUser {
		return false
	}
	if r.parted(raw, w) {
		return true
	}
	toks, announced, _, _ := r.announcement(unmarked(raw))
	announced = announced || r.announced()
	toks = r.trim(r.firstPerson(strip(toks)))
	if len(toks) < 2 || len(toks) > maxTokens {
		return false
	}
	return r.spelled(toks, w) || r.swapped(toks, w) || r.shifted(toks, w) || r.dropped(toks, w) ||
		announced && (r.relocated(toks, w) || r.preferred(toks, w) || r.offered(toks, w)) || r.renewed(toks, w)
}

// mistyped reports a clause that owns up to a slip: "one digit is wrong", "wrong
// e-mail", "I typed it wrong".
func mistyped(toks []token) bool {
	return len(unmarked(toks)) <= 8 && indexOf(toks, "wrong incorrect typo mistyped misspelled misspelt") >= 0 &&
		indexOf(toks, "digit digits number email e-mail mail address code typed wrote spelled spelling letter letters date name") >= 0
}

// announced reports that the clause before announced a correction, or took a
// value back.
func (r *reader) announced() bool {
	return (r.pending || r.denied != nil) && r.breath <= r.opened+1
}

// unfinished reports that what was said goes on in the next clause.
func (r *reader) unfinished() bool { return r.pending || r.denied != nil || r.topic != "" || r.decides }

// whole reports a clause that can stand on its own as a note.
func whole(toks []token) bool {
	return len(unmarked(toks)) > 3 && slices.ContainsFunc(toks, func(t token) bool {
		return t.is(auxiliary) || t.norm == "'s" || personVerb(t.norm) != ""
	})
}

// indexOf returns where the first of some words stands, or -1.
func indexOf(toks []token, list string) int {
	return slices.IndexFunc(toks, func(t token) bool { return slices.Contains(strings.Fields(list), t.norm) })
}

// spelled reads "it's spelled Jonn with two n's": the name that is spelled alike.
func (r *reader) spelled(toks []token, w excerpt) bool {
	i := indexOf(toks, "spelled spelt")
	if i < 0 || i > 4 || i > 0 && indexOf(toks[:1], "it that my name") < 0 || i+1 >= len(toks) {
		return false
	}
	now := toks[i+1:]
	if now[0].norm == "is" || now[0].norm == "as" {
		now = now[1:]
	}
	if n := capitals(now); n > 0 {
		now = now[:n]
		for a := range r.assertions() {
			if a.kinds&nameKind != 0 && alike(a.value, span(r.text, now)) {
				return r.reassert(a, now, w)
			}
		}
		for a := range r.assertions() {
			if a.key == "name" || strings.HasSuffix(a.key, ".name") {
				return r.reassert(a, now, w)
			}
		}
	}
	return false
}

// swapped reads "I traded the Volvo in for a Tesla" and "I switched from X to Y":
// the old value tells which fact it is.
func (r *reader) swapped(toks []token, w excerpt) bool {
	verb := indexOf(toks, "traded swapped replaced switched exchanged changed moved")
	if verb < 0 || verb > 3 || toks[0].norm != "i" {
		return false
	}
	rest := without(toks[verb+1:], "from", "over", "in", "out")
	i := indexOf(rest, "for with to")
	switch {
	case i == 0 && rest[0].norm == "to" && len(rest) > 1 && (toks[verb].norm == "switched" || toks[verb].norm == "moved"):
		return r.retooled(r.trim(rest[1:]), w)
	case i < 1 || i+1 >= len(rest):
		return false
	}
	old := without(r.trim(rest[:i]), "the", "my", "a", "an")
	if n := len(old); n > 1 && (old[n-1].norm == "in" || old[n-1].norm == "out") {
		old = old[:n-1]
	}
	now := without(r.phrase(rest[i+1:]), "the", "my", "a", "an")
	if len(old) == 0 || len(now) == 0 || len(now) > 5 || clausal(now) {
		return false
	}
	for a := range r.assertions() {
		if sameWords(a.value, span(r.text, old)) && !strings.HasSuffix(a.key, "name") && !strings.HasPrefix(a.key, "like.") {
			return r.reassert(a, now, w)
		}
	}
	return false
}

// retooled reads "I've switched to VS Code".
func (r *reader) retooled(now []token, w excerpt) bool {
	out := r.tool(now)
	if len(out) == 0 {
		return false
	}
	for i := range out {
		out[i].weight = topicWeight
	}
	r.keep(subject{}, out, w)
	return true
}

// shifted reads "they moved it to the 14th" and "the exam got pushed back to 19
// June".
func (r *reader) shifted(toks []token, w excerpt) bool {
	verb := indexOf(toks, "moved pushed shifted rescheduled postponed brought delayed slipped bumped")
	if verb < 1 || verb > 6 {
		return false
	}
	to := indexOf(toks[verb:], "to until till")
	if to < 1 || verb+to+1 >= len(toks) {
		return false
	}
	now := r.whole(toks[verb+to+1:])
	if now == nil || kindsOf(now)&(timeKind|dateKind) == 0 {
		return false
	}
	noun := without(toks[verb+1:verb+to], "back", "forward", "up", "out")
	if len(noun) == 0 {
		noun = toks[:verb]
	}
	return r.renew(noun, now, w)
}

// renewed reads "the flight is at 7pm" of an event that is known.
func (r *reader) renewed(toks []token, w excerpt) bool {
	is := indexOf(toks, "is are")
	if is < 2 || is > 4 || toks[0].norm != "the" || is+1 >= len(toks) {
		return false
	}
	now := r.whole(toks[is+1:])
	if now == nil || kindsOf(now)&(timeKind|dateKind|codeKind|phoneKind|emailKind|moneyKind) == 0 {
		return false
	}
	return r.renew(toks[:is], now, w)
}

// renew gives a fact a new value of the same kind: the one whose key has all the
// words of the noun, or for a pronoun the last.
func (r *reader) renew(noun, now []token, w excerpt) bool {
	var named []string
	for _, t := range noun {
		if !t.is(determiner|pronoun|auxiliary|preposition) && t.norm != "been" && t.norm != "got" && !t.mark {
			named = append(named, lemma(t.norm))
		}
	}
	kind := kindsOf(now)
	for a := range r.assertions() {
		words := strings.Split(a.key, ".")
		if len(named) > 0 && (words[0] == "meeting" || words[0] == "call") {
			continue // how one likes them, not when one is
		}
		fits := !slices.ContainsFunc(named, func(n string) bool { return !slices.Contains(words, n) })
		if fits && a.kinds&kind != 0 && (len(named) > 0 || a.kinds&(timeKind|dateKind) != 0 && a.key != "birthday") {
			return r.reassert(a, now, w)
		}
	}
	return false
}

// dropped reads "I'm not going to paint the kitchen after all": the plan or
// journey that is known by those words. "I used to live there" ends only the
// very value that is known.
func (r *reader) dropped(toks []token, w excerpt) bool {
	if hasPrefix(toks, []string{"i", "used", "to"}) && len(toks) > 3 {
		affirmed := slices.Concat(toks[:1], toks[3:])
		s, out := r.statement(affirmed)
		if out == nil || slices.ContainsFunc(out, func(f found) bool { return strings.HasPrefix(f.key, "like.") || !r.holds(plainKey(s.keyOf(f.key))) }) {
			return false
		}
		return r.retract(s, out, w, true)
	}
	if toks[0].norm != "i" || toks[1].norm != "am" && toks[1].norm != "will" || toks[2%len(toks)].norm != "not" {
		return false
	}
	said := set{}
	for _, t := range toks {
		said[lemma(t.norm)] = true
	}
	for a := range r.assertions() {
		parts := strings.Split(a.key, ".")
		if (parts[0] == "plan" || parts[0] == "trip") && len(parts) > 1 &&
			!slices.ContainsFunc(parts[1:], func(p string) bool { return !said[lemma(p)] }) {
			r.keep(subject{}, weighed(endKeys(a.key)), w)
			return true
		}
	}
	return false
}

func weighed(out []found) []found {
	for i := range out {
		out[i].weight = topicWeight
	}
	return out
}

// parted reads "Kim and I broke up", where the name tells the relation.
func (r *reader) parted(raw []token, w excerpt) bool {
	toks := unmarked(r.open(raw, true))
	i := indexOf(toks, "broke split separated divorced")
	and := indexOf(toks, "and")
	if i < 3 || and < 1 || and > 3 || len(toks) > 12 || toks[and+1].norm != "i" {
		return false
	}
	who := toks[:and]
	if who[0].norm == "my" {
		who = who[1:]
	}
	for a := range r.assertions() {
		rel, ok := strings.CutSuffix(a.key, ".name")
		switch rel {
		case "partner", "spouse", "wife", "husband", "girlfriend", "boyfriend", "fiance", "fiancee":
		default:
			ok = false
		}
		if ok && (sameWords(a.value, norms(who, " ")) || r.relations[norms(who, " ")] == rel) {
			r.keep(subject{}, weighed(endKeys(a.key)), w)
			return true
		}
	}
	return false
}

// relocated reads "we're in Trondheim" and "I'm at Ericsson now" behind the
// announcement of a correction.
func (r *reader) relocated(toks []token, w excerpt) bool {
	if len(toks) < 4 || toks[0].norm != "i" || toks[1].norm != "am" {
		return false
	}
	keys := []string{"home.city", "home.country"}
	switch toks[2].norm {
	case "in":
	case "at", "with":
		keys = []string{"work.employer", "study.place"}
	default:
		return false
	}
	now, ok := r.proper(toks[3:])
	if !ok || !now[0].upper || now[0].is(month|weekday) {
		return false
	}
	for a := range r.assertions() {
		if slices.Contains(keys, a.key) {
			return r.reassert(a, now, w)
		}
	}
	return false
}

// preferred reads "coffee over tea" of a choice that is known.
func (r *reader) preferred(toks []token, w excerpt) bool {
	i := indexOf(toks, "over than")
	if i < 1 || i+1 >= len(toks) {
		return false
	}
	pair := []string{keyword(toks[:i], 4), keyword(toks[i+1:], 4)}
	slices.Sort(pair)
	key := "prefer." + strings.Join(pair, ".")
	if !r.holds(key) {
		return false
	}
	r.keep(subject{}, []found{{kind: backends.Fact, key: key, value: toks[:i], weight: topicWeight}}, w)
	return true
}

// offered reads "mornings are better, say 10".
func (r *reader) offered(toks []token, w excerpt) bool {
	i := indexOf(toks, "say")
	if i < 2 || i+1 >= len(toks) || toks[i-1].norm != "," {
		return false
	}
	now := r.whole(toks[i+1:])
	return now != nil && r.replace(now, nil, true, true, w)
}

// redecide gives a choice that names no topic that of the decision it corrects.
func (r *reader) redecide(raw []token, out []found) {
	if len(out) != 1 || out[0].key != "decision" || !r.announced() && r.marker(r.open(raw, false)) == 0 && r.announcements.at(r.open(raw, false)) == 0 {
		return
	}
	for a := range r.assertions() {
		if strings.HasPrefix(a.key, "decision.") {
			out[0].key = a.key
			return
		}
	}
}

// apart gives a choice that names no topic a key of its own, made of its words:
// two unrelated choices must not end each other.
func apart(out []found) {
	for i, f := range out {
		if f.key != "decision" {
			continue
		}
		if words := keyword(f.value, maxWords); words != "" {
			out[i].key = "decision." + words
		}
	}
}

// spokenOf returns whom "he" or "she" stands for: the last person of the
// message, else the last that was told of.
func (r *reader) spokenOf(pronoun string) subject {
	if !r.person.alien || !r.byUser || pronoun == "they" || pronoun == "their" {
		return r.person
	}
	for a := range r.assertions() {
		owner, _, ok := strings.Cut(a.key, ".")
		if ok && (r.kin(owner) || r.pets[owner]) && !mismatched(pronoun, owner) {
			r.recalled = owner
			return subject{owner: owner}
		}
	}
	return r.person
}

// mismatched reports that a pronoun cannot stand for a relation.
func mismatched(pronoun, relation string) bool {
	female := []string{"sister", "mother", "wife", "daughter", "girlfriend", "grandmother", "aunt", "niece", "fiancee"}
	male := []string{"brother", "father", "husband", "son", "boyfriend", "grandfather", "uncle", "nephew"}
	if pronoun == "he" || pronoun == "his" {
		return slices.Contains(female, relation)
	}
	return slices.Contains(male, relation)
}

// unsettled reports a statement about "he" or "she" that nothing ties to the
// person that was told of before: it neither corrects nor renews a fact.
func (r *reader) unsettled(s subject, out []found) bool {
	return s.owner != "" && s.owner == r.recalled && slices.ContainsFunc(out, func(f found) bool {
		return !r.holds(plainKey(s.keyOf(f.key)))
	})
}

// standing words a clause about "she" so that its text can stand on its own.
func (r *reader) standing(s subject, raw []token, w *excerpt) subject {
	toks := r.open(raw, true)
	if s.owner == "" || len(toks) < 2 {
		return s
	}
	who := strings.TrimSpace("my " + s.owner + " " + span(r.text, s.name))
	if !r.kin(s.owner) && !r.pets[s.owner] {
		who = spoken(s.owner)
	}
	first := toks[0]
	switch first.norm {
	case "his", "her", "their":
		w.prefix, w.from = who+"'s", first.end
	case "he", "she", "they":
		w.prefix, w.from = who, first.end
		if next := toks[1]; next.start < first.end || next.start == first.start {
			w.prefix, w.from = who+" "+next.norm, next.end
		}
	default:
		return s
	}
	s.name = nil // it was told in the clause before
	return s
}

// spoken returns a name as it is written, of the part of a key.
func spoken(owner string) string {
	words := strings.Split(owner, ".")
	for i, w := range words {
		if w != "" {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, " ")
}
