package cli

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/newsroom/score"
	"github.com/winnow-news/winnow/proto/site"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/winnow/ingest"
	"github.com/winnow-news/winnow/winnow/pipeline"
	"golang.org/x/sync/errgroup"
)

func (a *app) ingest() *cobra.Command {
	job := &ingestJob{}
	cmd := &cobra.Command{
		Use:   "ingest PATH…",
		Short: "Feed saved pages through the pipeline instead of the network",
		Long: `Read saved pages and send them through the same pipeline as fetched ones:
directories of .html and .html.gz, .tar.zst/.tar.gz/.tar archives with or without
a pages.jsonl (id, site, url, html_file), and WARC files (.warc, .warc.gz:
response records). Articles go to --out, or to stdout with --json, --format or
a pipe. What cannot be read goes to the dead-letter stream with its reason.

With --score, where the lines of pages.jsonl carry gold_text, it ends with the
word F1 of the final articles, all corrections applied.`,
		Example: "  winnow ingest saved/ --out articles --format markdown\n  winnow ingest corpus.tar.zst --score",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, paths []string) error {
			return a.runIngest(cmd.Context(), paths, job)
		},
	}
	cmd.Flags().StringVar(&job.out, "out", "", "write each article to a file of this folder")
	cmd.Flags().StringVar(&job.format, "format", "", "json, markdown or text (default json)")
	cmd.Flags().StringVar(&job.site, "site", "", "the site of pages that do not tell, e.g. news.example")
	cmd.Flags().BoolVar(&job.score, "score", false, "end with word F1 against the gold texts of the archive")
	cmd.Flags().BoolVar(&job.submit, "submit", false, "only put the pages into the stream; other workers do the rest")
	return cmd
}

// ingestJob is one run of ingest.
type ingestJob struct {
	out, format, site string
	score, submit     bool

	pages     int             // published
	dead      int             // could not be read
	golds     map[string]gold // by page id
	late      atomic.Int64    // pages that later stages gave up
	processed atomic.Int64    // pages that are classified at least once
}

type gold struct{ id, text string }

// ingestSummary is what ingest ends with.
type ingestSummary struct {
	Pages          int            `json:"pages"`
	Articles       int            `json:"articles"`
	Publications   int            `json:"publications"`
	Dead           int            `json:"dead"`
	Seconds        float64        `json:"seconds"`
	PagesPerSecond float64        `json:"pages_per_second"`
	Data           string         `json:"data"`
	Score          *ingestScore   `json:"score,omitempty"`
	ByEvent        map[string]int `json:"by_event,omitempty"`
}

// ingestScore is the mean word F1 over the pages with a gold text; a page
// without an article counts 0. False counts articles of pages that the archive
// labels as none.
type ingestScore struct {
	Pages     int     `json:"pages"`
	WordF1    float64 `json:"word_f1"`
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	Missing   int     `json:"missing"`
	False     int     `json:"false_articles"`
}

func (a *app) runIngest(ctx context.Context, paths []string, job *ingestJob) error {
	source, err := ingest.Open(paths...)
	if err != nil {
		return usageError(err)
	}
	cfg, err := a.load()
	if err != nil {
		return err
	}
	out, err := a.sink(job.out, job.format, outHuman)
	if err != nil {
		return err
	}
	out.latest = map[string]*pb.Article{}
	log := a.logger(cfg.Log)
	p, err := a.open(ctx, cfg, log, job.observe)
	if err != nil {
		return err
	}
	defer p.Close()
	started := time.Now()
	from, err := p.Bus.LastArticle(ctx)
	if err != nil {
		return err
	}
	out.seq = from
	if err := a.feedAndFollow(ctx, p, source, job, out, from+1); err != nil {
		if errors.Is(err, context.Canceled) {
			fmt.Fprintf(a.Err, "interrupted after %d pages; what was read is kept in %s, run the same command again to go on\n", job.pages, cfg.Data)
			return silently(err)
		}
		return err
	}
	s := ingestSummary{Pages: job.pages, Articles: standing(out), Publications: out.count(), Dead: job.dead + int(job.late.Load()), Data: cfg.Data}
	s.Seconds = time.Since(started).Seconds()
	s.PagesPerSecond = float64(s.Pages) / s.Seconds
	if job.score {
		s.Score = job.scoreOf(out)
	}
	if err := a.printIngest(s); err != nil {
		return err
	}
	if s.Dead > 0 {
		return silently(errPartial)
	}
	return nil
}

// observe counts what the stages settle; it is called from many goroutines.
func (job *ingestJob) observe(o bus.Observation) {
	if o.Outcome == bus.Dead {
		job.late.Add(1)
	}
	if o.Stage == stream.StageSegment && o.Outcome == bus.Processed {
		job.processed.Add(1)
	}
}

// standing is the number of articles that were not retracted.
func standing(s *sink) int {
	n := 0
	for _, art := range s.latest {
		if art.GetEvent() != pb.Article_RETRACTED {
			n++
		}
	}
	return n
}

