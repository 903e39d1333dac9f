package middleware_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/middleware"
)

func reads() []middleware.Stage {
	return []middleware.Stage{middleware.StageEmbed, middleware.StageScore, middleware.StageFilter, middleware.StageTopK}
}

func writes() []middleware.Stage {
	return []middleware.Stage{middleware.StageExtract, middleware.StageGate, middleware.StageSupersede, middleware.StageIndex}
}

func TestPluginsStandAroundEveryStage(t *testing.T) {
	var ran, want []string
	var plugins []middleware.Plugin
	add := func(s middleware.Stage, place middleware.Place, word string, writes bool) {
		label := word + " " + string(s)
		p := middleware.Plugin{Name: word + "_" + string(s), Stage: s, Place: place}
		if writes {
			p.Write = func(context.Context, *middleware.Writing) error { ran = append(ran, label); return nil }
		} else {
			p.Read = func(context.Context, *middleware.Reading) error { ran = append(ran, label); return nil }
		}
		plugins, want = append(plugins, p), append(want, label)
	}
	for _, s := range writes() {
		add(s, middleware.Before, "before", true)
		add(s, middleware.After, "after", true)
	}
	for _, s := range reads() {
		add(s, middleware.Before, "before", false)
		add(s, middleware.After, "after", false)
	}
	b := newBench(t, func(o *middleware.Options) { o.Plugins = plugins })
	b.say(t, "city=Kyoto")
	if got := b.texts(t, "city"); !slices.Equal(got, []string{"city=Kyoto"}) {
		t.Errorf("found %q", got)
	}
	if diff := cmp.Diff(want, ran); diff != "" {
		t.Errorf("ran (-want +got):\n%s", diff)
	}
}

func TestPluginsReplaceAStage(t *testing.T) {
	b := newBench(t, func(o *middleware.Options) {
		o.Plugins = []middleware.Plugin{
			{Name: "shout", Stage: middleware.StageExtract, Place: middleware.Instead, Write: func(_ context.Context, w *middleware.Writing) error {
				for i, m := range w.Turn.Messages {
					w.Candidates = append(w.Candidates, middleware.Candidate{Message: i + 1, Text: strings.ToUpper(m.Text)})
				}
				return nil
			}},
			{Name: "plain", Stage: middleware.StageTopK, Place: middleware.Instead, Read: func(_ context.Context, r *middleware.Reading) error {
				r.Window = middleware.Window{Memories: r.Hits, Text: fmt.Sprintf("%d memories", len(r.Hits))}
				return nil
			}},
		}
	})
	b.say(t, "it rained")
	w, err := b.Read(b.ctx, middleware.Ask{Text: "rained"})
	if err != nil || w.Text != "1 memories" || w.Memories[0].Text != "IT RAINED" {
		t.Errorf("got %q of %v, %v", w.Text, w.Memories, err)
	}
}

func TestAPluginThatFailsFailsItsStageAlone(t *testing.T) {
	fail := func(_ context.Context, r *middleware.Reading) error { r.Hits = nil; return errors.New("down") }
	boom := func(_ context.Context, r *middleware.Reading) error { r.Hits = nil; panic("secret") }
	forge := func(_ context.Context, r *middleware.Reading) error {
		r.Hits = append(r.Hits, backends.Hit{Record: backends.Record{ID: "forged"}})
		return nil
	}
	twice := func(_ context.Context, r *middleware.Reading) error { r.Hits = append(r.Hits, r.Hits[0]); return nil }
	for _, tc := range []struct {
		name  string
		place middleware.Place
		read  func(context.Context, *middleware.Reading) error
	}{
		{"an error", middleware.After, fail},
		{"an error before the stage", middleware.Before, fail},
		{"an error in place of the stage", middleware.Instead, fail},
		{"a panic", middleware.After, boom},
		{"a hit it was not given", middleware.After, forge},
		{"a hit twice", middleware.After, twice},
	} {
		for _, required := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, required %v", tc.name, required), func(t *testing.T) {
				var log strings.Builder
				b := newBench(t, func(o *middleware.Options) {
					o.Logger = slog.New(slog.NewTextHandler(&log, nil))
					o.Plugins = []middleware.Plugin{{Name: "bad", Stage: middleware.StageFilter, Place: tc.place, Read: tc.read, Required: required}}
				})
				b.say(t, "it rained")
				w, err := b.Read(b.ctx, middleware.Ask{Text: "rained"})
				if required {
					if err == nil || !strings.Contains(err.Error(), `"bad"`) || strings.Contains(err.Error(), "secret") {
						t.Errorf("got %v, want an error that names the plug-in", err)
					}
					return
				}
				if err != nil || len(w.Memories) != 1 {
					t.Errorf("%d memories, %v, want the one", len(w.Memories), err)
				}
				if !strings.Contains(log.String(), "plugin=bad") || strings.Contains(log.String(), "secret") {
					t.Errorf("logged %q", log.String())
				}
			})
		}
	}
}

