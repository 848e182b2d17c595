// Package sitemap reads sitemaps: what goes in is an XML sitemap, sitemap
// index or plain text list, gzipped or not; what comes out are its entries
// with lastmod and, from news sitemaps, title, date, language and keywords.
//
// Protocol: sitemaps.org 0.9, and the news extension
// http://www.google.com/schemas/sitemap-news/0.9.
package sitemap

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/winnow-news/winnow/crawler/charset"
	"github.com/winnow-news/winnow/proto/canon"
)

// Caps of the protocol.
const (
	MaxEntries = 50_000
	MaxBytes   = 50 << 20
)

// ErrFormat is returned when a file is no sitemap.
var ErrFormat = errors.New("not a sitemap")

// Sitemap is what a file lists. Either Pages or Maps is empty.
type Sitemap struct {
	// Pages are the entries of a urlset, in file order.
	Pages []Entry
	// Maps are the entries of a sitemapindex.
	Maps []Entry
}

// Entry is one listed URL.
type Entry struct {
	// Loc is the URL as it stands.
	Loc string
	// LastMod is zero when absent or unreadable.
	LastMod time.Time
	// News is nil outside of news sitemaps.
	News *News
}

// News is what a news sitemap says of a page.
type News struct {
	Title, Language string
	Published       time.Time
	Keywords        []string
}

// Parse reads a file. Entries that were read before an error are given with
// it, so that a file that was cut is of use. An error matches ErrFormat or
// comes from the XML or gzip reader.
func Parse(file []byte) (Sitemap, error) {
	r := io.Reader(bytes.NewReader(file))
	if bytes.HasPrefix(file, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(r)
		if err != nil {
			return Sitemap{}, fmt.Errorf("sitemap: %w", err)
		}
		r = z
	}
	br := bufio.NewReader(io.LimitReader(r, MaxBytes))
	head, err := br.Peek(512)
	if len(head) == 0 && err != nil {
		return Sitemap{}, fmt.Errorf("sitemap: %w", errors.Join(ErrFormat, err))
	}
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	if bytes.HasPrefix(head, []byte("http://")) || bytes.HasPrefix(head, []byte("https://")) {
		return parseText(br)
	}
	return parseXML(br)
}

// parseText reads a list of URLs, one a line.
func parseText(r io.Reader) (Sitemap, error) {
	var s Sitemap
	lines := bufio.NewScanner(r)
	for lines.Scan() && len(s.Pages) < MaxEntries {
		if loc := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff")); loc != "" && len(loc) <= canon.MaxURL {
			s.Pages = append(s.Pages, Entry{Loc: loc})
		}
	}
	if err := lines.Err(); err != nil {
		return s, fmt.Errorf("sitemap: %w", err)
	}
	return s, nil
}

// parseXML streams through the file: it holds one entry at a time, and of
// that no text longer than its use.
func parseXML(r io.Reader) (Sitemap, error) {
	d := xml.NewDecoder(r)
	d.Strict = false
	d.CharsetReader = reader
	p := parser{}
	for {
		tok, err := d.RawToken()
		switch {
		case errors.Is(err, io.EOF) && p.root != "":
			return p.out, nil
		case errors.Is(err, io.EOF):
			return p.out, fmt.Errorf("sitemap: %w", ErrFormat)
		case err != nil:
			return p.out, fmt.Errorf("sitemap: %w", err)
		}
		if err := p.token(tok); err != nil {
			return p.out, err
		}
		if len(p.out.Pages)+len(p.out.Maps) >= MaxEntries {
			return p.out, nil
		}
	}
}

// parser keeps the place in the file. Raw tokens carry no nesting, so that
// files which nest without end cost nothing.
type parser struct {
	out   Sitemap
	root  string // urlset or sitemapindex
	entry Entry
	in    bool // inside url or sitemap
	text  strings.Builder
}

// maxText bounds the text of one element in bytes.
const maxText = 4096

func (p *parser) token(tok xml.Token) error {
	switch t := tok.(type) {
	case xml.StartElement:
		p.text.Reset()
		return p.start(t.Name)
	case xml.CharData:
		if p.in && p.text.Len()+len(t) <= maxText {
			p.text.Write(t)
		}
	case xml.EndElement:
		p.end(t.Name)
	}
	return nil
}

func (p *parser) start(name xml.Name) error {
	if p.root == "" {
		if name.Local != "urlset" && name.Local != "sitemapindex" {
			return fmt.Errorf("sitemap: root element %q: %w", name.Local, ErrFormat)
		}
		p.root = name.Local
		return nil
	}
	switch {
	case foreign(name):
	case name.Local == "url", name.Local == "sitemap":
		p.entry, p.in = Entry{}, true
	case name.Local == "news":
		p.entry.News = &News{}
	}
	return nil
}

// foreign tells the image and video extensions, whose elements have the names
// of the protocol's own.
func foreign(name xml.Name) bool { return name.Space == "image" || name.Space == "video" }

func (p *parser) end(name xml.Name) {
	text := strings.TrimSpace(p.text.String())
	p.text.Reset()
	switch {
	case !p.in || foreign(name):
	case name.Local == "url" || name.Local == "sitemap":
		p.keep()
	case name.Local == "loc" && p.entry.Loc == "":
		p.entry.Loc = text
	case name.Local == "lastmod":
		p.entry.LastMod = parseTime(text)
	case p.entry.News != nil:
		p.entry.News.set(name.Local, text)
	}
}

func (p *parser) keep() {
	p.in = false
	if p.entry.Loc == "" || len(p.entry.Loc) > canon.MaxURL {
		return
	}
	if p.root == "urlset" {
		p.out.Pages = append(p.out.Pages, p.entry)
	} else {
		p.out.Maps = append(p.out.Maps, p.entry)
	}
}

// maxKeywords bounds the keywords of one page.
const maxKeywords = 30

func (n *News) set(name, text string) {
	text = strings.ToValidUTF8(text, string(utf8.RuneError))
	switch name {
	case "title":
		n.Title = text
	case "language":
		n.Language = text
	case "publication_date":
		n.Published = parseTime(text)
	case "keywords":
		for k := range strings.SplitSeq(text, ",") {
			if k = strings.TrimSpace(k); k != "" && len(n.Keywords) < maxKeywords {
				n.Keywords = append(n.Keywords, k)
			}
		}
	}
}

// layouts are the forms of W3C dates and what is written in their place.
var layouts = []string{
	time.RFC3339, "2006-01-02", "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05Z0700",
	"2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01", time.RFC1123Z, time.RFC1123,
}

func parseTime(s string) time.Time {
	for _, layout := range layouts {
		if t, err := time.Parse(layout, s); err == nil && t.Year() > 1990 && t.Year() < 2200 {
			return t
		}
	}
	return time.Time{}
}

// reader decodes the declared encoding of an XML file, unless it lies.
func reader(label string, input io.Reader) (io.Reader, error) {
	raw, err := io.ReadAll(io.LimitReader(input, MaxBytes))
	if err != nil {
		return nil, err
	}
	body, _, err := charset.Decode(raw, "text/xml; charset="+label)
	if err != nil {
		return nil, err
	}
	return bytes.NewReader(body), nil
}
