package rules

import (
	"slices"
	"strings"
	"unicode"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// A reader reads the messages of one turn.
type reader struct {
	*grammar
	ask func() ([]backends.Record, error) // what is known

	asked bool
	err   error       // of ask
	known []assertion // what ask returned, the last asserted first
	held  []assertion // of this turn, the first asserted first

	out   []middleware.Candidate
	notes int

	index    int                // of the message, from 1
	speaker  middleware.Message // the message
	byUser   bool               // it is the user's own, or the system's
	text     string             // of the message, valid UTF-8
	person   subject            // the last person spoken of in it
	recalled string             // the person told of before that a pronoun stands for
	whom     subject            // whom the rule that is tried is about
	line     excerpt            // the sentence
	topic    string             // the attribute that it speaks of without a value
	breath   int                // counts the clauses
	more     bool               // another clause of the sentence follows
	decides  bool               // the next clause of the sentence tells a decision
	denied   []token            // what a correction took back: "not Monday"
	pending  bool               // a correction was announced, and its value is to come
	opened   int                // the breath in which denied or pending was set
}

// message reads one message. Quoted lines and fenced code are nobody's statement.
func (r *reader) message(index int, m middleware.Message) {
	r.index, r.speaker, r.text = index, m, strings.ToValidUTF8(m.Text, "\uFFFD")
	r.byUser = (m.Origin == backends.User || m.Origin == backends.System) && m.Actor == "" && !m.Quoted
	r.person, r.recalled = subject{alien: true}, ""
	r.denied, r.pending = nil, false
	fenced, quoted := false, false
	for _, s := range sentences(r.tokenise(r.text)) {
		line := span(r.text, s)
		if s[0].line {
			quoted = strings.HasPrefix(line, ">")
		}
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
			continue
		}
		if !fenced && !quoted && r.err == nil {
			r.sentence(s)
		}
	}
}

// sentence reads one sentence: what asks or supposes gives nothing, what states
// gives facts or a note.
func (r *reader) sentence(toks []token) {
	r.topic, r.decides, r.line = "", false, excerpt{from: toks[0].start, to: toks[len(toks)-1].end}
	if r.forgets(toks) {
		return
	}
	if quotes(toks) || toks[0].norm == `"` && slices.ContainsFunc(toks[1:], func(t token) bool { return t.norm == `"` }) {
		r.note(toks) // somebody's words
		return
	}
	toks = r.plain(toks)
	toks = r.bidden(toks)
	question, nod := r.tag(toks)
	if question || r.supposes(toks) || r.asksToCorrect(toks) {
		return
	}
	r.statements(toks, !nod && ends(toks, "?"))
}

// statements reads the clauses of a sentence, of which the last may ask.
func (r *reader) statements(toks []token, asks bool) {
	cs := r.clauses(toks)
	said, silent, hearsay := 0, 0, false
	var lost []clause // what says something beside what was keyed
	for i, c := range cs {
		r.more = i+1 < len(cs)
		hearsay = hearsay || r.reports(c.toks)
		switch {
		case i > 0 && r.forgets(c.toks):
			said++
		case r.asks(c.toks), asks && i == len(cs)-1, r.doubts(c.toks):
			silent++
		case !hearsay && r.clause(c, wordsOf(c, cs, toks)):
			said++
		case r.wants(c.toks):
			silent++
		case !hearsay && !r.unfinished() && whole(c.toks):
			lost = append(lost, c)
		}
	}
	for _, c := range lost {
		if said > 0 {
			r.note(unmarked(c.toks))
		}
	}
	if said == 0 && silent == 0 {
		r.note(toks)
	}
}

// quotes reports a sentence that holds somebody's words about himself.
func quotes(toks []token) bool {
	i := slices.IndexFunc(toks, func(t token) bool { return t.norm == `"` })
	if i < 0 || i+3 >= len(toks) {
		return false
	}
	closed := slices.ContainsFunc(toks[i+2:], func(t token) bool { return t.norm == `"` })
	first := toks[i+1]
	return closed && (first.is(pronoun) || first.norm == "my" || first.norm == "our")
}

// note emits a sentence as a note, if it says something.
func (r *reader) note(toks []token) {
	if r.noteworthy(toks) {
		r.emit(middleware.Candidate{Kind: backends.Note, Text: span(r.text, toks), Importance: noteWeight})
	}
}

// ends reports that the marks at the end of toks hold one.
func ends(toks []token, mark string) bool {
	return slices.ContainsFunc(toks[len(unmarked(toks)):], func(t token) bool { return t.norm == mark })
}

// plain drops a condition that only is polite: "if you need it" and what follows
// it up to the comma, or to the end.
func (r *reader) plain(toks []token) []token {
	if opened := r.open(toks, true); r.courtesies.at(opened) > 0 {
		i := slices.IndexFunc(opened, func(t token) bool { return t.norm == "," || t.norm == ":" || t.norm == "-" })
		return opened[i+1:]
	}
	for i, t := range toks {
		if i > 2 && t.norm == "if" && r.courtesies.at(toks[i:]) > 0 {
			return toks[:i]
		}
	}
	return toks
}

