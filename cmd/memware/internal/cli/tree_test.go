package cli_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/memware/memware/cmd/memware/internal/cli"
)

// walk calls f with every command of the tree.
func walk(c *cobra.Command, f func(*cobra.Command)) {
	f(c)
	for _, sub := range c.Commands() {
		walk(sub, f)
	}
}

func tree(t *testing.T) *cobra.Command {
	t.Helper()
	root := cli.New(cli.Streams{Out: new(bytes.Buffer), Err: new(bytes.Buffer), Env: func(string) string { return "" }})
	root.InitDefaultHelpCmd() // as a run does
	return root
}

func TestEveryCommandSaysWhatItDoes(t *testing.T) {
	seen := 0
	walk(tree(t), func(c *cobra.Command) {
		seen++
		for what, is := range map[string]bool{
			"Short": c.Short != "", "Long": c.Long != "", "Example": c.Example != "", "RunE": c.RunE != nil, "Args": c.Args != nil,
		} {
			if !is {
				t.Errorf("%s has no %s", c.CommandPath(), what)
			}
		}
		if strings.HasSuffix(c.Short, ".") {
			t.Errorf("%s: Short ends in a full stop", c.CommandPath())
		}
		for line := range strings.Lines(c.Example) {
			if !strings.HasPrefix(line, "  ") || !strings.Contains(line, "memware") {
				t.Errorf("%s: the example %q is no command line of memware, indented by two", c.CommandPath(), line)
			}
		}
		if c.InheritedFlags().Lookup("json") == nil && c.PersistentFlags().Lookup("json") == nil {
			t.Errorf("%s has no --json", c.CommandPath())
		}
	})
	if seen < 14 {
		t.Errorf("saw %d commands: the walk is blind", seen)
	}
}

func TestEveryCommandRefusesUnknownFlags(t *testing.T) {
	walk(tree(t), func(c *cobra.Command) {
		args := append(strings.Fields(c.CommandPath())[1:], "--no-such-flag")
		if got := run(t, args...); got.code != cli.ExitUsage || got.out != "" || !strings.Contains(got.err, "no-such-flag") {
			t.Errorf("%v: got exit code %d, output %q and messages %q, want %d and the flag named", args, got.code, got.out, got.err, cli.ExitUsage)
		}
	})
}

func TestEveryCommandHasHelp(t *testing.T) {
	walk(tree(t), func(c *cobra.Command) {
		path := strings.Fields(c.CommandPath())[1:]
		flag, command := run(t, append(path, "--help")...), run(t, append([]string{"help"}, path...)...)
		if flag.code != cli.ExitOK || flag.out == "" || flag.err != "" || flag.out != command.out {
			t.Errorf("%v: --help gives %+v, help gives %+v", path, flag, command)
		}
		asJSON := run(t, append([]string{"help", "--json"}, path...)...)
		var told struct{ Command, Long string }
		if err := json.Unmarshal([]byte(asJSON.out), &told); err != nil || told.Command != c.CommandPath() || told.Long != c.Long {
			t.Errorf("%v: help --json gives %q, %v", path, asJSON.out, err)
		}
	})
}

func TestNoGlobalsAndNoInit(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		files++
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil && d.Name.Name == "init" {
					t.Errorf("%s has an init", path)
				}
			case *ast.GenDecl:
				if d.Tok == token.VAR && d.Specs[0].(*ast.ValueSpec).Names[0].Name != "_" {
					t.Errorf("%s has the global %s", path, d.Specs[0].(*ast.ValueSpec).Names[0].Name)
				}
			}
		}
		return nil
	})
	if err != nil || files < 20 {
		t.Errorf("saw %d files, error %v: the walk is blind", files, err)
	}
}
