package config_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/config"
	"github.com/memware/memware/middleware"
)

func TestApply(t *testing.T) {
	c := parse(t, "read: {k: 3}\nstages: [{name: redact}]")
	mem, err := c.Memory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()
	next := parse(t, "read: {k: 4, template: \"{{.Text}}\"}\ngate: {fact_origins: [system]}\nquarantine: {limit: 5}\nstages: [{name: near_duplicates}]")
	running, change, err := c.Apply(t.Context(), mem, next)
	if err != nil {
		t.Fatal(err)
	}
	want := config.Change{
		Applied: []string{"gate.fact_origins", "read.k"},
		Restart: []string{"quarantine.limit", "read.template", "stages", "stages.near_duplicates.likeness", "stages.redact.kinds"},
	}
	if diff := cmp.Diff(want, change); diff != "" {
		t.Errorf("change (-want +got):\n%s", diff)
	}
	for key, want := range map[string]string{
		"read.k": "4 (memware.yaml:1)", "gate.fact_origins": "[system] (memware.yaml:2)", "read.template": " (default)",
		"quarantine.limit": "1000 (default)", "stages": "[redact] (memware.yaml:2)",
	} {
		if got := value(t, running, key); got != want {
			t.Errorf("%s = %s, want %s", key, got, want)
		}
	}
	if len(running.Settings()) != len(c.Settings()) {
		t.Errorf("%d settings in force, want %d", len(running.Settings()), len(c.Settings()))
	}
	if _, change, err = running.Apply(t.Context(), mem, c); err != nil || len(change.Restart) > 0 || len(change.Applied) != 2 {
		t.Errorf("going back: %+v, %v, want the two settings back and no restart", change, err)
	}
}

func TestApplyOfSettingsThatCannotBe(t *testing.T) {
	broken := errors.New("refused")
	p := config.Builtin()
	p.Gates["broken"] = config.Make(struct{}{}, func(context.Context, config.Setup, struct{}) (middleware.Gate, error) { return nil, broken })
	c := parse(t, "read: {k: 3}")
	mem, err := c.Memory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()
	next, err := config.Parse("m.yaml", []byte("read: {k: 4}\ngate: {name: broken}"), &config.Options{Plugins: p})
	if err != nil {
		t.Fatal(err)
	}
	running, change, err := c.Apply(t.Context(), mem, next)
	if !errors.Is(err, broken) || running != c || len(change.Applied) > 0 {
		t.Errorf("got %v, %+v, want the old settings and the gate's error", err, change)
	}
}

const reloads = 1000

// Two policies take turns a thousand times, under readers and writers.
func TestReloadsUnderLoad(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	p := config.Builtin()
	p.Extractors["meetings"] = config.Make(struct{}{}, func(context.Context, config.Setup, struct{}) (middleware.Extractor, error) {
		return middleware.ExtractorFunc(meetings), nil
	})
	o := &config.Options{Plugins: p, Memory: middleware.Options{Clock: func() time.Time { return now }}}
	var files []*config.Config
	for _, yaml := range []string{
		"policy: {relevance: 1, recency: 0.3, importance: 0.3, half_life: 14d}\nread: {k: 3}\nextractor: {name: meetings}",
		"policy: {relevance: 0.2, recency: 2, importance: 0.7, half_life: 3d}\nread: {k: 6}\nextractor: {name: meetings}",
	} {
		c, err := config.Parse("m.yaml", []byte(yaml), o)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, c)
	}
	wholes := []whole{
		{3, backends.Policy{Relevance: 1, Recency: 0.3, Importance: 0.3, HalfLife: 14 * 24 * time.Hour}},
		{6, backends.Policy{Relevance: 0.2, Recency: 2, Importance: 0.7, HalfLife: 3 * 24 * time.Hour}},
	}
	mem, err := files[0].Memory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()

	var wg sync.WaitGroup
	var seen [2]atomic.Int64
	read, done := make(chan struct{}), make(chan struct{})
	for i := range 8 {
		scope := backends.Scope{Tenant: "acme", User: fmt.Sprintf("user-%d", i)}
		ctx := middleware.WithScope(t.Context(), scope)
		for j := range 8 {
			remember(t, mem, scope, j, now.AddDate(0, 0, -j))
		}
		wg.Go(func() {
			for n := 0; ; n++ {
				remember(t, mem, scope, n%8, now.Add(time.Duration(-n)*time.Minute))
				w, err := mem.Read(ctx, middleware.Ask{Text: "when is the meeting"})
				if err != nil {
					t.Errorf("a read was lost: %v", err)
				}
				which := slices.IndexFunc(wholes, func(o whole) bool { return o.scored(w, now) })
				if which < 0 {
					t.Errorf("a window of %d memories is scored by neither policy", len(w.Memories))
				} else {
					seen[which].Add(1)
				}
				select {
				case read <- struct{}{}:
				case <-done:
					return
				}
			}
		})
	}
	running := files[0]
	for i := range reloads {
		if running, _, err = running.Apply(t.Context(), mem, files[(i+1)%2]); err != nil {
			t.Error(err)
			break
		}
		<-read // one reload a read, while the others go on
	}
	close(done)
	wg.Wait()
	t.Logf("%d and %d reads under the two policies", seen[0].Load(), seen[1].Load())
	if seen[0].Load() == 0 || seen[1].Load() == 0 {
		t.Error("one of the policies was never in force")
	}
}

// whole is the settings of one file.
type whole struct {
	k      int
	policy backends.Policy
}

// scored reports whether every memory of a window has the score that o gives,
// and there are as many as o wants.
func (o whole) scored(w middleware.Window, now time.Time) bool {
	for _, h := range w.Memories {
		want := o.policy.Score(now, h.Score.Relevance, h.AssertedAt, h.Importance)
		if math.Abs(want.Total-h.Score.Total) > 1e-9 || math.Abs(want.Recency-h.Score.Recency) > 1e-9 {
			return false
		}
	}
	return len(w.Memories) == o.k
}

// remember writes a turn that says when a team meets.
func remember(t *testing.T, mem *middleware.Memory, scope backends.Scope, team int, at time.Time) {
	written, err := mem.Write(middleware.WithScope(t.Context(), scope), middleware.Turn{
		At: at, Messages: []middleware.Message{{Origin: backends.User, Text: fmt.Sprintf("team %d has its meeting %d minutes past two", team, at.Minute())}},
	})
	if err != nil || len(written.Candidates) != 1 || written.Candidates[0].Outcome == 0 {
		t.Errorf("a write was lost: %+v, %v", written.Candidates, err)
	}
}

// meetings makes a fact of every message of remember, so that each team has one
// current meeting.
func meetings(_ context.Context, t middleware.Turn, _ middleware.Known) ([]middleware.Candidate, error) {
	var found []middleware.Candidate
	for i, m := range t.Messages {
		team, _, _ := strings.Cut(m.Text, " has")
		found = append(found, middleware.Candidate{
			Message: i + 1, Kind: backends.Fact, Key: strings.ReplaceAll(team, " ", "."), Text: m.Text, Importance: 0.5,
		})
	}
	return found, nil
}
