package cli

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/proto"
	"github.com/winnow-news/winnow/winnow/control"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

// statusReport is what status prints.
type statusReport struct {
	Bus      bus.Status          `json:"bus"`
	Sites    int                 `json:"sites"`
	Frontier proto.FrontierStats `json:"frontier"`
}

func (a *app) status() *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Show how streams, frontier and sites stand",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			var r statusReport
			err := a.messaging(ctx, func(m *pipeline.Messaging) (err error) {
				r.Bus, err = m.Status(ctx)
				return err
			})
			if err != nil {
				return err
			}
			err = a.admin(ctx, func(admin control.Admin) error {
				sites, err := admin.Sites(ctx)
				if err != nil {
					return err
				}
				r.Sites = len(sites)
				r.Frontier, err = admin.Frontier(ctx)
				return err
			})
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(r)
			}
			a.printStatus(r)
			return nil
		},
	}
}

func (a *app) printStatus(r statusReport) {
	fmt.Fprintf(a.Out, "NATS %s at %s, %d MiB stored\n", r.Bus.ServerVersion, r.Bus.URL, r.Bus.StoreBytes>>20)
	fmt.Fprintf(a.Out, "%-12s %10s %10s  %-10s %8s %8s %11s\n", "STREAM", "MESSAGES", "KIB", "CONSUMER", "WAITING", "IN WORK", "REDELIVERED")
	for _, q := range r.Bus.Queues {
		fmt.Fprintf(a.Out, "%-12s %10d %10d  %-10s %8d %8d %11d\n", q.Stream, q.Messages, q.Bytes>>10, q.Consumer, q.Waiting, q.AckPending, q.Redelivered)
	}
	f := r.Frontier
	fmt.Fprintf(a.Out, "%d sites; frontier: %d waiting, %d due, %d being fetched, %d done, %d given up\n",
		r.Sites, f.Waiting, f.Due, f.Leased, f.Done, f.Quarantined)
}

func (a *app) topology() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "topology",
		Short: "Create streams and consumers, or show how they differ",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		&cobra.Command{
			Use:   "apply",
			Short: "Create or update streams, consumers and buckets",
			Args:  cobra.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error {
				return a.messaging(cmd.Context(), func(m *pipeline.Messaging) error {
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
			Args:  cobra.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error {
				return a.messaging(cmd.Context(), func(m *pipeline.Messaging) error {
					diff, err := m.Diff(cmd.Context())
					if err != nil {
						return err
					}
					return a.printDiff(diff)
				})
			},
		})
	return cmd
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
