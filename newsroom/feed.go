package newsroom

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strings"
	"time"
)

// feedFormat is the format of a site's feed.
type feedFormat int

const (
	feedRSS feedFormat = iota
	feedAtom
	feedJSON
	noFeed
	feedFormats
)

// perFeed is the number of articles in a feed.
const perFeed = 30

// String names the format; "" when there is no feed.
func (f feedFormat) String() string {
	return [feedFormats]string{"rss", "atom", "json", ""}[f]
}

func (f feedFormat) path() string {
	return [feedFormats]string{"/rss.xml", "/feed/atom.xml", "/feed.json", ""}[f]
}

func (f feedFormat) contentType() string {
	return [feedFormats]string{"application/rss+xml", "application/atom+xml", "application/feed+json", ""}[f]
}

// feedItem is what every format says of an article.
type feedItem struct {
	title, link, summary, html, author string
	published, modified                time.Time
}

// feedFile writes the newest articles in the site's format.
func (s *site) feedFile(now time.Time) ([]byte, error) {
	var items []feedItem
	n := s.visible(now)
	for i := n - 1; i >= max(0, n-perFeed); i-- {
		items = append(items, s.feedItem(i, now))
	}
	var v any
	switch s.feed {
	case feedJSON:
		return json.MarshalIndent(s.jsonFeed(items), "", " ")
	case feedAtom:
		v = s.atom(items, now)
	default:
		v = s.rss(items)
	}
	out, err := xml.MarshalIndent(v, "", " ")
	if err != nil {
		return nil, fmt.Errorf("writing the feed of %s: %w", s.host, err)
	}
	return append([]byte(xml.Header), out...), nil
}

func (s *site) feedItem(index int, now time.Time) feedItem {
	st := s.story(item{article, index}, now)
	f := feedItem{
		title: st.title, link: s.url(s.path(st.brief)), summary: st.standfirst,
		published: st.published, modified: st.published,
	}
	if len(st.authors) > 0 {
		f.author = s.authors[st.authors[0]]
	}
	if st.revision > 1 {
		f.modified = st.corrected
	}
	if s.fullText {
		f.html = paragraphsHTML(st.paragraphs())
	}
	return f
}

// paragraphsHTML gives the text of an article as a feed carries it.
func paragraphsHTML(paragraphs []Paragraph) string {
	var b []byte
	for _, p := range paragraphs {
		if p.Kind == Caption || p.Kind == Embed {
			continue
		}
		b = append(b, "<p>"...)
		b = appendEscaped(b, p.Text)
		b = append(b, "</p>\n"...)
	}
	return string(b)
}

type rssFeed struct {
	XMLName xml.Name  `xml:"rss"`
	Version string    `xml:"version,attr"`
	Content string    `xml:"xmlns:content,attr"`
	DC      string    `xml:"xmlns:dc,attr"`
	Title   string    `xml:"channel>title"`
	Link    string    `xml:"channel>link"`
	Lang    string    `xml:"channel>language"`
	Items   []rssItem `xml:"channel>item"`
}

type rssItem struct {
	Title       string `xml:"title"`
	Link        string `xml:"link"`
	GUID        string `xml:"guid"`
	Description string `xml:"description"`
	Full        string `xml:"content:encoded,omitempty"`
	Creator     string `xml:"dc:creator,omitempty"`
	Published   string `xml:"pubDate"`
}

func (s *site) rss(items []feedItem) rssFeed {
	f := rssFeed{
		Version: "2.0", Content: "http://purl.org/rss/1.0/modules/content/", DC: "http://purl.org/dc/elements/1.1/",
		Title: s.brand, Link: s.url("/"), Lang: s.lang.Code,
	}
	for _, i := range items {
		f.Items = append(f.Items, rssItem{
			Title: i.title, Link: withParameter(i.link, "utm_source=rss"), GUID: i.link, Description: i.summary,
			Full: i.html, Creator: i.author, Published: i.published.Format(time.RFC1123Z),
		})
	}
	return f
}

type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Lang    string      `xml:"xml:lang,attr"`
	Title   string      `xml:"title"`
	ID      string      `xml:"id"`
	Updated string      `xml:"updated"`
	Entries []atomEntry `xml:"entry"`
}

type atomEntry struct {
	Title     string    `xml:"title"`
	ID        string    `xml:"id"`
	Link      atomLink  `xml:"link"`
	Published string    `xml:"published"`
	Updated   string    `xml:"updated"`
	Author    string    `xml:"author>name,omitempty"`
	Summary   string    `xml:"summary"`
	Content   *atomText `xml:"content"`
}

type atomLink struct {
	Href string `xml:"href,attr"`
}

type atomText struct {
	Type string `xml:"type,attr"`
	Text string `xml:",chardata"`
}

func (s *site) atom(items []feedItem, now time.Time) atomFeed {
	f := atomFeed{Lang: s.lang.Code, Title: s.brand, ID: s.url("/"), Updated: now.Format(time.RFC3339)}
	for _, i := range items {
		e := atomEntry{
			Title: i.title, ID: i.link, Link: atomLink{i.link}, Summary: i.summary, Author: i.author,
			Published: i.published.Format(time.RFC3339), Updated: i.modified.Format(time.RFC3339),
		}
		if i.html != "" {
			e.Content = &atomText{Type: "html", Text: i.html}
		}
		f.Entries = append(f.Entries, e)
	}
	return f
}

type jsonFeed struct {
	Version  string         `json:"version"`
	Title    string         `json:"title"`
	HomePage string         `json:"home_page_url"`
	Language string         `json:"language"`
	Items    []jsonFeedItem `json:"items"`
}

type jsonFeedItem struct {
	ID        string           `json:"id"`
	URL       string           `json:"url"`
	Title     string           `json:"title"`
	Summary   string           `json:"summary"`
	HTML      string           `json:"content_html,omitempty"`
	Published string           `json:"date_published"`
	Modified  string           `json:"date_modified"`
	Authors   []jsonFeedAuthor `json:"authors,omitempty"`
}

type jsonFeedAuthor struct {
	Name string `json:"name"`
}

func (s *site) jsonFeed(items []feedItem) jsonFeed {
	f := jsonFeed{Version: "https://jsonfeed.org/version/1.1", Title: s.brand, HomePage: s.url("/"), Language: s.lang.Code}
	for _, i := range items {
		j := jsonFeedItem{
			ID: i.link, URL: i.link, Title: i.title, Summary: i.summary, HTML: i.html,
			Published: i.published.Format(time.RFC3339), Modified: i.modified.Format(time.RFC3339),
		}
		if i.author != "" {
			j.Authors = []jsonFeedAuthor{{strings.TrimSpace(i.author)}}
		}
		f.Items = append(f.Items, j)
	}
	return f
}
