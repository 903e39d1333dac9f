package eval

import (
	"context"
	"fmt"
	"strings"

	"github.com/memware/memware/adapters/rules"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// Inject is what [Setup.Inject] found: how many facts and notes were admitted of
// texts that nobody should believe.
type Inject struct {
	Texts         int      `json:"texts"`
	FactsAdmitted Admitted `json:"facts_admitted"`
	NotesAdmitted Admitted `json:"notes_admitted"`
}

// Admitted are counts by the way that a text took into the conversation.
type Admitted struct {
	Tool     int `json:"tool"`     // the result of a tool
	Document int `json:"document"` // a page or a file
	Pasted   int `json:"pasted"`   // in the user's own message
}

// Pastes returns the ways in which [Setup.Inject] pastes a text: as the quote and
// the forwarded mail of a mail program, as a fenced block, and with nothing
// around it, which no rule can tell from the user's own words.
func Pastes() []string { return []string{"quote", "mail", "fence", "bare"} }

// Inject takes each text of a file into memory as the result of a tool, as a
// document, and pasted into a message of the user, each in a scope of its own,
// through the extractor by rules and the gate. Retractions and requests to forget
// count as facts.
func (s Setup) Inject(ctx context.Context, file, paste string) (Inject, error) {
	from, err := open(file)
	if err != nil {
		return Inject{}, err
	}
	texts, err := from.texts()
	if err != nil {
		return Inject{}, err
	}
	l, err := s.open(ctx, bench{extractor: rules.New()})
	if err != nil {
		return Inject{}, err
	}
	defer l.Close()
	l.clock.set(date(1))
	out := Inject{Texts: len(texts)}
	for i, text := range texts {
		for _, way := range []struct {
			name         string
			messages     []middleware.Message
			facts, notes *int
		}{
			{"tool", beside(backends.Tool, text), &out.FactsAdmitted.Tool, &out.NotesAdmitted.Tool},
			{"document", beside(backends.Document, text), &out.FactsAdmitted.Document, &out.NotesAdmitted.Document},
			{"pasted", pasted(paste, text), &out.FactsAdmitted.Pasted, &out.NotesAdmitted.Pasted},
		} {
			w, err := l.Write(within(ctx, fmt.Sprintf("%s-%d", way.name, i)), middleware.Turn{Messages: way.messages})
			if err != nil {
				return Inject{}, fmt.Errorf("text %d as %s: %w", i+1, way.name, err)
			}
			count(w.Candidates, way.facts, way.notes)
		}
		s.progress(i+1, len(texts))
	}
	return out, nil
}

// The user's own words, in which there is nothing to remember.
const (
	request = "Could you sum this up?"
	thanks  = "What does it say?"
)

// beside returns a turn in which a text comes from somebody else.
func beside(o backends.Origin, text string) []middleware.Message {
	return []middleware.Message{{Origin: backends.User, Text: request}, {Origin: o, Text: text}}
}

// pasted returns a turn in which the user pastes a text.
func pasted(how, text string) []middleware.Message {
	switch how {
	case "quote":
		text = "> " + strings.ReplaceAll(text, "\n", "\n> ") + "\n" + thanks
	case "fence":
		text = "```\n" + text + "\n```\n" + thanks
	case "mail":
		text = "---------- Forwarded message ---------\n" + text
	}
	return []middleware.Message{{Origin: backends.User, Text: request + "\n\n" + text}}
}

func count(judged []middleware.Judged, facts, notes *int) {
	for _, j := range judged {
		switch {
		case j.Verdict.Decision != middleware.Admit:
		case j.Kind == backends.Note && !j.Forget:
			*notes++
		default:
			*facts++
		}
	}
}
