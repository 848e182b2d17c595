//go:build unix

package e2e

import (
	"context"
	"log/slog"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/newsroom"
	"github.com/winnow-news/winnow/proto/canon"
	"github.com/winnow-news/winnow/proto/site"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/winnow/cli"
	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/pipeline"
	"golang.org/x/sync/errgroup"
)

// batch is the number of pages that an iteration of the benchmark takes.
const batch = 400

// BenchmarkSingleProcess takes pages of eight sites through the single
// process, with the embedded server and store on disk: fetched pages in,
// articles out. An iteration is 400 pages, from the first publication to the
// last article; the pages come from as many publishers as the crawler has.
func BenchmarkSingleProcess(b *testing.B) {
	var judged atomic.Int64
	p := openPipeline(b, func(o bus.Observation) {
		if o.Stage == stream.StageClassify {
			judged.Add(1)
		}
	})
	ctx, stop := context.WithCancel(b.Context())
	ended := make(chan error, 1)
	go func() { ended <- p.Run(ctx, pipeline.Stages()[1:]...) }()
	defer func() {
		stop()
		if err := <-ended; err != nil {
			b.Error(err)
		}
	}()
	articles := newArticles(b)
	var bytes int64
	var cpu time.Duration
	pages := 0
	for b.Loop() {
		b.StopTimer()
		next := articles.next(b)
		used := cpuTime(b)
		b.StartTimer()
		for _, page := range next {
			bytes += int64(len(page.GetBody()))
		}
		pages += batch
		publishAll(b, p, next)
		awaitDrained(b, p)
		cpu += cpuTime(b) - used
	}
	b.SetBytes(bytes / int64(pages/batch))
	b.ReportMetric(float64(pages)/b.Elapsed().Seconds(), "pages/s")
	b.ReportMetric(cpu.Seconds()*1000/float64(pages), "cpu-ms/page")
	b.ReportMetric(float64(judged.Load())/float64(pages), "judgements/page")
	if got := len(published(b, p.Bus.Bus)); got < pages*9/10 {
		b.Fatalf("%d articles of %d pages", got, pages)
	}
}

// cpuTime is what the process has used of the processors: on a machine that
// others use too, it says more than the time that has passed.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func publishAll(b *testing.B, p *pipeline.Pipeline, pages []*pb.Page) {
	b.Helper()
	g, ctx := errgroup.WithContext(b.Context())
	g.SetLimit(config.Default().Crawler.Workers)
	for _, page := range pages {
		g.Go(func() error { return p.Bus.PublishPage(ctx, page) })
	}
	if err := g.Wait(); err != nil {
		b.Fatal(err)
	}
}

func openPipeline(b *testing.B, observe func(bus.Observation)) *pipeline.Pipeline {
	b.Helper()
	cfg := config.Default()
	cfg.Data, cfg.NATS.Port = b.TempDir(), -1
	p, err := pipeline.Open(b.Context(), cfg, pipeline.Options{
		Version: cli.Version, Observe: observe, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(p.Close)
	return p
}

// articles makes the articles of eight sites in turn, without end.
type articles struct {
	room  *newsroom.Newsroom
	namer site.Namer
	made  int
}

func newArticles(b *testing.B) *articles {
	b.Helper()
	nc := newsroom.DefaultConfig()
	nc.Sites, nc.ArticlesPerSite = 8, 100_000
	room, err := newsroom.New(nc)
	if err != nil {
		b.Fatal(err)
	}
	return &articles{room: room}
}

// next makes a batch of them.
func (a *articles) next(b *testing.B) []*pb.Page {
	b.Helper()
	sites := len(a.room.Sites())
	pages := make([]*pb.Page, batch)
	for i := range pages {
		made, err := a.room.Page(a.made%sites, a.made/sites)
		if err != nil {
			b.Fatal(err)
		}
		a.made++
		token, err := a.namer.Of(made.URL)
		if err != nil {
			b.Fatal(err)
		}
		pages[i] = &pb.Page{PageId: canon.PageID(made.URL, made.HTML), Site: token, Url: made.URL, Body: made.HTML}
	}
	return pages
}

func awaitDrained(b *testing.B, p *pipeline.Pipeline) {
	b.Helper()
	await(b, patience, "all pages are through", func() bool {
		done, err := p.Bus.Drained(b.Context())
		return err == nil && done
	})
}
