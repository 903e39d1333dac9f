package eval

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// Retrieval is what [Setup.Retrieval] found.
type Retrieval struct {
	Results []RetrievalResult `json:"results"`

	NotAdmitted int `json:"not_admitted"` // turns that the gate held back or rejected
	Skipped     int `json:"skipped"`      // questions without evidence
	Unknown     int `json:"unknown"`      // ids of evidence that name no turn
}

// RetrievalResult tells how much of the evidence was found, in percent.
type RetrievalResult struct {
	Category string  `json:"category"` // LoCoMo's, or "overall" without the adversarial ones, or "all"
	Queries  int     `json:"queries"`
	Recall   ByDepth `json:"recall"` // the share of the evidence that was among the k best
	Any      ByDepth `json:"any"`    // how often any of it was
	MRR      float64 `json:"mrr"`    // mean of 1 / the rank of the first, counted to 156
}

// ByDepth are figures by k.
type ByDepth struct {
	At3  float64 `json:"3"`
	At5  float64 `json:"5"`
	At10 float64 `json:"10"`
	At20 float64 `json:"20"`
}

// Formats returns the formats that [Setup.Retrieval] reads.
func Formats() []string { return []string{"locomo"} }

// deepest is how far down a rank is counted: the most memories of a window.
const deepest = 156

// at returns the figure of each k.
func (b *ByDepth) at() map[int]*float64 {
	return map[int]*float64{3: &b.At3, 5: &b.At5, 10: &b.At10, 20: &b.At20}
}

// Retrieval writes each conversation of a LoCoMo file as notes, a turn each, and
// asks its questions a day after the end.
func (s Setup) Retrieval(ctx context.Context, file string) (Retrieval, error) {
	all, unknown, err := readLocomo(file)
	if err != nil {
		return Retrieval{}, err
	}
	total, done := 0, 0
	for _, c := range all {
		total += len(c.turns) + len(c.questions)
	}
	run := retrieval{counts: map[string]*found{}, step: func() { done++; s.progress(done, total) }}
	for _, name := range append(locomoCategories(), overall, everything) {
		run.counts[name] = new(found)
	}
	for _, c := range all {
		if err := s.converse(ctx, c, &run); err != nil {
			return Retrieval{}, fmt.Errorf("conversation %q: %w", c.id, err)
		}
	}
	out := Retrieval{NotAdmitted: run.notAdmitted, Skipped: run.skipped, Unknown: unknown}
	for _, name := range append(locomoCategories(), overall, everything) {
		out.Results = append(out.Results, run.counts[name].result(name))
	}
	return out, nil
}

// retrieval is an evaluation in progress.
type retrieval struct {
	counts      map[string]*found // by category
	notAdmitted int
	skipped     int
	step        func()
}

func (s Setup) converse(ctx context.Context, c conversation, run *retrieval) error {
	l, err := s.open(ctx, bench{policy: s.Policy.over})
	if err != nil {
		return err
	}
	defer l.Close()
	ctx = within(ctx, c.id)
	turns := make(map[string]string, len(c.turns)) // id of the record -> of the turn
	var end time.Time
	for _, t := range c.turns {
		l.clock.set(t.at)
		if t.at.After(end) {
			end = t.at
		}
		j, err := l.Remember(middleware.WithTurnID(ctx, t.id), middleware.Statement{
			Origin: backends.User, Text: t.text, Importance: 0.5, Source: t.id,
		})
		if err != nil {
			return fmt.Errorf("write turn %q: %w", t.id, err)
		}
		if j.Verdict.Decision != middleware.Admit {
			run.notAdmitted++
		}
		turns[j.ID] = t.id
		run.step()
	}
	l.clock.set(end.AddDate(0, 0, 1))
	for _, q := range c.questions {
		if err := run.ask(ctx, l, q, turns); err != nil {
			return err
		}
	}
	return nil
}

// ask counts what one question finds.
func (run *retrieval) ask(ctx context.Context, l *lab, q question, turns map[string]string) error {
	defer run.step()
	if len(q.evidence) == 0 {
		run.skipped++
		return nil
	}
	w, err := l.Read(ctx, middleware.Ask{Text: q.text, K: deepest})
	if err != nil {
		return err
	}
	var ranks []int
	for i, h := range w.Memories {
		if slices.Contains(q.evidence, turns[h.ID]) {
			ranks = append(ranks, i+1)
		}
	}
	for _, name := range []string{q.category, overall, everything} {
		if name != overall || q.category != adversarial {
			run.counts[name].add(ranks, len(q.evidence))
		}
	}
	return nil
}

// found sums up what was found of a category.
type found struct {
	queries     int
	recall, any ByDepth
	reciprocal  float64
}

// add counts a question, by the ranks of its evidence in ascending order.
func (f *found) add(ranks []int, evidence int) {
	f.queries++
	any := f.any.at()
	for k, recall := range f.recall.at() {
		n := 0
		for _, r := range ranks {
			if r <= k {
				n++
			}
		}
		*recall += float64(n) / float64(evidence)
		*any[k] += float64(min(n, 1))
	}
	if len(ranks) > 0 {
		f.reciprocal += 1 / float64(ranks[0])
	}
}

func (f *found) result(category string) RetrievalResult {
	r := RetrievalResult{
		Category: category, Queries: f.queries, MRR: percent(f.reciprocal, f.queries), Recall: f.recall, Any: f.any,
	}
	for _, by := range []*ByDepth{&r.Recall, &r.Any} {
		for _, sum := range by.at() {
			*sum = percent(*sum, f.queries)
		}
	}
	return r
}
