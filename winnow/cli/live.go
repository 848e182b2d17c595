package cli

import (
	"context"
	"errors"
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
	return control.Serve(ctx, p.Bus.Bus, control.NewLocal(p.Store, p.Cores, p.Crawler.Seed))
}

// crawled returns when the crawl is at its end and no page is under way.
func crawled(ctx context.Context, p *pipeline.Pipeline, tick func()) error {
	return poll(ctx, 200*time.Millisecond, func() (bool, error) {
		tick()
		if idle, err := p.Crawler.Idle(ctx); err != nil || !idle {
			return false, err
		}
		return p.Bus.Drained(ctx)
	})
}

// drained returns when no page is under way.
func drained(ctx context.Context, b *bus.Bus, tick func()) error {
	return poll(ctx, 100*time.Millisecond, func() (bool, error) {
		tick()
		return b.Drained(ctx)
	})
}

// poll asks whether something is done until it is.
func poll(ctx context.Context, every time.Duration, done func() (bool, error)) error {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if ok, err := done(); err != nil || ok {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}
