// Command reload changes the weights of a memory in use: the file is edited while
// eight clients ask, the next question is scored by the new weights, and no
// question is lost. Then the file breaks, and nothing happens but a report.
//
//	go run ./examples/reload
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/config"
	"github.com/memware/memware/middleware"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "reload:", err)
		os.Exit(1)
	}
}

// edits are the states of the file, one after the other.
func edits() []string {
	return []string{
		"policy: {preset: default}",
		"policy: {preset: default, recency: 3, half_life: 3d}",
		"policy: {preset: default, recency: 3, half_life: 3",
	}
}

const question = "When is the report due?"

func run(ctx context.Context, out io.Writer) error {
	dir, err := os.MkdirTemp("", "reload")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "memware.yaml")
	if err := replace(path, edits()[0]); err != nil {
		return err
	}

	var age atomic.Int64 // how long ago what is remembered next was said
	c, err := config.Load(path, &config.Options{Memory: middleware.Options{
		Clock:  func() time.Time { return time.Now().Add(-time.Duration(age.Load())) },
		Logger: slog.New(slog.DiscardHandler),
	}})
	if err != nil {
		return err
	}
	mem, err := c.Memory(ctx)
	if err != nil {
		return err
	}
	defer mem.Close()
	ctx = middleware.WithScope(ctx, backends.Scope{Tenant: "acme", User: "alice"})
	if err := remember(ctx, mem, &age); err != nil {
		return err
	}
	return demonstrate(ctx, out, c, mem, path)
}

// remember tells the memory two things, the less relevant one later.
func remember(ctx context.Context, mem *middleware.Memory, age *atomic.Int64) error {
	for _, s := range []struct {
		text string
		days int
	}{
		{"The report is due on the last Friday of the quarter", 40},
		{"Bob wants to see the report before anybody else does", 1},
	} {
		age.Store(int64(time.Duration(s.days) * 24 * time.Hour))
		if _, err := mem.Remember(ctx, middleware.Statement{Text: s.text, Importance: 0.5, Origin: backends.User}); err != nil {
			return err
		}
	}
	age.Store(0)
	return nil
}

// demonstrate edits the file while clients ask.
func demonstrate(ctx context.Context, out io.Writer, c *config.Config, mem *middleware.Memory, path string) error {
	reports := make(chan config.Reload, 8) // room for all: Notify must not wait for who gave up
	watch, err := c.Watch(ctx, mem, &config.WatchOptions{
		Debounce: 20 * time.Millisecond, Notify: func(r config.Reload) { reports <- r },
	})
	if err != nil {
		return err
	}
	defer watch.Close()
	clients := start(ctx, mem)
	defer clients.stop()

	if err := answer(ctx, out, mem); err != nil {
		return err
	}
	for _, yaml := range edits()[1:] {
		fmt.Fprintf(out, "\n%s\n", yaml)
		if err := replace(path, yaml); err != nil {
			return err
		}
		tell(out, <-reports)
		if err := answer(ctx, out, mem); err != nil {
			return err
		}
	}
	asked, lost := clients.stop()
	fmt.Fprintf(out, "\nclients asked all the time: %t; questions lost: %d\n", asked > 0, lost)
	return nil
}

// replace writes a file as a good editor does: nobody sees half of it.
func replace(path, yaml string) error {
	if err := os.WriteFile(path+".new", []byte(yaml+"\n"), 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

func tell(out io.Writer, r config.Reload) {
	fmt.Fprintf(out, "  %s: %d settings changed\n", r.Outcome, len(r.Applied))
	var problems *config.Error
	if errors.As(r.Err, &problems) {
		for _, p := range problems.Problems {
			fmt.Fprintf(out, "  line %d, column %d: %s\n", p.Line, p.Column, p.Reason)
		}
	}
}

func answer(ctx context.Context, out io.Writer, mem *middleware.Memory) error {
	w, err := mem.Read(ctx, middleware.Ask{Text: question})
	if err != nil {
		return err
	}
	fmt.Fprintln(out, question)
	for i, h := range w.Memories {
		fmt.Fprintf(out, "  %d. %s\n", i+1, h.Text)
	}
	return nil
}
