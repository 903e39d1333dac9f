package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// description is what help tells of a command.
type description struct {
	Command  string    `json:"command"`
	Short    string    `json:"short"`
	Long     string    `json:"long"`
	Usage    string    `json:"usage"`
	Example  string    `json:"example"`
	Commands []summary `json:"commands"`
}

type summary struct {
	Name  string `json:"name"`
	Short string `json:"short"`
}

func helpCommand(p *printer) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Tell about a command",
		Long:    "Tell what a command does, its flags, and examples of its use.",
		Example: "  memware help eval gate",
		Args:    func(*cobra.Command, []string) error { return nil }, // RunE looks
		RunE: func(c *cobra.Command, args []string) error {
			of, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return usage("there is no command %q", strings.Join(args, " "))
			}
			if !p.json {
				of.InitDefaultHelpFlag() // else it is not among the flags
				return of.Help()
			}
			return p.show(describe(of), nil)
		},
	}
}

func describe(c *cobra.Command) description {
	d := description{
		Command: c.CommandPath(), Short: c.Short, Long: c.Long, Usage: c.UseLine(),
		Example: c.Example, Commands: []summary{},
	}
	for _, sub := range c.Commands() {
		d.Commands = append(d.Commands, summary{sub.Name(), sub.Short})
	}
	return d
}
