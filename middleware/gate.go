package middleware

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"unicode/utf8"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/fold"
)

// The rules of [RuleGate] in their order, as its verdicts name them.
const (
	// RuleText rejects text that is empty (nothing but spaces and invisible
	// characters), over-long or not UTF-8.
	RuleText = "text"

	// RuleKey rejects a key that is missing or over-long. It holds one that has
	// other characters than letters, digits and . _ -, hides characters, mixes
	// scripts, looks like another key of the scope, or has letters that folding
	// changes. Such a key has to be corrected in a [Review].
	RuleKey = "key"

	// RuleKeyList holds a fact whose key is on no pattern of
	// GateOptions.AllowKeys, and rejects one that is on GateOptions.DenyKeys.
	RuleKeyList = "key_list"

	// RuleOrigin holds what comes from an origin that is not trusted for this
	// kind of statement.
	RuleOrigin = "origin"

	// RuleHidden holds text from anyone but the system that hides something: tag
	// characters outside the emoji of a flag, bidirectional overrides, control
	// characters other than tab and line breaks, data in variation selectors or
	// in a run of eight and more invisible characters.
	RuleHidden = "hidden"

	// RuleRole holds text from anyone but the system with the marks by which
	// models tell who speaks: "system:", "tool result:", "<|im_start|>",
	// "[INST]", "### Instruction".
	RuleRole = "role"

	// RuleEcho rejects a memory that the window showed and that someone other
	// than the user repeats, and the window itself; text under a heading such as
	// "Relevant memories:" is held.
	RuleEcho = "echo"

	// RuleSecret deals with private keys, API keys, cards and passwords as
	// GateOptions.Secrets says.
	RuleSecret = "secret"

	// RuleError holds what a gate failed on or did not decide.
	RuleError = "error"
)

// GateOptions configures [NewGate]. The zero value is the strictest.
type GateOptions struct {
	// FactOrigins may write facts, retract them and ask to forget them; nil:
	// System and User.
	FactOrigins []backends.Origin

	// NoteOrigins may write notes; nil: System, User and Assistant.
	NoteOrigins []backends.Origin

	// Untrusted is what becomes of facts and notes of all other origins:
	// Quarantine, or Reject, which leaves nothing to review.
	Untrusted Decision

	// AllowKeys are the only keys that facts may have, as patterns of
	// [path.Match] over folded keys, such as "home.*"; nil: all. Facts under
	// other keys are quarantined.
	AllowKeys []string

	// DenyKeys are keys, as patterns, whose facts are rejected; they win over
	// AllowKeys. Requests to forget and retractions pass.
	DenyKeys []string

	// Secrets is what becomes of a statement that holds a secret.
	Secrets Secrets

	MaxText int // bytes of a text and of a value; 0: backends.MaxTextBytes, the most there can be
	MaxKey  int // bytes of a folded key; 0: backends.MaxKeyBytes, the most there can be
}

// RuleGate is the default [Gate]: deterministic rules, no model. Of all rules
// that object the strictest verdict wins, and of those the first rule is named.
// How many statements it holds, and for how long, are bounds of the backend.
//
// What counts before any rule is the effective origin of a statement, which the
// memory sets: see [Message].
type RuleGate struct {
	facts, notes    []backends.Origin
	untrusted       Decision
	allow, deny     []string
	secrets         Secrets
	maxText, maxKey int
	find            *secretFinder
	err             error // of the options
}

// NewGate returns a gate of rules; nil options mean the defaults. Bad options are
// told by [RuleGate.Validate]; a gate made with them admits nothing.
func NewGate(o *GateOptions) *RuleGate {
	if o == nil {
		o = &GateOptions{}
	}
	g := &RuleGate{
		facts:     []backends.Origin{backends.System, backends.User},
		notes:     []backends.Origin{backends.System, backends.User, backends.Assistant},
		untrusted: o.Untrusted, secrets: o.Secrets,
		allow: slices.Clone(o.AllowKeys), deny: slices.Clone(o.DenyKeys),
		maxText: cmp.Or(o.MaxText, backends.MaxTextBytes), maxKey: cmp.Or(o.MaxKey, backends.MaxKeyBytes),
		find: newSecretFinder(), err: o.validate(),
	}
	if o.FactOrigins != nil {
		g.facts = slices.Clone(o.FactOrigins)
	}
	if o.NoteOrigins != nil {
		g.notes = slices.Clone(o.NoteOrigins)
	}
	return g
}

// Validate returns what is wrong with the options that the gate was made with.
// The error matches [backends.ErrInvalid].
func (g *RuleGate) Validate() error { return g.err }

