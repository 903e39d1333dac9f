package config

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/memware/memware/middleware"
)

// A Change tells what an [Config.Apply] did, by the keys of settings.
type Change struct {
	Applied []string // took effect
	Restart []string // differ from what is in force until a restart
}

// Apply gives m, which c built, the settings of next that need no restart:
// policy, read but for its template, write and gate. It returns what is in force
// from then on: these settings of next, the rest of c. Turns in progress end
// with the settings they began with. On an error nothing changes.
func (c *Config) Apply(ctx context.Context, m *middleware.Memory, next *Config) (*Config, Change, error) {
	change, inForce := c.differs(next), c.with(next)
	if len(change.Applied) > 0 {
		o, err := next.hotOptions(ctx)
		if err != nil {
			return c, Change{}, err
		}
		o.Revision = inForce.Revision()
		if err := m.Reload(*o); err != nil {
			return c, Change{}, fmt.Errorf("config: %s: %w", next.path, err)
		}
	}
	return inForce, change, nil
}

// differs returns the keys whose values are not the same in next.
func (c *Config) differs(next *Config) Change {
	var change Change
	keys := maps.Clone(c.values)
	maps.Copy(keys, next.values)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		old, had := c.values[key]
		if now, has := next.values[key]; had == has && old == now {
			continue
		}
		if hot(key) {
			change.Applied = append(change.Applied, key)
		} else {
			change.Restart = append(change.Restart, key)
		}
	}
	return change
}

// with returns c with what needs no restart from next.
func (c *Config) with(next *Config) *Config {
	out := *c
	out.sum, out.gate = next.sum, next.gate
	out.file.Policy, out.file.Write, out.file.Gate = next.file.Policy, next.file.Write, next.file.Gate
	out.file.Read = next.file.Read
	out.file.Read.Template = c.file.Read.Template

	out.values, out.settings = map[string]string{}, nil
	for _, from := range []struct {
		*Config
		hot bool
	}{{next, true}, {c, false}} {
		for _, s := range from.settings {
			if hot(s.Key) == from.hot {
				out.settings = append(out.settings, s)
				out.values[s.Key] = from.values[s.Key]
			}
		}
	}
	slices.SortStableFunc(out.settings, func(a, b Setting) int { return section(a.Key) - section(b.Key) })
	return &out
}

// section returns the place of a key's section in a file.
func section(key string) int {
	first, _, _ := strings.Cut(key, ".")
	return slices.Index([]string{
		"space", "backend", "embedder", "extractor", "policy", "read", "write", "gate", "quarantine", "telemetry", "stages",
	}, first)
}
