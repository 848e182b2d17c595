package crawler

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/winnow-news/winnow/crawler/fetch"
	"github.com/winnow-news/winnow/proto/canon"
	"github.com/winnow-news/winnow/proto/site"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// FetchOne fetches one page on a person's behalf, with the transport and the
// guards of the crawl but without frontier and robots.txt; redirects are
// followed, five at most. An error matches ErrConfig, ErrNoPage, canon.ErrURL,
// or comes from package fetch.
func FetchOne(ctx context.Context, cfg Config, rawURL string) (*pb.Page, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	client, err := fetch.New(cfg.fetch())
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	defer client.Close()
	at, err := canon.URL(rawURL)
	if err != nil {
		return nil, err
	}
	for range maxHops + 1 {
		resp, err := client.Get(ctx, fetch.Request{URL: at})
		switch {
		case err != nil:
			return nil, err
		case resp.Status == http.StatusOK:
			return onePage(cfg, at, resp)
		case resp.Status < 300 || resp.Status >= 400:
			return nil, fmt.Errorf("%s: HTTP %d: %w", at, resp.Status, ErrNoPage)
		}
		if at, err = target(at, resp.Header); err != nil {
			return nil, fmt.Errorf("%s: redirect: %w: %w", rawURL, ErrNoPage, err)
		}
	}
	return nil, fmt.Errorf("%s: more than %d redirects: %w", rawURL, maxHops, ErrNoPage)
}

func onePage(cfg Config, at string, resp *fetch.Response) (*pb.Page, error) {
	u, err := url.Parse(at)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", at, err)
	}
	page, _, err := makePage(u, at, cfg.Product, resp, time.Now())
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", at, ErrNoPage, err)
	}
	var namer site.Namer
	if page.Site, err = namer.Of(at); err != nil {
		return nil, err
	}
	return page, nil
}
