package rules

import (
	"slices"
	"strings"
)

// A form takes the value at the start of toks, or reports that there is none.
// What it leaves is about something else.
type form func(toks []token) (value []token, ok bool)

// forms returns the forms by the names that patterns and the vocabulary use.
func (l *lexicon) forms() map[string]form {
	f := map[string]form{
		"raw": raw, "rest": l.rest, "list": l.many, "things": l.many, "foods": l.foods,
		"word": l.word, "thing": l.thing, "choice": l.choice, "noun": noun, "event": l.eventNoun, "occasion": l.occasion, "definite": l.definite,
		"proper": l.proper, "name": l.proper, "make": l.proper, "person": l.person, "first": l.first,
		"place": l.place, "capital": l.capital, "project": l.capital, "address": l.address, "street": l.street, "company": l.company,
		"time": time, "date": calendar, "when": when, "dated": dated, "day": day, "full": fullDate, "future": l.future, "weekday": l.weekday,
		"number": numeral, "money": money, "measure": measure, "feet": feet, "aged": aged,
		"length": lasting, "names": l.namesOf, "email": email, "phone": phone, "code": l.code, "handle": l.handle,
		"role": l.role, "profession": l.practised, "lone": l.lone, "title": l.title, "trade": l.trade, "subject": l.subjectOfStudy, "school": l.school,
		"zone": l.zone, "medicine": l.medicine, "need": l.need, "style": l.style, "doing": l.doing, "present": l.present,
	}
	for name, list := range wordForms() {
		f[name] = l.oneOf(newPhrases(list))
	}
	var tools, settings, fragments, relations, kindred, having, pets []string
	for w, category := range l.tools {
		w = strings.ReplaceAll(w, " ", "_")
		tools = append(tools, w)
		if category != "seat" && category != "units" && category != "theme" {
			continue
		}
		settings = append(settings, w) // "opera" and "fish" can be liked
		if strings.Contains(w, "_") {
			fragments = append(fragments, w)
		}
	}
	for w, key := range l.relations {
		w = strings.ReplaceAll(w, " ", "_")
		relations, kindred = append(relations, w), append(kindred, w, w+"s")
		if l.pets[key] {
			pets, having = append(pets, w), append(having, w, w+"s")
		}
	}
	for name, list := range map[string][]string{
		"tool": tools, "setting": settings, "fragment": fragments, "relation": relations, "kindred": kindred, "pet": pets, "possession": append(having, possessionWords),
	} {
		f[name] = l.oneOf(newPhrases(strings.Join(list, " ")))
	}
	return f
}

// wordForms returns the forms that are a list of words.
func wordForms() map[string]string {
	return map[string]string{
		"nationality": nationalityWords, "religion": religionWords, "diet": dietWords, "condition": conditionWords,
		"marital": maritalWords, "star": starSigns, "language": languageWords, "instrument": instrumentWords,
		"pronouns": pronounSets, "chronotype": chronotypeWords, "work": worklessWords, "field": fieldWords, "zoneName": zoneWords,
		"drink": drinkWords, "dish": drinkWords + " " + dishWords, "meal": mealWords, "food": foodWords,
		"aid": aidWords, "network": networkWords, "manner": mannerWords, "channel": channelWords, "sport": sportWords, "spot": spotWords, "degree": degreeWords, "country": countryWords, "demonym": demonymWords(), "job": jobWords, "dwelling": dwellingWords,
	}
}

// oneOf returns a form that takes one of some phrases, if what follows is apart
// from it.
func (l *lexicon) oneOf(p phrases) form {
	return func(toks []token) ([]token, bool) {
		toks = without(toks, "a", "an", "the", "my")
		n := p.at(toks)
		return toks[:n], n > 0 && l.apart(toks[n:])
	}
}

// raw takes everything, for rules that look at it themselves.
func raw(toks []token) ([]token, bool) { return toks, len(toks) > 0 }

// rest takes all that is not a trailing mark or trailer.
func (l *lexicon) rest(toks []token) ([]token, bool) {
	toks = l.trim(toks)
	return toks, len(toks) > 0
}

// trim drops marks at both ends, trailers and tails.
func (l *lexicon) trim(toks []token) []token {
	for len(toks) > 0 && toks[0].mark {
		toks = toks[1:]
	}
	for n := len(toks); n > 0; n = len(toks) {
		switch tail := l.tails.at(toks); {
		case tail > 0 && tail < n:
			toks = toks[:n-tail]
		case toks[n-1].mark || toks[n-1].is(trailer), n > 1 && toks[n-1].is(filler):
			toks = toks[:n-1]
		default:
			return toks
		}
	}
	return toks
}

// cut takes the words up to a mark or a word that begins another clause.
func cut(toks []token) []token {
	for i, t := range toks {
		if i > 0 && (t.mark && t.norm != "-" && t.norm != "/" && t.norm != "'" || t.is(subordinator)) {
			return toks[:i]
		}
	}
	return toks
}

// upto cuts toks at the first word of a class.
func upto(toks []token, c class) []token {
	for i, t := range toks {
		if i > 0 && t.is(c) {
			return toks[:i]
		}
	}
	return toks
}

// phrase takes what belongs to a value: up to a mark, another clause or a phrase
// such as "last year".
func (l *lexicon) phrase(toks []token) []token {
	for len(toks) > 0 && toks[0].mark {
		toks = toks[1:]
	}
	toks = cut(toks)
	for i := range toks {
		if i > 0 && relative(toks[i:]) {
			toks = toks[:i]
			break
		}
	}
	return l.trim(toks)
}

// relative reports "last year", "this week": when something is so, not what it
// is.
func relative(toks []token) bool {
	if len(toks) < 2 {
		return false
	}
	switch toks[1].norm {
	case "year", "years", "months", "weeks", "days", "few": // "two years ago", "a few days ago"
		return toks[0].is(number) || isNumber(toks[0].norm) || toks[0].norm == "a"
	}
	return toks[1].is(date|weekday|month|stretch) && slices.Contains([]string{"last", "this", "next", "every"}, toks[0].norm)
}

// clausal reports that toks hold a verb, so that they name no thing.
func clausal(toks []token) bool {
	return slices.ContainsFunc(toks, func(t token) bool {
		switch t.norm {
		case "is", "are", "was", "were", "am", "has", "had", "be", "not", "would", "will", "can", "could", "should",
			"i", "he", "she", "they", "we", "it":
			return true
		}
		return false
	})
}

func gerund(t token) bool { return !t.upper && len(t.norm) > 5 && strings.HasSuffix(t.norm, "ing") }

// items splits a list at its commas and conjunctions.
func items(toks []token) [][]token {
	var out [][]token
	from := 0
	for i, t := range toks {
		switch t.norm {
		case ",", "and", "or", "&", "nor", "plus", ";", "/":
			if i > from {
				out = append(out, toks[from:i])
			}
			from = i + 1
		}
	}
	if from < len(toks) {
		out = append(out, toks[from:])
	}
	return out
}

// keyword turns words into the part of a key: content words joined by dots. It
// returns "" for more than most words.
func keyword(toks []token, most int) string {
	parts := make([]string, 0, most)
	for _, t := range toks {
		if t.mark || t.is(determiner) || t.norm == "'s" || t.norm == "to" || t.norm == "and" {
			continue
		}
		if len(parts) == most {
			return ""
		}
		parts = append(parts, t.norm)
	}
	return strings.Join(parts, ".")
}
