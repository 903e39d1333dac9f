package backendtest

import (
	"context"
	"fmt"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/memware/memware/backends"
)

// folded is the form in which values are compared.
func folded(value string) string {
	return strings.Join(strings.Fields(norm.NFKC.String(value)), " ")
}

// said returns what r asserts, folded: its value, or its text without one.
func said(r backends.Record) string {
	if r.Value != "" {
		return folded(r.Value)
	}
	return folded(r.Text)
}

func valueCases() []Case {
	return []Case{
		{
			Name: "values/the same value again is an entry", Rule: "3",
			Why: "Asserting the current value again is an ordinary entry, whose outcome is Confirmed.",
			Run: every(confirmation),
		},
		{
			Name: "values/A, B, A is three entries", Rule: "3",
			Why: "A, B, A is three entries.",
			Run: every(thereAndBack),
		},
		{
			Name: "values/equal after NFKC and spaces, case kept", Rule: "3",
			Why: "Two values are equal when they are the same after Unicode NFKC and after every run of white space became one space, none at the ends; case counts.",
			Run: every(equalValues),
		},
		{
			Name: "values/without a value the text counts", Rule: "3",
			Why: "A fact without a Value is compared by its Text.",
			Run: every(textCounts),
		},
	}
}

func confirmation(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, fact("a", "city", "osaka", 1))
	s.put(ctx, backends.Confirmed, fact("b", "city", "osaka", 3))
	s.history(ctx, "city", "a 1..3 by b", "b 3..")
	s.finds(ctx, now(), "b")
	s.finds(ctx, asOf(2), "a")
	s.put(ctx, backends.Late, fact("c", "city", "osaka", 2))
	s.history(ctx, "city", "a 1..2 by c", "c 2..3 by b", "b 3..")
}

func thereAndBack(ctx context.Context, s *store) {
	s.put(ctx, backends.Inserted, fact("1", "city", "osaka", 1))
	s.put(ctx, backends.Superseding, fact("2", "city", "kyoto", 2))
	s.put(ctx, backends.Superseding, fact("3", "city", "osaka", 3))
	s.history(ctx, "city", "1 1..2 by 2", "2 2..3 by 3", "3 3..")
	s.finds(ctx, now(), "3")
}

func equalValues(ctx context.Context, s *store) {
	for i, tc := range []struct {
		was, is string
		want    backends.Outcome
	}{
		{"2 pm", "  2 \t\n pm ", backends.Confirmed},
		{"123", "１２３", backends.Confirmed},
		{"caf\u00e9", "cafe\u0301", backends.Confirmed},
		{"ﬁsh", "fish", backends.Confirmed},
		{"a\u00a0b", "a b", backends.Confirmed},
		{"kyoto", "Kyoto", backends.Superseding},
		{"2pm", "2 pm", backends.Superseding},
		{"cafe", "caf\u00e9", backends.Superseding},
		{"straße", "strasse", backends.Superseding},
	} {
		key := fmt.Sprintf("key%d", i)
		s.put(ctx, backends.Inserted, fact(key+"a", key, tc.was, 1))
		s.put(ctx, tc.want, fact(key+"b", key, tc.is, 2))
		same(s, "the value as stored", s.get(ctx, alice(), key+"b").Value, tc.is)
	}
}

func textCounts(ctx context.Context, s *store) {
	plain := func(id, text string, on int) backends.Record {
		return edit(fact(id, "city", "", on), func(r *backends.Record) { r.Text = text })
	}
	s.put(ctx, backends.Inserted, plain("a", "I live in  Osaka", 1))
	s.put(ctx, backends.Confirmed, plain("b", "I live in Osaka ", 2))
	s.put(ctx, backends.Superseding, plain("c", "I live in Kyoto", 3))
	s.put(ctx, backends.Superseding, fact("d", "city", "kyoto", 4))
	s.put(ctx, backends.Confirmed, edit(fact("e", "city", "kyoto", 5), func(r *backends.Record) { r.Text = "in other words" }))
}
