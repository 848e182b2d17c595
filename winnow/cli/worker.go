package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/winnow-news/winnow/winnow/pipeline"
	"golang.org/x/sync/errgroup"
)

func (a *app) worker() *cobra.Command {
	return &cobra.Command{
		Use:   "worker STAGE…",
		Short: "Run stages as a separate process against --nats and --redis",
		Long: `Run one or more of the stages crawl, segment, compare and classify against a
NATS server and a Redis that other workers share. Start as many as are needed,
anywhere, and kill them at any time; Ctrl-C drains first and ends with exit
code 0. The streams are created by "winnow topology apply"; a worker waits until
they exist.`,
		Example:   "  winnow worker segment --nats nats://nats:4222 --redis redis:6379\n  winnow worker compare classify --nats nats://nats:4222 --redis redis:6379",
		ValidArgs: pipeline.Stages(),
		Args:      cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, stages []string) error {
			for _, s := range stages {
				if !slices.Contains(pipeline.Stages(), s) {
					return usageError(fmt.Errorf("unknown stage %q, want %s", s, strings.Join(pipeline.Stages(), ", ")))
				}
			}
			if twice := slices.Sorted(slices.Values(stages)); len(slices.Compact(twice)) < len(stages) {
				return usageError(errors.New("a stage is named twice"))
			}
			cfg, err := a.load()
			if err != nil {
				return err
			}
			if cfg.NATS.URL == "" || len(cfg.Redis.Addrs) == 0 {
				return usageError(errors.New("a worker shares its work: pass --nats and --redis, or use winnow run for one process"))
			}
			log := a.logger(cfg.Log).With("pid", os.Getpid())
			p, err := pipeline.Open(cmd.Context(), cfg, pipeline.Options{Version: Version, Log: log})
			if err != nil {
				return err
			}
			defer p.Close()
			log.Info("working", "stages", stages)
			g, ctx := errgroup.WithContext(cmd.Context())
			g.Go(func() error { return p.Run(ctx, stages...) })
			g.Go(func() error { return a.serveControl(ctx, p) })
			err = g.Wait()
			log.Info("stopped", "stages", stages)
			return endless(err)
		},
	}
}
