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

func TestText(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"plain", "I Like TEA", "i like tea"},
		{"full width", "ＳＹＳＴＥＭ：", "system:"},
		{"zero-width and soft hyphen", "sys\u200bt\u00adem", "system"},
		{"a filler", "a\u3164b", "ab"},
		{"broken bytes", "A\xff", "a\uFFFD"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := fold.Text(tc.in); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestAltered(t *testing.T) {
	for _, tc := range []struct {
		name, in string
		want     bool
	}{
		{"plain", "Home City", false},
		{"accents, composed or not", "cafe\u0301 Ã\u0301", false},
		{"full and half width", "ｈｏｍｅ．ｶﾅ", false},
		{"a variant of Han", "\uFA19", false},
		{"Hindi, which composition takes apart", "\u0958", false},
		{"Thai and Lao vowels", "\u0E33\u0EB3", false},
		{"a final sigma", "φάρος", false},
		{"a sharp s", "straße", true},
		{"a capital sharp s", "STRAẞE", true},
		{"a dotted capital I", "İ", true},
		{"a ligature", "ﬁ", true},
		{"a superscript", "m²", true},
		{"a unit", "㎏", true},
		{"a Kelvin sign", "\u212A", true},
		{"a mathematical letter", "𝐦", true},
		{"an enclosed letter", "ⓜ", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := fold.Altered(tc.in); got != tc.want {
				t.Errorf("%q: got %v, want %v", tc.in, got, tc.want)
			}
		})
	}
}

func TestMixed(t *testing.T) {
	for _, tc := range []struct {
		name, in string
		want     bool
	}{
		{"ASCII", "home.city", false},
		{"one script", "город", false},
		{"one script a part", "дом_wifi.λογος", false},
		{"marks and digits of all scripts", "घर2", false},
		{"Japanese", "推しのtvアニメ", false},
		{"Chinese with Bopomofo", "中ㄅ", false},
		{"Korean", "tv채널漢", false},
		{"Kana and Hangul", "の채", true},
		{"Cyrillic in Latin", "mееting", true},
		{"Greek in Latin", "phοne", true},
		{"Armenian in Latin", "հome", true},
		{"Arabic digits in Latin", "phone١", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := fold.Mixed(tc.in); got != tc.want {
				t.Errorf("%q: got %v, want %v", tc.in, got, tc.want)
			}
		})
	}
}

func TestSkeleton(t *testing.T) {
	for _, tc := range []struct {
		name, a, b string
		disguised  bool // a
	}{
		{"plain letters", "rnodern.0", "modem.o", false},
		{"a dotless i", "cıty", "city", true},
		{"an i with a dot of its own", "ci\u0307ty", "city", true},
		{"a Cyrillic word", "рӏасе", "place", true},
		{"a Greek word", "νοο", "voo", true},
		{"a part", "home.сосо", "home.coco", true},
		{"Cyrillic that looks like nothing else", "город", "город", false},
		{"accents", "café", "café", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a, disguised := fold.Skeleton(tc.a)
			b, _ := fold.Skeleton(tc.b)
			if a != b || disguised != tc.disguised {
				t.Errorf("%q and %q, disguised %v, want equal ones and %v", a, b, disguised, tc.disguised)
			}
		})
	}
}

func TestPlain(t *testing.T) {
	if got := fold.Plain("ѕуѕtem 1 город"); got != "system 1 ropoд" {
		t.Errorf("got %q", got)
	}
}
