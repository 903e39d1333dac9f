package config

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"regexp"
	"slices"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// ScopeName is the instrumentation scope of this package's telemetry.
const ScopeName = "github.com/memware/memware/config"

// Options are what a file cannot say. Nil means all defaults.
type Options struct {
	Plugins   *Plugins // what a file may name; nil: Builtin()
	EnvPrefix string   // of environment variables; empty: MEMWARE

	// Memory gives the memory its Tokens, Clock, Logger, TracerProvider and
	// MeterProvider, and Plugins that run before those of the file. The settings
	// that a file has are the file's.
	Memory middleware.Options
}

// A Config is a configuration that was read and found valid. It never changes,
// and is safe for concurrent use.
type Config struct {
	path     string
	sum      [sha256.Size]byte // of the file's bytes
	options  Options
	file     file
	settings []Setting
	values   map[string]string // of the settings, by key; secrets too

	backend   part[backends.Backend]
	embedder  part[middleware.Embedder]
	extractor part[middleware.Extractor]
	gate      part[middleware.Gate]
	stages    []part[middleware.Plugin]
}

// A Setting is one effective setting and where it comes from.
type Setting struct {
	Key    string // such as "read.k"
	Value  string // as a file would have it; "(secret)" for a secret
	Origin string // "default", "preset long_history", "memware.yaml:12" or "MEMWARE_READ_K"
}

// Load reads and checks a file, with the environment over it. The error is an
// *[Error] that holds every problem; where the file cannot be opened it matches
// that of the operating system too, such as [fs.ErrNotExist].
func Load(path string, o *Options) (*Config, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, data, o)
}

// Parse is [Load] for a file that was read already. The name stands for it in
// problems and origins. Data of {} means the defaults and the environment.
func Parse(name string, data []byte, o *Options) (*Config, error) {
	c := &Config{path: name, sum: sha256.Sum256(data)}
	if o != nil {
		c.options = *o
	}
	if c.options.Plugins == nil {
		c.options.Plugins = Builtin()
	}
	if err := c.options.Plugins.validate(); err != nil {
		return nil, err
	}
	if err := c.parse(data); err != nil {
		return nil, err
	}
	return c, nil
}

// readFile reads a file, and no more of it than a configuration may have.
func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFileBytes+1))
	if err != nil {
		return nil, unreadable(path, err)
	}
	return data, nil
}

// unreadable returns the error of a file that cannot be read.
func unreadable(path string, err error) error {
	var cause *fs.PathError
	reason := "cannot be read"
	if errors.As(err, &cause) {
		reason += ": " + cause.Err.Error()
	}
	p := Problem{File: path, Reason: reason, Remedy: "check the path and its permissions"}
	return fmt.Errorf("%w%w", &Error{Problems: []Problem{p}}, hidden{err})
}

// hidden is an error to match, without text of its own.
type hidden struct{ error }

func (hidden) Error() string   { return "" }
func (h hidden) Unwrap() error { return h.error }

// Settings returns every effective setting, in the order of the sections.
func (c *Config) Settings() []Setting { return slices.Clone(c.settings) }

// Revision names the effective settings: equal settings have equal revisions,
// wherever they come from. Secrets are left out.
func (c *Config) Revision() string {
	h := sha256.New()
	for _, s := range c.settings {
		fmt.Fprintf(h, "%q=%q\n", s.Key, s.Value)
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
}

func (c *Config) logger() *slog.Logger {
	if c.options.Memory.Logger != nil {
		return c.options.Memory.Logger
	}
	return slog.Default()
}

// validate checks what a program registered.
func (p *Plugins) validate() error {
	var errs []error
	check := func(kind, name string, empty bool) {
		switch {
		case !regexp.MustCompile(`^[a-z][a-z0-9_]*$`).MatchString(name):
			errs = append(errs, fmt.Errorf("config: %w: %s %q: a name is lower case letters, digits and _", backends.ErrInvalid, kind, name))
		case empty:
			errs = append(errs, fmt.Errorf("config: %w: %s %q: its Maker is empty: use Make", backends.ErrInvalid, kind, name))
		}
	}
	for name, m := range p.Backends {
		check("backend", name, m.defaults == nil)
	}
	for name, m := range p.Embedders {
		check("embedder", name, m.defaults == nil)
	}
	for name, m := range p.Extractors {
		check("extractor", name, m.defaults == nil)
	}
	for name, m := range p.Gates {
		check("gate", name, m.defaults == nil)
	}
	for name, m := range p.Stages {
		check("stage", name, m.defaults == nil)
	}
	return errors.Join(errs...)
}
