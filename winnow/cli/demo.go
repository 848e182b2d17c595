package cli

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/winnow-news/winnow/newsroom"
	"github.com/winnow-news/winnow/newsroom/score"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

func (a *app) demo() *cobra.Command {
	nc := demoNewsroom()
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Run the whole pipeline against simulated news sites",
		Long: `Start simulated news sites whose true text is known, crawl them with the whole
pipeline in this process, print each clean article as it is published, and end
with a summary on stderr. Nothing else is needed: a NATS server or a Redis in
the configuration is not used. The data stays in a new temporary folder, or in
--data, for winnow sub and winnow status to look at; a folder that has other
sites is refused.`,
		Example: "  winnow demo\n  winnow demo --sites 2 --json > articles.jsonl",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := a.load()
			if err != nil {
				return err
			}
			return a.runDemo(cmd.Context(), cfg, nc)
		},
	}
	cmd.Flags().IntVar(&nc.Sites, "sites", nc.Sites, "number of simulated sites")
	cmd.Flags().IntVar(&nc.ArticlesPerSite, "articles", nc.ArticlesPerSite, "articles of each site")
	cmd.Flags().Uint64Var(&nc.Seed, "seed", nc.Seed, "seed of the simulation")
	return cmd
}

func demoNewsroom() newsroom.Config {
	nc := newsroom.DefaultConfig()
	nc.ArticlesPerSite = 30
	nc.CrawlDelay = 10 * time.Millisecond
	return nc
}

// demoSummary is what the demo ends with.
type demoSummary struct {
	Sites          int     `json:"sites"`
	Pages          uint64  `json:"pages"`
	Articles       int     `json:"articles"`      // that stand in the end
	Publications   int     `json:"publications"`  // corrections included
	TrueArticles   int     `json:"true_articles"` // that the sites have
	Found          int     `json:"found"`         // of these
	WordF1         float64 `json:"word_f1"`
	Seconds        float64 `json:"seconds"`
	PagesPerSecond float64 `json:"pages_per_second"`
	Data           string  `json:"data"`
}

func (a *app) runDemo(ctx context.Context, cfg config.Config, nc newsroom.Config) error {
	room, err := newsroom.New(nc)
	if err != nil {
		return usageError(err)
	}
	server, err := room.Serve(ctx, "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer server.Close()
	if cfg, err = demoConfig(cfg, server.Addr()); err != nil {
		return err
	}
	out, err := a.sink(outFlags{}, outLine)
	if err != nil {
		return err
	}
	out.latest = map[string]*pb.Article{}
	fmt.Fprintf(a.Err, "%s on %s, crawled from nothing; data in %s\n", count(nc.Sites, "simulated news site"), server.Addr(), cfg.Data)
	started := time.Now()
	pages, err := a.crawlOnce(ctx, cfg, room, out)
	if err != nil {
		return err
	}
	summary := summarize(room, out)
	summary.Seconds = time.Since(started).Seconds()
	summary.Pages, summary.PagesPerSecond, summary.Data = pages, float64(pages)/summary.Seconds, cfg.Data
	return a.printSummary(summary)
}

// demoConfig is cfg for simulated sites on addr: no politeness is needed
// there, and a server and a folder of its own keep the user's data untouched.
func demoConfig(cfg config.Config, addr string) (config.Config, error) {
	if cfg.Data == config.DefaultData() {
		dir, err := os.MkdirTemp("", "winnow-demo-")
		if err != nil {
			return cfg, err
		}
		cfg.Data = dir
	}
	cfg.NATS.URL, cfg.Redis.Addrs = "", nil
	cfg.Crawler.Resolve = append(cfg.Crawler.Resolve, "*.example="+addr)
	cfg.Crawler.Delay = 5 * time.Millisecond
	cfg.Crawler.Once = true
	if cfg.Log.Level == config.Default().Log.Level {
		cfg.Log.Level = "warn"
	}
	return cfg, nil
}

// crawlOnce crawls all sites of the newsroom to the end and gives the number
// of pages that were published.
func (a *app) crawlOnce(ctx context.Context, cfg config.Config, room *newsroom.Newsroom, s *sink) (uint64, error) {
	p, err := a.open(ctx, cfg, pipeline.Options{})
	if err != nil {
		return 0, err
	}
	defer p.Close()
	if err := noOtherSites(ctx, p, room); err != nil {
		return 0, err
	}
	for _, site := range room.Sites() {
		if _, err := p.Crawler.Seed(ctx, site.Home); err != nil {
			return 0, err
		}
	}
	bar := newProgress(a.screen, "pages", -1)
	defer a.screen.clear()
	s.before = a.screen.clear
	err = a.live(ctx, p, pipeline.Stages(), s, func(ctx context.Context) error {
		return a.crawled(ctx, p, cfg, func() {
			if progress, err := p.Crawler.Progress(ctx); err == nil {
				bar.show(int(progress.Published), count(s.count(), "article"))
			}
		})
	})
	if err != nil {
		return 0, err
	}
	progress, err := p.Crawler.Progress(ctx)
	return progress.Published, err
}

// noOtherSites refuses a folder whose sites would be crawled without the
// politeness that real ones are owed.
func noOtherSites(ctx context.Context, p *pipeline.Pipeline, room *newsroom.Newsroom) error {
	sites, err := p.Store.Sites(ctx)
	if err != nil {
		return err
	}
	for _, site := range sites {
		if !slices.ContainsFunc(room.Sites(), func(s newsroom.Site) bool { return slices.Contains(site.GetSeeds(), s.Home) }) {
			return usageError(fmt.Errorf("the data folder has the site %s; choose a folder of the demo's own with --data", site.GetToken()))
		}
	}
	return nil
}

// summarize compares the articles with the truth: an article that is missing
// counts with F1 0.
func summarize(room *newsroom.Newsroom, out *sink) demoSummary {
	s := demoSummary{Sites: len(room.Sites()), Articles: out.standing(), Publications: out.count()}
	truths := map[string]newsroom.Truth{}
	for page, err := range room.Pages() {
		if err == nil && page.Truth.Class == newsroom.ClassArticle {
			truths[page.Truth.ArticleID] = page.Truth
		}
	}
	total := 0.0
	for id, truth := range truths {
		art, published := out.latest[id]
		if published && art.GetEvent() != pb.Article_RETRACTED {
			s.Found++
			total += score.Words(art.GetText(), truth.Text()).F1
		}
	}
	s.TrueArticles = len(truths)
	s.WordF1 = total / float64(max(len(truths), 1))
	return s
}

func (a *app) printSummary(s demoSummary) error {
	if a.json {
		return a.noteJSON(s)
	}
	fmt.Fprintf(a.Err, `
%s of %s fetched in %.1f seconds, %.0f a second
%d of %d true articles found, text against the truth: word F1 %.3f
%s published (%s, corrections included)
data in %s; look around:
  winnow sub --all --data %s
  winnow status --data %s
`, count(int(s.Pages), "page"), count(s.Sites, "site"), s.Seconds, s.PagesPerSecond, s.Found, s.TrueArticles, s.WordF1,
		count(s.Articles, "article"), count(s.Publications, "publication"), s.Data, s.Data, s.Data)
	return nil
}
