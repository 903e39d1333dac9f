package rules_test

import (
	"context"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/memware/memware/adapters/rules"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/internal/fold"
	"github.com/memware/memware/middleware"
)

// known gives corrections, retractions and requests to forget something to find.
func known(context.Context) ([]backends.Record, error) {
	var out []backends.Record
	for i, w := range []want{
		{Key: "meeting.time", Value: "2pm"}, {Key: "home.city", Value: "Porto"}, {Key: "door.code", Value: "4417"},
		{Key: "allergy", Member: "nuts", Value: "nuts"}, {Key: "like.jazz", Value: "jazz"}, {Key: "trip.oslo", Value: "Friday"},
		{Key: "contact.email", Value: "a@b.co"}, {Key: "dog.name", Value: "Rex"}, {Key: "name", Value: ""},
	} {
		out = append(out, w.record(i))
	}
	return out, nil
}

func FuzzExtract(f *testing.F) {
	for _, file := range []string{"sentences.jsonl"} {
		for _, s := range load(f, file) {
			f.Add(s.Text, uint8(backends.User))
		}
	}
	for _, s := range []string{"", "\xff\xfe", "it's", "'", "my ’s is ’s", "no, no, no", "forget", "i, i, i and i", "((((", "I’d", "İ'm a\u0307"} {
		f.Add(s, uint8(backends.Assistant))
	}
	x := rules.New()
	f.Fuzz(func(t *testing.T, text string, origin uint8) {
		turn := middleware.Turn{Messages: []middleware.Message{
			{Origin: backends.Origin(origin % 6), Text: text},
			{Origin: backends.User, Text: text},
		}}
		// Far above the cost of any short text, so that growth beyond it is caught;
		// a machine under load gets some more tries.
		limit := 50*time.Millisecond + time.Duration(len(text))*20*time.Microsecond
		var got []middleware.Candidate
		for try, took := 0, time.Hour; took > limit; try++ {
			start := time.Now()
			var err error
			if got, err = x.Extract(context.Background(), turn, known); err != nil {
				t.Fatal(err)
			}
			if took = time.Since(start); took > limit && try == 5 {
				t.Fatalf("%d bytes took %v, want %v at most", len(text), took, limit)
			}
		}
		for _, c := range got {
			check(t, c, len(turn.Messages))
		}
	})
}

// check reports what would make a backend refuse a candidate.
func check(t *testing.T, c middleware.Candidate, messages int) {
	t.Helper()
	r := backends.Record{
		ID: "x", Scope: backends.Scope{Tenant: "t", User: "u"}, Kind: c.Kind, Key: c.Key, Member: c.Member, Value: c.Value,
		Text: c.Text, Importance: c.Importance, Origin: backends.User, Status: backends.Admitted, AssertedAt: time.Now(),
	}
	if r.Kind == backends.Retraction {
		r.Text = ""
	}
	if err := r.Validate(backends.Space{}, time.Now()); err != nil {
		t.Errorf("%+v: %v", c, err)
	}
	switch {
	case c.Message < 1 || c.Message > messages:
		t.Errorf("message %d of %d", c.Message, messages)
	case c.Text != strings.TrimSpace(c.Text) || c.Text == "" || !utf8.ValidString(c.Text):
		t.Errorf("text %q is not trimmed, or empty", c.Text)
	case c.Kind == backends.Fact && c.Value == "":
		t.Errorf("fact %q without a value", c.Key)
	case c.Key != fold.Key(c.Key):
		t.Errorf("key %q is not folded", c.Key)
	case strings.ContainsFunc(c.Key, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune("._-", r)
	}):
		t.Errorf("key %q holds what no gate lets pass", c.Key)
	}
}
