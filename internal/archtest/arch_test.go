package archtest_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	module = "github.com/memware/memware/"
	root   = "../.."
)

// allowed lists what the code of a folder, tests aside, may import from this
// module and beyond the standard library. The longest matching folder counts.
// An import of this module must match to the letter, another by its prefix.
var allowed = map[string][]string{
	"backends": {},
	"backends/backendtest": {
		module + "backends", "golang.org/x/text/unicode/norm", "pgregory.net/rapid",
	},
	"backends/inmem": {
		module + "backends", module + "internal/analysis", module + "internal/fold", module + "internal/index",
		"github.com/google/btree",
	},
	"middleware": {
		module + "backends", module + "internal/checkdigit", module + "internal/fold", module + "internal/semconv", module + "internal/telemetry",
		"go.opentelemetry.io/otel", "golang.org/x/text/unicode/norm",
	},
	"adapters/langchaingo": {
		module + "backends", module + "middleware",
		"github.com/tmc/langchaingo/llms", "github.com/tmc/langchaingo/schema", "github.com/tmc/langchaingo/embeddings",
		"github.com/tmc/langchaingo/vectorstores", // two packages, its interface alone
	},
	"adapters/langchaingo/chain": {
		module + "adapters/langchaingo", module + "backends", module + "middleware",
		"github.com/tmc/langchaingo/llms", "github.com/tmc/langchaingo/schema", "github.com/tmc/langchaingo/chains",
		"github.com/tmc/langchaingo/callbacks", "github.com/tmc/langchaingo/memory",
		"github.com/tmc/langchaingo/agents", "github.com/tmc/langchaingo/tools",
	},
	"adapters/redact":     {module + "internal/checkdigit", module + "middleware"},
	"adapters/rules":      {module + "backends", module + "middleware", module + "internal/fold"},
	"internal/analysis":   {module + "internal/fold", "github.com/kljensen/snowball", "github.com/rivo/uniseg", "golang.org/x/text"},
	"internal/archtest":   {},
	"internal/cases":      {},
	"internal/checkdigit": {},
	"internal/fold":       {"golang.org/x/text/unicode/norm"},
	"internal/index":      {"github.com/google/btree"},
	"internal/llmtest":    {"github.com/tmc/langchaingo/llms"},
	"internal/semconv":    {},
	"internal/wire":       {}, // a module of its own, for its tests
	"internal/telemetry":  {module + "internal/semconv", "go.opentelemetry.io/otel"},
	"config": {
		module + "adapters/redact", module + "adapters/rules", module + "backends", module + "backends/inmem", module + "middleware",
		"github.com/spf13/viper", "github.com/fsnotify/fsnotify", "github.com/goccy/go-yaml", "github.com/invopop/jsonschema",
		"go.opentelemetry.io/otel",
	},
	"cmd/memware":              {module + "cmd/memware/internal/cli"},
	"cmd/memware/internal/cli": {module + "backends", module + "config", module + "cmd/memware/internal/eval", "github.com/spf13/cobra"},
	"cmd/memware/internal/eval": {
		module + "adapters/rules", module + "backends", module + "backends/inmem", module + "config",
		module + "internal/analysis", module + "middleware",
	},
	"examples/tracing": {module, "github.com/tmc/langchaingo/llms", "go.opentelemetry.io/otel"}, // a module of its own
	"examples":         {module, "github.com/tmc/langchaingo"},
}

func TestArrows(t *testing.T) {
	files := 0
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") {
			return err
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		dir := path.Dir(filepath.ToSlash(rel))
		if top, _, _ := strings.Cut(dir, "/"); !slices.Contains(layout(), top) {
			return nil // somebody's scratch folder is none of the project's
		}
		files++
		checkFile(t, p, dir)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 20 {
		t.Fatalf("saw %d files: the walk is blind", files)
	}
}

// layout lists the folders that the module is made of.
func layout() []string {
	return []string{"adapters", "backends", "cmd", "config", "examples", "internal", "middleware"}
}

func checkFile(t *testing.T, file, dir string) {
	t.Helper()
	rule, list := ruleOf(dir)
	if rule == "" {
		t.Errorf("folder %s is on no list: add what it may import", dir)
		return
	}
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, im := range f.Imports {
		imported := strings.Trim(im.Path.Value, `"`)
		if strings.Contains(strings.SplitN(imported, "/", 2)[0], ".") && !allows(list, imported) {
			t.Errorf("%s imports %s, which %q may not", file, imported, rule)
		}
	}
}

func ruleOf(dir string) (rule string, list []string) {
	for folder, l := range allowed {
		if (dir == folder || strings.HasPrefix(dir, folder+"/")) && len(folder) > len(rule) {
			rule, list = folder, l
		}
	}
	return rule, list
}

func allows(list []string, imported string) bool {
	for _, a := range list {
		own := strings.HasPrefix(a, module) && a != module
		if imported == a || !own && strings.HasPrefix(imported, strings.TrimSuffix(a, "/")+"/") {
			return true
		}
	}
	return false
}

func TestArrowsAreChecked(t *testing.T) {
	for _, tc := range []struct {
		name, dir, imported string
		want                bool
	}{
		{"the contract imports nothing", "backends", module + "internal/fold", false},
		{"a backend imports the contract", "backends/inmem", module + "backends", true},
		{"a backend does not import another", "backends/inmem", module + "backends/backendtest", false},
		{"the middleware knows no backend", "middleware", module + "backends/inmem", false},
		{"the adapter leaves chains alone", "adapters/langchaingo", "github.com/tmc/langchaingo/chains", false},
		{"an example may import all", "examples/chat", module + "adapters/rules", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, list := ruleOf(tc.dir); allows(list, tc.imported) != tc.want {
				t.Errorf("allowed = %v, want %v", !tc.want, tc.want)
			}
		})
	}
}