func (o *GateOptions) validate() error {
	var errs []error
	wrong := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("%w: gate: "+format, append([]any{backends.ErrInvalid}, args...)...))
	}
	for _, list := range []struct {
		name     string
		patterns []string
	}{{"AllowKeys", o.AllowKeys}, {"DenyKeys", o.DenyKeys}} {
		for _, p := range list.patterns {
			if _, err := path.Match(p, ""); err != nil {
				wrong("%s: %q is no pattern of path.Match", list.name, p)
			} else if fold.Key(p) != p || p == "" {
				wrong("%s: %q matches no key: keys are lower-case and hold no spaces", list.name, p)
			}
		}
	}
	if o.Untrusted != Quarantine && o.Untrusted != Reject {
		wrong("Untrusted is %q: say quarantine or reject, and name whom to trust in FactOrigins and NoteOrigins", o.Untrusted)
	}
	if o.Secrets > AdmitSecrets {
		wrong("Secrets %d is unknown", o.Secrets)
	}
	if o.MaxText < 0 || o.MaxText > backends.MaxTextBytes {
		wrong("MaxText = %d outside [0, %d]", o.MaxText, backends.MaxTextBytes)
	}
	if o.MaxKey < 0 || o.MaxKey > backends.MaxKeyBytes {
		wrong("MaxKey = %d outside [0, %d]", o.MaxKey, backends.MaxKeyBytes)
	}
	return errors.Join(errs...)
}

// Judge applies the rules to c. It fails only if the options of the gate are bad.
func (g *RuleGate) Judge(_ context.Context, c Candidate) (Verdict, error) {
	if g.err != nil {
		return Verdict{Rule: RuleError}, g.err
	}
	verdict := Verdict{Decision: Admit}
	for _, r := range [...]struct {
		name string
		rule func(Candidate) Decision
	}{
		{RuleText, g.judgeText},
		{RuleKey, g.judgeKey},
		{RuleKeyList, g.judgeKeyList},
		{RuleOrigin, g.judgeOrigin},
		{RuleHidden, judgeHidden},
		{RuleRole, judgeRole},
		{RuleEcho, judgeEcho},
	} {
		if d := r.rule(c); stricter(d, verdict.Decision) {
			verdict = Verdict{Decision: d, Rule: r.name}
		}
		if verdict.Decision == Reject {
			return verdict, nil // nothing is stricter
		}
	}
	return g.judgeSecret(c, verdict), nil
}

// stricter orders admit, quarantine, reject.
func stricter(d, e Decision) bool {
	order := [...]int{Quarantine: 1, Admit: 0, Reject: 2}
	return order[d] > order[e]
}

func (g *RuleGate) judgeOrigin(c Candidate) Decision {
	trusted := g.facts
	if c.Kind == backends.Note && !c.Forget {
		trusted = g.notes
	}
	if slices.Contains(trusted, c.Origin) {
		return Admit
	}
	return g.untrusted
}

// A Redactor is a [Gate] that can take out of a candidate what it objects to. The
// memory asks it where a verdict says Redact.
type Redactor interface {
	// Redact returns c as it may be kept.
	Redact(c Candidate) Candidate
}

var (
	_ Gate     = (*RuleGate)(nil)
	_ Redactor = (*RuleGate)(nil)
)

// judge asks the gate, and turns an error, a panic and an unknown decision into
// a quarantine. It returns the candidate as it may be kept.
func judge(ctx context.Context, g Gate, c Candidate) (kept Candidate, v Verdict, err error) {
	defer func() {
		if p := recover(); p != nil {
			kept, v, err = c, Verdict{Rule: RuleError}, fmt.Errorf("gate: panic of type %T", p)
		}
	}()
	v, err = g.Judge(ctx, c)
	if err != nil || v.Decision > Reject {
		return c, Verdict{Rule: RuleError}, err
	}
	if v.Decision == Quarantine && v.Rule == "" {
		v.Rule = RuleError
	}
	if len(v.Rule) > backends.MaxRefBytes || !utf8.ValidString(v.Rule) {
		v.Rule = RuleError // it would not fit the record, and the statement be lost
	}
	if !v.Redact || v.Decision == Reject {
		return c, v, nil
	}
	r, ok := g.(Redactor)
	if !ok {
		return c, Verdict{Rule: RuleError}, fmt.Errorf("%w: gate of type %T asks to redact and is no Redactor", backends.ErrInvalid, g)
	}
	return r.Redact(c), v, nil
}