// noteworthy reports that a sentence says something: three words or more, some
// of them no small talk; of the assistant, advice or what was done.
func (r *reader) noteworthy(toks []token) bool {
	words := 0
	for _, t := range toks {
		if !t.mark {
			words += 1 + unspaced(t.norm)/2
		}
	}
	return words > 2 && !idle(toks) && (r.speaker.Origin != backends.Assistant || advises(toks))
}

// unspaced counts the letters of scripts that put no spaces between words.
func unspaced(w string) int {
	n := 0
	for _, r := range w {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) {
			n++
		}
	}
	return n
}

// clause reads one clause and reports whether it gave a candidate.
func (r *reader) clause(c clause, w excerpt) (told bool) {
	r.breath++
	toks := strip(r.open(c.toks, true))
	if named := r.companions(toks); named != nil && r.byUser {
		r.keep(subject{}, named, w)
		defer func() { told = true }()
	}
	toks = r.respelt(r.firstPerson(toks))
	switch {
	case len(toks) == 0 || !c.elided:
	case shareable(toks[0]):
		toks = r.lead(toks, "i", "am")
	default:
		toks = r.lead(toks, "i")
	}
	toks = r.rewrite(toks)
	if len(toks) == 0 || len(toks) > maxTokens {
		return r.corrects(c.toks, w)
	}
	if toks = r.voiced(toks); toks == nil {
		return false
	}
	if r.retracts(toks, w) {
		return true
	}
	if r.amends(c.toks, w) {
		return true
	}
	s, out := subject{}, r.settled(toks)
	if out == nil {
		s, out = r.statement(toks)
	}
	if out != nil && !r.unsettled(s, out) {
		r.redecide(c.toks, out)
		apart(out)
		r.keep(r.standing(s, c.toks, &w), out, w)
		return true
	}
	return r.corrects(c.toks, w) || r.denies(toks, w)
}

// lead puts words that are not in the message in front of toks.
func (l *lexicon) lead(toks []token, words ...string) []token {
	out := make([]token, 0, len(toks)+len(words))
	for _, w := range words {
		out = append(out, l.as(token{start: toks[0].start, end: toks[0].start}, w))
	}
	out = append(out, toks...)
	out[len(words)].upper = false // the capital was that of the sentence
	return out
}

// firstPerson turns "we" and "our" into "I" and "my": what a household has, each
// of it has.
func (r *reader) firstPerson(toks []token) []token {
	toks = slices.Clone(joined(toks))
	for i, t := range toks {
		verb := i > 0 && toks[i-1].norm == "i"
		switch {
		case t.norm == "we":
			toks[i] = r.as(t, "i")
		case t.norm == "our":
			toks[i] = r.as(t, "my")
		case t.norm == "are" && verb:
			toks[i] = r.as(t, "am")
		case t.norm == "were" && verb:
			toks[i] = r.as(t, "was")
		}
	}
	return toks
}

// statement returns what the first rule that fits makes of a clause, in the
// first of its readings.
func (r *reader) statement(toks []token) (subject, []found) {
	for _, reading := range r.readings(toks) {
		s, turned := r.subject(reading)
		if s.alien {
			continue
		}
		if s.owner != "" {
			r.person = s
		}
		if out := r.apply(s, turned); out != nil {
			return s, out
		}
		if s.owner != "" {
			if out := r.apply(subject{}, reading); out != nil {
				return subject{}, out
			}
		}
	}
	return subject{}, nil
}

// readings returns the ways to read a clause: as it stands, without the words
// that announce a correction, with what stands before the subject moved behind,
// and with the "I" that a hasty writer leaves out.
func (r *reader) readings(toks []token) [][]token {
	out := make([][]token, 1, 4)
	out[0] = toks
	if n := r.marker(toks); n > 0 && n < len(toks) {
		out = append(out, r.rewrite(strip(r.open(toks[n:], true))))
	}
	for i, t := range out {
		if len(t) == 0 {
			continue
		}
		if f := r.fronted(t); f != nil {
			out = append(out, r.rewrite(f))
		}
		if i > 0 && t[0].is(bareAdjective) {
			continue // "make it into a business"
		}
		if e := r.elliptic(t); e != nil {
			out = append(out, r.rewrite(e))
		}
	}
	return out
}

// elliptic puts "I" or "I am" in front of a clause that begins with a verb or an
// adjective of the user, or returns nil.
func (r *reader) elliptic(toks []token) []token {
	if len(toks) < 2 || toks[0].mark {
		return nil
	}
	switch first := toks[0]; {
	case first.norm == "do" && toks[1].norm != "not", first.norm == "have" && len(toks) > 2 && toks[2].is(chat):
		return nil // "have a nice day"
	case first.is(bareVerb), first.norm == "would" && (toks[1].norm == "prefer" || toks[1].norm == "rather"):
		return r.lead(toks, "i")
	case first.is(bareAdjective | diet), len(first.norm) > 5 && strings.HasSuffix(first.norm, "ing") && !first.is(preposition|pointer|pronoun|clock):
		return r.lead(toks, "i", "am")
	}
	return nil
}
