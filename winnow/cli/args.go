package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// strict makes wrong arguments of a command and of those below it a usage
// error that says what would be right.
func strict(c *cobra.Command) {
	switch check := c.Args; {
	case c.HasSubCommands():
		c.Args = oneOfItsCommands
		c.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	case check != nil:
		c.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return usageError(fmt.Errorf("usage: %s", usageOf(cmd)))
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		strict(sub)
	}
}

// oneOfItsCommands refuses what is no command of cmd.
func oneOfItsCommands(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	unknown := strings.TrimPrefix(cmd.CommandPath()+" "+args[0], cmd.Root().Name()+" ")
	err := fmt.Errorf("unknown command %q; %s --help lists the commands", unknown, cmd.CommandPath())
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		err = fmt.Errorf("unknown command %q, did you mean %s?", unknown, strings.Join(near, " or "))
	}
	return usageError(err)
}

// usageOf is a command's line of usage without its flags.
func usageOf(cmd *cobra.Command) string {
	return strings.TrimSuffix(cmd.UseLine(), " [flags]")
}

// help gives a command about any command, with an error where cobra's own has
// none.
func help(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about any command",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return usageError(errors.New("help: no such command: " + strings.Join(args, " ")))
			}
			return cmd.Help()
		},
	}
}
