package newsroom

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/mmcdole/gofeed"
)

func fetch(t *testing.T, s *site, path string, now time.Time) []byte {
	t.Helper()
	a, err := s.answer(path, now)
	if err != nil || a.status != 200 {
		t.Fatalf("%s%s: status %d, %v", s.host, path, a.status, err)
	}
	return a.body
}

func TestFeedsParse(t *testing.T) {
	n := open(t, wide())
	formats, full := map[string]int{}, 0
	for i, d := range n.Sites() {
		if d.Feed == "" {
			formats[""]++
			continue
		}
		feed, err := gofeed.NewParser().Parse(bytes.NewReader(fetch(t, n.sites[i], n.sites[i].feed.path(), n.Now())))
		if err != nil {
			t.Fatalf("%s: %v", d.Feed, err)
		}
		if feed.FeedType != d.FeedFormat || len(feed.Items) != 24 {
			t.Errorf("%s: %s with %d items, want %s with 24", d.Feed, feed.FeedType, len(feed.Items), d.FeedFormat)
		}
		formats[feed.FeedType]++
		for _, it := range feed.Items {
			truth, ok := n.Truth(it.Link)
			if !ok || truth.Class != ClassArticle || truth.Title != it.Title || it.PublishedParsed == nil || !it.PublishedParsed.Equal(truth.Published) {
				t.Errorf("%s: item %q (%s) is not the article %q", d.Feed, it.Title, it.Link, truth.Title)
			}
			if d.FullTextFeed {
				full++
				if !strings.Contains(html2text(it.Content), truth.Paragraphs[1].Text) && truth.Paragraphs[1].Kind != Caption {
					t.Errorf("%s: item %q lacks its text", d.Feed, it.Title)
				}
			} else if it.Content != "" {
				t.Errorf("%s: item %q has a text", d.Feed, it.Title)
			}
		}
	}
	if len(formats) != 4 || full == 0 {
		t.Errorf("formats %v, %d items with full text", formats, full)
	}
}

func html2text(s string) string {
	return strings.NewReplacer("&quot;", `"`, "&amp;", "&", "&lt;", "<", "&gt;", ">").Replace(s)
}

func TestSitemapsListEveryArticle(t *testing.T) {
	cfg := wide()
	cfg.Sites, cfg.ArticlesPerSite = 2, 1500 // two files a site
	n := open(t, cfg)
	for i, s := range n.sites {
		var index sitemapList
		if err := xml.Unmarshal(fetch(t, s, "/sitemap.xml", n.Now()), &index); err != nil {
			t.Fatal(err)
		}
		articles := map[string]bool{}
		for _, file := range index.Sitemaps {
			body := fetch(t, s, strings.TrimPrefix(file.Loc, s.url("")), n.Now())
			if strings.HasSuffix(file.Loc, ".gz") {
				body = unpack(t, body)
			}
			var urls sitemapURLs
			if err := xml.Unmarshal(body, &urls); err != nil {
				t.Fatalf("%s: %v", file.Loc, err)
			}
			for _, u := range urls.URLs {
				articles[u.Loc] = true
			}
		}
		if len(articles) != 1500 || (i == 0) != strings.HasSuffix(index.Sitemaps[0].Loc, ".gz") {
			t.Errorf("%s: %d articles in %d files", s.host, len(articles), len(index.Sitemaps))
		}
		for u := range articles {
			if truth, ok := n.Truth(u); !ok || truth.Class != ClassArticle {
				t.Fatalf("the sitemap lists %s, of class %s", u, truth.Class)
			}
			break
		}
	}
}

func TestNewsSitemapIsRecent(t *testing.T) {
	n := open(t, wide())
	s := n.sites[1]
	body := string(fetch(t, s, "/news-sitemap.xml", n.Now()))
	if got := strings.Count(body, "<news:title>"); got != s.visible(n.Now()) {
		t.Errorf("%d entries, want all %d of the last two days", got, s.visible(n.Now()))
	}
	n.SetNow(n.Now().Add(72 * time.Hour))
	if body := string(fetch(t, s, "/news-sitemap.xml", n.Now())); strings.Contains(body, "<url>") {
		t.Error("articles of three days ago are listed as news")
	}
}

func unpack(t *testing.T, data []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestRobots(t *testing.T) {
	n := open(t, wide())
	delays := 0
	for _, s := range n.sites {
		body := string(fetch(t, s, "/robots.txt", n.Now()))
		if !strings.Contains(body, "Disallow: /private/\n") || !strings.Contains(body, "Sitemap: "+s.url("/sitemap.xml")) {
			t.Errorf("robots.txt of %s:\n%s", s.host, body)
		}
		if strings.Contains(body, "Crawl-delay: 1\n") {
			delays++
		}
	}
	if delays == 0 || delays == len(n.sites) {
		t.Errorf("%d of %d sites state a crawl delay", delays, len(n.sites))
	}
	for path, want := range map[string]bool{
		"/": false, "/private/account": true, "/private/press": false, "/private/press/x": false, "/search?q=1": true,
		"/print/news/a1": true, "/calendar/2026/11/": false, "/calendar/2026/11/?day=04": true, "/news/": false,
	} {
		if got := disallowed(path); got != want {
			t.Errorf("disallowed(%q) = %t", path, got)
		}
	}
}
