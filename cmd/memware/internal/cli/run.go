package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/cmd/memware/internal/eval"
)

// Exit codes.
const (
	ExitOK          = 0
	ExitFailed      = 1   // something went wrong that is in none of the others
	ExitUsage       = 2   // unknown commands, flags or arguments
	ExitInvalid     = 3   // a file or configuration that cannot be read or is not valid
	ExitInterrupted = 130 // as shells tell an interrupt
)

// Streams are where a command reads its environment from and writes to.
type Streams struct {
	Out, Err io.Writer

	OutTerminal, ErrTerminal bool // whether somebody is looking

	Env func(name string) string
}

// Console returns the streams of the process.
func Console() Streams {
	return Streams{
		Out: os.Stdout, Err: os.Stderr,
		OutTerminal: terminal(os.Stdout), ErrTerminal: terminal(os.Stderr),
		Env: os.Getenv,
	}
}

func terminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// Run runs a command line, without the program's name, and returns the exit code.
func Run(ctx context.Context, args []string, s Streams) int {
	root := New(s)
	root.SetArgs(args)
	ran, err := root.ExecuteContextC(ctx)
	if err == nil {
		return ExitOK
	}
	code := exitCode(err)
	if !errors.As(err, new(toldError)) {
		fmt.Fprintf(s.Err, "memware: %v\n", err)
	}
	if code == ExitUsage {
		fmt.Fprintf(s.Err, "Run '%s --help' for usage.\n", ran.CommandPath())
	}
	return code
}

// toldError is an invalid input that the output tells already.
type toldError struct{}

func (toldError) Error() string { return "invalid input" }
func (toldError) Unwrap() error { return backends.ErrInvalid }

// usageError is a command line that means nothing.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usage(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func exitCode(err error) int {
	var wrong usageError
	var file *eval.FileError
	var path *fs.PathError
	switch {
	case errors.As(err, &wrong):
		return ExitUsage
	case errors.Is(err, context.Canceled):
		return ExitInterrupted
	case errors.As(err, &file), errors.As(err, &path), errors.Is(err, backends.ErrInvalid), errors.Is(err, backends.ErrSpace):
		return ExitInvalid
	}
	return ExitFailed
}

const rootLong = `Memware is the operator's tool of the memory library: it checks
configurations and measures memories.

Data goes to the standard output, as a table or, with --json, as JSON. Messages
and the progress bar go to the standard error. NO_COLOR turns off styles.

Exit codes:
  0    done
  1    failed
  2    usage: an unknown command, flag or argument
  3    invalid input: a file or configuration that cannot be read or is not valid
  130  interrupted`

// New returns the command tree over the given streams.
func New(s Streams) *cobra.Command {
	p := &printer{Streams: s}
	root := group("memware", "Check configurations and measure memories", rootLong,
		"  memware config validate memware.yaml\n  memware eval worked worked.json",
		configCommand(p), evalCommand(p), completionCommand(p), versionCommand(p))
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	root.PersistentFlags().BoolVar(&p.json, "json", false, "write JSON instead of a table")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.SetHelpCommand(helpCommand(p))
	return root
}

// group returns a command that has others and does nothing itself.
func group(use, short, long, example string, commands ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{
		Use: use, Short: short, Long: long, Example: example,
		Args: noArguments, SuggestionsMinimumDistance: 2,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(commands...)
	return c
}

func noArguments(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if !c.HasSubCommands() {
		return usage("%s takes no arguments, %q is one", c.CommandPath(), args[0])
	}
	if near := c.SuggestionsFor(args[0]); len(near) > 0 {
		return usage("%s has no command %q: did you mean %s?", c.CommandPath(), args[0], near[0])
	}
	return usage("%s has no command %q", c.CommandPath(), args[0])
}

func oneFile(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usage("%s takes one FILE, %d are given", c.CommandPath(), len(args))
	}
	return nil
}
