package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

func (a *app) config() *cobra.Command {
	return &cobra.Command{
		Use:   "config",
		Short: "Print the resolved configuration, secrets masked",
		Long: `Print the configuration that the other commands would run with: flag over
environment over file over default. Every key can be set in the file, by its
environment variable (WINNOW_COMPARER_WINDOW) or with --set comparer.window=100.`,
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
