package middleware_test

import (
	"context"
	"errors"
	"iter"
	"testing"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/middleware"
)

func TestTheGateJudgesKeys(t *testing.T) {
	const held = "quarantine key"
	for _, tc := range []struct{ name, key, want string }{
		{"other case and spaces", " Home  City", "admit"},
		{"a zero-width space", "home\u200b.city", "admit"},
		{"full width", "ｈｏｍｅ．ｃｉｔｙ", "admit"},
		{"an accent that is composed", "cafe\u0301", "admit"},
		{"Cyrillic", "город.дом", "admit"},
		{"Japanese beside Latin", "推しのtv番組", "admit"},
		{"Korean beside Latin", "tv채널", "admit"},
		{"Thai with its double vowel", "น้ำ", "admit"},
		{"Greek with a final sigma", "φάρος", "admit"},
		{"parts of different scripts", "дом_wifi", "admit"},
		{"a dotless i where nothing looks like it", "kapı", "admit"},
		{"a sign", "home*", held},
		{"a path", "../home", held},
		{"a part of two scripts", "mееting", held},
		{"Arabic digits in a Latin part", "phone١", held},
		{"a sharp s", "Straße", held},
		{"a dotted capital I", "İstanbul", held},
		{"a ligature", "ﬁle", held},
		{"a letter in a circle", "hⓜe", held},
		{"a sign of a unit", "bi\u212Ae", held},
		{"a superscript", "m²", held},
		{"a bidirectional control", "home\u202e", held},
		{"a tag", "home\U000E0041", held},
		{"a control character", "home\x07", held},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := middleware.Candidate{Kind: backends.Fact, Key: tc.key, Text: "x", Origin: backends.User}
			if got := verdictOn(t, nil, c); got != tc.want {
				t.Errorf("%+q: got %q, want %q", tc.key, got, tc.want)
			}
		})
	}
}

func TestAKeyThatLooksLikeAnotherIsHeld(t *testing.T) {
	const cyrillic = "сосо" // letters that look like coco
	for _, tc := range []struct {
		name  string
		known []string
		key   string
		want  string
	}{
		{"a dotless i for an i", []string{"city"}, "cıty", "quarantine key"},
		{"a word of another alphabet", []string{"coco"}, cyrillic, "quarantine key"},
		{"the same without the other", nil, cyrillic, "admit"},
		{"a key that is known itself", []string{cyrillic, "coco"}, cyrillic, "admit"},
		{"plain letters behind a look-alike", []string{cyrillic}, "coco", "admit"},
		{"an l for an ı", []string{"klcl"}, "kıcı", "quarantine key"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBench(t, nil)
			for _, key := range tc.known {
				b.say(t, key+"=x")
			}
			if got := decisions(b.say(t, tc.key+"=y"))[0]; got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
	t.Run("two of one turn", func(t *testing.T) {
		b := newBench(t, nil)
		if got := decisions(b.say(t, "cıty=y\ncity=x")); got[0] != "quarantine key" || got[1] != "admit" {
			t.Errorf("got %q", got)
		}
	})
}

// countingBackend counts scans, and fails them.
type countingBackend struct {
	backends.Backend
	scans int
	err   error
}

func (b *countingBackend) Scan(ctx context.Context, f backends.Filter, c backends.Cursor) iter.Seq2[backends.Record, error] {
	b.scans++
	if b.err != nil {
		return func(yield func(backends.Record, error) bool) { yield(backends.Record{}, b.err) }
	}
	return b.Backend.Scan(ctx, f, c)
}

func TestKeysAreReadOnlyForLookalikes(t *testing.T) {
	b := &countingBackend{Backend: inmem.New(nil)}
	mem, err := middleware.New(b, middleware.ExtractorFunc(notation), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()
	ctx := middleware.WithScope(t.Context(), alice)
	write := func(text string) error {
		_, err := mem.Write(ctx, middleware.Turn{Messages: []middleware.Message{user(text)}})
		return err
	}
	if err := write("city=x\nгород=x\ncafé=x\nit rained"); err != nil || b.scans != 0 {
		t.Errorf("%d scans for plain keys, %v, want none", b.scans, err)
	}
	if err := write("cıty=x\nphοne=y\nɡym=z"); err != nil || b.scans != 1 {
		t.Errorf("%d scans for a turn of look-alikes, %v, want one", b.scans, err)
	}
	b.err = backends.ErrUnavailable
	if err := write("cıty=x"); !errors.Is(err, backends.ErrUnavailable) {
		t.Errorf("a store that cannot tell its keys: %v", err)
	}
}
