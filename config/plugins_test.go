package config_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/backends/inmem"
	"github.com/memware/memware/config"
	"github.com/memware/memware/middleware"
)

// store is a backend that tells whether it was closed.
type store struct {
	backends.Backend
	closed bool
}

func (s *store) Close() error { s.closed = true; return s.Backend.Close() }

type storeOptions struct {
	Address  string        `yaml:"address" jsonschema:"required" jsonschema_description:"host:port"`
	Password string        `yaml:"password" secret:"true" jsonschema:"minLength=8"`
	Tokens   []string      `yaml:"tokens" secret:"true"`
	Timeout  time.Duration `yaml:"timeout"`
	Ratio    *float64      `yaml:"ratio" jsonschema:"exclusiveMinimum=0,exclusiveMaximum=1"`
	TLS      struct {
		CA string `yaml:"ca" jsonschema:"required"`
	} `yaml:"tls"`
	Internal int // no tag: no setting
}

func (o *storeOptions) Validate() error {
	if o.Timeout > time.Minute {
		return errors.New("a timeout above a minute helps nobody")
	}
	return nil
}

// withStore returns the built-in plug-ins and a backend named store, which calls
// open.
func withStore(open func(config.Setup, storeOptions) (backends.Backend, error)) *config.Options {
	p := config.Builtin()
	p.Backends["store"] = config.Make(storeOptions{Timeout: time.Second},
		func(_ context.Context, s config.Setup, o storeOptions) (backends.Backend, error) { return open(s, o) })
	return &config.Options{Plugins: p}
}

func TestAPluginGetsItsOptions(t *testing.T) {
	t.Setenv("MEMWARE_BACKEND_PASSWORD", "hunter2hunter2")
	var got storeOptions
	var setup config.Setup
	o := withStore(func(s config.Setup, o storeOptions) (backends.Backend, error) {
		got, setup = o, s
		return inmem.New(nil), nil
	})
	c, err := config.Parse("m.yaml", []byte(`
backend:
  name: store
  address: localhost:6379
  tls: {ca: root.pem}
  ratio: 0.5
space:
  stop_words: [well]
  concepts: [{name: meeting, words: [call]}]
quarantine: {limit: 7, age: 1d}
`), o)
	if err != nil {
		t.Fatal(err)
	}
	mem, err := c.Memory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()
	ratio := 0.5
	want := storeOptions{Address: "localhost:6379", Password: "hunter2hunter2", Timeout: time.Second, Ratio: &ratio}
	want.TLS.CA = "root.pem"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
	if setup.MaxHeld != 7 || setup.MaxHeldAge != 24*time.Hour || setup.Logger == nil || setup.Space.Name != "tfidf" ||
		!cmp.Equal(setup.StopWords, []string{"well"}) || !cmp.Equal(setup.Concepts, map[string][]string{"meeting": {"call"}}) {
		t.Errorf("setup = %+v", setup)
	}
	if s := value(t, c, "backend.password"); s != "(secret) (MEMWARE_BACKEND_PASSWORD)" {
		t.Errorf("password is shown as %s", s)
	}
}

func TestMistakesInOptions(t *testing.T) {
	o := withStore(nil)
	for _, tc := range []struct{ name, yaml, want string }{
		{"one that is required", "backend:\n  name: store\n  tls: {ca: x}", "2:3: backend.address: missing; give it, or set MEMWARE_BACKEND_ADDRESS"},
		{"one that is required further below", "backend: {name: store, address: x, tls: {}}", "backend.tls.ca: missing"},
		{"one that is unknown", "backend: {name: store, address: x, tls: {ca: x, cert: y}}", "1:49: backend.tls.cert: unknown key; known: ca"},
		{"one out of range", "backend: {name: store, address: x, ratio: 1, tls: {ca: x}}", "backend.ratio = 1: not below 1; give a number above 0 below 1"},
		{"one that the plug-in refuses", "backend: {name: store, address: x, timeout: 2m, tls: {ca: x}}", "1:10: backend: a timeout above a minute helps nobody"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := strings.Join(problems(t, tc.yaml, o), "\n")
			if !strings.Contains(got, tc.want) {
				t.Errorf("got\n%s\nwant a problem with\n%s", got, tc.want)
			}
		})
	}
}

