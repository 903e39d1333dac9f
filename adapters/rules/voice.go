package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/memware/memware/backends"
)

// voiced puts a clause in the words of the user, or returns nil where it is not
// about the user. What others say of themselves is not: of their words only
// those about "you" and "the user" are, and, but for the assistant, those about
// someone named.
func (r *reader) voiced(toks []token) []token {
	if r.byUser {
		return toks
	}
	out := slices.Clone(toks)
	if len(out) > 1 && out[0].norm == "the" && out[1].norm == "user" {
		out = out[1:]
		out[0] = r.as(out[0], "you")
	}
	about := false
	for i, t := range out {
		switch t.norm {
		case "i", "my", "me", "we", "our", "user":
			return nil
		case "you":
			out[i], about = r.as(t, "i"), true
		case "your":
			out[i], about = r.as(t, "my"), true
		}
	}
	if !about {
		if r.speaker.Origin == backends.Assistant {
			return nil
		}
		return out
	}
	if len(out) > 1 && out[0].norm == "i" {
		if out[1].norm == "'s" { // "the user's name is"
			return r.own(out, 1)
		}
		if base := cmp.Or(personVerb(out[1].norm), pluralVerb(out[1].norm)); base != "" {
			out[1] = r.as(out[1], base) // "the user is", "you are"
		}
	}
	return out
}

// adviceWords make a statement of the assistant worth a note: advice, or what it
// did for the user.
const adviceWords = `recommend suggest advise recommended suggested should decided agreed booked scheduled reserved
ordered cancelled confirmed best better avoid must need needs reminder sent updated arranged`

func advises(toks []token) bool {
	return slices.ContainsFunc(toks, func(t token) bool { return slices.Contains(strings.Fields(adviceWords), t.norm) })
}