// feedAndFollow puts the pages into the pipeline and runs it until every one
// of them is through.
func (a *app) feedAndFollow(ctx context.Context, p *pipeline.Pipeline, source *ingest.Source, job *ingestJob, out *sink, from uint64) error {
	bar := newProgress(a.Err, "pages", source.Pages)
	out.before = bar.clear
	if job.submit {
		return a.feed(ctx, p, source, job, bar)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		return p.Run(gctx, stream.StageSegment, stream.StageCompare, stream.StageClassify)
	})
	g.Go(func() error { return a.serveControl(gctx, p) })
	g.Go(func() error { return a.follow(gctx, p.Bus.Bus, from, out) })
	g.Go(func() error {
		defer stop()
		if err := a.feed(gctx, p, source, job, bar); err != nil {
			return err
		}
		return a.drain(gctx, p, job, bar, out)
	})
	err := g.Wait()
	bar.clear()
	return err
}

// feed publishes every page of the source; what is no page becomes a dead
// letter.
func (a *app) feed(ctx context.Context, p *pipeline.Pipeline, source *ingest.Source, job *ingestJob, bar *progress) error {
	job.golds = map[string]gold{}
	for item, err := range source.All() {
		if ctx.Err() != nil {
			return context.Canceled
		}
		var page *pb.Page
		if err == nil {
			page, err = makePage(p.Cores.Namer, item, job.site)
		}
		if err != nil {
			job.dead++
			if err := a.bury(ctx, p, item, err); err != nil {
				return err
			}
			continue
		}
		if err := p.Bus.PublishPage(ctx, page); err != nil {
			return err
		}
		job.pages++
		if item.Gold.Kind != "" {
			job.golds[page.GetPageId()] = gold{item.Gold.Kind, item.Gold.Text}
		}
		bar.show(int(job.processed.Load()), "")
	}
	return nil
}

// bury dead-letters an item that is no page.
func (a *app) bury(ctx context.Context, p *pipeline.Pipeline, item ingest.Item, reason error) error {
	token := site.Token(filepath.Base(item.Source))
	if !site.Valid(token) {
		token = "unknown"
	}
	fmt.Fprintf(a.Err, "%s: %s; it is among the dead letters\n", item.Source, oneLine(reason))
	body := item.Body[:min(len(item.Body), maxBuried)]
	return p.Bus.PublishDead(ctx, stream.StageCrawl, token, "", item.Source+": "+oneLine(reason), body)
}

// maxBuried is how much of an unusable file is kept with its dead letter.
const maxBuried = 1 << 20

// drain waits until the pipeline is empty and the sink has all.
func (a *app) drain(ctx context.Context, p *pipeline.Pipeline, job *ingestJob, bar *progress, out *sink) error {
	every := time.NewTicker(100 * time.Millisecond)
	defer every.Stop()
	for {
		done, err := p.Bus.Drained(ctx)
		if err != nil {
			return err
		}
		if done {
			return out.caughtUp(ctx, p.Bus.Bus)
		}
		bar.show(int(job.processed.Load()), fmt.Sprintf("%d articles", out.count()))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-every.C:
		}
	}
}

// makePage makes the page of a saved item.
func makePage(namer *site.Namer, item ingest.Item, fallback string) (*pb.Page, error) {
	address := item.URL
	if address == "" {
		host := fallback
		if host == "" {
			host = "saved.invalid"
		}
		address = (&url.URL{Scheme: "http", Host: host, Path: "/" + strings.TrimPrefix(filepath.ToSlash(item.Source), "/")}).String()
		if own := ingest.DeclaredURL(item.Body); own != "" && fallback == "" {
			address = own
		}
	}
	page, err := ingest.Page(namer, address, item)
	if err != nil {
		return nil, err
	}
	if item.Site != "" {
		page.Site = site.Token(item.Site)
	} else if item.URL == "" && fallback != "" {
		page.Site = site.Token(fallback)
	}
	return page, nil
}

// scoreOf compares the final articles with the gold texts.
func (job *ingestJob) scoreOf(out *sink) *ingestScore {
	texts := map[string]string{}
	for _, art := range out.latest {
		if art.GetEvent() != pb.Article_RETRACTED {
			texts[art.GetProvenance().GetPageId()] = art.GetText()
		}
	}
	s := &ingestScore{}
	for pageID, g := range job.golds {
		text, found := texts[pageID]
		if g.text == "" {
			if found {
				s.False++
			}
			continue
		}
		m := score.Words(text, g.text)
		s.Pages++
		s.WordF1 += m.F1
		s.Precision += m.Precision
		s.Recall += m.Recall
		if !found {
			s.Missing++
		}
	}
	n := float64(max(s.Pages, 1))
	s.WordF1, s.Precision, s.Recall = s.WordF1/n, s.Precision/n, s.Recall/n
	return s
}

func (a *app) printIngest(s ingestSummary) error {
	if a.json { // stdout is the articles'
		b, err := marshalLine(s)
		if err != nil {
			return err
		}
		fmt.Fprintf(a.Err, "%s\n", b)
		return nil
	}
	fmt.Fprintf(a.Err, "%d pages, %d articles (%d publications), %d dead letters; %.1f s, %.0f pages/s; data in %s\n",
		s.Pages, s.Articles, s.Publications, s.Dead, s.Seconds, s.PagesPerSecond, s.Data)
	if s.Score != nil {
		fmt.Fprintf(a.Err, "against %d gold texts: word F1 %.4f, precision %.4f, recall %.4f; %d without an article, %d articles of pages that are none\n",
			s.Score.Pages, s.Score.WordF1, s.Score.Precision, s.Score.Recall, s.Score.Missing, s.Score.False)
	}
	return nil
}
