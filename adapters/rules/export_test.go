package rules

import "strings"

// Unmatched returns the patterns that name a form or a class that does not
// exist, so that a part of them matches nothing.
func Unmatched() []string {
	g := newGrammar()
	var out []string
	for _, class := range groups() {
		for _, r := range class.rules {
			for line := range strings.Lines(r.when) {
				for _, e := range g.compile(line) {
					if !e.any && e.form == nil && len(e.words) == 0 {
						out = append(out, strings.TrimSpace(line))
					}
				}
			}
		}
	}
	for phrase, e := range g.entries {
		if g.forms[e.form] == nil {
			out = append(out, "vocabulary: "+phrase)
		}
	}
	return out
}

// Keys returns the keys of the vocabulary.
func Keys() []string {
	var out []string
	for _, e := range readVocabulary() {
		out = append(out, e.key)
	}
	return out
}
