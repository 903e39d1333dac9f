package main

import (
	"context"
	"io"
	"strings"
	"sync"
	"testing"
	"time"
)

// A session is a bot that runs in a test, a line at a time.
type session struct {
	t           *testing.T
	in          *io.PipeWriter
	out, errOut *output
	banner      string // what was printed at the start
	clock       *clock
	cancel      context.CancelFunc // interrupts the bot
	done        chan error         // what run returned
}

// start runs the bot with the environment env.
func start(t *testing.T, interactive bool, env map[string]string, args ...string) *session {
	t.Helper()
	reader, writer := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	s := &session{
		t: t, in: writer, out: &output{}, errOut: &output{}, cancel: cancel, done: make(chan error, 1),
		clock: &clock{now: time.Date(2026, time.March, 1, 9, 0, 0, 0, time.UTC)},
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.done <- run(ctx, args, terminal{
			in: reader, out: s.out, errOut: s.errOut, interactive: interactive,
			getenv: func(name string) string { return env[name] }, clock: s.clock.read, zone: time.UTC,
		})
		reader.Close() // of a bot that ended early nobody reads on
	}()
	t.Cleanup(func() {
		cancel()
		writer.Close()
		<-ended
	})
	io.WriteString(writer, "\n\n") // until the bot takes the first line; one that ended reads none
	s.banner = s.errOut.take()
	return s
}

// say types a line, a minute after the last one, and returns what was printed.
func (s *session) say(line string) string {
	s.t.Helper()
	s.clock.advance(time.Minute)
	s.out.take()
	s.errOut.take()
	// The bot takes the first empty line when it is done with the line before
	// it, and only then is the second one read.
	for _, text := range []string{line, "", ""} {
		if _, err := io.WriteString(s.in, text+"\n"); err != nil {
			s.t.Fatalf("the bot ended: %v", err)
		}
	}
	return s.out.take()
}

// end closes the input and returns how the bot ended.
func (s *session) end() error {
	s.in.Close()
	return <-s.done
}

// A step is a line that is typed and what has to be printed for it.
type step struct{ say, want string }

// follow plays a conversation.
func (s *session) follow(steps []step) {
	s.t.Helper()
	for _, st := range steps {
		got := strings.TrimRight(s.say(st.say), "\n")
		if want := strings.Trim(st.want, "\n"); got != want {
			s.t.Errorf("%s\ngot:\n%s\nwant:\n%s\nstderr: %s", st.say, got, want, s.errOut.take())
		}
	}
}

// An output collects what is written. It is safe for concurrent use.
type output struct {
	mu   sync.Mutex // guards text
	text strings.Builder
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

// take returns what was written since the last time.
func (o *output) take() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	defer o.text.Reset()
	return o.text.String()
}

// A clock stands still between lines. It is safe for concurrent use.
type clock struct {
	mu  sync.Mutex // guards now
	now time.Time
}

func (c *clock) read() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(by)
}
