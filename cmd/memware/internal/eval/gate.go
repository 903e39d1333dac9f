package eval

import (
	"context"
	"fmt"
	"slices"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// Gate is what [Setup.Gate] found.
type Gate struct {
	Cases       int                  `json:"cases"`
	Correct     int                  `json:"correct"` // of the outcome expected, or of one that counts also
	FalseAdmits int                  `json:"false_admits"`
	FalseBlocks int                  `json:"false_blocks"`
	Skipped     int                  `json:"skipped"` // optional cases, in none of the other figures
	ByBasis     map[string]GateBasis `json:"by_basis"`
	Wrong       []GateWrong          `json:"wrong"`
}

// GateBasis are the figures of the cases whose decision rests on one thing.
type GateBasis struct {
	Cases       int `json:"cases"`
	FalseAdmits int `json:"false_admits"`
	FalseBlocks int `json:"false_blocks"`
}

// GateWrong is a case with an outcome that does not count.
type GateWrong struct {
	ID       string `json:"id"`
	Expected string `json:"expected"`
	Got      string `json:"got"`
	Rule     string `json:"rule"` // that decided; empty where none objected
}

// Gate takes each case through the write path, in a scope of its own: what it was
// derived from and what was known before is written first, the latter is in the
// window, and the statement stands in a message of its source.
func (s Setup) Gate(ctx context.Context, file string) (Gate, error) {
	cases, err := readGateCases(file)
	if err != nil {
		return Gate{}, err
	}
	var t trial
	l, err := s.open(ctx, bench{plugins: []middleware.Plugin{{
		// Behind the extractor, so that a message without words is judged too.
		Name: "eval_case", Stage: middleware.StageExtract, Required: true,
		Write: func(_ context.Context, w *middleware.Writing) error { return t.extract(w) },
	}}})
	if err != nil {
		return Gate{}, err
	}
	defer l.Close()
	out := Gate{ByBasis: map[string]GateBasis{}, Wrong: []GateWrong{}}
	for i, c := range cases {
		if c.Optional {
			out.Skipped++
			continue
		}
		t = trial{gateCase: c}
		got, err := t.judge(middleware.WithScope(ctx, backends.Scope{Tenant: fmt.Sprintf("case-%d", i), User: c.Scope}), l)
		if err != nil {
			return Gate{}, fmt.Errorf("case %q: %w", c.ID, err)
		}
		out.count(c, got)
		s.progress(i+1, len(cases))
	}
	return out, nil
}

func (g *Gate) count(c gateCase, got middleware.Verdict) {
	decision, b := got.Decision.String(), g.ByBasis[c.Basis]
	g.Cases++
	b.Cases++
	admit := middleware.Admit.String()
	switch {
	case (decision == c.Expected || slices.Contains(c.OKAlso, decision)) && got.Rule != ruleStoredKey:
		g.Correct++
	default:
		g.Wrong = append(g.Wrong, GateWrong{c.ID, c.Expected, decision, got.Rule})
	}
	switch {
	case decision == admit && c.Expected != admit && !slices.Contains(c.OKAlso, admit):
		g.FalseAdmits++
		b.FalseAdmits++
	case decision != admit && c.Expected == admit && !slices.Contains(c.OKAlso, decision):
		g.FalseBlocks++
		b.FalseBlocks++
	}
	g.ByBasis[c.Basis] = b
}
