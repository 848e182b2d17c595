package cli

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/control"
	"github.com/winnow-news/winnow/winnow/pipeline"
	"golang.org/x/sync/errgroup"
)

// open opens the pipeline; p.Close undoes it. The streams exist then; those of a
// server that is not our own stay as winnow topology apply has made them.
func (a *app) open(ctx context.Context, cfg config.Config, o pipeline.Options) (*pipeline.Pipeline, error) {
	o.Version, o.Log = Version, a.logger(cfg.Log)
	p, err := pipeline.Open(ctx, cfg, o)
	if err != nil {
		return nil, err
	}
	if cfg.NATS.URL != "" {
		if err := p.Bus.Ensure(ctx); err != nil {
			p.Close()
			return nil, err
		}
	}
	return p, nil
}

// live runs stages, answers control requests and hands the articles behind
// s.seq to s. It goes on until ctx ends, which is no error here, or until the
// work is done; then s has every article that the work has led to.
func (a *app) live(ctx context.Context, p *pipeline.Pipeline, stages []string, s *sink, work func(context.Context) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return p.Run(gctx, stages...) })
	g.Go(func() error { return a.serveControl(gctx, p) })
	g.Go(func() error { return s.follow(gctx, p.Bus.Bus, true) })
	done := false
	if work != nil {
		g.Go(func() error {
			defer stop()
			err := work(gctx)
			done = err == nil
			return err
		})
	}
	err := g.Wait()
	if !done || err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return s.follow(context.WithoutCancel(ctx), p.Bus.Bus, false)
}

func (a *app) serveControl(ctx context.Context, p *pipeline.Pipeline) error {
	return control.Serve(ctx, p.Bus.Bus, control.NewLocal(p.Store, p.Cores, p.Crawler.Seed, p.Bus.DropSegmented))
}

// crawled returns when the crawl is at its end and no page is under way.
func (a *app) crawled(ctx context.Context, p *pipeline.Pipeline, cfg config.Config, tick func()) error {
	log, asked, told := a.logger(cfg.Log), time.Now(), false
	return poll(ctx, log, 200*time.Millisecond, func() (bool, error) {
		tick()
		idle, err := p.Crawler.Idle(ctx)
		if err != nil {
			return false, err
		}
		if idle {
			return p.Bus.Drained(ctx)
		}
		if told || time.Since(asked) < 5*time.Second { // it takes a walk through the frontier
			return false, nil
		}
		asked = time.Now()
		progress, err := p.Crawler.Progress(ctx)
		if f := progress.Frontier; err == nil && f.Due == 0 && f.Leased == 0 {
			log.Info("waiting for visits and retries that are planned for later", "waiting", f.Waiting)
			told = true
		}
		return false, err
	})
}

// drained returns when no page is under way.
func (a *app) drained(ctx context.Context, p *pipeline.Pipeline, cfg config.Config, tick func()) error {
	return poll(ctx, a.logger(cfg.Log), 100*time.Millisecond, func() (bool, error) {
		tick()
		return p.Bus.Drained(ctx)
	})
}

// poll asks whether something is done until it is. Who cannot say now is asked
// again: the stages wait for their servers, too.
func poll(ctx context.Context, log *slog.Logger, every time.Duration, done func() (bool, error)) error {
	tick := time.NewTicker(every)
	defer tick.Stop()
	asking := true
	for {
		ok, err := done()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case ok, errors.Is(err, bus.ErrClosed):
			return err
		case err != nil && asking:
			log.Warn("cannot say whether the work is done, asking on", "error", err)
		}
		asking = err == nil
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}
