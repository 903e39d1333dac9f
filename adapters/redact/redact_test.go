package redact_test

import (
	"context"
	"fmt"
	"log"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/memware/memware/adapters/redact"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/middleware"
)

func TestRedact(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"an e-mail address", "write to ana.b+x@mail.example.org, please", "write to [email], please"},
		{"a card in groups", "card 4111 1111 1111 1111 ok", "card [card] ok"},
		{"a card with dashes", "5500-0000-0000-0004", "[card]"},
		{"a card in one piece", "378282246310005", "[card]"},
		{"sixteen digits that are no card", "order 4111111111111112", "order 4111111111111112"},
		{"an account in groups", "pay to DE89 3704 0044 0532 0130 00 today", "pay to [iban] today"},
		{"an account in one piece", "GB82WEST12345698765432", "[iban]"},
		{"an account with a wrong check digit", "DE88370400440532013000", "DE88370400440532013000"},
		{"a phone number with a country", "call +44 20 7946 0958", "call [phone]"},
		{"a phone number with 00", "call 0044 20 7946 0958", "call [phone]"},
		{"a national phone number in groups", "call (020) 7946 0958 now", "call [phone] now"},
		{"a door code", "the door code is 4417", "the door code is 4417"},
		{"a date", "on 2026-03-01 at 10:30", "on 2026-03-01 at 10:30"},
		{"a date with dots", "on 12.03.2026", "on 12.03.2026"},
		{"an amount", "it costs 1 250 000 euros", "it costs 1 250 000 euros"},
		{"a year span", "from 1999-2004", "from 1999-2004"},
		{"two of them", "a@b.org or +1 202 555 0143", "[email] or [phone]"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := redact.New().Redact(tc.in); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestOnlyTheKindsAskedFor(t *testing.T) {
	if got := redact.New(redact.Email).Redact("a@b.org, +1 202 555 0143"); got != "[email], +1 202 555 0143" {
		t.Errorf("got %q", got)
	}
}

func TestNothingReachesTheStore(t *testing.T) {
	const number = "4111 1111 1111 1111"
	extractor := middleware.ExtractorFunc(func(_ context.Context, t middleware.Turn, _ middleware.Known) ([]middleware.Candidate, error) {
		return []middleware.Candidate{{
			Message: 1, Kind: backends.Fact, Key: "card", Member: number, Value: number, Text: t.Messages[0].Text,
			Source: number, Meta: map[string]string{"n": number},
		}}, nil
	})
	b := inmem.New(nil)
	mem, err := middleware.New(b, extractor, &middleware.Options{Plugins: []middleware.Plugin{redact.New().Plugin()}})
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()
	scope := backends.Scope{Tenant: "acme", User: "alice"}
	ctx := middleware.WithScope(t.Context(), scope)
	turn := middleware.Turn{Messages: []middleware.Message{{Origin: backends.User, Text: "my card is " + number}}}
	if _, err := mem.Write(ctx, turn); err != nil {
		t.Fatal(err)
	}
	stored := 0
	for r, err := range b.Scan(ctx, backends.Filter{Scope: scope}, backends.Cursor{}) {
		if err != nil {
			t.Fatal(err)
		}
		stored++
		if dump := fmt.Sprintf("%+v", r); strings.Contains(dump, "1111 1111") {
			t.Errorf("stored %s", dump)
		}
	}
	if stored != 1 {
		t.Errorf("%d records, want 1", stored)
	}
}

func FuzzRedact(f *testing.F) {
	for _, s := range []string{"a@b.org", "DE89 3704 0044 0532 0130 00", "+1 (202) 555-0143", "4111111111111111", "\xff@\xfe.x"} {
		f.Add(s)
	}
	r := redact.New()
	f.Fuzz(func(t *testing.T, s string) {
		once := r.Redact(s)
		if utf8.ValidString(s) && !utf8.ValidString(once) {
			t.Errorf("%q became invalid UTF-8: %q", s, once)
		}
		if len(once) > len(s)+3*len(s)+len(redact.Email) {
			t.Errorf("%q grew to %q", s, once)
		}
	})
}

func ExampleNew() {
	r := redact.New()
	fmt.Println(r.Redact("I'm at ana@example.org or +44 20 7946 0958."))
	mem, err := middleware.New(inmem.New(nil), middleware.ExtractorFunc(
		func(context.Context, middleware.Turn, middleware.Known) ([]middleware.Candidate, error) {
			return nil, nil
		},
	), &middleware.Options{Plugins: []middleware.Plugin{r.Plugin()}})
	if err != nil {
		log.Fatal(err)
	}
	defer mem.Close()
	// Output: I'm at [email] or [phone].
}
