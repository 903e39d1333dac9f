package eval_test

import (
	"errors"
	"os"
	"testing"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/cmd/memware/internal/eval"
)

// FuzzFiles gives any bytes as a file to every evaluation: each has a result or
// tells where the file is wrong.
func FuzzFiles(f *testing.F) {
	for _, name := range []string{"changes.json", "cases.jsonl", "conversations.json", "texts.txt", "texts.jsonl", "poison.json"} {
		content, err := os.ReadFile(data(name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	f.Add([]byte(`{"query": "when?", "query_day": 3, "notes": [{"id": "a", "day": 1, "text": "now", "key": "t"}, {"id": "b", "text": "then", "key": "t"}]}`))
	f.Fuzz(func(t *testing.T, content []byte) {
		file := write(t, "file", string(content))
		for name, run := range evaluations() {
			var where *eval.FileError
			err := run(t, file)
			if err != nil && !errors.As(err, &where) && !errors.Is(err, backends.ErrInvalid) {
				t.Errorf("%s: %v", name, err)
			}
			if where != nil && (where.Line < 1 || where.Column < 1 || where.Reason == "") {
				t.Errorf("%s: %+v", name, where)
			}
		}
	})
}
