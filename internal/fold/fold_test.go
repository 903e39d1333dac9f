package fold_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/memware/memware/internal/fold"
)

func TestValue(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"spaces fold", "  2  pm\t\n", "2 pm"},
		{"case is kept", "Kyoto", "Kyoto"},
		{"full-width digits are digits", "１２３", "123"},
		{"composed and decomposed agree", "Cafe\u0301", "Caf\u00e9"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := fold.Value(tc.in); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestKey(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"lower case, spaces to an underscore", "  Home \t City ", "home_city"},
		{"zero-width space", "home\u200b.city", "home.city"},
		{"soft hyphen", "ho\u00adme", "home"},
		{"right-to-left override", "\u202ehome", "home"},
		{"tag characters", "home\U000E0041", "home"},
		{"compatibility letters", "ｈｏｍｅ", "home"},
		{"nothing visible", "\u200b\u2060", ""},
		{"a sharp s stays one", "straße", "straße"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := fold.Key(tc.in); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func FuzzKey(f *testing.F) {
	for _, s := range []string{"Home City", "İ\u0307", "\xff", "a\u200bb", "ǅ", "ﬀ", "K"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		k := fold.Key(s)
		if again := fold.Key(k); again != k {
			t.Errorf("folding %q twice: %q, then %q", s, k, again)
		}
		if strings.ContainsFunc(k, func(r rune) bool { return fold.Invisible(r) || unicode.IsSpace(r) }) {
			t.Errorf("%q is left in the key", k)
		}
	})
}
