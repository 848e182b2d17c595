package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/winnow-news/winnow/proto/failure"
	"github.com/winnow-news/winnow/proto/site"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter"
	"github.com/winnow-news/winnow/winnow/ingest"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

// feeder puts saved pages into the stream.
type feeder struct {
	job     *ingestJob
	bus     *pipeline.Messaging
	namer   *site.Namer
	product string // of the crawler, to which opt-outs may speak
	notes   io.Writer
	bar     *progress
}

// feed publishes every page of the source; what is no page becomes a dead
// letter. It gives context.Canceled when ctx ends first.
func (f *feeder) feed(ctx context.Context, source *ingest.Source) error {
	for item, err := range source.All() {
		if ctx.Err() != nil {
			return context.Canceled
		}
		if err := f.item(ctx, item, err); err != nil {
			return err
		}
		f.bar.show(int(f.job.segmented.Load()), "")
	}
	return nil
}

// item publishes one page, or buries it when it cannot be read or published.
func (f *feeder) item(ctx context.Context, item ingest.Item, unread error) error {
	if unread != nil {
		return f.bury(ctx, item, unread)
	}
	page, err := makePage(f.namer, f.product, item, f.job.below)
	if err != nil {
		return f.bury(ctx, item, err)
	}
	err = f.bus.PublishPage(ctx, page)
	if failure.ClassOf(err) == failure.ClassPoison {
		return f.bury(ctx, item, err)
	}
	if err != nil {
		return err
	}
	f.job.pages++
	if item.Gold.Kind != "" {
		f.job.golds[page.GetPageId()] = goldText{cmp.Or(segmenter.DeclaredURL(page.GetBody()), page.GetUrl()), item.Gold.Text}
	}
	return nil
}

// maxBuried is how much of an unusable file is kept with its dead letter.
const maxBuried = 1 << 20

// bury dead-letters an item that is no page.
func (f *feeder) bury(ctx context.Context, item ingest.Item, reason error) error {
	f.job.dead++
	why := item.Source + ": " + plain(reason.Error())
	fmt.Fprintf(f.notes, "dead letter: %s\n", plain(why))
	token, err := f.namer.Of(item.URL)
	if err != nil {
		token, _ = f.namer.Of(f.job.below) // what is no token is stored as unknown
	}
	return f.bus.PublishDead(ctx, stream.StageCrawl, token, "", why, item.Body[:min(len(item.Body), maxBuried)])
}

// makePage makes the page of a saved item. One without an address gets the one
// that it declares itself, unless that is of another site than the one named, or
// else one below the address of the site.
func makePage(namer *site.Namer, product string, item ingest.Item, below string) (*pb.Page, error) {
	address := item.URL
	if declared := segmenter.DeclaredURL(item.Body); address == "" && (below == "" || sameSite(namer, declared, below)) {
		address = declared
	}
	if address == "" {
		address = savedURL(item.Source, cmp.Or(below, savedSite))
	}
	page, err := ingest.Page(namer, product, address, item)
	if err != nil {
		return nil, err
	}
	if item.Site != "" {
		page.Site = site.Token(item.Site)
	}
	return page, nil
}

func sameSite(namer *site.Namer, a, b string) bool {
	x, err := namer.Of(a)
	y, _ := namer.Of(b)
	return err == nil && x == y
}

// savedSite is the site of pages that have no address: nobody can fetch them.
const savedSite = "http://saved.invalid/"

// savedURL is the address of a page that has none, below that of a site.
func savedURL(source, below string) string {
	u, err := url.Parse(below)
	if err != nil { // it has been checked
		return below
	}
	u.Path = strings.TrimSuffix(u.Path, "/") + "/" + strings.TrimPrefix(filepath.ToSlash(source), "/")
	return u.String()
}

func isSavedURL(u string) bool { return strings.HasPrefix(u, savedSite) }
