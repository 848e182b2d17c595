package link_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/crawler/link"
	"github.com/winnow-news/winnow/proto/canon"
)

func at(t testing.TB, s string) *url.URL {
	t.Helper()
	u, err := url.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestScan(t *testing.T) {
	const page = "https://news.test/section/page"
	tests := []struct {
		name, doc    string
		links, feeds []string
	}{
		{"relative, absolute, entities", `<a href="a">x</a><a href=/b?x=1&amp;y=2>y</a><A HREF='//other.test/c#top'>z</A>`,
			[]string{"https://news.test/section/a", "https://news.test/b?x=1&y=2", "https://other.test/c"}, nil},
		{"each once, tracking removed", `<a href="/a?utm_source=x"><a href="/a#c">`, []string{"https://news.test/a"}, nil},
		{"not followed", `<a href="#x"><a href="mailto:a@b"><a href="javascript:void(0)"><a href="tel:1"><a href=""><a href="data:text/html,x"><a href="ftp://x/"><a name=x><a href="http://[bad">`, nil, nil},
		{"nofollow", `<a rel="external NOFOLLOW" href=/a><a rel="nofollower" href=/b>`, []string{"https://news.test/b"}, nil},
		{"base: the first counts", `<base href="/deep/"><base href="/x/"><a href=a>`, []string{"https://news.test/deep/a"}, nil},
		{"area and refresh", `<area href=/a><meta http-equiv=Refresh content="0; URL='/b'">`, []string{"https://news.test/a", "https://news.test/b"}, nil},
		{"scripts and comments hold no links", `<script>"<a href=/a>"</script><!-- <a href=/b> --><a href=/c>`, []string{"https://news.test/c"}, nil},
		{"feeds", `<link rel="alternate" type="application/rss+xml" href="/rss"><link type="application/atom+xml; charset=x" rel="ALTERNATE home" href="/atom"><link rel=alternate hreflang=de href=/de><link rel=alternate type=application/feed+json href=/json>`,
			nil, []string{"https://news.test/rss", "https://news.test/atom", "https://news.test/json"}},
		{"robots nofollow", `<a href=/a><meta name=robots content="index, nofollow">`, nil, nil},
		{"another's nofollow", `<a href=/a><meta name=otherbot content="nofollow">`, []string{"https://news.test/a"}, nil},
		{"cut in the middle", `<a href=/a><a href="/b`, []string{"https://news.test/a"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := link.Scan([]byte(tt.doc), at(t, page), "WinnowBot")
			if !slices.Equal(got.Links, tt.links) || !slices.Equal(got.Feeds, tt.feeds) {
				t.Errorf("Scan = %q, %q\nwant %q, %q", got.Links, got.Feeds, tt.links, tt.feeds)
			}
		})
	}
}

func TestScanOptOuts(t *testing.T) {
	doc := `<meta name="ROBOTS" content="noindex,noarchive"><meta name="winnowbot" content="noai"><meta name=tdm-reservation content=1><meta name="tdm-policy" content="https://p.test/">`
	o := link.Scan([]byte(doc), at(t, "https://a.test/"), "WinnowBot").OptOuts
	if !o.GetNoindex() || !o.GetNoarchive() || !o.GetNoai() || !o.GetTdmReservation() || o.GetTdmPolicy() != "https://p.test/" || o.GetNofollow() {
		t.Errorf("OptOuts = %v", o)
	}
	if o := link.Scan([]byte(`<meta name=viewport content=x>`), at(t, "https://a.test/"), "W").OptOuts; o != nil {
		t.Errorf("OptOuts = %v, want nil", o)
	}
}

func TestScanCaps(t *testing.T) {
	var doc strings.Builder
	for i := range link.MaxLinks + 10 {
		fmt.Fprintf(&doc, "<a href=/%d><link rel=alternate type=application/rss+xml href=/f%d>", i, i)
	}
	got := link.Scan([]byte(doc.String()), at(t, "https://a.test/"), "W")
	if len(got.Links) != link.MaxLinks || len(got.Feeds) != link.MaxFeeds {
		t.Errorf("%d links, %d feeds", len(got.Links), len(got.Feeds))
	}
}

func TestTrap(t *testing.T) {
	traps := []string{
		"/a/b/a/b/a/b/a/b", "/x/x/x/x", "/1/2/3/4/5/6/1/2/9/10", "/a?k=v&k=v&k=v&k=v",
		"/a?a=1&b=2&c=3&d=4&e=5&f=6&g=7&h=8&i=9", "/" + strings.Repeat("long/", 1) + strings.Repeat("y", 1100),
	}
	for _, p := range traps {
		if link.Trap(at(t, "https://a.test"+p)) == "" {
			t.Errorf("%.60s is no trap", p)
		}
	}
	for _, p := range []string{"/", "/2026/11/21/world/story-title", "/news/news/news", "/1/2/3/4/5/6/7/8/9/9", "/a?id=7&page=2&k=v&k=v&k=v", "/a//b//c"} {
		if reason := link.Trap(at(t, "https://a.test"+p)); reason != "" {
			t.Errorf("%s is a trap: %s", p, reason)
		}
	}
}

func TestMedia(t *testing.T) {
	for p, want := range map[string]bool{"/a.PDF": true, "/a.jpg?x": true, "/feed.xml": true, "/a.html": false, "/a": false, "/a.php": false, "/v1.2/story": false, "/p.jpg/view": false} {
		if got := link.Media(at(t, "https://a.test"+p)); got != want {
			t.Errorf("Media(%s) = %v", p, got)
		}
	}
}

func FuzzScan(f *testing.F) {
	f.Add([]byte(`<base href="//x/y"><a href="a?b#c"><meta name=robots content=none>`))
	f.Add([]byte("<a href='http://a.test/\xff'><a href=\"%zz\">"))
	base := at(f, "https://a.test/x/")
	f.Fuzz(func(t *testing.T, doc []byte) {
		got := link.Scan(doc, base, "WinnowBot")
		for _, l := range append(got.Links, got.Feeds...) {
			u, err := url.Parse(l)
			if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
				t.Fatalf("link %q: %v", l, err)
			}
			link.Trap(u)
			if again, err := canon.URL(l); len(l) <= canon.MaxURL && (err != nil || again != l) {
				t.Fatalf("link %q is not canonical: %q, %v", l, again, err)
			}
		}
	})
}

func BenchmarkScan(b *testing.B) {
	var doc strings.Builder
	doc.WriteString(`<html><head><meta name="robots" content="index,follow"><link rel=alternate type="application/rss+xml" href=/rss></head><body>`)
	for i := range 250 {
		fmt.Fprintf(&doc, `<div class="card card--small teaser"><h3><a class="link" href="/2026/11/story-%d?utm_source=home">Headline %d</a></h3><p>%s</p><script>var x=%d;</script></div>`,
			i, i, strings.Repeat("Some words of text follow here. ", 12), i)
	}
	raw, base := []byte(doc.String()), at(b, "https://news.test/")
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		if got := link.Scan(raw, base, "WinnowBot"); len(got.Links) != 250 || len(got.Feeds) != 1 {
			b.Fatal(len(got.Links), len(got.Feeds))
		}
	}
}
