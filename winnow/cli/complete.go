package cli

import (
	"github.com/spf13/cobra"
	"github.com/winnow-news/winnow/winnow/config"
)

// choices tells shells what a flag of a command can be set to.
func choices(cmd *cobra.Command, flag string, words ...cobra.Completion) {
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// completeSetting gives the keys of the configuration, behind which a value is
// to come.
func completeSetting(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var keys []cobra.Completion
	for _, kv := range config.Default().Flat() {
		keys = append(keys, cobra.CompletionWithDesc(kv.Key+"=", kv.Help))
	}
	return keys, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
