package cli

import (
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memware/memware/cmd/memware/internal/eval"
)

const evalLong = `Measure a memory on a file of examples: what its windows show, what its gate lets
in, and how well it finds what it was told.

The memory is the one that --config describes, in memory and with a clock that
the file sets; without it, one with default settings. Every figure comes out of
its write path and its read path. The environment lies over the settings:
MEMWARE_POLICY_RECENCY overrides policy.recency, and so on. A window is bounded
by k alone, not by the token budget.

The flags of the policy change what is ranked; gate and inject rank nothing.
Where a file names a policy of its own, --config, --preset and these flags win.

Equal files and settings give equal figures. A file that is not valid is told
with line and column, and the exit code is 3.`

func evalCommand(p *printer) *cobra.Command {
	o := &evalOptions{}
	c := group("eval", "Measure a memory on a file of examples", evalLong,
		"  memware eval worked worked.json\n  memware eval retrieval --config memware.yaml conversations.json",
		workedCommand(p, o), gateCommand(p, o), updatesCommand(p, o), retrievalCommand(p, o), injectCommand(p, o))
	f := c.PersistentFlags()
	f.StringVar(&o.config, "config", "", "configuration `file` of the memory that is measured")
	f.StringVar(&o.preset, "preset", "", "`name` of the weights to start from: "+strings.Join(presets(), " or "))
	f.Var(&o.relevance, "relevance", "weight of the likeness to the question, 0 or more")
	f.Var(&o.recency, "recency", "weight of how lately it was said, 0 or more")
	f.Var(&o.importance, "importance", "weight of how important it is, 0 or more")
	f.Var(&o.halfLife, "half-life", "age at which recency has fallen to one half, such as 14d or 36h")
	completes(c, "preset", presets())
	return c
}

// evalOptions are the flags of evaluations.
type evalOptions struct {
	config                         string
	preset                         string
	relevance, recency, importance weight
	halfLife                       age
}

// presets are the values of policy.preset.
func presets() []string { return []string{"default", "long_history"} }

// completes lets a shell complete the values of a flag.
func completes(c *cobra.Command, flag string, values []string) {
	// The error would be that of a flag that is not there, or has completion twice.
	_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// setup returns the memory that the flags describe.
func (o *evalOptions) setup() (eval.Setup, error) {
	s := eval.Setup{Policy: eval.Choice{
		Relevance: o.relevance.given, Recency: o.recency.given, Importance: o.importance.given, HalfLife: o.halfLife.given,
	}}
	switch {
	case o.preset != "" && o.config != "":
		return s, usage("--preset and --config exclude each other: set policy.preset in the file")
	case o.preset != "" && !slices.Contains(presets(), o.preset):
		return s, usage("--preset %q is unknown: give %s", o.preset, strings.Join(presets(), " or "))
	case o.preset != "":
		s.Name, s.Config, s.Policy.Configured = "--preset", []byte("policy: {preset: "+o.preset+"}"), true
	case o.config != "":
		data, err := os.ReadFile(o.config)
		if err != nil {
			return s, err
		}
		s.Name, s.Config, s.Policy.Configured = o.config, data, true
	}
	return s, nil
}

// measure runs an evaluation with a progress bar and shows its result.
func measure[T any](p *printer, o *evalOptions, run func(eval.Setup) (T, error), text func(T) string) error {
	s, err := o.setup()
	if err != nil {
		return err
	}
	step, stop := p.progress()
	s.Progress = step
	result, err := run(s)
	stop()
	if err != nil {
		return err
	}
	return p.show(result, func() string { return text(result) })
}
