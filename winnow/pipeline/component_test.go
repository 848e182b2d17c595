package pipeline_test

import (
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
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
