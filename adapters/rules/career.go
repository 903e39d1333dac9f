package rules

import (
	"slices"
	"strings"

	"github.com/memware/memware/backends"
)

// careers are work and study where the words of more than one statement meet,
// behind the plainer rules of identities.
func careers() []group {
	return []group{{weight: 0.65, rules: []rule{
		{`i work as [a|an|the|part-time|freelance] <role:profession>
		  i am employed as [a|an|the] <role:profession>`, fact("work.role", "role")},
		{`i am doing|pursuing|finishing|starting|reading_for a|an|my <degree> in <subject:raw> at <school:capital>
		  i study|am_studying for a|an|my <degree> in <subject:raw> at <school:capital>`, facts("study.subject", "subject", "study.place", "school")},
		{`i am doing|pursuing|finishing|starting|reading_for a|an|my <degree> at <school:capital>`, fact("study.place", "school")},
		{`i am doing|pursuing|finishing|starting|reading_for a|an|my <degree> in <subject>`, fact("study.subject", "subject")},
		{`i am at|with <employer:company>`, employed},
		{`i am <name:lone>`, fact("name", "name")},
	}}}
}

// employed reads "I'm at Aviva", which is about work where the sentence speaks
// of a job.
func employed(r *reader, m *match) []found {
	said := r.tokenise(r.text[r.line.from:r.line.to])
	if !m.get("employer")[0].upper || !slices.ContainsFunc(said, func(t token) bool { return strings.HasPrefix(t.norm, "job") }) {
		return nil
	}
	return []found{{kind: backends.Fact, key: "work.employer", value: m.get("employer")}}
}

// practised takes what people do for a living, although it can be a relation of
// others too: "doctor".
func (l *lexicon) practised(toks []token) ([]token, bool) {
	v, ok := l.phraseOf(toks)
	return v, ok && l.profession(v[len(v)-1])
}

// phraseOf takes a short phrase up to a preposition.
func (l *lexicon) phraseOf(toks []token) ([]token, bool) {
	toks = l.trim(upto(l.phrase(toks), preposition))
	return toks, len(toks) > 0 && len(toks) <= 4 && !clausal(toks) && !toks[0].is(state|pronoun)
}

// lone takes a first name that is typed in lower case, stands alone and is on no
// list: it ends like a name and hardly like any other word.
func (l *lexicon) lone(toks []token) ([]token, bool) {
	toks = l.trim(toks)
	if len(toks) != 1 || toks[0].upper || toks[0].class != 0 || l.ordinary(toks[0]) || l.tools[toks[0].norm] != "" {
		return nil, false
	}
	w := toks[0].norm
	common := slices.Contains(strings.Fields(vowelEndings), w)
	return toks, !common && len(w) > 3 && strings.ContainsRune("aoi", rune(w[len(w)-1])) && !strings.ContainsFunc(w, func(r rune) bool { return r < 'a' || r > 'z' })
}

// vowelEndings are words that end like a name and are none.
const vowelEndings = `also solo macho extra trans gaga alfa alpha beta mega ultra hetero dodo taxi yogi skia incognito desi retro
euro psycho wacko hello ciao hola yolo anti semi sauna data diva guru nympho homo metro intro vino tango disco techno bravo
dynamo commando hippo rhino turbo combo`
