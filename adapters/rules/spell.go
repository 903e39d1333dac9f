package rules

import (
	"slices"
	"strings"
)

// What a hasty writer misspells is read as the word it is one slip away from,
// where a wrong guess would be rare: the word is one that no rule knows, and the
// place is that of a verb or of an attribute.

// slips are the verbs that are looked for behind "I".
const slips = `live work prefer like love hate need have study speak moved play drive enjoy want`

// respelt corrects the verb behind "I".
func (r *reader) respelt(toks []token) []token {
	if len(toks) < 3 || toks[0].norm != "i" || toks[1].class != 0 || toks[1].mark || toks[1].upper {
		return toks
	}
	for v := range strings.FieldsSeq(slips) {
		if slipped(toks[1].norm, v) {
			toks[1] = r.as(toks[1], v)
			break
		}
	}
	return toks
}

// respeltNoun corrects a noun phrase to one of the vocabulary, or returns "".
func (r *reader) respeltNoun(noun []token) string {
	at := slices.IndexFunc(noun, func(t token) bool { return t.class == 0 && !t.upper && !t.mark && len(t.norm) > 3 })
	if at < 0 {
		return ""
	}
	typed, best := noun[at].norm, ""
	for phrase := range r.entries {
		if best != "" && best < phrase { // the first in order: a map has none
			continue
		}
		word, ok := inPlace(phrase, noun, at)
		if ok && word[0] == typed[0] && (slipped(typed, word) || len(word) > 7 && edited(typed, word)) {
			best = phrase // but "county" is no country
		}
	}
	return best
}

// inPlace returns the word of a phrase that stands where noun[at] does, if all
// others are the same.
func inPlace(phrase string, noun []token, at int) (word string, ok bool) {
	i := 0
	for w := range strings.SplitSeq(phrase, " ") {
		switch {
		case i == len(noun), i != at && noun[i].norm != w:
			return "", false
		case i == at:
			word = w
		}
		i++
	}
	return word, i == len(noun) && word != ""
}

// slipped reports that w is word with two letters swapped, one doubled or
// missing its double, or without its last "e".
func slipped(w, word string) bool {
	if w == word || len(word) < 3 {
		return false
	}
	if w+"e" == word || single(w) == single(word) {
		return true
	}
	if len(w) != len(word) {
		return false
	}
	for i := range len(w) - 1 {
		if w[i] != word[i] {
			return w[i] == word[i+1] && w[i+1] == word[i] && w[i+2:] == word[i+2:]
		}
	}
	return false
}

// single writes letters that follow each other as one.
func single(w string) string {
	var b strings.Builder
	for i := range len(w) {
		if i == 0 || w[i] != w[i-1] {
			b.WriteByte(w[i])
		}
	}
	return b.String()
}

// edited reports that w is word with one letter more, less or other.
func edited(w, word string) bool {
	i := 0
	for i < len(w) && i < len(word) && w[i] == word[i] {
		i++
	}
	switch len(w) - len(word) {
	case 0:
		return i < len(w) && w[i+1:] == word[i+1:]
	case 1:
		return w[i+1:] == word[i:]
	case -1:
		return w[i:] == word[i+1:]
	}
	return false
}
