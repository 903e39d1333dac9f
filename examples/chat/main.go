// Command chat is a terminal bot that remembers.
//
//	go run ./examples/chat
//	printf 'I moved to Kyoto\nwhere do I live?\n' | go run ./examples/chat
//
// Without a key it answers itself, by quoting what it remembers. Give it a model
// of an OpenAI-compatible endpoint, of Ollama or of Anthropic with flags or by
// the environment:
//
//	OPENAI_API_KEY=... go run ./examples/chat --model gpt-4o-mini
//	go run ./examples/chat --base-url http://localhost:8080/v1 --model local
//	OLLAMA_HOST=localhost:11434 go run ./examples/chat --model llama3.2
//	ANTHROPIC_API_KEY=... go run ./examples/chat
//
// A line is a message, a line that starts with a slash is a command: /help lists
// them. The memory lives in this process and is gone when it ends.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"time"

	"github.com/memware/memware/adapters/langchaingo"
	"github.com/memware/memware/adapters/rules"
	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/middleware"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := run(ctx, os.Args[1:], terminal{
		in: os.Stdin, out: os.Stdout, errOut: os.Stderr, interactive: interactive(os.Stdin),
		getenv: os.Getenv, clock: time.Now, zone: time.Local,
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "chat:", err)
		os.Exit(1)
	}
}

// A terminal is all that the bot needs of the world around it.
type terminal struct {
	in          io.Reader
	out, errOut io.Writer // answers; everything around them
	interactive bool      // a person types: prompt, and ask before erasing
	getenv      func(string) string
	clock       func() time.Time
	zone        *time.Location // in which dates are shown
}

// interactive reports a device that a person types at. The null device is none.
func interactive(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// run talks until the input or ctx ends.
func run(ctx context.Context, args []string, t terminal) error {
	model, scope, err := parse(args, t.errOut)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	llm, who, err := model.open(t.getenv)
	if err != nil {
		return err
	}
	mem, err := remember(t)
	if err != nil {
		return err
	}
	defer mem.Close()
	fmt.Fprintf(t.errOut, "%s\nMemory of %s/%s is kept in this process: it forgets at exit. /help lists the commands.\n",
		line(who), line(scope.Tenant), line(scope.User))

	ctx = middleware.WithScope(ctx, scope)
	ctx = middleware.WithSession(ctx, rand.Text())
	ctx = middleware.WithZone(ctx, t.zone)
	b := &bot{terminal: t, mem: mem, model: langchaingo.WrapModel(llm, mem), reviewer: scope.User}
	return b.talk(ctx)
}

// parse reads the flags: who answers, and whose memory it is.
func parse(args []string, errOut io.Writer) (model endpoint, scope backends.Scope, err error) {
	flags := flag.NewFlagSet("chat", flag.ContinueOnError)
	flags.SetOutput(errOut)
	flags.StringVar(&model.provider, "provider", "", "who answers: openai, ollama, anthropic or offline; empty: as the environment tells")
	flags.StringVar(&model.name, "model", "", "name of the model; empty: a default of the provider")
	flags.StringVar(&model.url, "base-url", "", "address of the model's server; empty: the provider's own")
	flags.StringVar(&scope.Tenant, "tenant", "local", "whose memory: the tenant")
	flags.StringVar(&scope.User, "user", "you", "whose memory: the user")
	if err := flags.Parse(args); err != nil {
		return model, scope, err
	}
	if flags.NArg() > 0 {
		return model, scope, fmt.Errorf("unexpected argument %q: messages are read from the input", flags.Arg(0))
	}
	return model, scope, scope.Validate()
}

// remember returns the memory: what the rules find in the user's words, compared
// word by word.
func remember(t terminal) (*middleware.Memory, error) {
	store := inmem.New(&inmem.Options{Concepts: concepts(), Clock: t.clock})
	return middleware.New(store, rules.New(), &middleware.Options{
		Clock: t.clock, Logger: slog.New(slog.NewTextHandler(t.errOut, nil)),
	})
}
