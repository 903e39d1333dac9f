package middleware_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/middleware"
)

func TestBadInputIsAClearError(t *testing.T) {
	b := newBench(t, nil)
	for _, tc := range []struct {
		name string
		call func() error
		want string // in the error
	}{
		{"no scope", func() error { _, err := b.Read(t.Context(), middleware.Ask{Text: "x"}); return err }, "middleware.WithScope"},
		{"an empty user", func() error {
			_, err := b.Read(middleware.WithScope(t.Context(), backends.Scope{Tenant: "acme"}), middleware.Ask{Text: "x"})
			return err
		}, "user is empty"},
		{"an empty question", func() error { _, err := b.Read(b.ctx, middleware.Ask{Text: " "}); return err }, "question is empty"},
		{"a negative k", func() error { _, err := b.Read(b.ctx, middleware.Ask{Text: "x", K: -1}); return err }, "k = -1"},
		{"a key of nothing", func() error { _, err := b.History(b.ctx, " "); return err }, "key is empty"},
		{"a turn without a scope", func() error { _, err := b.Write(t.Context(), middleware.Turn{}); return err }, "middleware.WithScope"},
		{"an exchange without a scope", func() error { _, _, err := b.Join(t.Context(), "x"); return err }, "middleware.WithScope"},
		{"forgetting in another scope", func() error { _, err := b.Forget(b.ctx, backends.Filter{Scope: bob}); return err }, "another scope"},
		{"forgetting nothing in particular", func() error { _, err := b.Forget(b.ctx, backends.Filter{By: "eve"}); return err }, "ForgetAll"},
		{"an empty list of ids", func() error { _, err := b.Forget(b.ctx, backends.Filter{IDs: []string{}}); return err }, "nil for any"},
		{"a release without a reviewer", func() error { _, err := b.Release(b.ctx, "x", middleware.Review{}); return err }, "reviewer"},
		{"a release of nothing", func() error { _, err := b.Release(b.ctx, "x", middleware.Review{Reviewer: "r"}); return err }, "no record"},
		{"a retraction without a key", func() error { _, err := b.Retract(b.ctx, "", ""); return err }, "key"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := tc.call()
			if !errors.Is(err, backends.ErrInvalid) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want an invalid argument that says %q", err, tc.want)
			}
		})
	}
}

func TestBadOptionsAreAllNamed(t *testing.T) {
	x := middleware.ExtractorFunc(notation)
	bad := &middleware.Options{K: -1, Fanout: 65, Policy: &backends.Policy{Relevance: 1}}
	_, err := middleware.New(inmem.New(nil), x, bad)
	for _, want := range []string{"K = -1", "Fanout = 65", "half-life"} {
		if !errors.Is(err, backends.ErrInvalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want it to name %q", err, want)
		}
	}
	if _, err := middleware.New(nil, x, nil); !errors.Is(err, backends.ErrInvalid) {
		t.Errorf("a nil backend: %v", err)
	}
	if _, err := middleware.New(inmem.New(nil), nil, nil); !errors.Is(err, backends.ErrInvalid) {
		t.Errorf("a nil extractor: %v", err)
	}
}

func TestAMemoryRefusesAnEmbedderOfAnotherSpace(t *testing.T) {
	plane := backends.Space{Name: "plane", Dim: 2}
	x := middleware.ExtractorFunc(notation)
	for _, tc := range []struct {
		name  string
		store backends.Space
		e     middleware.Embedder
		ok    bool
	}{
		{"vectors without an embedder", plane, nil, false},
		{"an embedder of another length", plane, embedder{space: backends.Space{Name: "plane", Dim: 3}}, false},
		{"an embedder over texts", backends.Space{}, embedder{space: plane}, false},
		{"the right one", plane, embedder{space: plane}, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m, err := middleware.New(inmem.New(&inmem.Options{Space: tc.store}), x, &middleware.Options{Embedder: tc.e})
			if tc.ok != (err == nil) || !tc.ok && !errors.Is(err, backends.ErrSpace) {
				t.Errorf("got %v", err)
			}
			if m != nil {
				m.Close()
			}
		})
	}
}

// An embedder puts every text on one of a few directions, or misbehaves.
type embedder struct {
	space  backends.Space
	answer func(text string) ([]float32, error)
}

func (e embedder) Space() backends.Space { return e.space }

func (e embedder) EmbedQuery(_ context.Context, text string) ([]float32, error) {
	return e.answer(text)
}

func (e embedder) EmbedDocuments(_ context.Context, texts []string) ([][]float32, error) {
	var out [][]float32
	for _, text := range texts {
		v, err := e.answer(text)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

func TestAVectorIsCheckedWhereItEnters(t *testing.T) {
	space := backends.Space{Name: "plane", Dim: 2}
	for _, tc := range []struct {
		name string
		v    []float32
		want error
	}{
		{"too long", []float32{1, 0, 0}, backends.ErrSpace},
		{"zero", []float32{0, 0}, backends.ErrInvalid},
		{"not a number", []float32{float32(nan()), 1}, backends.ErrInvalid},
		{"missing", nil, backends.ErrSpace},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := embedder{space, func(string) ([]float32, error) { return tc.v, nil }}
			m, err := middleware.New(inmem.New(&inmem.Options{Space: space}), middleware.ExtractorFunc(notation), &middleware.Options{Embedder: e})
			if err != nil {
				t.Fatal(err)
			}
			defer m.Close()
			ctx := middleware.WithScope(t.Context(), alice)
			if _, err := m.Read(ctx, middleware.Ask{Text: "x"}); !errors.Is(err, tc.want) {
				t.Errorf("read: %v, want %v", err, tc.want)
			}
			if _, err := m.Write(ctx, middleware.Turn{Messages: []middleware.Message{user("x")}}); !errors.Is(err, tc.want) {
				t.Errorf("write: %v, want %v", err, tc.want)
			}
		})
	}
}

