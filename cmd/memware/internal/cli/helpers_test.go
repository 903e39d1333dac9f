package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memware/memware/cmd/memware/internal/cli"
)

// data returns the path of a file that the tests of the tool share.
func data(name string) string { return filepath.Join("..", "testdata", name) }

// result is what a command line did.
type result struct {
	code     int
	out, err string
}

// run runs a command line where nobody looks.
func run(t *testing.T, args ...string) result {
	t.Helper()
	return runOn(t, cli.Streams{}, args...)
}

// runOn runs a command line on terminals, or not.
func runOn(t *testing.T, s cli.Streams, args ...string) result {
	t.Helper()
	var out, err bytes.Buffer
	s.Out, s.Err = &out, &err
	if s.Env == nil {
		s.Env = func(string) string { return "" }
	}
	code := cli.Run(t.Context(), args, s)
	return result{code, out.String(), err.String()}
}

// golden compares text with a file, which the variable UPDATE_GOLDEN rewrites.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}
