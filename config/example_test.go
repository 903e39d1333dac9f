package config_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/config"
	"github.com/memware/memware/middleware"
)

func ExampleParse() {
	_, err := config.Parse("memware.yaml", []byte(`
read:
  k: 0
  budgte: 2000
policy:
  half_life: 14
`), nil)
	fmt.Println(err)
	// Output:
	// config: 3 problems
	// 	memware.yaml:3:6: read.k = 0: below 1; give a whole number from 1 to 156
	// 	memware.yaml:4:3: read.budgte: unknown key; did you mean budget?
	// 	memware.yaml:6:14: policy.half_life = 14: a bare number has no unit; give a duration with its unit, such as 300ms, 2s, 1h30m or 14d
}

func ExampleConfig_Settings() {
	c, err := config.Parse("memware.yaml", []byte("policy:\n  preset: long_history\n  half_life: 90d\n"), nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range c.Settings()[9:14] {
		fmt.Printf("%s: %s (%s)\n", s.Key, s.Value, s.Origin)
	}
	// Output:
	// policy.preset: long_history (memware.yaml:2)
	// policy.relevance: 1 (preset long_history)
	// policy.recency: 0.05 (preset long_history)
	// policy.importance: 0.3 (preset long_history)
	// policy.half_life: 90d (memware.yaml:3)
}

func ExampleConfig_Memory() {
	c, err := config.Parse("memware.yaml", []byte("read: {k: 3}"), nil)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	mem, err := c.Memory(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer mem.Close()
	ctx = middleware.WithScope(ctx, backends.Scope{Tenant: "acme", User: "alice"})
	if _, err := mem.Remember(ctx, middleware.Statement{Key: "home.city", Value: "Kyoto", Text: "She lives in Kyoto", Origin: backends.User}); err != nil {
		log.Fatal(err)
	}
	w, err := mem.Read(ctx, middleware.Ask{Text: "Where does she live?"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(w.Memories[0].Text)
	// Output: She lives in Kyoto
}

// A program's own backend, with options that a file and the environment set.
func ExampleMake() {
	type options struct {
		Path    string        `yaml:"path" jsonschema:"required" jsonschema_description:"of the store"`
		Timeout time.Duration `yaml:"timeout"`
	}
	plugins := config.Builtin()
	plugins.Backends["disk"] = config.Make(options{Timeout: time.Second},
		func(_ context.Context, s config.Setup, o options) (backends.Backend, error) {
			fmt.Println("open", o.Path, "within", o.Timeout, "in space", s.Space.Name)
			return inmem.New(nil), nil
		})
	c, err := config.Parse("memware.yaml", []byte("backend: {name: disk, path: m.db}"), &config.Options{Plugins: plugins})
	if err != nil {
		log.Fatal(err)
	}
	mem, err := c.Memory(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	defer mem.Close()
	// Output: open m.db within 1s in space tfidf
}

func ExampleConfig_Watch() {
	dir, err := os.MkdirTemp("", "watch")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "memware.yaml")
	if err := os.WriteFile(path, []byte("read: {k: 5}\n"), 0o600); err != nil {
		log.Fatal(err)
	}
	c, err := config.Load(path, nil)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	mem, err := c.Memory(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer mem.Close()

	reloads := make(chan config.Reload, 1)
	watch, err := c.Watch(ctx, mem, &config.WatchOptions{Notify: func(r config.Reload) { reloads <- r }})
	if err != nil {
		log.Fatal(err)
	}
	defer watch.Close()
	if err := os.WriteFile(path+".new", []byte("read: {k: 8}\n"), 0o600); err != nil {
		log.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		log.Fatal(err)
	}
	r := <-reloads
	fmt.Println(r.Outcome, r.Applied)
	// Output: applied [read.k]
}
