package middleware

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/memware/memware/internal/fold"
)

// Secrets says what becomes of statements that hold a secret.
type Secrets uint8

// The zero Secrets holds them for review.
const (
	QuarantineSecrets Secrets = iota
	RedactSecrets             // the secret is replaced, the statement judged by the other rules
	AdmitSecrets
)

// What stands in a text instead of a secret.
const (
	redactedKey      = "[key]"
	redactedCard     = "[card]"
	redactedPassword = "[password]"
)

func (g *RuleGate) judgeSecret(c Candidate, v Verdict) Verdict {
	if g.secrets == AdmitSecrets || v.Decision == Reject || speechless(c) || !g.holdsSecret(c) {
		return v
	}
	inKey := len(g.find.secrets(c.Key)) > 0 // which no redaction mends
	if g.secrets == RedactSecrets && !inKey {
		v.Redact = true
		if v.Decision == Admit {
			v.Rule = RuleSecret
		}
		return v
	}
	if stricter(Quarantine, v.Decision) {
		return Verdict{Decision: Quarantine, Rule: RuleSecret}
	}
	return v
}

func (g *RuleGate) holdsSecret(c Candidate) bool {
	if secretKey(c.Key) && (c.Value != "" || c.Text != "") {
		return true
	}
	if len(g.find.secrets(c.Key)) > 0 {
		return true
	}
	for _, s := range c.texts() {
		if len(g.find.secrets(*s)) > 0 {
			return true
		}
	}
	for _, s := range c.Meta {
		if len(g.find.secrets(s)) > 0 {
			return true
		}
	}
	return false
}

// texts returns the words of c that are stored beside its key.
func (c *Candidate) texts() [4]*string { return [4]*string{&c.Text, &c.Value, &c.Member, &c.Source} }

// Redact returns c with its secrets replaced by "[key]", "[card]" or
// "[password]", wherever they stand in it.
func (g *RuleGate) Redact(c Candidate) Candidate {
	c.Meta = maps.Clone(c.Meta)
	marks := map[string]string{}
	for _, s := range c.texts() {
		maps.Copy(marks, g.find.secrets(*s))
	}
	for _, s := range c.Meta {
		maps.Copy(marks, g.find.secrets(s))
	}
	if secretKey(c.Key) {
		if c.Value == "" {
			c.Text = redactedPassword
		} else {
			marks[c.Value] = redactedPassword
		}
	}
	for _, s := range c.texts() {
		*s = redact(*s, marks)
	}
	for name, s := range c.Meta {
		c.Meta[name] = redact(s, marks)
	}
	return c
}

// redact replaces each secret by its mark, longer ones first, since one may stand
// within another.
func redact(s string, marks map[string]string) string {
	secrets := slices.SortedFunc(maps.Keys(marks), func(a, b string) int {
		return cmp.Or(len(b)-len(a), strings.Compare(a, b))
	})
	for _, secret := range secrets {
		s = strings.ReplaceAll(s, secret, marks[secret])
	}
	return s
}

// secretKey reports a key whose value is a secret by its name: "bank.password".
// The last part counts: a password manager is none.
func secretKey(key string) bool {
	if key = fold.Key(key); guests(key) {
		return false
	}
	last := key[strings.LastIndexByte(key, '.')+1:]
	for _, name := range [...]string{
		"password", "passwd", "passphrase", "passwort", "api_key", "apikey", "api-key",
		"secret_key", "private_key", "access_token", "recovery_phrase", "seed_phrase",
	} {
		if last == name || strings.HasSuffix(last, "_"+name) || strings.HasSuffix(last, "-"+name) {
			return true
		}
	}
	return false
}
