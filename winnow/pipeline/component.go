package pipeline

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/winnow-news/winnow/classifier"
	"github.com/winnow-news/winnow/classifier/cold"
	"github.com/winnow-news/winnow/comparer"
	"github.com/winnow-news/winnow/crawler"
	"github.com/winnow-news/winnow/proto/site"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter"
	"github.com/winnow-news/winnow/winnow/config"
)

// Cores are the pure parts of the stages, made from the configuration. They
// need no server.
type Cores struct {
	Namer      *site.Namer
	Segmenter  *segmenter.Segmenter
	Comparer   comparer.Config
	Classifier *classifier.Classifier
}

// NewCores makes the cores; the error says which key is wrong.
func NewCores(cfg config.Config, version string) (*Cores, error) {
	namer, err := site.NewNamer(cfg.Sites.Own)
	if err != nil {
		return nil, bad("sites.own", err)
	}
	sc := segmenter.DefaultConfig()
	if len(cfg.Segmenter.Tags) > 0 {
		sc.BlockTags = cfg.Segmenter.Tags
	}
	sc.Prune, sc.Product = cfg.Segmenter.Prune, cfg.Crawler.Product
	seg, err := segmenter.New(sc)
	if err != nil {
		return nil, bad("segmenter", err)
	}
	cc := comparer.DefaultConfig()
	cc.Window, cc.Epsilon, cc.TemplateShare = cfg.Comparer.Window, cfg.Comparer.Similarity, cfg.Comparer.Template
	cc.MaxBytes = cfg.Comparer.Memory
	kc := classifier.DefaultConfig()
	kc.Method, kc.MinWords, kc.Version = cfg.Classifier.Method, cfg.Classifier.MinWords, version
	model, err := cold.New()
	if err != nil {
		return nil, fmt.Errorf("the embedded model: %w", err)
	}
	class, err := classifier.New(kc, model)
	if err != nil {
		return nil, bad("classifier", err)
	}
	cc.LeastCold = class.LeastCold()
	if err := cc.Validate(); err != nil {
		return nil, bad("comparer", err)
	}
	return &Cores{Namer: namer, Segmenter: seg, Comparer: cc, Classifier: class}, nil
}

// CrawlerConfig gives the crawler's configuration.
func CrawlerConfig(cfg config.Config) (crawler.Config, error) {
	c := cfg.Crawler
	cc := crawler.DefaultConfig()
	cc.Product, cc.Contact = c.Product, c.Contact
	cc.Workers, cc.Delay, cc.TotalTimeout, cc.Lease = c.Workers, c.Delay, c.Timeout, c.Lease
	cc.HeaderTimeout = min(cc.HeaderTimeout, c.Timeout)
	cc.DialTimeout = min(cc.DialTimeout, c.Timeout)
	cc.MaxDepth, cc.MaxPagesPerSite = c.MaxDepth, c.MaxPages
	cc.Continuous, cc.RevisitMin = !c.Once, c.Revisit
	cc.RevisitMax = max(cc.RevisitMax, c.Revisit)
	cc.AllowPrivate, cc.Robots, cc.HonourOptOuts = c.AllowPrivate, !c.IgnoreRobots, !c.IgnoreOptOuts
	cc.Resolve, cc.Proxy = map[string]string{}, c.Proxy
	for _, pair := range c.Resolve {
		host, addr, _ := strings.Cut(pair, "=")
		cc.Resolve[host] = addr
	}
	if err := cc.Validate(); err != nil {
		return cc, bad("crawler", err)
	}
	return cc, nil
}

func bad(key string, err error) error {
	return fmt.Errorf("%w: %s: %w", config.ErrConfig, key, err)
}

// newCrawler joins a crawler to the store and the bus.
func newCrawler(cfg config.Config, cores *Cores, store Store, pages crawler.Publisher, log *slog.Logger) (*crawler.Crawler, error) {
	cc, err := CrawlerConfig(cfg)
	if err != nil {
		return nil, err
	}
	c, err := crawler.New(cc, crawler.Ports{
		Frontier: store, Cache: store, Sites: store, Publisher: pages, Namer: cores.Namer, Log: log,
	})
	if err != nil {
		return nil, bad("crawler", err)
	}
	return c, nil
}

// Seeder gives the function that registers a site and puts its URL into the
// frontier, for programs that do not crawl.
func Seeder(cfg config.Config, cores *Cores, store Store, log *slog.Logger) (func(context.Context, string) (string, error), error) {
	c, err := newCrawler(cfg, cores, store, noPages{}, log)
	if err != nil {
		return nil, err
	}
	return c.Seed, nil
}

// noPages refuses pages: who only seeds fetches none.
type noPages struct{}

func (noPages) PublishPage(context.Context, *pb.Page) error {
	return errors.New("this process does not crawl")
}
