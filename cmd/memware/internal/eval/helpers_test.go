package eval_test

import (
	"os"
	"path/filepath"
	"testing"
)

// data returns the path of a file that the tests of the tool share.
func data(name string) string { return filepath.Join("..", "testdata", name) }

// write returns the path of a new file.
func write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func ptr[T any](v T) *T { return &v }
