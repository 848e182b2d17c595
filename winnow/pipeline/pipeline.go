package pipeline

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/classifier"
	"github.com/winnow-news/winnow/comparer"
	"github.com/winnow-news/winnow/crawler"
	"github.com/winnow-news/winnow/proto/stream"
	"github.com/winnow-news/winnow/segmenter"
	"github.com/winnow-news/winnow/winnow/config"
	"golang.org/x/sync/errgroup"
)

// Stages lists the stages in the order in which a page passes them.
func Stages() []string {
	return []string{stream.StageCrawl, stream.StageSegment, stream.StageCompare, stream.StageClassify}
}

// Options are what a program may add to the configuration.
type Options struct {
	// Version stands in the articles' provenance.
	Version string
	// Observe, when set, is told of every message that a stage has settled.
	Observe func(bus.Observation)
	Log     *slog.Logger
}

// Pipeline is the bus, the store and the stages, joined. Stages run in Run;
// any number of processes may run any of them.
type Pipeline struct {
	Bus     *Messaging
	Store   Store
	Cores   *Cores
	Crawler *crawler.Crawler

	cfg     config.Config
	options Options
	monitor *monitor // nil: nobody looks
}

// Open makes everything ready and starts no stage. The embedded server and
// store serve one process: Open fails when another one runs on the data
// folder. Close undoes it.
func Open(ctx context.Context, cfg config.Config, o Options) (*Pipeline, error) {
	cores, err := NewCores(cfg, o.Version)
	if err != nil {
		return nil, err
	}
	p := &Pipeline{Cores: cores, cfg: cfg, options: o}
	if err := p.open(ctx); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// open opens the folder before the port of the monitor: of a second process on
// one folder, which has one configuration with the first, the folder is what is
// to be told.
func (p *Pipeline) open(ctx context.Context) (err error) {
	if p.Store, err = OpenStore(ctx, p.cfg, p.options.Log); err != nil {
		return err
	}
	if p.Bus, err = OpenBus(ctx, p.cfg, p.options.Log); err != nil {
		return err
	}
	if p.monitor, err = openMonitor(p.cfg, p.options); err != nil {
		return err
	}
	if p.monitor != nil {
		p.Store = monitored{p.Store, p.monitor}
	}
	p.Crawler, err = newCrawler(p.cfg, p.Cores, p.Store, p.Bus, p.options.Log)
	return err
}

// Close ends the connections; Run must have returned.
func (p *Pipeline) Close() {
	if p.Bus != nil {
		p.Bus.Close()
	}
	if p.Store != nil {
		_ = p.Store.Close()
	}
	if p.monitor != nil {
		_ = p.monitor.listener.Close()
	}
}

// Run runs the named stages until ctx ends, then drains them: what was begun
// is brought to an end within a grace time, the rest is given back, for the next
// process to go on with at once. It returns the first error of a stage, or of a
// server of our own, that could not go on.
func (p *Pipeline) Run(ctx context.Context, stages ...string) error {
	for _, s := range stages {
		if !slices.Contains(Stages(), s) {
			return fmt.Errorf("unknown stage %q, want one of %s", s, strings.Join(Stages(), ", "))
		}
	}
	g, ctx := errgroup.WithContext(ctx)
	for _, s := range stages {
		g.Go(func() error {
			if err := p.runStage(ctx, s); err != nil {
				return fmt.Errorf("stage %s: %w", s, err)
			}
			return nil
		})
	}
	g.Go(func() error { return p.Bus.Reap(ctx, p.observe) })
	g.Go(func() error { return p.sweep(ctx) })
	g.Go(func() error { return p.Bus.Watch(ctx) })
	if p.monitor != nil {
		g.Go(func() error { return p.monitor.Serve(ctx, p.monitor.listener, world{p.Bus.Bus, p.Store}) })
	}
	if err := g.Wait(); err != nil || !p.Bus.Owned() {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), renewLimit)
	defer cancel()
	if err := p.Bus.Renew(ctx); err != nil {
		p.options.Log.Warn("what is under way will wait a moment at the next start", "error", err)
	}
	return nil
}

// renewLimit is how long a process that ends tries to leave its queues renewed;
// the next one waits for what is under way otherwise, and loses nothing.
const renewLimit = 15 * time.Second

func (p *Pipeline) runStage(ctx context.Context, stage string) error {
	rc := bus.DefaultRunnerConfig(stage)
	rc.Observe = p.observe
	switch stage {
	case stream.StageSegment:
		rc.Workers = p.cfg.Segmenter.Workers
		s := segmenter.NewStage(p.Cores.Segmenter, p.Bus)
		return p.Bus.Run(ctx, stream.SegmentConsumer, bus.EachOf(s.Handle), rc)
	case stream.StageCompare:
		rc.Workers, rc.BatchSize = p.cfg.Comparer.Workers, compareBatch
		s := comparer.New(p.Cores.Comparer, p.Store, &segmentedPages{p.Bus.Bus}, p.Cores.Classifier, p.Bus)
		return p.Bus.Run(ctx, stream.CompareConsumer, bus.BatchOf(s.HandleBatch), rc)
	case stream.StageClassify:
		rc.Workers = p.cfg.Classifier.Workers
		s := classifier.NewStage(p.Cores.Classifier, p.Bus, p.Store, p.Store)
		return p.Bus.Run(ctx, stream.ClassifyConsumer, bus.EachOf(s.Handle), rc)
	default:
		return p.Crawler.Run(ctx)
	}
}

// compareBatch is the most pages of a site that are appended together.
const compareBatch = 16

// sweepEvery and sweepAge say how often orphaned objects are looked for, and
// from which age an object without a message counts as one.
const (
	sweepEvery = time.Hour
	sweepAge   = 24 * time.Hour
)

// sweep removes what killed publishers left in the object store.
func (p *Pipeline) sweep(ctx context.Context) error {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			if n, err := p.Bus.SweepOversize(ctx, sweepAge); err != nil {
				p.options.Log.Warn("sweeping the object store", "error", err)
			} else if n > 0 {
				p.options.Log.Info("swept orphaned objects", "removed", n)
			}
		}
	}
}
