package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/ingest"
	"github.com/winnow-news/winnow/winnow/pipeline"
	"golang.org/x/sync/errgroup"
)

func (a *app) ingest() *cobra.Command {
	job := &ingestJob{golds: map[string]goldText{}}
	var out outFlags
	cmd := &cobra.Command{
		Use:   "ingest PATH…",
		Short: "Feed saved pages through the pipeline instead of the network",
		Long: `Read saved pages and send them through the same pipeline as fetched ones. A PATH
is a directory of .html and .html.gz files, an archive (.tar.zst, .tar.gz, .tar) of
them, or a WARC file (.warc, .warc.gz), of which the response records are read. A
directory or archive may have a pages.jsonl that describes its pages (html_file,
url, site).

It prints a line for each article as it is published, or the articles themselves
with --json or --format, corrections included; with --out it writes files, of which
those of an article's last revision remain. The summary goes to stderr. What cannot
be read becomes a dead letter with its reason, and the exit code is 5.

A page is known by its address and content: what was ingested before is not
published again. To continue an interrupted ingest, repeat the command.

With --score, where the lines of pages.jsonl have a gold_text, it ends with the
word F1 of the final articles, all corrections applied.`,
		Example: "  winnow ingest saved/ --out articles --format markdown\n  winnow ingest corpus.tar.zst --score\n  winnow ingest crawl.warc.gz --json > articles.jsonl",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, paths []string) error {
			return a.runIngest(cmd.Context(), paths, job, out)
		},
	}
	a.outFlags(cmd, &out, "a line an article")
	cmd.Flags().StringVar(&job.site, "site", "", "the `SITE` of pages without a known address (bbc.co.uk, bbc_co_uk or a URL of it)")
	cmd.Flags().BoolVar(&job.score, "score", false, "end with word F1 against the gold texts of the archive")
	cmd.Flags().BoolVar(&job.submit, "submit", false, "only put the pages into the stream; a running process or workers do the rest")
	return cmd
}

// ingestJob is one run of ingest.
type ingestJob struct {
	site          string
	below         string // the site's address
	score, submit bool

	pages     int                 // published
	dead      int                 // could not be read
	golds     map[string]goldText // by page id
	late      atomic.Int64        // pages that later stages gave up
	segmented atomic.Int64        // pages that are through the first stage
}

// ingestSummary is what ingest ends with.
type ingestSummary struct {
	Pages          int          `json:"pages"`
	Articles       int          `json:"articles"`     // published now and standing in the end; with a score, earlier ones, too
	Publications   int          `json:"publications"` // now, corrections included
	Dead           int          `json:"dead"`
	Seconds        float64      `json:"seconds"`
	PagesPerSecond float64      `json:"pages_per_second"`
	Data           string       `json:"data"` // folder, or NATS server
	Score          *ingestScore `json:"score,omitempty"`
}

func (a *app) runIngest(ctx context.Context, paths []string, job *ingestJob, out outFlags) error {
	cfg, err := a.load()
	if err != nil {
		return err
	}
	if job.submit && job.score {
		return usageError(errors.New("ingest: --submit does not wait for articles, so it cannot --score them"))
	}
	if job.below, err = siteAddress(job.site); err != nil {
		return err
	}
	source, err := ingest.Open(paths...)
	if err != nil {
		return openError(err)
	}
	s, err := a.sink(out, outLine)
	if err != nil {
		return err
	}
	started := time.Now()
	if job.submit {
		err = a.submitPages(ctx, cfg, source, job)
	} else {
		err = a.processPages(ctx, cfg, source, job, s)
	}
	data := cmp.Or(bus.Redacted(cfg.NATS.URL), cfg.Data)
	if errors.Is(err, context.Canceled) || errors.Is(err, syscall.EPIPE) {
		return coded{fmt.Errorf("interrupted after %s; what was read is kept in %s, run the same command again to go on", count(job.pages, "page"), data), context.Canceled}
	}
	if err != nil {
		return err
	}
	if err := a.printIngest(job.summary(s, data, time.Since(started)), job.submit); err != nil {
		return err
	}
	if job.dead > 0 || job.late.Load() > 0 {
		return silently(errPartial)
	}
	return nil
}

