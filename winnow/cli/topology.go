package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

func (a *app) topology() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "topology",
		Short: "Create streams and consumers, or show how they differ",
		Long: `The streams, consumers and buckets that the workers of a fleet share. The
embedded server of a single process keeps its own: this wants --nats.`,
	}
	cmd.AddCommand(
		&cobra.Command{
			Use:   "apply",
			Short: "Create or update streams, consumers and buckets",
			Args:  cobra.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error {
				return a.server(cmd.Context(), func(m *pipeline.Messaging) error {
					if err := m.Apply(cmd.Context()); err != nil {
						return err
					}
					return a.printDiff(nil)
				})
			},
		},
		&cobra.Command{
			Use:   "diff",
			Short: "Show how the server's streams differ from the declared ones; changes nothing",
			Long: `Show how the server's streams, consumers and buckets differ from the declared
ones, one line a difference; changes nothing. The exit code is 0 when the server
is as declared, and 1, like diff's, when it is not.`,
			Args: cobra.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error {
				ctx := cmd.Context()
				return a.server(ctx, func(m *pipeline.Messaging) error {
					diff, err := m.Diff(ctx)
					if err != nil && ctx.Err() == nil { // 1 is for differences
						return coded{err, pipeline.ErrUnreachable}
					}
					if err != nil {
						return err
					}
					if err := a.printDiff(diff); err != nil || len(diff) == 0 {
						return err
					}
					return silently(errDiffers)
				})
			},
		})
	return cmd
}

// server runs do with a connection to the configured NATS server.
func (a *app) server(ctx context.Context, do func(*pipeline.Messaging) error) error {
	cfg, err := a.load()
	if err != nil {
		return err
	}
	if cfg.NATS.URL == "" {
		return usageError(errors.New("topology wants --nats: an embedded server keeps its streams by itself"))
	}
	m, err := pipeline.OpenBus(ctx, cfg, a.logger(cfg.Log))
	if err != nil {
		return err
	}
	defer m.Close()
	return m.Explain(do(m))
}

func (a *app) printDiff(diff []string) error {
	if a.json {
		if diff == nil {
			diff = []string{}
		}
		return a.printJSON(map[string]any{"differences": diff})
	}
	for _, d := range diff {
		fmt.Fprintln(a.Out, d)
	}
	if len(diff) == 0 {
		fmt.Fprintln(a.Out, "the server is as declared")
	}
	return nil
}
