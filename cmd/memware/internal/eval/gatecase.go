package eval

import (
	"slices"
	"strings"

	"github.com/memware/memware/middleware"
)

// gateCase is a statement, and what a gate should make of it.
type gateCase struct {
	Type string `json:"kind"` // "meta" describes the file; else empty

	ID     string  `json:"id"`
	Source string  `json:"source"` // who says it; unknown names are trusted as little as other people
	Actor  string  `json:"actor"`  // who speaks, where that is not the source itself
	Scope  string  `json:"scope"`  // whose memory; left out: someone's
	Key    *string `json:"key"`    // null: a note; empty: a fact whose key is missing
	Text   string  `json:"text"`
	Repeat *struct {
		Unit  string `json:"unit"`
		Times int    `json:"times"`
		Tail  string `json:"tail"`
	} `json:"text_repeat"` // makes a long text

	Context  string    `json:"context"`      // the user's message that the statement was found in; empty: Text
	Existing *gateFact `json:"existing"`     // known before, and shown to the model
	Parents  []string  `json:"derived_from"` // sources of the records it was derived from
	Expected string    `json:"expected"`     // admit, quarantine or reject
	OKAlso   []string  `json:"ok_also"`      // further outcomes that count
	WantKey  string    `json:"expected_key"` // under which it is stored; empty: not looked at
	Basis    string    `json:"basis"`        // what the decision rests on
	Optional bool      `json:"optional"`     // for memories that ask users to confirm; this one does not
}

type gateFact struct {
	Key    string `json:"key"`
	Text   string `json:"text"`
	Source string `json:"source"`
	Day    int    `json:"day"`
}

// someone is the scope of a case that names none.
const someone = "someone"

// maxRepeat bounds the text that a case makes.
const maxRepeat = 1 << 20

func readGateCases(file string) ([]gateCase, error) {
	from, err := open(file)
	if err != nil {
		return nil, err
	}
	var cases []gateCase
	for _, p := range from.lines() {
		c := gateCase{Scope: someone}
		if err := p.decode(&c); err != nil {
			return nil, err
		}
		if c.Type == "meta" {
			continue
		}
		if err := c.check(p); err != nil {
			return nil, err
		}
		cases = append(cases, c)
	}
	if len(cases) == 0 {
		return nil, from.whole().problem("there are no cases")
	}
	return cases, nil
}

// check refuses what has no meaning, and writes out a long text.
func (c *gateCase) check(p part) error {
	names := []string{middleware.Admit.String(), middleware.Quarantine.String(), middleware.Reject.String()}
	for _, o := range append([]string{c.Expected}, c.OKAlso...) {
		if !slices.Contains(names, o) {
			return p.problem("case %q: outcome %q is unknown: give %s", c.ID, o, strings.Join(names, ", "))
		}
	}
	if r := c.Repeat; r != nil {
		if r.Times < 0 || r.Times > maxRepeat || len(r.Unit)*r.Times > maxRepeat {
			return p.problem(`case %q: "text_repeat" is longer than %d bytes`, c.ID, maxRepeat)
		}
		c.Text = strings.Repeat(r.Unit, r.Times) + r.Tail
	}
	return nil
}
