package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/winnow-news/winnow/winnow/config"
)

func (a *app) config() *cobra.Command {
	return &cobra.Command{
		Use:   "config",
		Short: "Print the resolved configuration, secrets masked",
		Long: `Print the configuration with which the other commands would run here: flags
override environment variables, these the file, and the file the defaults. One
key, comparer.window, is set by --set comparer.window=100, by the environment
variable WINNOW_COMPARER_WINDOW=100, or in the file, below its section or by its
whole name:
  comparer:
    window: 100
The file is YAML: the one that --config or WINNOW_CONFIG names, else winnow.yaml
in the working directory. Lists are separated by commas, or are lists in the file;
durations have a unit (90s, 24h).

Keys:
` + keysHelp(),
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			c, err := a.load()
			if err != nil {
				return err
			}
			rows := c.Masked().Flat()
			if a.json {
				values := map[string]any{}
				for _, kv := range rows {
					values[kv.Key] = printable(kv.Value)
				}
				return a.printJSON(values)
			}
			for _, kv := range rows {
				fmt.Fprintf(a.Out, "%-24s %v\n", kv.Key, printable(kv.Value))
			}
			return nil
		},
	}
}

// keysHelp says of every key what it is for.
func keysHelp() string {
	var lines []string
	for _, kv := range config.Default().Flat() {
		lines = append(lines, fmt.Sprintf("  %-23s %s", kv.Key, kv.Help))
	}
	return strings.Join(lines, "\n")
}

// printable gives lists and durations the form in which they are configured.
func printable(v any) any {
	switch v := v.(type) {
	case []string:
		return strings.Join(v, ",")
	case fmt.Stringer:
		return v.String()
	}
	return v
}
