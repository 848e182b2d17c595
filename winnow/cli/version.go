package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// Version is the version of the pipeline, as articles carry it in their
// provenance. A release build sets it with -ldflags -X.
var Version = "dev"

func (a *app) version() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			v := map[string]string{"version": Version, "go": runtime.Version(), "platform": runtime.GOOS + "/" + runtime.GOARCH}
			if info, ok := debug.ReadBuildInfo(); ok {
				for _, s := range info.Settings {
					if s.Key == "vcs.revision" {
						v["revision"] = s.Value
					}
				}
			}
			if a.json {
				return a.printJSON(v)
			}
			fmt.Fprintf(a.Out, "winnow %s (%s, %s)\n", v["version"], v["go"], v["platform"])
			return nil
		},
	}
}
