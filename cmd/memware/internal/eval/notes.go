package eval

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// note is a statement of a file, told on a day.
type note struct {
	ID         string   `json:"id"`
	Day        int      `json:"day"`
	Text       string   `json:"text"`
	Key        string   `json:"key"` // null or empty: none
	Source     string   `json:"source"`
	Importance *float64 `json:"importance"` // left out: 0.5
}

// notes reads the notes of a file, in the order in which they were told.
func (s *source) notes() ([]note, error) {
	parts, err := s.whole().list("notes")
	if err != nil {
		return nil, err
	}
	notes := make([]note, 0, len(parts))
	seen := make(map[string]bool, len(parts))
	for _, p := range parts {
		n := note{Source: "user"}
		if err := p.decode(&n); err != nil {
			return nil, err
		}
		switch {
		case n.ID == "":
			return nil, p.problem(`the note has no "id"`)
		case seen[n.ID]:
			return nil, p.problem("two notes have the id %q", n.ID)
		case n.Day < 0 || n.Day > maxDay:
			return nil, p.problem(`"day" is %d: give 0 to %d`, n.Day, maxDay)
		}
		seen[n.ID] = true
		notes = append(notes, n)
	}
	slices.SortStableFunc(notes, func(a, b note) int { return cmp.Compare(a.Day, b.Day) })
	return notes, nil
}

// maxDay keeps dates within four digits of a year.
const maxDay = 1_000_000

// tell writes notes, each on its day, and returns the notes by the ids of their
// records. Without keys all are notes, so that nothing replaces anything. It is
// an error if the gate does not admit one: the figures would be of other notes.
func (l *lab) tell(ctx context.Context, notes []note, keys bool, step func()) (map[string]note, error) {
	told := make(map[string]note, len(notes))
	for _, n := range notes {
		l.clock.set(date(n.Day))
		s := middleware.Statement{Origin: origin(n.Source), Text: n.Text, Importance: 0.5}
		if n.Importance != nil {
			s.Importance = *n.Importance
		}
		if keys {
			s.Key = n.Key
		}
		j, err := l.Remember(middleware.WithTurnID(ctx, n.ID), s)
		if err != nil {
			return nil, fmt.Errorf("write note %q: %w", n.ID, err)
		}
		if j.Verdict.Decision != middleware.Admit {
			return nil, fmt.Errorf("%w: the gate does not admit note %q, by its rule %q", backends.ErrInvalid, n.ID, j.Verdict.Rule)
		}
		told[j.ID] = n
		step()
	}
	return told, nil
}

// percent returns a share in percent, with one decimal.
func percent(sum float64, of int) float64 {
	if of == 0 {
		return 0
	}
	return round(100*sum/float64(of), 1)
}

func round(x float64, decimals int) float64 {
	unit := math.Pow10(decimals)
	return math.Round(x*unit) / unit
}
