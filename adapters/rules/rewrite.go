package rules

import (
	"slices"
	"strings"
)

// Rewriting brings the many ways to begin a statement to the one that the rules
// are written for. Each line is "what is said = what is read"; an asterisk keeps
// the line to the start of a clause. The left side is cut out where the right
// side is empty.
const rewrites = `
*i have been = i am
*i have got = i have
*i happen to be = i am
*i happen to have = i have
*i happen to = i
*i consider myself = i am
*i identify as = i am
*i would describe myself as = i am
*i would call myself = i am
*i remain = i am
*i tend to be = i am
*i tend to = i
*i do love = i love
*i do like = i like
*i do enjoy = i enjoy
*i do prefer = i prefer
*i do hate = i hate
*i do have = i have
*i do live = i live
*i do speak = i speak
*i do need = i need
*i always = i
*you can always = you can
*i often = i
*i sometimes = i
*i would much rather = i would rather
*i would always choose = i prefer
*i would choose = i prefer
*i would pick = i prefer
*i would take = i prefer
*i would go for = i prefer
*i much prefer = i prefer
*i like nothing more than = i like
*i love nothing more than = i love
*i have always loved = i love
*i have always liked = i like
*i have always hated = i hate
*i have always preferred = i prefer
*i have always been = i am
*i have never liked = i do not like
*i never eat = i do not eat
*i never drink = i do not drink
*i never touch = i do not eat
*i am now = i am
is now = is
has always been = is
are now = are
*i am much = i am
*i now = i
*i am a bit of a = i am a
*i am something of a = i am a
*i am working as = i work as
*i am working for = i work for
*i am working at = i work at
*i am working in = i work in
*i am living in = i live in
*i have a hard time with = i do not like
*i can not eat or drink = i can not eat
*i arranged = i scheduled
*i set up = i scheduled
*i canceled = i cancelled
*i have become = i am
*i became = i am
*i went vegan = i am vegan
*i went vegetarian = i am vegetarian
*i went keto = i am keto
*i am in the process of = i am
*me and my wife = i
*me and my husband = i
*me and my family = i
*the two of us = i
*the team decided = i decided
*the team agreed = i agreed
*the team has decided = i decided
*my team decided = i decided
*my team agreed = i agreed
*the board decided = i decided
*the group decided = i decided
*the family decided = i decided
*the committee decided = i decided
*everyone agreed = i agreed
*the thing i like most is = i like
*what i like most is = i like
*what i love most is = i love
*what i like is = i like
*what i love is = i love
*what i hate is = i hate
*what i hate most is = i hate
*one thing i hate is = i hate
*one thing i love is = i love
*what i can not stand is = i can not stand
*all i eat is = i eat
*where i live is = i live in
*where i work is = i work at
*the city i live in is = i live in
*the town i live in is = i live in
*the company i work for is = i work for
*the place i call home is = i live in
has to be = is
has got to be = is
would have to be = is
would be = is
would probably be = is
will always be = is
will forever be = is
as well as = and
at the moment =
these days =
right now =
of course =
by the way =
to be honest =
for the time being =
as of now =
as a matter of fact =
if i am honest =
needless to say =
more or less =
kind of =
sort of =
i must say =
i have to admit =
as you know =
for what it is worth =
in my opinion =
if you ask me =
i think =
i guess =
`

// perfects are what one has done and what holds since: "I have moved" is read as
// "I moved".
const perfects = `made reached joined bought adopted signed ordered opted gotten=got come=came lost broken_up=broke_up
grown_up=grew_up learned moved relocated decided chosen=chose picked settled agreed booked scheduled
arranged=scheduled set_up=scheduled selected resolved committed landed_on moved_on retired enrolled started
changed updated switched stopped quit given_up=gave_up left sold cancelled canceled=cancelled turned gone=went`

// A rewrite replaces words by words.
type rewrite struct {
	from, to []string
	start    bool // at the start of a clause only
}

// readRewrites returns the rewrites by their first word.
func readRewrites() map[string][]rewrite {
	m := map[string][]rewrite{}
	for _, pair := range strings.Fields(perfects) {
		done, did, other := strings.Cut(spaced(pair), "=")
		if !other {
			did = done
		}
		m["i"] = append(m["i"], rewrite{strings.Fields("i have " + done), strings.Fields("i " + did), true})
	}
	for line := range strings.Lines(rewrites) {
		from, to, ok := strings.Cut(line, "=")
		if !ok {
			continue
		}
		bare, start := strings.CutPrefix(from, "*")
		w := rewrite{strings.Fields(bare), strings.Fields(to), start}
		m[w.from[0]] = append(m[w.from[0]], w)
	}
	return m
}

// rewrite applies the rewrites, the longest first: what a rewrite of the start
// gives may be rewritten once more, "I have been working as".
func (l *lexicon) rewrite(toks []token) []token {
	return l.rewriteOnce(l.rewriteOnce(toks))
}

func (l *lexicon) rewriteOnce(toks []token) []token {
	out := make([]token, 0, len(toks)+2)
	for len(toks) > 0 {
		best := rewrite{}
		for _, w := range l.rewrites[toks[0].norm] {
			if len(w.from) > len(best.from) && (!w.start || len(out) == 0) && hasPrefix(toks, w.from) {
				best = w
			}
		}
		n := len(best.from)
		if n == 0 {
			out, toks = append(out, toks[0]), toks[1:]
			continue
		}
		for i, word := range best.to {
			t := l.as(toks[min(i, n-1)], word)
			t.upper = false
			out = append(out, t)
		}
		toks = toks[n:]
	}
	return out
}

// fronted moves what stands before the subject behind the clause, "on Friday I
// fly to Rome", or returns nil if nothing does. A clause in front, "when I was
// young", is no such thing.
func (l *lexicon) fronted(toks []token) []token {
	if len(toks) < 3 || !leads(toks[0]) {
		return nil
	}
	at := l.subjectAt(toks)
	if at < 1 {
		return nil
	}
	lead := slices.Clone(toks[:at])
	if slices.ContainsFunc(unmarked(lead), func(t token) bool { return t.mark || t.norm == "is" || t.norm == "are" || t.norm == "am" }) {
		return nil
	}
	body := unmarked(toks[at:])
	switch first := lead[0].norm; first {
	case "since", "because", "as", "whenever":
		return slices.Clone(body)
	case "after":
		if at == 1 {
			return nil
		}
		return slices.Clone(body)
	case "when", "before", "while", "until", "once", "till":
		if at == 1 {
			return nil
		}
	}
	if len(body) == 0 {
		return nil
	}
	lead = unmarked(lead)
	lead[0].upper = false // the capital was that of the sentence
	end := body[len(body)-1].end
	return slices.Concat(body, []token{{norm: ",", mark: true, start: end, end: end}}, lead)
}

// subjectAt finds the subject behind what stands before it.
func (l *lexicon) subjectAt(toks []token) int {
	for i := 1; i < min(len(toks)-1, 8); i++ {
		t := toks[i]
		switch {
		case t.norm == "i":
			return i
		case t.norm == "my" && (toks[i-1].norm == "," || copulaAhead(toks[i+1:])):
			return i
		case t.upper && toks[i-1].norm != "," && !t.is(month|weekday) && personVerb(toks[i+1].norm) != "" && toks[i+1].norm != "is" && toks[i+1].norm != "'s":
			return i
		}
	}
	return 0
}

// leads reports a word that can begin what stands before the subject.
func leads(t token) bool {
	switch t.norm {
	case "i", "my":
		return false
	case "next", "this", "every", "the", "whenever":
		return true
	}
	return t.is(preposition | subordinator | date | weekday)
}
