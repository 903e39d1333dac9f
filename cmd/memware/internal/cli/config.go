package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/memware/memware/config"
)

const configLong = `Check a configuration file, print its schema, and show what it makes of the
settings. The environment lies over the file: MEMWARE_READ_K overrides read.k,
and so on.`

func configCommand(p *printer) *cobra.Command {
	return group("config", "Check and show configurations", configLong,
		"  memware config validate memware.yaml\n  memware config show --origin memware.yaml",
		validateCommand(p), schemaCommand(p), showCommand(p))
}

// validation is the result of config validate.
type validation struct {
	File     string    `json:"file"`
	Valid    bool      `json:"valid"`
	Problems []problem `json:"problems"`
}

type problem struct {
	File     string `json:"file,omitempty"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
	Variable string `json:"variable,omitempty"` // of the environment, in place of the file
	Key      string `json:"key,omitempty"`
	Value    string `json:"value,omitempty"`
	Reason   string `json:"reason"`
	Remedy   string `json:"remedy,omitempty"`
}

func validateCommand(p *printer) *cobra.Command {
	return &cobra.Command{
		Use:   "validate FILE",
		Short: "Check a configuration file",
		Long: `Check a configuration file, and the environment over it. Every problem is told at
once, each with its line and column, what is wrong and what to write instead.
The exit code is 3 if there is one.`,
		Example: "  memware config validate memware.yaml\n  memware config validate memware.yaml --json",
		Args:    oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			_, err := config.Load(args[0], nil)
			var invalid *config.Error
			if err != nil && (!p.json || !errors.As(err, &invalid)) {
				return err
			}
			v := validation{File: args[0], Valid: err == nil, Problems: []problem{}}
			if invalid != nil {
				for _, x := range invalid.Problems {
					v.Problems = append(v.Problems, problem(x))
				}
			}
			if err := p.show(v, func() string { return plain(v.File) + ": valid\n" }); err != nil || v.Valid {
				return err
			}
			return toldError{}
		},
	}
}

func schemaCommand(p *printer) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of configuration files",
		Long: `Print the JSON Schema of configuration files, for editors and for checks before a
roll-out. It is JSON with and without --json.`,
		Example: "  memware config schema > memware.schema.json",
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			schema, err := config.Schema(nil)
			if err == nil {
				_, err = p.Out.Write(schema)
			}
			return err
		},
	}
}

// settings is the result of config show.
type settings struct {
	File     string    `json:"file"`
	Revision string    `json:"revision"`
	Settings []setting `json:"settings"`
}

type setting struct {
	Key    string `json:"key"`
	Value  string `json:"value"`
	Origin string `json:"origin"`
}

func showCommand(p *printer) *cobra.Command {
	var origin bool
	c := &cobra.Command{
		Use:   "show FILE",
		Short: "Show the effective settings of a configuration file",
		Long: `Show every setting as it takes effect: that of the file, that of the environment
over it, else that of the preset or the default. Secrets are not shown. With
--origin each is shown with where it comes from; JSON always has it.`,
		Example: "  memware config show memware.yaml\n  MEMWARE_READ_K=8 memware config show --origin memware.yaml",
		Args:    oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			loaded, err := config.Load(args[0], nil)
			if err != nil {
				return err
			}
			s := settings{File: args[0], Revision: loaded.Revision()}
			for _, x := range loaded.Settings() {
				s.Settings = append(s.Settings, setting(x))
			}
			return p.show(s, func() string { return p.settingsText(s, origin) })
		},
	}
	c.Flags().BoolVar(&origin, "origin", false, "show where each setting comes from")
	return c
}

func (p *printer) settingsText(s settings, origin bool) string {
	t := table{head: []string{"setting", "value"}}
	if origin {
		t.head = append(t.head, "origin")
	}
	for _, x := range s.Settings {
		if origin {
			t.add(x.Key, x.Value, x.Origin)
		} else {
			t.add(x.Key, x.Value)
		}
	}
	return p.text(t)
}
