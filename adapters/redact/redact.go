package redact

import (
	"context"
	"regexp"
	"strings"

	"github.com/memware/memware/internal/checkdigit"
	"github.com/memware/memware/middleware"
)

// Kinds of what is redacted, as they stand in the text instead of it.
const (
	Email = "[email]"
	IBAN  = "[iban]"
	Card  = "[card]"
	Phone = "[phone]"
)

// A Redactor replaces personal numbers in text. Use [New]. It is safe for
// concurrent use.
type Redactor struct{ kinds []kind }

type kind struct {
	mark  string
	shape *regexp.Regexp
	valid func(found string) bool
}

// New returns a redactor of the given kinds, in the order e-mail, IBAN, card,
// phone, so that a longer number is not taken for a shorter one. Without kinds
// it redacts all of them.
func New(kinds ...string) *Redactor {
	r := &Redactor{}
	for _, k := range []kind{
		{Email, regexp.MustCompile(`[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+`), always},
		{IBAN, regexp.MustCompile(`(?i)\b[A-Z]{2}[0-9]{2}( ?[A-Z0-9]{2,4}){3,8}\b`), ibanValid},
		{Card, regexp.MustCompile(`\b[0-9]([ -]?[0-9]){12,18}\b`), cardValid},
		{Phone, regexp.MustCompile(`(\+|\b00)?\(?\b[0-9]{1,4}\)?([ ./-]?\(?[0-9]{1,4}\)?){2,6}\b`), phoneValid},
	} {
		if len(kinds) == 0 || contains(kinds, k.mark) {
			r.kinds = append(r.kinds, k)
		}
	}
	return r
}

// Redact returns text with each finding replaced by the mark of its kind.
func (r *Redactor) Redact(text string) string {
	for _, k := range r.kinds {
		text = k.shape.ReplaceAllStringFunc(text, func(found string) string { return k.replace(found) })
	}
	return text
}

// replace replaces a finding. Of an account the shape may reach into the words
// behind it: the longest valid part counts.
func (k kind) replace(found string) string {
	for end := len(found); end > 0; end = strings.LastIndexByte(found[:end], ' ') {
		if k.valid(found[:end]) {
			return k.mark + found[end:]
		}
	}
	return found
}

// Plugin returns the plug-in, which redacts texts, values, members, sources and
// meta values of candidates before the gate sees them.
func (r *Redactor) Plugin() middleware.Plugin {
	return middleware.Plugin{
		Name: "redact", Stage: middleware.StageExtract, Place: middleware.After, Required: true,
		Write: func(_ context.Context, w *middleware.Writing) error {
			for i := range w.Candidates {
				c := &w.Candidates[i]
				for _, s := range []*string{&c.Text, &c.Value, &c.Member, &c.Source} {
					*s = r.Redact(*s)
				}
				for name, value := range c.Meta {
					c.Meta[name] = r.Redact(value)
				}
			}
			return nil
		},
	}
}

func always(string) bool { return true }

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}

// cardValid checks the length and the check digit of a payment card (ISO/IEC
// 7812, Luhn).
func cardValid(s string) bool {
	d := digits(s)
	if len(d) < 13 || len(d) > 19 || strings.Trim(d, "0") == "" {
		return false
	}
	return checkdigit.Luhn(d)
}

// ibanValid checks the length and the check digits of an account (ISO 13616,
// ISO 7064 mod 97-10).
func ibanValid(s string) bool {
	s = strings.ToUpper(strings.ReplaceAll(s, " ", ""))
	if len(s) < 15 || len(s) > 34 {
		return false
	}
	rest := 0
	for _, r := range s[4:] + s[:4] {
		switch {
		case r >= '0' && r <= '9':
			rest = (rest*10 + int(r-'0')) % 97
		case r >= 'A' && r <= 'Z':
			rest = (rest*100 + int(r-'A') + 10) % 97
		default:
			return false
		}
	}
	return rest == 1
}

// phoneValid tells a phone number (ITU E.164: 7 to 15 digits) from dates, codes
// and amounts: it starts with + or 00, or has 9 digits and more in groups.
func phoneValid(s string) bool {
	d := digits(s)
	international := strings.HasPrefix(s, "+") || strings.HasPrefix(s, "00")
	switch {
	case len(d) < 7 || len(d) > 15:
		return false
	case international:
		return true
	}
	return len(d) >= 9 && len(d) < len(s)
}
