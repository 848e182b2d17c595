package sitemap_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/winnow-news/winnow/crawler/sitemap"
)

const news = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="n" xmlns:image="i">
 <url>
  <loc> https://a.test/1?x=1&amp;y=2 </loc><lastmod>2026-11-20T10:00:00+01:00</lastmod>
  <news:news><news:publication><news:name>A</news:name><news:language>sv</news:language></news:publication>
   <news:publication_date>2026-11-19</news:publication_date><news:title><![CDATA[Räksmörgås & co]]></news:title>
   <news:keywords>food, fish,</news:keywords></news:news>
  <image:image><image:loc>https://a.test/1.jpg</image:loc><image:title>Picture</image:title></image:image>
 </url>
 <url><image:image><image:loc>https://a.test/2.jpg</image:loc></image:image><loc>https://a.test/2</loc></url>
 <url><lastmod>2026</lastmod></url>
</urlset>`

func TestNews(t *testing.T) {
	s, err := sitemap.Parse([]byte(news))
	if err != nil || len(s.Pages) != 2 || len(s.Maps) != 0 {
		t.Fatalf("Parse = %+v, %v", s, err)
	}
	e := s.Pages[0]
	if e.Loc != "https://a.test/1?x=1&y=2" || !e.LastMod.Equal(time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)) {
		t.Errorf("entry %+v", e)
	}
	n := e.News
	if n == nil || n.Title != "Räksmörgås & co" || n.Language != "sv" || n.Published.Day() != 19 || !slices.Equal(n.Keywords, []string{"food", "fish"}) {
		t.Errorf("news %+v", n)
	}
	if e := s.Pages[1]; e.Loc != "https://a.test/2" || e.News != nil {
		t.Errorf("second entry %+v", e)
	}
}

func TestForms(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	_, _ = z.Write([]byte(news))
	_ = z.Close()
	tests := []struct {
		name, file  string
		pages, maps int
	}{
		{"gzip", zipped.String(), 2, 0},
		{"index", `<sitemapindex><sitemap><loc>https://a.test/1.xml</loc><lastmod>2026-01-02</lastmod></sitemap><sitemap><loc>https://a.test/2.xml.gz</loc></sitemap></sitemapindex>`, 0, 2},
		{"text", "\ufeffhttps://a.test/1\nhttps://a.test/2\n\n", 2, 0},
		{"prefixed", `<sm:urlset xmlns:sm="x"><sm:url><sm:loc>https://a.test/1</sm:loc></sm:url></sm:urlset>`, 1, 0},
		{"latin-1", "<?xml version='1.0' encoding='iso-8859-1'?><urlset><url><loc>https://a.test/\xe4</loc></url></urlset>", 1, 0},
		{"declared latin-1, is UTF-8", "<?xml version='1.0' encoding='iso-8859-1'?><urlset><url><loc>https://a.test/ä</loc></url></urlset>", 1, 0},
		{"bare ampersand", `<urlset><url><loc>https://a.test/?a=1&b=2</loc></url></urlset>`, 1, 0},
		{"empty urlset", `<urlset></urlset>`, 0, 0},
	}
	for _, tt := range tests {
		s, err := sitemap.Parse([]byte(tt.file))
		if err != nil || len(s.Pages) != tt.pages || len(s.Maps) != tt.maps {
			t.Errorf("%s: %+v, %v", tt.name, s, err)
		}
		if strings.Contains(tt.name, "latin") && s.Pages[0].Loc != "https://a.test/ä" {
			t.Errorf("%s: %q", tt.name, s.Pages[0].Loc)
		}
	}
}

func TestBroken(t *testing.T) {
	for name, file := range map[string]string{"empty": "", "html": "<!doctype html><html><body>no", "text": "hello", "feed": "<rss><channel/></rss>"} {
		if s, err := sitemap.Parse([]byte(file)); !errors.Is(err, sitemap.ErrFormat) {
			t.Errorf("%s: %+v, %v; want ErrFormat", name, s, err)
		}
	}
	cut := news[:strings.Index(news, "2.jpg")]
	if s, _ := sitemap.Parse([]byte(cut)); len(s.Pages) != 1 {
		t.Errorf("cut: %d entries, want the whole one", len(s.Pages))
	}
	deep := "<urlset>" + strings.Repeat("<url><x>", 300_000)
	if s, _ := sitemap.Parse([]byte(deep)); len(s.Pages) != 0 {
		t.Error("entries from nothing")
	}
}

func TestCaps(t *testing.T) {
	var b strings.Builder
	b.WriteString("<urlset>")
	for i := range sitemap.MaxEntries + 5 {
		fmt.Fprintf(&b, "<url><loc>https://a.test/%d</loc></url>", i)
	}
	if s, err := sitemap.Parse([]byte(b.String())); err != nil || len(s.Pages) != sitemap.MaxEntries {
		t.Errorf("%d entries, %v", len(s.Pages), err)
	}
	long := "<urlset><url><loc>https://a.test/" + strings.Repeat("x", 5000) + "</loc></url></urlset>"
	if s, _ := sitemap.Parse([]byte(long)); len(s.Pages) != 0 {
		t.Error("a long URL was kept")
	}
}

func TestBomb(t *testing.T) {
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	_, _ = z.Write([]byte("<urlset><url><loc>https://a.test/1</loc></url>"))
	for range sitemap.MaxBytes >> 20 {
		_, _ = z.Write(bytes.Repeat([]byte(" "), 1<<20))
	}
	_, _ = z.Write([]byte("<url><loc>https://a.test/2</loc></url></urlset>"))
	_ = z.Close()
	s, _ := sitemap.Parse(bomb.Bytes())
	if len(s.Pages) != 1 {
		t.Errorf("%d entries: what stands behind the cap is not read", len(s.Pages))
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(news))
	f.Add([]byte("<sitemapindex><sitemap><loc>x"))
	f.Add([]byte("https://a.test/\nx"))
	f.Fuzz(func(t *testing.T, file []byte) {
		s, _ := sitemap.Parse(file)
		for _, e := range append(s.Pages, s.Maps...) {
			if e.Loc == "" || len(e.Loc) > 2048 {
				t.Fatalf("entry %+v", e)
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	var doc strings.Builder
	doc.WriteString("<urlset>")
	for i := range 5000 {
		fmt.Fprintf(&doc, "<url><loc>https://a.test/2026/11/story-%d</loc><lastmod>2026-11-20</lastmod></url>\n", i)
	}
	raw := []byte(doc.String())
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		if s, err := sitemap.Parse(raw); err != nil || len(s.Pages) != 5000 {
			b.Fatal(len(s.Pages), err)
		}
	}
}
