package newsroom

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"time"
)

const (
	// perSitemap is the number of articles in one sitemap file.
	perSitemap = 1000
	// newsAge is how old an article in a news sitemap may be.
	newsAge = 48 * time.Hour
)

type sitemapURLs struct {
	XMLName xml.Name     `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	News    string       `xml:"xmlns:news,attr,omitempty"`
	URLs    []sitemapURL `xml:"url"`
}

type sitemapURL struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod,omitempty"`
	News    *news  `xml:"news:news"`
}

type news struct {
	Name      string `xml:"news:publication>news:name"`
	Language  string `xml:"news:publication>news:language"`
	Published string `xml:"news:publication_date"`
	Title     string `xml:"news:title"`
}

type sitemapList struct {
	XMLName  xml.Name     `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
	Sitemaps []sitemapURL `xml:"sitemap"`
}

// sitemapPath gives the address of sitemap file n; every second site packs
// its files.
func (s *site) sitemapPath(n int) string {
	path := fmt.Sprintf("/sitemap-%d.xml", n)
	if s.index%2 == 0 {
		path += ".gz"
	}
	return path
}

func (s *site) sitemap(r route, now time.Time) (answer, error) {
	var v any
	packed := false
	switch r.what {
	case sitemapIndex:
		v = s.sitemapIndex(now)
	case newsSitemap:
		v = s.newsSitemap(now)
	default:
		if r.number*perSitemap >= max(1, s.visible(now)) {
			return s.document(route{}, nil, s.sitemapPath(r.number), now)
		}
		v = s.sitemapURLs(r.number, now)
		packed = strings.HasSuffix(s.sitemapPath(r.number), ".gz")
	}
	body, err := xml.MarshalIndent(v, "", " ")
	if err != nil {
		return answer{}, fmt.Errorf("writing a sitemap of %s: %w", s.host, err)
	}
	a := answer{status: http.StatusOK, contentType: "application/xml", body: append([]byte(xml.Header), body...)}
	if packed {
		a.contentType = "application/gzip"
		a.body, err = pack(a.body)
	}
	return a, err
}

func (s *site) sitemapIndex(now time.Time) sitemapList {
	var l sitemapList
	for n := 0; n == 0 || n*perSitemap < s.visible(now); n++ {
		l.Sitemaps = append(l.Sitemaps, sitemapURL{Loc: s.url(s.sitemapPath(n))})
	}
	l.Sitemaps = append(l.Sitemaps, sitemapURL{Loc: s.url("/news-sitemap.xml"), LastMod: now.Format(time.RFC3339)})
	return l
}

func (s *site) sitemapURLs(n int, now time.Time) sitemapURLs {
	var l sitemapURLs
	for i := n * perSitemap; i < min((n+1)*perSitemap, s.visible(now)); i++ {
		b, _ := s.brief(item{article, i})
		l.URLs = append(l.URLs, sitemapURL{Loc: s.url(s.path(b)), LastMod: b.published.Format(time.RFC3339)})
	}
	return l
}

func (s *site) newsSitemap(now time.Time) sitemapURLs {
	l := sitemapURLs{News: "http://www.google.com/schemas/sitemap-news/0.9"}
	for i := s.visible(now) - 1; i >= 0 && len(l.URLs) < perSitemap; i-- {
		b, _ := s.brief(item{article, i})
		if now.Sub(b.published) > newsAge {
			break
		}
		l.URLs = append(l.URLs, sitemapURL{Loc: s.url(s.path(b)), News: &news{
			Name: s.brand, Language: s.lang.Code, Published: b.published.Format(time.RFC3339), Title: b.title,
		}})
	}
	return l
}

func pack(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		return nil, fmt.Errorf("packing: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("packing: %w", err)
	}
	return b.Bytes(), nil
}
