package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is what the build knows of itself.
type version struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"` // of the source
	Time     string `json:"time,omitempty"`     // of the revision
	Modified bool   `json:"modified"`           // whether the source differs from the revision
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func versionCommand(p *printer) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Tell which build this is",
		Long: `Tell which build this is: the version of the module, the revision of its source
and whether it was modified, as far as the build recorded them, and the version of Go.`,
		Example: "  memware version\n  memware version --json",
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			v := buildVersion()
			return p.show(v, v.text)
		},
	}
}

func buildVersion() version {
	v := version{Version: "(unknown)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	v.Version = info.Main.Version
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.time":
			v.Time = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}

func (v version) text() string {
	s := "memware " + v.Version
	if v.Revision != "" {
		s += fmt.Sprintf(" (%s, %s", v.Revision[:min(12, len(v.Revision))], v.Time)
		if v.Modified {
			s += ", modified"
		}
		s += ")"
	}
	return fmt.Sprintf("%s %s %s\n", s, v.Go, v.Platform)
}
