package config

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"text/template"

	"github.com/memware/memware/backends"
	"github.com/memware/memware/middleware"
)

// Memory builds the memory that c describes. It is the caller's to close. The
// context bounds opening the plug-ins, not the life of the memory.
func (c *Config) Memory(ctx context.Context) (*middleware.Memory, error) {
	o, err := c.memoryOptions(ctx)
	if err != nil {
		return nil, err
	}
	s := c.setup()
	x, err := build(ctx, "extractor", c.extractor, s)
	if err != nil {
		return nil, err
	}
	b, err := build(ctx, "backend", c.backend, s)
	if err != nil {
		return nil, err
	}
	var m *middleware.Memory
	if x == nil {
		m, err = middleware.NewReadOnly(b, o)
	} else {
		m, err = middleware.New(b, x, o)
	}
	if err != nil && b != nil {
		err = errors.Join(err, b.Close())
	}
	if err != nil {
		return nil, fmt.Errorf("config: %s: %w", c.path, err)
	}
	return m, nil
}

// memoryOptions returns the options of the memory, plug-ins included.
func (c *Config) memoryOptions(ctx context.Context) (*middleware.Options, error) {
	o, err := c.hotOptions(ctx)
	if err != nil {
		return nil, err
	}
	s := c.setup()
	if o.Embedder, err = build(ctx, "embedder", c.embedder, s); err != nil {
		return nil, err
	}
	o.Plugins = append([]middleware.Plugin(nil), c.options.Memory.Plugins...)
	for _, stage := range c.stages {
		p, err := build(ctx, "stage", stage, s)
		if err != nil {
			return nil, err
		}
		o.Plugins = append(o.Plugins, p)
	}
	o.Revision = c.Revision()
	o.StoreID, o.CaptureContent = c.file.Telemetry.StoreID, c.file.Telemetry.CaptureContent
	o.Template = nil
	if c.file.Read.Template != "" {
		if o.Template, err = template.New("read.template").Parse(c.file.Read.Template); err != nil {
			return nil, fmt.Errorf("config: %w: read.template is no template", backends.ErrInvalid)
		}
	}
	return o, nil
}

// hotOptions returns the options that a reload replaces, over those of the
// program.
func (c *Config) hotOptions(ctx context.Context) (*middleware.Options, error) {
	g, err := build(ctx, "gate", c.gate, c.setup())
	if err != nil {
		return nil, err
	}
	o, f := c.options.Memory, c.file
	o.K, o.Budget, o.Fanout = f.Read.K, f.Read.Budget, f.Read.Fanout
	o.Deadline, o.WriteDeadline, o.FailClosed = f.Read.Deadline, f.Write.Deadline, f.Read.FailClosed
	o.MinRelevance, o.ForgetRetracts, o.Gate = f.Read.MinRelevance, f.Write.ForgetRetracts, g
	o.Policy = &backends.Policy{
		Relevance: f.Policy.Relevance, Recency: f.Policy.Recency, Importance: f.Policy.Importance, HalfLife: f.Policy.HalfLife,
	}
	return &o, nil
}

// build makes a plug-in. Its error names it and holds the cause.
func build[T any](ctx context.Context, kind string, p part[T], s Setup) (T, error) {
	made, err := p.build(ctx, s)
	if err != nil {
		return made, fmt.Errorf("config: %s %q: %w", kind, p.name, err)
	}
	return made, nil
}

func (c *Config) space() backends.Space {
	s := c.file.Space
	return backends.Space{Name: s.Name, Dim: s.Dim, Low: s.Low, High: s.High}
}

func (c *Config) concepts() map[string][]string {
	if len(c.file.Space.Concepts) == 0 {
		return nil
	}
	words := make(map[string][]string, len(c.file.Space.Concepts))
	for _, x := range c.file.Space.Concepts {
		words[x.Name] = append(words[x.Name], x.Words...)
	}
	return words
}

func (c *Config) setup() Setup {
	o := c.options.Memory
	return Setup{
		Space: c.space(), StopWords: c.file.Space.StopWords, Concepts: c.concepts(),
		MaxHeld: c.file.Quarantine.Limit, MaxHeldAge: c.file.Quarantine.Age,
		Clock: o.Clock, Logger: cmp.Or(o.Logger, c.logger()),
		TracerProvider: o.TracerProvider, MeterProvider: o.MeterProvider,
	}
}
