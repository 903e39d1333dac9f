package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/memware/memware/backends"
)

// A policy is a way to choose what the window shows.
type policy struct {
	name string
	backends.Policy
	supersession bool
}

func (x example) policies() []policy {
	halfLife := time.Duration(x.HalfLifeDays) * 24 * time.Hour
	blended := backends.Policy{
		Relevance: x.Weights.Similarity, Recency: x.Weights.Recency, Importance: x.Weights.Importance, HalfLife: halfLife,
	}
	return []policy{
		{"recency only", backends.Policy{Recency: 1, HalfLife: halfLife}, false},
		{"similarity only", backends.Policy{Relevance: 1, HalfLife: halfLife}, false},
		{"blended", blended, false},
		{"blended + supersession", blended, true},
	}
}

func run(ctx context.Context, out io.Writer) error {
	x, err := load()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%q on day %d\n\n", x.Query, x.QueryDay)
	windows := make([][]backends.Hit, len(x.policies()))
	for i, p := range x.policies() {
		if windows[i], err = x.ask(ctx, p, x.K); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	x.printVerdicts(out, windows)
	for i, p := range x.policies() {
		fmt.Fprintf(out, "\n%s\n", p.name)
		printHits(out, windows[i])
	}
	return x.printFacts(ctx, out)
}

// printVerdicts prints whether the answer and the stale value are in each window.
func (x example) printVerdicts(out io.Writer, windows [][]backends.Hit) {
	answer, stale := x.values()
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "policy, top %d\tanswer\tstale\n", x.K)
	for i, p := range x.policies() {
		fmt.Fprintf(w, "%s\t%s\t%s\n", p.name,
			has(windows[i], answer), has(windows[i], stale))
	}
	w.Flush()
}

// printFacts prints the two values side by side: they are equally like the
// question, and the newer one scores higher.
func (x example) printFacts(ctx context.Context, out io.Writer) error {
	answer, stale := x.values()
	all, err := x.ask(ctx, x.policies()[2], len(x.Notes))
	if err != nil {
		return err
	}
	fmt.Fprintln(out)
	for _, h := range all {
		if h.Text == answer || h.Text == stale {
			fmt.Fprintf(out, "%-25s  cosine %.2f  blended %.2f\n", h.Text, h.Score.Relevance, h.Score.Total)
		}
	}
	return nil
}

func printHits(out io.Writer, hits []backends.Hit) {
	for i, h := range hits {
		fmt.Fprintf(out, "  %d  %.4f  %s\n", i+1, h.Score.Total, h.Text)
	}
}

func has(hits []backends.Hit, text string) string {
	if slices.ContainsFunc(hits, func(h backends.Hit) bool { return h.Text == text }) {
		return "yes"
	}
	return "no"
}
