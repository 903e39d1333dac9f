package middleware

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/fold"
)

func judgeRole(c Candidate) Decision {
	if c.Origin == backends.System {
		return Admit
	}
	for _, s := range [...]string{c.Text, c.Value} {
		folded := fold.Text(s)
		if speaks(folded) || c.Origin == backends.User && recalls(folded) {
			return Quarantine
		}
	}
	return Admit
}

func judgeEcho(c Candidate) Decision {
	frame, _, _ := strings.Cut(frameOpen, "=")
	switch {
	case c.Echo, strings.Contains(c.Text, frame):
		return Reject
	case c.Origin != backends.User && recalls(fold.Text(c.Text)):
		return Quarantine
	}
	return Admit
}

// speaks reports a role marker in folded text:
//
//   - the name of a role and a colon where a sentence begins, perhaps decorated:
//     "system:", "**Assistant**:", "tool result:", "[user]"
//   - a heading of instructions: "### Instruction", "## system prompt"
//   - a role as a tag or as JSON: "<system>", "</user>", {"role": "system"}
//   - the tokens of chat templates: "<|im_start|>", "[inst]", "<<sys>>"
func speaks(folded string) bool {
	for s := folded; s != ""; {
		body := strings.TrimLeft(s, decoration)
		if labelled(s[:len(s)-len(body)], body) {
			return true
		}
		i := strings.IndexFunc(body, startsAfter)
		if i < 0 {
			break
		}
		_, size := utf8.DecodeRuneInString(body[i:])
		s = body[i+size:]
	}
	for _, token := range [...]string{"[inst]", "[/inst]", "<<sys>>", "<</sys>>", "<start_of_turn>", "<end_of_turn>"} {
		if strings.Contains(folded, token) {
			return true
		}
	}
	return templated(folded) || tagged(folded) || jsonRole(folded)
}

// startsAfter reports the characters behind which a sentence may begin.
func startsAfter(r rune) bool {
	return strings.ContainsRune("\n.!?;:>|\"“”«»„。！？；：", r)
}

// decoration is what may stand in front of a label.
const decoration = " \t*_#>-=~`\"'“‘«„([{<•|/\\"

// labelled reports that body, behind a decoration, begins with the label of a
// role.
func labelled(front, body string) bool {
	words, behind := headWords(body)
	switch {
	case len(words) == 0:
		return false
	case strings.Contains(front, "#") && instructs(words):
		return true
	case !roleName(words):
		return false
	}
	after := strings.TrimLeft(behind, " \t*_`\"'”’»)}")
	return strings.HasPrefix(after, ":") || strings.HasPrefix(after, "]") && strings.HasSuffix(front, "[")
}

// headWords returns up to three words that s begins with, and what is behind them.
func headWords(s string) (words []string, behind string) {
	s = s[:min(len(s), 160)] // no label is longer
	for len(words) < 3 {
		end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
		if end < 0 {
			end = len(s)
		}
		if end == 0 {
			break
		}
		words, s = append(words, s[:end]), s[end:]
		next := strings.TrimLeft(s, " _-")
		if len(s)-len(next) != 1 {
			break
		}
		s = next
	}
	return words, s
}

// roleName reports the name of a role, alone or with what it brings: "tool
// result", "note système".
func roleName(words []string) bool {
	for len(words) > 1 && roleSuffix(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	for len(words) > 1 && (roleSuffix(words[0]) || words[0] == "di" || words[0] == "del") {
		words = words[1:]
	}
	return len(words) == 1 && (role(words[0]) || role(fold.Plain(words[0])))
}

// instructs reports the heading of a prompt: "### instruction".
func instructs(words []string) bool {
	switch fold.Plain(words[0]) {
	case "instruction", "instructions", "prompt", "response":
		return true
	}
	return roleName(words)
}

// templated reports a token of a chat template, such as "<|im_start|>".
func templated(s string) bool {
	for {
		_, rest, found := strings.Cut(s, "<|")
		if !found {
			return false
		}
		name, _, closed := strings.Cut(rest[:min(len(rest), 40)], "|>")
		if closed && !strings.ContainsAny(name, " \n") {
			return true
		}
		s = rest
	}
}

// tagged reports a role that stands as a tag.
func tagged(s string) bool {
	for {
		_, rest, found := strings.Cut(s, "<")
		if !found {
			return false
		}
		s = strings.TrimPrefix(rest, "/")
		words, behind := headWords(s)
		if len(words) > 0 && behind != "" && (behind[0] == '>' || behind[0] == ' ') && tagRole(words) {
			return true
		}
	}
}

// jsonRole reports a message of a chat in JSON, or in what looks like it.
func jsonRole(s string) bool {
	for {
		_, rest, found := strings.Cut(s, "role")
		if !found {
			return false
		}
		s = rest
		value := strings.TrimLeft(s[:min(len(s), 16)], "\\\"' \t:=")
		words, _ := headWords(value)
		if len(value) < min(len(s), 16)-2 && len(words) > 0 && role(words[0]) {
			return true
		}
	}
}

func tagRole(words []string) bool {
	last := words[len(words)-1]
	return roleName(words) || words[0] == "function" && roleSuffix(last) || words[0] == "instructions"
}

// recalls reports that folded text begins with a heading under which memories are
// shown to a model: "Relevant memories:", "Known about the user:".
func recalls(folded string) bool {
	folded = strings.TrimLeft(folded, " \t\n#*<[(-=")
	head, _, found := strings.Cut(folded[:min(len(folded), 80)], ":")
	if !found {
		head, _, found = strings.Cut(folded[:min(len(folded), 80)], "\n")
	}
	if !found || strings.ContainsAny(head, ".!?\n") {
		return false
	}
	var memory, kept, about, person, own bool
	for _, w := range strings.FieldsFunc(head, func(r rune) bool { return !unicode.IsLetter(r) }) {
		switch w {
		case "memory", "memories", "remembered", "recalled":
			memory = true
		case "relevant", "stored", "saved", "retrieved", "existing", "term", "previous":
			kept = true
		case "about", "know", "known", "facts":
			about = true
		case "user", "customer":
			person = true
		case "i", "we", "my", "our": // "memories that I saved of it"
			own = true
		}
	}
	return person && (memory || about) || memory && kept && !own
}
