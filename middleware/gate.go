package middleware

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/fold"
)

// The rules of [RuleGate], as its verdicts name them.
const (
	RuleText   = "text"   // empty, over-long or invalid UTF-8
	RuleKey    = "key"    // missing, over-long, or made of other than letters, digits and . _ -
	RuleOrigin = "origin" // not trusted for this kind of statement
	RuleEcho   = "echo"   // the window's own text coming back
	RuleError  = "error"  // the gate failed or decided nothing
)

// GateOptions configures [NewGate].
type GateOptions struct {
	// FactOrigins may write facts, retract them and ask to forget them; nil:
	// System and User. Facts of other origins are quarantined.
	FactOrigins []backends.Origin

	// NoteOrigins may write notes; nil: System, User and Assistant. Notes of
	// other origins are quarantined.
	NoteOrigins []backends.Origin
}

// RuleGate is the default [Gate]: deterministic rules, no model. Of all rules
// that object the strictest verdict wins, and of those the first rule is named.
type RuleGate struct{ facts, notes []backends.Origin }

// NewGate returns a gate by origin; nil options mean the defaults.
func NewGate(o *GateOptions) *RuleGate {
	g := &RuleGate{
		facts: []backends.Origin{backends.System, backends.User},
		notes: []backends.Origin{backends.System, backends.User, backends.Assistant},
	}
	if o != nil && o.FactOrigins != nil {
		g.facts = slices.Clone(o.FactOrigins)
	}
	if o != nil && o.NoteOrigins != nil {
		g.notes = slices.Clone(o.NoteOrigins)
	}
	return g
}

// Judge applies the rules to c. It returns no error.
func (g *RuleGate) Judge(_ context.Context, c Candidate) (Verdict, error) {
	verdict := Verdict{Decision: Admit}
	for _, r := range []struct {
		name string
		rule func(Candidate) Decision
	}{
		{RuleText, judgeText},
		{RuleKey, judgeKey},
		{RuleOrigin, g.judgeOrigin},
		{RuleEcho, judgeEcho},
	} {
		if d := r.rule(c); stricter(d, verdict.Decision) {
			verdict = Verdict{Decision: d, Rule: r.name}
		}
	}
	return verdict, nil
}

// stricter orders admit, quarantine, reject.
func stricter(d, e Decision) bool {
	order := [...]int{Quarantine: 1, Admit: 0, Reject: 2}
	return order[d] > order[e]
}

func judgeText(c Candidate) Decision {
	if c.Kind == backends.Retraction || c.Forget {
		return Admit // carries no text into the store
	}
	for _, s := range []string{c.Text, c.Value} {
		if len(s) > backends.MaxTextBytes || !utf8.ValidString(s) {
			return Reject
		}
	}
	if strings.TrimSpace(c.Text) == "" || len(c.Member) > backends.MaxNameBytes || !utf8.ValidString(c.Member) {
		return Reject
	}
	return Admit
}

func judgeKey(c Candidate) Decision {
	if c.Kind == backends.Note && !c.Forget {
		return Admit
	}
	key := fold.Key(c.Key)
	switch {
	case key == "", len(key) > backends.MaxKeyBytes, !utf8.ValidString(c.Key):
		return Reject
	case strings.ContainsFunc(key, func(r rune) bool { return !keyRune(r) }):
		return Quarantine
	}
	return Admit
}

func keyRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || strings.ContainsRune("._-", r)
}

func (g *RuleGate) judgeOrigin(c Candidate) Decision {
	trusted := g.facts
	if c.Kind == backends.Note && !c.Forget {
		trusted = g.notes
	}
	if slices.Contains(trusted, c.Origin) {
		return Admit
	}
	return Quarantine
}

func judgeEcho(c Candidate) Decision {
	if c.Echo {
		return Reject
	}
	return Admit
}

// judge asks the gate, and turns an error, a panic and an unknown decision into
// a quarantine.
func judge(ctx context.Context, g Gate, c Candidate) (v Verdict, err error) {
	defer func() {
		if p := recover(); p != nil {
			v, err = Verdict{Rule: RuleError}, fmt.Errorf("gate: panic of type %T", p)
		}
	}()
	v, err = g.Judge(ctx, c)
	if err != nil || v.Decision > Reject {
		return Verdict{Rule: RuleError}, err
	}
	if v.Decision == Quarantine && v.Rule == "" {
		v.Rule = RuleError
	}
	return v, nil
}
