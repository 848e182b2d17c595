package cli

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/control"
	"github.com/winnow-news/winnow/winnow/pipeline"
	"golang.org/x/sync/errgroup"
)

func (a *app) run() *cobra.Command {
	var out, format string
	var once bool
	cmd := &cobra.Command{
		Use:   "run [URL…]",
		Short: "Ingest news sites continuously in one process, until Ctrl-C",
		Long: `Crawl the sites of the given URLs, and all that were added before, learn their
templates and write each article as it is published: as JSON lines to stdout,
or as files to --out. It goes on until Ctrl-C and resumes where it stopped.
--once ends when the sites have been crawled to the end.`,
		Example: "  winnow run https://news.example/\n  winnow run https://news.example/ --out articles --format markdown",
		RunE: func(cmd *cobra.Command, urls []string) error {
			cfg, err := a.load()
			if err != nil {
				return err
			}
			cfg.Crawler.Once = cfg.Crawler.Once || once
			sink, err := a.sink(out, format, outJSON)
			if err != nil {
				return err
			}
			return a.runSites(cmd.Context(), cfg, urls, sink)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "write each article to a file of this folder instead of stdout")
	cmd.Flags().StringVar(&format, "format", "", "json, markdown or text (default json)")
	cmd.Flags().BoolVar(&once, "once", false, "end when nothing is left to fetch")
	return cmd
}

// runSites runs all stages in this process until ctx ends or, crawling once,
// nothing is left.
func (a *app) runSites(ctx context.Context, cfg config.Config, urls []string, sink *sink) error {
	log := a.logger(cfg.Log)
	p, err := a.open(ctx, cfg, log, nil)
	if err != nil {
		return err
	}
	defer p.Close()
	if err := a.seed(ctx, p, urls); err != nil {
		return err
	}
	log.Info("running", "data", cfg.Data, "nats", p.Bus.URL())
	from := sink.remember(filepath.Join(cfg.Data, "run.position"))
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return p.Run(ctx, pipeline.Stages()...) })
	g.Go(func() error { return a.serveControl(ctx, p) })
	g.Go(func() error { return a.follow(ctx, p.Bus.Bus, from+1, sink) })
	if cfg.Crawler.Once {
		g.Go(func() error {
			defer stop()
			return a.untilDone(ctx, p, sink, nil)
		})
	}
	err = g.Wait()
	log.Info("stopped; run again to go on", "articles", sink.count())
	return err
}

// open opens the pipeline; p.Close undoes it.
func (a *app) open(ctx context.Context, cfg config.Config, log *slog.Logger, observe func(bus.Observation)) (*pipeline.Pipeline, error) {
	p, err := pipeline.Open(ctx, cfg, pipeline.Options{Version: Version, Observe: observe, Log: log})
	if err != nil {
		return nil, err
	}
	if cfg.NATS.URL != "" {
		if err := p.Bus.Apply(ctx); err != nil {
			p.Close()
			return nil, err
		}
	}
	return p, nil
}

// seed registers the sites of urls; there must be at least one site then.
func (a *app) seed(ctx context.Context, p *pipeline.Pipeline, urls []string) error {
	for _, u := range urls {
		if _, err := p.Crawler.Seed(ctx, u); err != nil {
			return usageError(fmt.Errorf("seed %s: %w", u, err))
		}
	}
	sites, err := p.Store.Sites(ctx)
	if err == nil && len(sites) == 0 {
		err = usageError(fmt.Errorf("no site: name the URL of a news site, winnow run https://news.example/"))
	}
	return err
}

func (a *app) serveControl(ctx context.Context, p *pipeline.Pipeline) error {
	return control.Serve(ctx, p.Bus.Bus, control.NewLocal(p.Store, p.Cores, p.Crawler.Seed))
}

func (a *app) worker() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "worker STAGE…",
		Short: "Run stages as a separate process against --nats and --redis",
		Long: `Run one or more of the stages crawl, segment, compare and classify against a
NATS server and a Redis that other workers share. Start as many as are needed,
anywhere, and kill them at any time. The streams are created by
"winnow topology apply"; a worker waits until they exist.`,
		Example:   "  winnow worker segment --nats nats://nats:4222 --redis redis:6379",
		ValidArgs: pipeline.Stages(),
		Args:      cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, stages []string) error {
			for _, s := range stages {
				if !slices.Contains(pipeline.Stages(), s) {
					return usageError(fmt.Errorf("unknown stage %q, want crawl, segment, compare or classify", s))
				}
			}
			cfg, err := a.load()
			if err != nil {
				return err
			}
			if cfg.NATS.URL == "" || len(cfg.Redis.Addrs) == 0 {
				return usageError(fmt.Errorf("a worker shares its work: pass --nats and --redis, or use winnow run for one process"))
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
			return err
		},
	}
	return cmd
}
