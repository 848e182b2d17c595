package crawler

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/winnow-news/winnow/proto"
	"github.com/winnow-news/winnow/proto/failure"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

const (
	// insistMin and insistMax bound the waits between repeats of a port's
	// call that failed.
	insistMin = 100 * time.Millisecond
	insistMax = 15 * time.Second
	// pollMin is the least wait before the frontier is asked again.
	pollMin = 5 * time.Millisecond
	// seedEvery is how often the registry is searched for new seeds.
	seedEvery = 30 * time.Second
	// releaseGrace is the time to give tasks back after the context ended, or
	// before their lease does.
	releaseGrace = 5 * time.Second
)

// Run crawls until ctx ends, with Workers requests in flight; then it gives
// the tasks that it holds back to the frontier and returns nil. While a port
// fails it waits and tries again, with jitter. It may run in many processes on
// one frontier.
func (c *Crawler) Run(ctx context.Context) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() { c.seedLoop(ctx) })
	for range c.cfg.Workers {
		wg.Go(func() {
			for task := c.next(ctx); task != nil; task = c.next(ctx) {
				c.work(ctx, task)
			}
		})
	}
	return nil
}

// next waits for a task; nil when ctx has ended. Workers lease side by side, for
// a lease takes longer the farther away the store is; of those that find nothing
// one asks on, and the others wait for it.
func (c *Crawler) next(ctx context.Context) *pb.CrawlTask {
	if task, _ := c.lease(ctx); task != nil {
		return task
	}
	select {
	case c.asking <- struct{}{}:
		defer func() { <-c.asking }()
	case <-ctx.Done():
		return nil
	}
	for ctx.Err() == nil {
		task, again := c.lease(ctx)
		if task != nil {
			return task
		}
		pause := c.cfg.Poll
		if !again.IsZero() {
			pause = min(pause, max(time.Until(again), pollMin))
		}
		c.sleep(ctx, pause)
	}
	return nil
}

// lease asks for a task; when there is none, or ctx has ended, it gives nil and
// when to ask again.
func (c *Crawler) lease(ctx context.Context) (task *pb.CrawlTask, again time.Time) {
	err := c.insist(ctx, "leasing", func() (err error) {
		task, again, err = c.ports.Frontier.Next(ctx, time.Now(), c.cfg.Lease)
		return failure.Transient(err) // of no task's making: nothing is left to do but to wait
	})
	if err != nil { // ctx has ended
		return nil, time.Time{}
	}
	return task, again
}

// sleep waits for d, a change of the frontier, or the end of ctx.
func (c *Crawler) sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-c.wake:
	case <-ctx.Done():
	}
}

// work handles a task and, when ctx or the lease ends before that is done, gives
// it back: a lease that ran out would give the same URL to another worker, and
// one worker after the other to a port that takes nothing, such as a full
// stream.
func (c *Crawler) work(ctx context.Context, task *pb.CrawlTask) {
	v := &visit{task: task}
	err := c.handle(ctx, v)
	if err == nil {
		return
	}
	delay, level := v.delay, slog.LevelWarn
	switch {
	case ctx.Err() != nil:
	case errors.Is(err, errLease): // an outage, which has been told
		level = slog.LevelDebug
		c.ports.Log.Log(ctx, level, "task given back", "url", task.Url, "error", err)
		delay = max(delay, c.cfg.Lease) // until a port takes again
	default:
		c.ports.Log.WarnContext(ctx, "task left to its lease", "url", task.Url, "error", err)
		return
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseGrace)
	defer cancel()
	if err := c.release(grace, task.Url, delay); err != nil {
		c.ports.Log.Log(ctx, level, "task left to its lease", "url", task.Url, "error", err)
	}
}

// release gives a task back as it was when it was leased: handle may have
// changed its copy. Its host may have been asked, and has its next turn after
// delay.
func (c *Crawler) release(ctx context.Context, url string, delay time.Duration) error {
	task, err := c.ports.Frontier.Lookup(ctx, url)
	if err != nil || task == nil {
		return err
	}
	return c.ports.Frontier.Finish(ctx, task, time.Now().Add(delay))
}

// insist repeats do, with growing waits, until it succeeds, fails in a way
// that is not transient, or ctx ends.
func (c *Crawler) insist(ctx context.Context, doing string, do func() error) error {
	waiting := false
	defer func() {
		if waiting {
			c.waits.leave(doing)
		}
	}()
	pause := insistMin
	for {
		err := do()
		switch {
		case err == nil:
			c.waits.end(ctx, doing, waiting)
			waiting = false
			return nil
		case ctx.Err() != nil:
			return fmt.Errorf("%s: %w", doing, errors.Join(context.Cause(ctx), err))
		case failure.ClassOf(err) != failure.ClassTransient:
			return fmt.Errorf("%s: %w", doing, err)
		}
		if !waiting {
			waiting = true
			c.waits.begin(ctx, doing, err)
		}
		timer := time.NewTimer(jitter(pause))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
		}
		pause = min(2*pause, insistMax)
	}
}

// seedLoop keeps the frontier supplied with the seeds of all registered sites,
// so that a site that is added anywhere is crawled.
func (c *Crawler) seedLoop(ctx context.Context) {
	for {
		if err := c.seedAll(ctx); ctx.Err() == nil {
			c.waits.note(ctx, "looking up seeds", err)
		}
		select {
		case <-time.After(seedEvery):
		case <-ctx.Done():
			return
		}
	}
}

func (c *Crawler) seedAll(ctx context.Context) error {
	sites, err := c.ports.Sites.Sites(ctx)
	if err != nil {
		return fmt.Errorf("sites: %w", err)
	}
	for _, s := range sites {
		if s.Paused {
			continue
		}
		if err := c.putSeeds(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// Progress is how far a crawl is.
type Progress struct {
	Frontier proto.FrontierStats
	// Published counts the pages that this process has published.
	Published uint64
}

// Progress reports how far the crawl is.
func (c *Crawler) Progress(ctx context.Context) (Progress, error) {
	stats, err := c.ports.Frontier.Stats(ctx, "")
	if err != nil {
		return Progress{}, fmt.Errorf("progress: %w", err)
	}
	return Progress{Frontier: stats, Published: c.published.Load()}, nil
}

// Idle reports whether there is nothing to do: nothing is leased and nothing
// is due now (Continuous) or at any time, but on sites that are paused.
func (c *Crawler) Idle(ctx context.Context) (bool, error) {
	stats, err := c.ports.Frontier.Stats(ctx, "")
	if err != nil {
		return false, fmt.Errorf("idle: %w", err)
	}
	waiting := func(s proto.FrontierStats) int {
		if c.cfg.Continuous {
			return s.Due
		}
		return s.Waiting
	}
	if stats.Leased > 0 || waiting(stats) == 0 {
		return stats.Leased == 0, nil
	}
	sites, err := c.ports.Sites.Sites(ctx)
	if err != nil {
		return false, fmt.Errorf("idle: %w", err)
	}
	left := waiting(stats)
	for _, s := range sites {
		if !s.Paused {
			continue
		}
		paused, err := c.ports.Frontier.Stats(ctx, s.GetToken())
		if err != nil {
			return false, fmt.Errorf("idle: %w", err)
		}
		left -= waiting(paused)
	}
	return left <= 0, nil
}