func TestSecretsAreShownNowhere(t *testing.T) {
	const canary = "hunter2"
	valid := "backend:\n  name: store\n  address: x\n  tls: {ca: x}\n"
	o := withStore(nil)
	for _, yaml := range []string{
		valid + "  password: " + canary, valid + "  password: [" + canary + "]", valid + "  tokens: " + canary,
		valid + "  tokens: [{x: " + canary + "}]", valid + "  password: {x: " + canary + "}",
	} {
		if got := strings.Join(problems(t, yaml, o), "\n"); strings.Contains(got, canary) {
			t.Errorf("%q is shown in %s", yaml, got)
		}
	}
	t.Setenv("MEMWARE_BACKEND_PASSWORD", canary)
	if got := strings.Join(problems(t, valid, o), "\n"); strings.Contains(got, canary) || !strings.Contains(got, "too short") {
		t.Errorf("got %s", got)
	}
	t.Setenv("MEMWARE_BACKEND_PASSWORD", canary+"long")
	c, err := config.Parse("m.yaml", []byte(valid+"  tokens: ["+canary+"]\n"), o)
	if err != nil {
		t.Fatal(err)
	}
	if s := fmt.Sprint(c.Settings()); strings.Contains(s, canary) {
		t.Errorf("settings show it: %s", s)
	}
	t.Setenv("MEMWARE_BACKEND_PASSWORD", "anotherone")
	other, err := config.Parse("m.yaml", []byte(valid+"  tokens: ["+canary+"]\n"), o)
	if err != nil {
		t.Fatal(err)
	}
	if c.Revision() != other.Revision() {
		t.Error("the revision tells secrets apart")
	}
}

func TestAPluginThatFails(t *testing.T) {
	broken := errors.New("refused")
	for _, tc := range []struct {
		name, yaml, want string
		edit             func(*config.Plugins)
	}{
		{"a backend", "{}", `config: backend "inmem": refused`, func(p *config.Plugins) {
			p.Backends["inmem"] = config.Make(struct{}{}, func(context.Context, config.Setup, struct{}) (backends.Backend, error) { return nil, broken })
		}},
		{"an extractor", "{}", `config: extractor "rules": refused`, func(p *config.Plugins) {
			p.Extractors["rules"] = config.Make(struct{}{}, func(context.Context, config.Setup, struct{}) (middleware.Extractor, error) { return nil, broken })
		}},
		{"a gate", "{}", `config: gate "rules": refused`, func(p *config.Plugins) {
			p.Gates["rules"] = config.Make(struct{}{}, func(context.Context, config.Setup, struct{}) (middleware.Gate, error) { return nil, broken })
		}},
		{"a stage", "stages: [{name: slow}]", `config: stage "slow": refused`, func(p *config.Plugins) {
			p.Stages["slow"] = config.Make(struct{}{}, func(context.Context, config.Setup, struct{}) (middleware.Plugin, error) {
				return middleware.Plugin{}, broken
			})
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := config.Builtin()
			tc.edit(p)
			c, err := config.Parse("m.yaml", []byte(tc.yaml), &config.Options{Plugins: p})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.Memory(t.Context()); !errors.Is(err, broken) || err.Error() != tc.want {
				t.Errorf("got %v, want %s", err, tc.want)
			}
		})
	}
}

func TestABackendOfAnotherSpaceIsClosed(t *testing.T) {
	s := &store{Backend: inmem.New(nil)}
	o := withStore(func(config.Setup, storeOptions) (backends.Backend, error) { return spaced{s}, nil })
	c, err := config.Parse("m.yaml", []byte("backend: {name: store, address: x, tls: {ca: x}}"), o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Memory(t.Context()); !errors.Is(err, backends.ErrSpace) {
		t.Errorf("got %v, want ErrSpace", err)
	}
	if !s.closed {
		t.Error("the backend was left open")
	}
}

// spaced is a store of a space that the file does not have.
type spaced struct{ *store }

func (spaced) Space() backends.Space { return backends.Space{Name: "minilm", Dim: 384} }

func TestAMemoryThatOnlyReads(t *testing.T) {
	mem, err := parse(t, "extractor: {name: none}").Memory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()
	ctx := middleware.WithScope(t.Context(), backends.Scope{Tenant: "acme", User: "alice"})
	if _, err := mem.Write(ctx, middleware.Turn{}); !errors.Is(err, backends.ErrInvalid) {
		t.Errorf("writing: got %v, want ErrInvalid", err)
	}
}

func TestPluginsOfBadNames(t *testing.T) {
	p := config.Builtin()
	p.Backends["My.Store"] = p.Backends["inmem"]
	p.Gates["empty"] = config.Maker[middleware.Gate]{}
	_, err := config.Parse("m.yaml", []byte("{}"), &config.Options{Plugins: p})
	if !errors.Is(err, backends.ErrInvalid) {
		t.Fatalf("got %v, want ErrInvalid", err)
	}
	for _, want := range []string{`backend "My.Store"`, `gate "empty"`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want it to name %s", err, want)
		}
	}
}
