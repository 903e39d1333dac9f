package middleware_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/fold"
	"github.com/memware/memware/middleware"
)

var origins = []backends.Origin{
	backends.Other, backends.Document, backends.Tool, backends.Assistant, backends.User, backends.System,
}

// strictness orders decisions.
func strictness(d middleware.Decision) int {
	return map[middleware.Decision]int{middleware.Admit: 0, middleware.Quarantine: 1, middleware.Reject: 2}[d]
}

func anyCandidate() *rapid.Generator[middleware.Candidate] {
	return rapid.Custom(func(r *rapid.T) middleware.Candidate {
		text := func(name string) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(append(pieces(), "my password is x1", "tea", "\u200b", "\u202e", "\U000E0041")), 0, 6).Draw(r, name), "")
		}
		return middleware.Candidate{
			Kind: rapid.SampledFrom([]backends.Kind{backends.Note, backends.Fact, backends.Retraction}).Draw(r, "kind"),
			Key:  rapid.SampledFrom([]string{"", "home.city", "Straße", "mееting", "a|b", "bank.password", "\u200b"}).Draw(r, "key"),
			Text: text("text"), Value: text("value"), Member: text("member"),
			Forget: rapid.Bool().Draw(r, "forget"), Echo: rapid.Bool().Draw(r, "echo"), Lookalike: rapid.Bool().Draw(r, "lookalike"),
			Origin: rapid.SampledFrom(origins).Draw(r, "origin"),
		}
	})
}

func TestLessTrustIsNeverJudgedMoreMildly(t *testing.T) {
	g := middleware.NewGate(nil)
	rapid.Check(t, func(r *rapid.T) {
		c := anyCandidate().Draw(r, "candidate")
		last := 3
		for _, c.Origin = range origins {
			v, err := g.Judge(t.Context(), c)
			if err != nil || strictness(v.Decision) > last {
				r.Fatalf("of %v: %v, %v, stricter than of the one trusted less", c.Origin, v, err)
			}
			last = strictness(v.Decision)
		}
	})
}

func TestFactsOfTheUntrustedAreNeverAdmitted(t *testing.T) {
	g := middleware.NewGate(nil)
	rapid.Check(t, func(r *rapid.T) {
		c := anyCandidate().Draw(r, "candidate")
		if c.Kind == backends.Note && !c.Forget || c.Origin >= backends.User {
			return
		}
		if v, err := g.Judge(t.Context(), c); err != nil || v.Decision == middleware.Admit {
			r.Errorf("admitted: %v, %v", v, err)
		}
	})
}

func TestWhatHidesIsHeldWhereverItStands(t *testing.T) {
	g := middleware.NewGate(nil)
	rapid.Check(t, func(r *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"I", "like", "tea", "é", "漢", "\U0001F600"}), 1, 8).Draw(r, "words")
		at := rapid.IntRange(0, len(words)).Draw(r, "at")
		hidden := rapid.SampledFrom([]string{"\x00", "\x1b", "\u009b", "\u202d", "\u202e", "\U000E0041", "\ufff9", "\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b"}).Draw(r, "hidden")
		c := middleware.Candidate{Origin: backends.User, Text: strings.Join(words[:at], " ") + hidden + strings.Join(words[at:], " ")}
		if v, err := g.Judge(t.Context(), c); err != nil || v.Decision == middleware.Admit {
			r.Errorf("%+q: %v, %v", c.Text, v, err)
		}
	})
}

func TestDisguisesOfAKeyAreTheSameKeyOrHeld(t *testing.T) {
	g := middleware.NewGate(nil)
	disguises := []func(string) string{
		strings.ToUpper, func(s string) string { return " " + s + "\t" },
		func(s string) string { return s[:1] + "\u200b" + s[1:] },
		func(s string) string { return s[:1] + "\u00ad" + s[1:] },
		func(s string) string { return strings.ReplaceAll(s, ".", "\uff0e") },
		func(s string) string { return strings.ReplaceAll(s, "e", "\u0435") },
		func(s string) string { return strings.ReplaceAll(s, "o", "\u03bf") },
		func(s string) string { return s + "\u202e" }, func(s string) string { return s + "*" },
		func(s string) string { return strings.ReplaceAll(s, "i", "ⓘ") },
	}
	rapid.Check(t, func(r *rapid.T) {
		plain := rapid.StringMatching(`[a-z]{2,8}(\.[a-z]{2,8})?`).Draw(r, "key")
		key := plain
		for _, d := range rapid.SliceOfN(rapid.SampledFrom(disguises), 1, 3).Draw(r, "disguises") {
			key = d(key)
		}
		_, c := fold.Skeleton(fold.Key(key))
		v, err := g.Judge(t.Context(), middleware.Candidate{Kind: backends.Fact, Key: key, Text: "x", Origin: backends.User, Lookalike: c})
		if err != nil || v.Decision == middleware.Admit && fold.Key(key) != plain {
			r.Errorf("%+q is admitted beside %q: %v, %v", key, plain, v, err)
		}
	})
}

func TestARedactedCandidateHoldsNoSecret(t *testing.T) {
	g := middleware.NewGate(nil)
	rapid.Check(t, func(r *rapid.T) {
		c := anyCandidate().Draw(r, "candidate")
		c.Text += rapid.SampledFrom([]string{"", " my password is x1y2", " 4111 1111 1111 1111", " ghp_" + tokenBody}).Draw(r, "secret")
		redacted := g.Redact(c)
		redacted.Key = "k"
		if v, _ := g.Judge(t.Context(), redacted); v.Rule == middleware.RuleSecret {
			r.Errorf("%q became %q, in which a secret is left", c.Text, redacted.Text)
		}
	})
}

func FuzzJudge(f *testing.F) {
	for _, s := range pieces() {
		f.Add("home.city", s, "x", uint8(backends.User))
		f.Add(s, "I like tea", s, uint8(backends.Assistant))
	}
	g := middleware.NewGate(&middleware.GateOptions{Secrets: middleware.RedactSecrets})
	f.Fuzz(func(t *testing.T, key, text, value string, origin uint8) {
		c := middleware.Candidate{Kind: backends.Fact, Key: key, Text: text, Value: value, Origin: backends.Origin(origin)}
		v, err := g.Judge(t.Context(), c)
		again, _ := g.Judge(t.Context(), c)
		if err != nil || v != again {
			t.Fatalf("%v, then %v, %v", v, again, err)
		}
		if v.Decision == middleware.Admit && c.Origin != backends.User && c.Origin != backends.System {
			t.Errorf("a fact of %v is admitted", c.Origin)
		}
		if v.Decision == middleware.Admit {
			r := backends.Record{
				ID: "x", Scope: alice, Kind: backends.Fact, Key: fold.Key(key), Value: value, Text: text,
				Importance: 0.5, Origin: c.Origin, Status: backends.Admitted, AssertedAt: newClock().Now(),
			}
			if err := r.Validate(backends.Space{Name: backends.TFIDF}, newClock().Now()); err != nil {
				t.Errorf("what is admitted cannot be stored: %v", err)
			}
		}
		if v.Redact {
			g.Redact(c)
		}
	})
}
