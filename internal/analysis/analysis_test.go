package analysis_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"go.uber.org/goleak"

	"github.com/memware/memware/internal/analysis"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func Example() {
	fmt.Printf("%q\n", analysis.Words("I prefer meetings at 11am"))
	fmt.Printf("%q\n", analysis.Words("the C++ team moved to A-17b"))
	fmt.Printf("%q\n", analysis.Words("我的猫"))

	// Output:
	// ["prefer" "meet" "at" "11am"]
	// ["c++" "team" "move" "a-17b"]
	// ["我" "的" "我的" "猫" "的猫"]
}

func TestWords(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"English is stemmed and its function words dropped", "I prefer meetings at 2pm", "prefer meet at 2pm"},
		{"a question is left with its point", "When do I like to schedule our call?", "like schedul call"},
		{"function words alone are kept", "To be of you", "to be of you"},
		{"negation is kept", "do not call", "not call"},
		{"case and compatibility forms fold", "ＫＹＯＴＯ Kyoto ﬁle", "kyoto kyoto file"},
		{"composed and decomposed agree", "café cafe\u0301", "café café"},
		{"invisible characters are removed", "pass\u00ADport zero\u200Bwidth", "passport zerowidth"},
		{"a possessive is its word", "Sam's dog, Sam’s dog", "sam dog sam dog"},
		{"a contraction of function words is one", "I'm sure it's fine", "sure fine"},

		{"C++ and its kin are words", "C C++ c++17 C# F#. G++", "c c++ c++17 c# f# g++"},
		{"a sum is not a name", "x+y, issue#7", "x y issu 7"},
		{"node.js is a word", "Node.js, socket.io", "node.js socket.io"},
		{"a code is a word", "A-17b a-17c covid-19 AB-1234-X 17b", "a-17b a-17c covid-19 ab-1234-x 17b"},
		{"a hyphen without digits parts", "well-known", "well known"},
		{"a version is a word", "v1.2.0-rc1 1.26", "v1.2.0-rc1 1.26"},
		{"a time is a word", "11am 10:30 2:30pm 10:30:05", "11am 10:30 2:30pm 10:30:05"},
		{"a date is a word", "2026-01-05 24/12", "2026-01-05 24/12"},
		{"a fraction is one", "½ 1/2", "1/2 1/2"},
		{"a number is a word", "3.14 1,000 42%", "3.14 1,000 42"},
		{"punctuation is dropped", "?! -- ... (“”) #", ""},
		{"an emoji says something", "great 👍", "great 👍"},
		{"nothing gives nothing", "", ""},

		{"Chinese is cut into pairs and characters", "我的猫", "我 的 我的 猫 的猫"},
		{"one character stands alone", "猫", "猫"},
		{"Japanese is cut into pairs, kanji stand alone too", "東京タワー", "東 京 東京 京タ タワ ワー"},
		{"one kana stands alone", "の", "の"},
		{"Thai is cut into pairs of letters with their marks", "กินข้าว", "กิน นข้ ข้า าว"},
		{"Korean is cut into pairs", "회의는", "회의 의는"},
		{"scripts mix", "iPhone用 3個", "iphon 用 3 個"},
		{"a code ends before a script without spaces", "A-17-猫", "a-17 猫"},

		{"other languages are left unstemmed", "Straße Überraschungen ελληνικά", "strass überraschungen ελληνικά"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := strings.Join(analysis.Words(tc.text), " "); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestQuestionsFindWhatWasSaid(t *testing.T) {
	for _, tc := range []struct{ name, said, asked string }{
		{"English inflection", "She prefers short meetings", "what meeting does she prefer"},
		{"Chinese", "我住在北京的一个小公寓", "北京"},
		{"a Chinese character", "我的猫很可爱", "猫"},
		{"Japanese", "明日は東京タワーに行きたい", "東京タワー"},
		{"Thai", "ฉันชอบกาแฟเย็นทุกเช้า", "กาแฟ"},
		{"Korean with a particle", "회의는 월요일입니다", "월요일 회의"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			said := analysis.Words(tc.said)
			for _, w := range analysis.Words(tc.asked) {
				if slices.Contains(said, w) {
					return
				}
			}
			t.Errorf("%q and %q have no word in common", analysis.Words(tc.asked), said)
		})
	}
}

func FuzzWords(f *testing.F) {
	for _, s := range []string{"C++ c++17 A-17b", "我的猫 の ก", "it's 10:30", "\xff\xfe", "İ\u0307 ﬁ", "''''s", "e\u0301\u200D-1", "y's'"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		words := analysis.Words(s)
		for _, w := range words {
			if w == "" || strings.ContainsFunc(w, unicode.IsSpace) {
				t.Errorf("%q gives the word %q", s, w)
			}
		}
		if again := analysis.Words(s); !slices.Equal(again, words) {
			t.Errorf("%q gives %q, then %q", s, words, again)
		}
		if upper := analysis.Words(strings.ToUpper(s)); isASCII(s) && !slices.Equal(upper, words) {
			t.Errorf("%q gives %q, in upper case %q", s, words, upper)
		}
	})
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}