func TestAPluginAltersNoHit(t *testing.T) {
	b := newBench(t, func(o *middleware.Options) {
		o.Plugins = []middleware.Plugin{filtering("liar", func(hits []backends.Hit) []backends.Hit {
			hits[0].Text = "lies"
			return hits
		})}
	})
	b.say(t, "it rained")
	if got := b.texts(t, "rained"); !slices.Equal(got, []string{"it rained"}) {
		t.Errorf("found %q", got)
	}
}

func TestAFailedPluginOfTheWritePathChangesNothing(t *testing.T) {
	b := newBench(t, func(o *middleware.Options) {
		o.Plugins = []middleware.Plugin{{Name: "half", Stage: middleware.StageExtract, Write: func(_ context.Context, w *middleware.Writing) error {
			w.Candidates[0].Text = "half done"
			return errors.New("down")
		}}}
	})
	b.say(t, "it rained")
	if got := b.texts(t, "rained"); !slices.Equal(got, []string{"it rained"}) {
		t.Errorf("found %q", got)
	}
}

func TestBadPluginsAreRefused(t *testing.T) {
	read := func(context.Context, *middleware.Reading) error { return nil }
	write := func(context.Context, *middleware.Writing) error { return nil }
	ok := middleware.Plugin{Name: "ok", Stage: middleware.StageFilter, Read: read}
	for _, tc := range []struct {
		name string
		list []middleware.Plugin
	}{
		{"a bad name", []middleware.Plugin{{Name: "No", Stage: middleware.StageFilter, Read: read}}},
		{"an unknown stage", []middleware.Plugin{{Name: "x", Stage: "rank", Read: read}}},
		{"a reader on the write path", []middleware.Plugin{{Name: "x", Stage: middleware.StageGate, Read: read}}},
		{"both functions", []middleware.Plugin{{Name: "x", Stage: middleware.StageFilter, Read: read, Write: write}}},
		{"no function", []middleware.Plugin{{Name: "x", Stage: middleware.StageFilter}}},
		{"one name twice", []middleware.Plugin{ok, ok}},
		{"two in one place", []middleware.Plugin{
			{Name: "a", Stage: middleware.StageFilter, Place: middleware.Instead, Read: read},
			{Name: "b", Stage: middleware.StageFilter, Place: middleware.Instead, Read: read},
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := middleware.New(inmem.New(nil), middleware.ExtractorFunc(notation), &middleware.Options{Plugins: tc.list})
			if !errors.Is(err, backends.ErrInvalid) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestRow7ImportanceDrownsRelevance(t *testing.T) {
	fill := func(b bench) {
		for i := range 50 {
			j, err := b.Remember(b.ctx, middleware.Statement{Origin: backends.User, Text: fmt.Sprintf("unrelated matter %d", i), Importance: 1})
			if err != nil || j.Outcome != backends.Inserted {
				t.Fatal(j.Outcome, err)
			}
		}
		j, err := b.Remember(b.ctx, middleware.Statement{Origin: backends.User, Text: "the ferry that we take to the island leaves early on summer Sundays", Importance: 0.3})
		if err != nil || j.Outcome != backends.Inserted {
			t.Fatal(j.Outcome, err)
		}
	}
	floor := 0.1
	for name, edit := range map[string]func(*middleware.Options){
		"by the setting": func(o *middleware.Options) { o.MinRelevance = &floor },
		"by the plug-in": func(o *middleware.Options) { o.Plugins = []middleware.Plugin{middleware.RelevanceFloor(floor)} },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, edit)
			fill(b)
			if got := b.texts(t, "ferry times"); len(got) != 1 || !strings.Contains(got[0], "ferry") {
				t.Errorf("found %q, want the ferry alone", got)
			}
		})
	}
}

func TestNearDuplicatesCollapse(t *testing.T) {
	b := newBench(t, func(o *middleware.Options) {
		o.Plugins = []middleware.Plugin{middleware.CollapseNearDuplicates(0.7)}
	})
	for _, text := range []string{
		"we walked around the big lake today", "we walked around the big blue lake today",
		"we walked 10 km around the lake", "we walked 12 km around the lake",
		"city=around the big lake", "town=around the big lake",
	} {
		b.say(t, text)
	}
	w, err := b.Read(b.ctx, middleware.Ask{Text: "walked around the big lake", K: 20})
	if err != nil || len(w.Memories) != 5 {
		t.Errorf("%d memories, %v, want one of the first two and all others", len(w.Memories), err)
	}
}

func TestARerankerOrders(t *testing.T) {
	b := newBench(t, func(o *middleware.Options) {
		o.Plugins = []middleware.Plugin{middleware.Rerank("shortest", func(_ context.Context, _ middleware.Ask, hits []backends.Hit) ([]backends.Hit, error) {
			slices.SortStableFunc(hits, func(a, b backends.Hit) int { return len(a.Text) - len(b.Text) })
			return hits, nil
		})}
	})
	b.say(t, "apples")
	b.say(t, "apples and pears")
	b.say(t, "apples, pears and plums")
	w, err := b.Read(b.ctx, middleware.Ask{Text: "plums", K: 2})
	if err != nil || w.Exact || len(w.Memories) != 2 || w.Memories[0].Text != "apples" {
		t.Errorf("got %v, exact %v, %v", w.Memories, w.Exact, err)
	}
}