func nan() float64 { zero := 0.0; return zero / zero }

// filtering is a plug-in after the filter stage.
func filtering(name string, f func([]backends.Hit) []backends.Hit) middleware.Plugin {
	return middleware.Plugin{Name: name, Stage: middleware.StageFilter, Read: func(_ context.Context, r *middleware.Reading) error {
		r.Hits = f(r.Hits)
		return nil
	}}
}

func TestTheFanOutWidensForPluginsThatDrop(t *testing.T) {
	odd := func(hits []backends.Hit) []backends.Hit {
		return slices.DeleteFunc(hits, func(h backends.Hit) bool { return !strings.Contains(h.Text, "keep") })
	}
	reverse := func(hits []backends.Hit) []backends.Hit { slices.Reverse(hits); return hits }
	for _, tc := range []struct {
		name  string
		apply func([]backends.Hit) []backends.Hit
		n     int
		exact bool
	}{
		{"a plug-in that drops most widens the search", odd, 5, true},
		{"a plug-in that reorders is not exact", reverse, 5, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBench(t, func(o *middleware.Options) { o.Plugins = []middleware.Plugin{filtering("s", tc.apply)} })
			for i := range 100 {
				word := "drop"
				if i < 5 {
					word = "keep"
				}
				b.say(t, fmt.Sprintf("apple number %d to %s", i, word))
			}
			w, err := b.Read(b.ctx, middleware.Ask{Text: "apple"})
			if err != nil || len(w.Memories) != tc.n || w.Exact != tc.exact {
				t.Errorf("%d memories, exact %v, %v, want %d, %v", len(w.Memories), w.Exact, err, tc.n, tc.exact)
			}
		})
	}
}

func TestTheBudgetSkipsWhatDoesNotFit(t *testing.T) {
	b := newBench(t, func(o *middleware.Options) { o.Budget = 60 })
	b.say(t, "apples are "+strings.Repeat("very ", 100)+"good")
	b.say(t, "apples are red")
	w, err := b.Read(b.ctx, middleware.Ask{Text: "apples"})
	if err != nil || len(w.Memories) != 1 || w.Tokens > 60 {
		t.Fatalf("%d memories, %d tokens, %v, want the short one within 60", len(w.Memories), w.Tokens, err)
	}
	if got := w.Memories[0].Text; got != "apples are red" {
		t.Errorf("got %q", got)
	}
}

func TestRepeatedWordsAreShownOnce(t *testing.T) {
	b := newBench(t, nil)
	b.say(t, "I use C")
	b.say(t, "i use C++.")
	b.say(t, "I use c")
	if got := b.texts(t, "use"); len(got) != 2 {
		t.Errorf("found %q, want two", got)
	}
}

func TestADayIsThatOfTheUsersZone(t *testing.T) {
	b := newBench(t, nil)
	b.clock.pass(11*time.Hour + 30*time.Minute) // 23:31 UTC
	b.say(t, "apples")
	tokyo := time.FixedZone("JST", 9*3600)
	for _, tc := range []struct {
		name string
		ctx  context.Context
		want string
	}{
		{"UTC where no zone is set", b.ctx, "[2026-03-01, user] apples"},
		{"the next day in Tokyo", middleware.WithZone(b.ctx, tokyo), "[2026-03-02, user] apples"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w, err := b.Read(tc.ctx, middleware.Ask{Text: "apples"})
			if err != nil || !strings.Contains(w.Text, tc.want) {
				t.Errorf("got %q, %v, want %q in it", w.Text, err, tc.want)
			}
		})
	}
}

func TestAReadOfThePast(t *testing.T) {
	b := newBench(t, nil)
	b.say(t, "city=Osaka")
	then := b.clock.Now()
	b.say(t, "city=Kyoto")
	w, err := b.Read(b.ctx, middleware.Ask{Text: "city", AsOf: then})
	if err != nil || len(w.Memories) != 1 || w.Memories[0].Value != "Osaka" {
		t.Errorf("got %v, %v, want Osaka", w.Memories, err)
	}
}

func TestAReadOnlyMemoryWritesNothing(t *testing.T) {
	m, err := middleware.NewReadOnly(inmem.New(nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	ctx := middleware.WithScope(t.Context(), alice)
	if _, err := m.Write(ctx, middleware.Turn{Messages: []middleware.Message{user("x")}}); !errors.Is(err, backends.ErrInvalid) {
		t.Errorf("write: %v", err)
	}
	e, err := m.Open(ctx, "x")
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Finish(ctx); err != nil {
		t.Errorf("finish: %v", err)
	}
	if got, err := m.List(ctx); err != nil || len(got) != 0 {
		t.Errorf("stored %v, %v", got, err)
	}
}

func TestAGateOfBadPatternsIsRefused(t *testing.T) {
	gate := middleware.NewGate(&middleware.GateOptions{DenyKeys: []string{"["}})
	x := middleware.ExtractorFunc(notation)
	if _, err := middleware.New(inmem.New(nil), x, &middleware.Options{Gate: gate}); !errors.Is(err, backends.ErrInvalid) {
		t.Errorf("new: %v", err)
	}
	b := newBench(t, nil)
	if err := b.Reload(middleware.Options{Gate: gate}); !errors.Is(err, backends.ErrInvalid) {
		t.Errorf("reload: %v", err)
	}
}
