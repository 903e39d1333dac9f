package cases_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tmc/langchaingo/llms"
	"go.uber.org/goleak"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/adapters/rules"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/internal/llmtest"
	"github.com/memware/memware/middleware"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	alice = backends.Scope{Tenant: "acme", User: "alice"}
	bob   = backends.Scope{Tenant: "acme", User: "bob"}
)

// A clock goes on by itself, a second a look, and further when it is told.
type clock struct {
	mu  sync.Mutex // guards now
	now time.Time
}

func (c *clock) Now() time.Time { return c.pass(time.Second) }

func (c *clock) pass(d time.Duration) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	return c.now
}

// A talk is a user's conversation with a wrapped model that answers "Okay."
type talk struct {
	mem     *middleware.Memory
	backend backends.Backend
	clock   *clock
	ctx     context.Context // of alice
}

func newTalk(t *testing.T, o *middleware.Options) talk {
	t.Helper()
	c := &clock{now: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)}
	b := inmem.New(&inmem.Options{Clock: c.Now})
	if o == nil {
		o = &middleware.Options{}
	}
	o.Clock = c.Now
	o.Deadline, o.WriteDeadline = 10*time.Second, 10*time.Second // of a busy machine
	mem, err := middleware.New(b, rules.New(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := mem.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return talk{mem, b, c, middleware.WithScope(t.Context(), alice)}
}

// as returns the same conversation with another user.
func (k talk) as(s backends.Scope) talk {
	k.ctx = middleware.WithScope(k.ctx, s)
	return k
}

// say sends messages to the model and returns the prompt it got for the last
// human message, window included.
func (k talk) say(t *testing.T, text string) string {
	t.Helper()
	return k.send(t, llmtest.Say("Okay."), llms.TextParts(llms.ChatMessageTypeHuman, text))
}

func (k talk) send(t *testing.T, answer llmtest.Step, messages ...llms.MessageContent) string {
	t.Helper()
	fake := llmtest.New(answer)
	if _, err := langchaingo.WrapModel(fake, k.mem).GenerateContent(k.ctx, messages); err != nil {
		t.Fatalf("generate: %v", err)
	}
	return prompt(fake.Calls()[0])
}

// prompt returns the text of the last human message of a call.
func prompt(c llmtest.Call) string {
	var text string
	for _, m := range c.Messages {
		if m.Role == llms.ChatMessageTypeHuman {
			text = m.Parts[0].(llms.TextContent).Text
		}
	}
	return text
}

// values returns the values of a key's history, first to last, "-" for none.
func (k talk) values(t *testing.T, key string) []string {
	t.Helper()
	rows, err := k.mem.History(k.ctx, key)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, r := range rows {
		if r.Retracted() {
			out = append(out, "-")
			continue
		}
		out = append(out, r.Value)
	}
	return out
}

// records returns everything stored in the scope, held and superseded included.
func (k talk) records(t *testing.T) []backends.Record {
	t.Helper()
	scope, err := middleware.ScopeFrom(k.ctx)
	if err != nil {
		t.Fatal(err)
	}
	var out []backends.Record
	for r, err := range k.backend.Scan(k.ctx, backends.Filter{Scope: scope}, backends.Cursor{}) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	return out
}

func wantPrompt(t *testing.T, prompt string, with []string, without []string) {
	t.Helper()
	for _, s := range with {
		if !strings.Contains(prompt, s) {
			t.Errorf("%q is not in the window:\n%s", s, prompt)
		}
	}
	for _, s := range without {
		if strings.Contains(prompt, s) {
			t.Errorf("%q is in the window:\n%s", s, prompt)
		}
	}
}
