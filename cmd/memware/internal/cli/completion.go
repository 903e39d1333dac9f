package cli

import (
	"bytes"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

func shells() []string { return []string{"bash", "zsh", "fish", "powershell"} }

func completionCommand(p *printer) *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Write a completion script for a shell",
		Long: `Write the script that lets a shell complete commands, flags and their values.
SHELL is bash, zsh, fish or powershell. Load it in every new shell, or keep it
where the shell looks for such scripts.`,
		Example: `  source <(memware completion bash)
  memware completion zsh > "${fpath[1]}/_memware"
  memware completion fish > ~/.config/fish/completions/memware.fish`,
		ValidArgs: shells(),
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 || !slices.Contains(shells(), args[0]) {
				return usage("%s takes one SHELL: %s", c.CommandPath(), strings.Join(shells(), ", "))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			script, err := completion(c.Root(), args[0])
			if err != nil {
				return err
			}
			data := struct {
				Shell  string `json:"shell"`
				Script string `json:"script"`
			}{args[0], script}
			return p.show(data, func() string { return script })
		},
	}
}

func completion(root *cobra.Command, shell string) (string, error) {
	var b bytes.Buffer
	var err error
	switch shell {
	case "bash":
		err = root.GenBashCompletionV2(&b, true)
	case "zsh":
		err = root.GenZshCompletion(&b)
	case "fish":
		err = root.GenFishCompletion(&b, true)
	case "powershell":
		err = root.GenPowerShellCompletionWithDesc(&b)
	}
	return b.String(), err
}
