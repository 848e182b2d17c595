package crawler

import (
	"errors"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/winnow-news/winnow/crawler/charset"
	"github.com/winnow-news/winnow/crawler/feed"
	"github.com/winnow-news/winnow/crawler/fetch"
	"github.com/winnow-news/winnow/crawler/link"
	"github.com/winnow-news/winnow/crawler/sitemap"
	"github.com/winnow-news/winnow/proto/canon"
	"github.com/winnow-news/winnow/proto/optout"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/zeebo/xxh3"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// read takes what a body brings, by the task's kind. A body that is the last
// one brings nothing.
func (c *Crawler) read(v *visit) outcome {
	t := v.task
	if len(v.resp.Body) == 0 {
		c.fail(v, "empty body", 0)
		return outcome{}
	}
	hash := xxh3.Hash(v.resp.Body)
	changed := t.Fetches == 0 || hash != t.BodyHash
	if !changed {
		keepValidators(t, v.resp.Header, false)
		return outcome{served: true}
	}
	out, ok := c.contents(v)
	if !ok {
		return outcome{}
	}
	keepValidators(t, v.resp.Header, true)
	t.BodyHash = hash
	out.served = true
	return out
}

// contents reads the body; ok is false when the task has been failed or
// refused.
func (c *Crawler) contents(v *visit) (out outcome, ok bool) {
	switch v.task.Kind {
	case pb.TaskKind_TASK_KIND_FEED:
		entries, err := feed.Parse(v.resp.Body, v.resp.ContentType, v.url)
		if err != nil {
			c.misread(v, err)
			return outcome{}, false
		}
		return outcome{found: c.fromFeed(v, entries), lively: true}, true
	case pb.TaskKind_TASK_KIND_SITEMAP:
		return c.sitemap(v)
	default:
		return c.html(v)
	}
}

// sitemap reads a sitemap, or a feed that serves as one (sitemaps.org allows
// it). A file that was cut counts as far as it goes.
func (c *Crawler) sitemap(v *visit) (outcome, bool) {
	m, err := sitemap.Parse(v.resp.Body)
	if errors.Is(err, sitemap.ErrFormat) {
		if entries, feedErr := feed.Parse(v.resp.Body, v.resp.ContentType, v.url); feedErr == nil {
			return outcome{found: c.fromFeed(v, entries), lively: true}, true
		}
	}
	if err != nil && len(m.Pages)+len(m.Maps) == 0 {
		c.misread(v, err)
		return outcome{}, false
	}
	news := slices.ContainsFunc(m.Pages, func(e sitemap.Entry) bool { return e.News != nil })
	return outcome{found: c.fromSitemap(v, m), lively: news || len(m.Maps) > 0}, true
}

// misread notes that a body is no feed or sitemap. One that was declared, or
// has been read before, may be broken for a while; a guess was wrong.
func (c *Crawler) misread(v *visit, err error) {
	if guessed(v.task) {
		c.refuse(v, err.Error())
		return
	}
	c.fail(v, err.Error(), 0)
}

// guessed reports whether a task is a guess that nothing has confirmed.
func guessed(t *pb.CrawlTask) bool { return t.Fetches == 0 && t.Priority == priorityGuess }

// html reads a page: it is published unless it asks not to be, and its links
// are followed unless it asks not to. A seed is published once, and a section's
// front until it is known as one: what they show later is of use for its links.
func (c *Crawler) html(v *visit) (outcome, bool) {
	page, found, err := makePage(v.url, v.task.Url, c.cfg.Product, v.resp, v.now)
	if err != nil {
		c.refuse(v, err.Error())
		return outcome{}, false
	}
	out := outcome{found: c.fromPage(v, found, page.OptOuts), lively: v.task.Kind == pb.TaskKind_TASK_KIND_SEED}
	page.Site, page.Feed = v.task.Site, v.task.Feed
	switch refusal := optout.Refusal(page.OptOuts); {
	case c.cfg.HonourOptOuts && refusal != "":
		v.optedOut = refusal
	case v.task.BodyHash == 0, v.task.Kind == pb.TaskKind_TASK_KIND_PAGE && !c.front(v.task):
		out.page = page
	}
	return out, true
}

// makePage makes a Page of a response, but for its site and feed entry. An
// error says that the response is no HTML document.
func makePage(u *url.URL, canonical, product string, resp *fetch.Response, now time.Time) (*pb.Page, link.Found, error) {
	if err := isHTML(resp); err != nil {
		return nil, link.Found{}, err
	}
	body, name, err := charset.Decode(resp.Body, resp.ContentType)
	if err != nil {
		return nil, link.Found{}, err
	}
	found := link.Scan(body, u, product)
	page := &pb.Page{
		PageId: canon.PageID(canonical, body), Url: canonical, FetchedAt: timestamppb.New(now),
		Body: body, Charset: name,
	}
	fetch.Describe(page, resp.Header, product)
	page.OptOuts = optout.Join(page.OptOuts, found.OptOuts)
	return page, found, nil
}

// isHTML reports, as an error, that a response is of another type. Where the
// header says nothing of use, the body is asked.
func isHTML(resp *fetch.Response) error {
	media, _, err := mime.ParseMediaType(resp.ContentType)
	if err != nil || media == "application/octet-stream" || media == "text/plain" {
		media, _, _ = mime.ParseMediaType(http.DetectContentType(resp.Body))
	}
	switch media {
	case "text/html", "application/xhtml+xml":
		return nil
	}
	return &typeError{media}
}

// typeError says which type a document has that is no HTML.
type typeError struct{ media string }

func (e *typeError) Error() string { return "content type " + fetch.Storable(e.media) + " is not HTML" }
