package eval

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/memware/memware/middleware"
)

// Worked is what [Setup.Worked] found.
type Worked struct {
	Policies []WorkedPolicy `json:"policies"`
}

// WorkedPolicy is what a policy put into the window.
type WorkedPolicy struct {
	Name          string      `json:"name"`
	AnswerPresent bool        `json:"answer_present"`
	StalePresent  bool        `json:"stale_present"`
	Top           []WorkedHit `json:"top"`
}

// WorkedHit is a memory of a window.
type WorkedHit struct {
	ID        string  `json:"id"`
	Day       int     `json:"day"`
	Text      string  `json:"text"`
	Relevance float64 `json:"relevance"`
	Score     float64 `json:"score"`
}

// worked is a file with one question, and its own way to compare texts.
type worked struct {
	Query    string `json:"query"`
	QueryDay int    `json:"query_day"`
	K        int    `json:"k"`
	weights
	Vectorizer *vectorizer `json:"vectorizer"` // null: as the memory is configured

	notes         []note
	answer, stale []string // ids
}

// Worked asks the one question of a file under four policies. The answer is the
// last value of the one key that has several, the others are stale.
func (s Setup) Worked(ctx context.Context, file string) (Worked, error) {
	x, err := readWorked(file)
	if err != nil {
		return Worked{}, err
	}
	var out Worked
	all := s.Policy.contenders(x.weights)
	for i, c := range all {
		p, err := s.askWorked(ctx, x, c)
		if err != nil {
			return Worked{}, fmt.Errorf("%s: %w", c.name, err)
		}
		out.Policies = append(out.Policies, p)
		s.progress(i+1, len(all))
	}
	return out, nil
}

func (s Setup) askWorked(ctx context.Context, x *worked, c contender) (WorkedPolicy, error) {
	l, err := s.open(ctx, bench{policy: c.policy, vectorizer: x.Vectorizer})
	if err != nil {
		return WorkedPolicy{}, err
	}
	defer l.Close()
	ctx = within(ctx, "worked")
	told, err := l.tell(ctx, x.notes, c.supersession, func() {})
	if err != nil {
		return WorkedPolicy{}, err
	}
	l.clock.set(date(x.QueryDay))
	w, err := l.Read(ctx, middleware.Ask{Text: x.Query, K: x.K})
	if err != nil {
		return WorkedPolicy{}, err
	}
	p := WorkedPolicy{Name: c.name, Top: []WorkedHit{}}
	for _, h := range w.Memories {
		n := told[h.ID]
		p.AnswerPresent = p.AnswerPresent || slices.Contains(x.answer, n.ID)
		p.StalePresent = p.StalePresent || slices.Contains(x.stale, n.ID)
		p.Top = append(p.Top, WorkedHit{n.ID, n.Day, n.Text, round(h.Score.Relevance, 6), round(h.Score.Total, 6)})
	}
	return p, nil
}

func readWorked(file string) (*worked, error) {
	from, err := open(file)
	if err != nil {
		return nil, err
	}
	x := &worked{K: 3}
	if err := from.whole().decode(x); err != nil {
		return nil, err
	}
	if strings.TrimSpace(x.Query) == "" {
		return nil, from.whole().problem(`there is no "query"`)
	}
	if x.notes, err = from.notes(); err != nil {
		return nil, err
	}
	if v := x.Vectorizer; v != nil {
		if v.token, err = regexp.Compile(v.Token); err != nil {
			return nil, from.whole().problem(`"token_regex": %v`, err)
		}
	}
	return x, x.findValues(from)
}

// findValues finds the key that has several values.
func (x *worked) findValues(from *source) error {
	values := map[string][]string{}
	for _, n := range x.notes {
		if n.Key != "" {
			values[n.Key] = append(values[n.Key], n.ID)
		}
	}
	for _, ids := range values {
		switch last := len(ids) - 1; {
		case last == 0:
		case x.answer != nil:
			return from.whole().problem("several keys have more than one note: the question is about one")
		default:
			x.answer, x.stale = ids[last:], ids[:last]
		}
	}
	if x.answer == nil {
		return from.whole().problem("no key has more than one note: there is nothing to supersede")
	}
	return nil
}
