package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/proto/canon"
	"github.com/winnow-news/winnow/proto/site"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

func (a *app) run() *cobra.Command {
	var out outFlags
	var once bool
	cmd := &cobra.Command{
		Use:   "run [URL…]",
		Short: "Ingest news sites continuously in one process, until Ctrl-C",
		Long: `Crawl the sites of the given URLs, and all that were added before, learn their
templates and write each article as it is published: as JSON lines to stdout, or
with --out as files DIR/site/id. There a later revision replaces the earlier one,
and a retraction removes the file.

A URL stands for its whole site, the registrable domain. To crawl only a part,
name it as a site of its own: sites.own=news.example/sport in winnow.yaml or with
--set.

Ctrl-C ends it with exit code 0; the next run continues behind the last article
that was written. With --once it ends by itself, when the sites have been crawled
to the end, all retries and all visits included that an earlier run without --once
has planned. The exit code is then 1 if one of the URLs could not be fetched. After
a run with --once the next one visits home pages, feeds and sitemaps at once; after
one without, when their next visit is due.`,
		Example: "  winnow run https://news.example/\n  winnow run https://news.example/ --out articles --format markdown",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, urls []string) error {
			cfg, err := a.load()
			if err != nil {
				return err
			}
			cfg.Crawler.Once = cfg.Crawler.Once || once
			if err := checkSeeds(cfg, urls); err != nil {
				return err
			}
			s, err := a.sink(out, outJSON)
			if err != nil {
				return err
			}
			return endless(a.runSites(cmd.Context(), cfg, urls, s))
		},
	}
	a.outFlags(cmd, &out, "json")
	cmd.Flags().BoolVar(&once, "once", false, "end when nothing is left to fetch")
	return cmd
}

// outFlags adds --out and --format to a command.
func (a *app) outFlags(cmd *cobra.Command, f *outFlags, fallback string) {
	cmd.Flags().StringVar(&f.dir, "out", "", "write each article to a file in `DIR` instead of stdout")
	cmd.Flags().StringVar(&f.format, "format", "", "`FORM` of an article: json, markdown or text (default "+fallback+")")
	choices(cmd, "format", outJSON, outMarkdown, outText)
}

var errNoSite = errors.New("no site: name the home page of a news site, winnow run https://news.example/")

// checkSeeds finds out before anything is started whether there is something
// to crawl.
func checkSeeds(cfg config.Config, urls []string) error {
	if err := checkURLs(urls); err != nil {
		return err
	}
	if len(urls) > 0 {
		return nil
	}
	err := pipeline.NeedStore(cfg)
	if errors.Is(err, pipeline.ErrNoData) {
		return usageError(errNoSite)
	}
	return err
}

func checkURLs(urls []string) error {
	for _, u := range urls {
		_, err := canon.URL(u)
		if err == nil {
			continue
		}
		if meant, bad := canon.URL("https://" + u); bad == nil && !strings.Contains(u, "://") {
			err = fmt.Errorf("%w; did you mean %s?", err, meant)
		}
		return usageError(err)
	}
	return nil
}

// runSites runs all stages in this process until ctx ends or, crawling once,
// nothing is left.
func (a *app) runSites(ctx context.Context, cfg config.Config, urls []string, s *sink) error {
	p, err := a.open(ctx, cfg, pipeline.Options{})
	if err != nil {
		return err
	}
	defer p.Close()
	if err := seed(ctx, p, urls); err != nil {
		return err
	}
	last, err := p.Bus.LastArticle(ctx)
	if err != nil {
		return err
	}
	if err := s.resume(filepath.Join(cfg.Data, "run.position"), last, 0); err != nil {
		return err
	}
	defer s.position.close()
	log := a.logger(cfg.Log)
	log.Info("running", "data", cfg.Data, "nats", cmp.Or(p.Bus.URL(), bus.Redacted(cfg.NATS.URL)))
	var work func(context.Context) error
	if cfg.Crawler.Once {
		work = func(ctx context.Context) error { return a.crawled(ctx, p, cfg, func() {}) }
	}
	telling, stop := context.WithCancel(ctx)
	var teller sync.WaitGroup
	teller.Go(func() {
		tell(telling, log, func() (pages uint64, publications int, err error) {
			progress, err := p.Crawler.Progress(telling)
			return progress.Published, s.count(), err
		})
	})
	err = a.live(ctx, p, pipeline.Stages(), s, work)
	stop()
	teller.Wait()
	log.Info("stopped; run again to go on", "publications", s.count())
	if err != nil || !cfg.Crawler.Once || ctx.Err() != nil {
		return err
	}
	return givenUp(ctx, p, urls)
}

// givenUp gives an error that names those of the URLs that could not be fetched.
func givenUp(ctx context.Context, p *pipeline.Pipeline, urls []string) error {
	var failures []string
	for _, u := range urls {
		why, err := p.Crawler.GivenUp(ctx, u)
		if err != nil {
			return err
		}
		if why != "" {
			failures = append(failures, u+" ("+why+")")
		}
	}
	if len(failures) > 0 {
		return fmt.Errorf("given up: %s; run again to try again", strings.Join(failures, ", "))
	}
	return nil
}

// tellEvery is how often a run says how far it is.
const tellEvery = time.Minute

// tell logs how far a run is until ctx ends, while its pages become more: with
// --out nothing else shows that it works.
func tell(ctx context.Context, log *slog.Logger, far func() (pages uint64, publications int, err error)) {
	tick := time.NewTicker(tellEvery)
	defer tick.Stop()
	for told := uint64(0); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if pages, publications, err := far(); err == nil && pages > told {
			log.Info("so far", "pages", pages, "publications", publications)
			told = pages
		}
	}
}

// seed registers the sites of urls, and has those home pages of all sites fetched
// again that an earlier run was done with. Without any site it is a usage error.
func seed(ctx context.Context, p *pipeline.Pipeline, urls []string) error {
	sites, err := p.Store.Sites(ctx)
	if err != nil {
		return err
	}
	for _, s := range sites {
		if !s.GetPaused() {
			urls = append(urls, ownSeeds(p.Cores.Namer, s)...)
		}
	}
	for _, u := range urls {
		if _, err := p.Crawler.Seed(ctx, u); err != nil {
			return err
		}
	}
	if len(sites)+len(urls) == 0 {
		return usageError(errNoSite)
	}
	return nil
}

// ownSeeds gives the seeds of a site that belong to it by what sites.own says now:
// seeding another would register a site that nobody has named.
func ownSeeds(namer *site.Namer, s *pb.Site) []string {
	return slices.DeleteFunc(slices.Clone(s.GetSeeds()), func(seed string) bool {
		token, err := namer.Of(seed)
		return err != nil || token != s.GetToken()
	})
}