// submitPages puts the pages into the stream and leaves the rest to others.
func (a *app) submitPages(ctx context.Context, cfg config.Config, source *ingest.Source, job *ingestJob) error {
	log := a.logger(cfg.Log)
	cores, err := pipeline.NewCores(cfg, Version)
	if err != nil {
		return err
	}
	m, err := pipeline.LookAtBus(ctx, cfg, log)
	if errors.Is(err, pipeline.ErrNoData) {
		m, err = pipeline.OpenBus(ctx, cfg, log)
	}
	if err != nil {
		return err
	}
	defer m.Close()
	f := &feeder{job: job, bus: m, namer: cores.Namer, product: cfg.Crawler.Product, notes: a.Err, bar: newProgress(a.screen, "pages", source.Pages)}
	g, ctx := errgroup.WithContext(ctx)
	ctx, done := context.WithCancel(ctx)
	g.Go(func() error { return m.Watch(ctx) })
	g.Go(func() error {
		defer done()
		return f.feed(ctx, source)
	})
	return g.Wait()
}

// processPages puts the pages into the stream and runs the pipeline until every
// one of them is through.
func (a *app) processPages(ctx context.Context, cfg config.Config, source *ingest.Source, job *ingestJob, s *sink) error {
	p, err := a.open(ctx, cfg, pipeline.Options{Observe: job.observe})
	if err != nil {
		return err
	}
	defer p.Close()
	if err := s.begin(ctx, p, cfg.Data); err != nil {
		return err
	}
	defer s.position.close()
	s.latest = map[string]*pb.Article{}
	if job.score { // what an earlier run published counts, too
		s.quiet, s.seq = s.seq, 0
	}
	bar := newProgress(a.screen, "pages", source.Pages)
	s.before = a.screen.clear
	f := &feeder{job: job, bus: p.Bus, namer: p.Cores.Namer, product: cfg.Crawler.Product, notes: a.Err, bar: bar}
	stages := []string{stream.StageSegment, stream.StageCompare, stream.StageClassify}
	defer a.screen.clear()
	err = a.live(ctx, p, stages, s, func(ctx context.Context) error {
		if err := f.feed(ctx, source); err != nil {
			return err
		}
		return a.drained(ctx, p, cfg, func() {
			bar.show(int(job.segmented.Load()), count(s.count(), "article"))
		})
	})
	if err != nil {
		return err
	}
	return s.position.forget()
}

// begin makes the sink begin behind what others have published, or, where an
// earlier ingest did not come to its end, behind what that has written. On a
// server that others use, too, nobody can tell whose articles those would be.
func (s *sink) begin(ctx context.Context, p *pipeline.Pipeline, data string) (err error) {
	last, err := p.Bus.LastArticle(ctx)
	if err != nil || !p.Bus.Owned() {
		s.seq = last
		return err
	}
	return s.resume(filepath.Join(data, "ingest.position"), last, last)
}

// observe counts what the stages settle; it is called from many goroutines.
func (job *ingestJob) observe(o bus.Observation) {
	if o.Outcome == bus.Dead {
		job.late.Add(1)
	}
	if o.Stage == stream.StageSegment && o.Outcome == bus.Processed {
		job.segmented.Add(1)
	}
}

func (job *ingestJob) summary(s *sink, data string, took time.Duration) ingestSummary {
	sum := ingestSummary{
		Pages: job.pages, Articles: s.standing(), Publications: s.count(), Dead: job.dead + int(job.late.Load()),
		Seconds: took.Seconds(), PagesPerSecond: float64(job.pages) / took.Seconds(), Data: data,
	}
	if job.score {
		sum.Score = scoreArticles(job.golds, s.latest)
	}
	return sum
}

func (a *app) printIngest(s ingestSummary, submitted bool) error {
	if a.json { // stdout is the articles'
		return a.noteJSON(s)
	}
	became := fmt.Sprintf("%s (%s)", count(s.Articles, "article"), count(s.Publications, "publication"))
	if submitted {
		became = "submitted"
	}
	fmt.Fprintf(a.Err, "%s, %s, %s; %.1f s, %.0f pages/s; data in %s\n",
		count(s.Pages, "page"), became, count(s.Dead, "dead letter"), s.Seconds, s.PagesPerSecond, s.Data)
	switch {
	case s.Score == nil:
	case s.Score.Pages == 0 && s.Score.False == 0:
		fmt.Fprintln(a.Err, "no score: no page has a gold text")
	default:
		fmt.Fprintf(a.Err, "against %d gold texts: word F1 %.4f, precision %.4f, recall %.4f; %d without an article, %d articles of pages that are none\n",
			s.Score.Pages, s.Score.WordF1, s.Score.Precision, s.Score.Recall, s.Score.Missing, s.Score.False)
	}
	return nil
}

// openError gives a path that is not there, or is no pages, its exit code.
func openError(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return notFoundf("%w", err)
	}
	return usageError(err)
}
