package pipeline_test

import (
	"reflect"
	"testing"

	"github.com/winnow-news/winnow/classifier"
	"github.com/winnow-news/winnow/comparer"
	"github.com/winnow-news/winnow/crawler"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter"
	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

// TestProductOfOptOuts: crawler and segmenter go by one name.
func TestProductOfOptOuts(t *testing.T) {
	cfg := config.Default()
	cfg.Crawler.Product = "AcmeBot"
	cores, err := pipeline.NewCores(cfg, "")
	if err != nil {
		t.Fatal(err)
	}
	page, err := cores.Segmenter.Segment(&pb.Page{PageId: "1", Site: "news_example", Url: "https://news.example/1",
		Body: []byte(`<meta name="acmebot" content="noai"><meta name="winnowbot" content="noindex"><p>Text.`)})
	if err != nil {
		t.Fatal(err)
	}
	if o := page.GetOptOuts(); !o.GetNoai() || o.GetNoindex() {
		t.Errorf("opt-outs %v, want noai, which AcmeBot is asked for", o)
	}
}

// TestDefaultsAreThoseThatAreMeasured: eval goes by the components' own
// defaults, and its figures are to be those of what runs.
func TestDefaultsAreThoseThatAreMeasured(t *testing.T) {
	cfg := config.Default()
	cores, err := pipeline.NewCores(cfg, "")
	if err != nil {
		t.Fatal(err)
	}
	want := comparer.DefaultConfig()
	want.LeastCold = cores.Classifier.LeastCold()
	if !reflect.DeepEqual(cores.Comparer, want) {
		t.Errorf("comparer %+v\nwant     %+v", cores.Comparer, want)
	}
	if c := classifier.DefaultConfig(); cfg.Classifier.Method != c.Method || cfg.Classifier.MinWords != c.MinWords {
		t.Errorf("classifier %+v, want %s and %d words", cfg.Classifier, c.Method, c.MinWords)
	}
	crawl, err := pipeline.CrawlerConfig(cfg)
	crawl.Resolve = nil // made, and empty
	if err != nil || !reflect.DeepEqual(crawl, crawler.DefaultConfig()) {
		t.Errorf("crawler %+v, %v\nwant    %+v", crawl, err, crawler.DefaultConfig())
	}
	if s := segmenter.DefaultConfig(); len(cfg.Segmenter.Tags)+len(cfg.Segmenter.Prune) > 0 || cfg.Crawler.Product != s.Product {
		t.Errorf("segmenter %+v for %s, want its own tags for %s", cfg.Segmenter, cfg.Crawler.Product, s.Product)
	}
}
