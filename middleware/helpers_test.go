package middleware_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/middleware"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	alice = backends.Scope{Tenant: "acme", User: "alice"}
	bob   = backends.Scope{Tenant: "acme", User: "bob"}
)

// A clock is set by hand.
type clock struct {
	mu  sync.Mutex // guards now
	now time.Time
}

func newClock() *clock { return &clock{now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// notation is an extractor of a language that leaves nothing to guess. Of each
// line of a message:
//
//	key=value        a fact          key/member=value  of a set
//	-key, -key/m     a retraction    forget key        a request to forget
//	anything else    a note
func notation(_ context.Context, t middleware.Turn, _ middleware.Known) ([]middleware.Candidate, error) {
	var found []middleware.Candidate
	for i, m := range t.Messages {
		for line := range strings.Lines(m.Text) {
			if line = strings.TrimSpace(line); line != "" {
				found = append(found, parse(line, i+1))
			}
		}
	}
	return found, nil
}

func parse(line string, message int) middleware.Candidate {
	c := middleware.Candidate{Message: message, Text: line, Importance: 0.5}
	key, value, keyed := strings.Cut(line, "=")
	switch {
	case strings.HasPrefix(line, "forget "):
		c.Forget, key = true, strings.TrimPrefix(line, "forget ")
	case strings.HasPrefix(line, "-"):
		c.Kind, key = backends.Retraction, strings.TrimPrefix(line, "-")
	case keyed:
		c.Kind, c.Value = backends.Fact, value
	default:
		return c
	}
	c.Key, c.Member, _ = strings.Cut(key, "/")
	return c
}

// A bench is a memory over an empty in-memory backend, with a clock set by hand.
type bench struct {
	*middleware.Memory
	clock *clock
	ctx   context.Context // of alice
}

func newBench(t *testing.T, edit func(*middleware.Options)) bench {
	t.Helper()
	c := newClock()
	o := &middleware.Options{
		Clock: c.Now, Logger: slog.New(slog.DiscardHandler),
		Deadline: 10 * time.Second, WriteDeadline: 10 * time.Second, // of a busy machine
	}
	if edit != nil {
		edit(o)
	}
	mem, err := middleware.New(inmem.New(&inmem.Options{Clock: c.Now}), middleware.ExtractorFunc(notation), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := mem.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return bench{mem, c, middleware.WithScope(t.Context(), alice)}
}

// say writes a turn of the user, a minute after the last one.
func (b bench) say(t *testing.T, text string) middleware.Written {
	t.Helper()
	return b.turn(t, middleware.Message{Origin: backends.User, Text: text})
}

func (b bench) turn(t *testing.T, messages ...middleware.Message) middleware.Written {
	t.Helper()
	b.clock.pass(time.Minute)
	w, err := b.Write(b.ctx, middleware.Turn{Messages: messages})
	if err != nil {
		t.Fatalf("write: %v", err)
	}
	return w
}

// texts returns what a question finds, best first.
func (b bench) texts(t *testing.T, question string) []string {
	t.Helper()
	w, err := b.Read(b.ctx, middleware.Ask{Text: question})
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	var out []string
	for _, h := range w.Memories {
		out = append(out, h.Text)
	}
	return out
}

// outcomes returns the outcomes of a turn's candidates.
func outcomes(w middleware.Written) []backends.Outcome {
	var out []backends.Outcome
	for _, c := range w.Candidates {
		out = append(out, c.Outcome)
	}
	return out
}

// decisions returns the verdicts on a turn's candidates as "decision rule".
func decisions(w middleware.Written) []string {
	var out []string
	for _, c := range w.Candidates {
		out = append(out, strings.TrimSpace(c.Verdict.Decision.String()+" "+c.Verdict.Rule))
	}
	return out
}
