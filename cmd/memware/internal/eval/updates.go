package eval

import (
	"context"
	"fmt"
	"slices"

	"github.com/memware/memware/middleware"
)

// Updates is what [Setup.Updates] found.
type Updates struct {
	Results []UpdatesResult `json:"results"`
}

// UpdatesResult tells how often the answer, and how often a value that no longer
// held, was among the k best.
type UpdatesResult struct {
	Policy    string  `json:"policy"`
	QueryKind string  `json:"query_kind"`
	K         int     `json:"k"`
	Queries   int     `json:"queries"`
	AnswerPct float64 `json:"answer_pct"`
	StalePct  float64 `json:"stale_pct"`
}

// asOf is the kind of queries that ask for the truth of their day, after the end
// of the history.
const asOf = "as-of"

type updates struct {
	weights
	notes   []note
	queries []updatesQuery
	kinds   []string // in the order in which queries have them
	end     int      // the last day
}

type updatesQuery struct {
	ID     string   `json:"id"`
	Day    int      `json:"day"`
	Kind   string   `json:"kind"`
	Text   string   `json:"text"`
	Answer string   `json:"answer"`
	Stale  []string `json:"stale"`
}

// Updates asks for values that changed, under four policies, with 1 and with 3
// memories in the window.
func (s Setup) Updates(ctx context.Context, file string) (Updates, error) {
	x, err := readUpdates(file)
	if err != nil {
		return Updates{}, err
	}
	var out Updates
	all := s.Policy.contenders(x.weights)
	done := 0
	step := func() {
		done++
		s.progress(done, len(all)*(len(x.notes)+len(x.queries)))
	}
	for _, c := range all {
		results, err := s.askUpdates(ctx, x, c, step)
		if err != nil {
			return Updates{}, fmt.Errorf("%s: %w", c.name, err)
		}
		out.Results = append(out.Results, results...)
	}
	return out, nil
}

func (s Setup) askUpdates(ctx context.Context, x *updates, c contender, step func()) ([]UpdatesResult, error) {
	l, err := s.open(ctx, bench{policy: c.policy})
	if err != nil {
		return nil, err
	}
	defer l.Close()
	ctx = within(ctx, "updates")
	told, err := l.tell(ctx, x.notes, c.supersession, step)
	if err != nil {
		return nil, err
	}
	var results []UpdatesResult
	for _, kind := range x.kinds {
		for _, k := range []int{1, 3} {
			results = append(results, UpdatesResult{Policy: c.name, QueryKind: kind, K: k})
		}
	}
	for _, q := range x.queries {
		for i := range results {
			if results[i].QueryKind != q.Kind {
				continue
			}
			if err := l.ask(ctx, x, q, told, &results[i]); err != nil {
				return nil, fmt.Errorf("query %q: %w", q.ID, err)
			}
		}
		step()
	}
	for i, r := range results {
		results[i].AnswerPct, results[i].StalePct = percent(r.AnswerPct, r.Queries), percent(r.StalePct, r.Queries)
	}
	return results, nil
}

// ask counts what one query finds.
func (l *lab) ask(ctx context.Context, x *updates, q updatesQuery, told map[string]note, count *UpdatesResult) error {
	ask := middleware.Ask{Text: q.Text, K: count.K}
	l.clock.set(date(q.Day))
	if q.Kind == asOf {
		l.clock.set(date(x.end))
		ask.AsOf = date(q.Day)
	}
	w, err := l.Read(ctx, ask)
	if err != nil {
		return err
	}
	answer, stale := 0.0, 0.0
	for _, h := range w.Memories {
		id := told[h.ID].ID
		if id == q.Answer {
			answer = 1
		}
		if slices.Contains(q.Stale, id) {
			stale = 1
		}
	}
	count.Queries++
	count.AnswerPct += answer
	count.StalePct += stale
	return nil
}

func readUpdates(file string) (*updates, error) {
	from, err := open(file)
	if err != nil {
		return nil, err
	}
	x := &updates{}
	if err := from.whole().decode(x); err != nil {
		return nil, err
	}
	if x.notes, err = from.notes(); err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, n := range x.notes {
		known[n.ID], x.end = true, max(x.end, n.Day)
	}
	parts, err := from.whole().list("queries")
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		if err := x.addQuery(p, known); err != nil {
			return nil, err
		}
	}
	return x, nil
}

func (x *updates) addQuery(p part, known map[string]bool) error {
	var q updatesQuery
	if err := p.decode(&q); err != nil {
		return err
	}
	if q.Kind == "" || q.Text == "" {
		return p.problem(`query %q needs a "kind" and a "text"`, q.ID)
	}
	for _, id := range append([]string{q.Answer}, q.Stale...) {
		if !known[id] {
			return p.problem("query %q names %q, which is no note", q.ID, id)
		}
	}
	if !slices.Contains(x.kinds, q.Kind) {
		x.kinds = append(x.kinds, q.Kind)
	}
	x.queries, x.end = append(x.queries, q), max(x.end, q.Day)
	return nil
}
