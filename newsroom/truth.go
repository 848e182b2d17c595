package newsroom

import (
	"strings"
	"time"
)

// Class says what kind of page a page is.
type Class string

// The classes of pages.
const (
	ClassArticle Class = "article"
	ClassListing Class = "listing" // home, section, tag, author, search
	ClassMedia   Class = "media"   // picture gallery
	ClassLive    Class = "live"
	ClassWall    Class = "wall"  // consent, error
	ClassOther   Class = "other" // about, contact, guide, calendar
)

// Kind says what part of an article a paragraph is.
type Kind string

// The kinds of paragraphs.
const (
	Standfirst Kind = "standfirst"
	Body       Kind = "paragraph"
	Heading    Kind = "heading"
	ListItem   Kind = "list item"
	Quote      Kind = "quote"
	TableRow   Kind = "table" // one row, cells separated by a space
	Caption    Kind = "caption"
	Embed      Kind = "embed" // a post from elsewhere
)

// Paragraph is one piece of an article, its text as a reader sees it, with
// single spaces.
type Paragraph struct {
	Kind Kind
	Text string
}

// Truth is what is known about a page. For pages that are no articles only
// URL, Canonical, Site, Language, Class and Title are set.
type Truth struct {
	URL       string
	Canonical string // the address that the page's variants have in common
	ArticleID string // as package canon derives it from Canonical
	Site      string // host name
	Language  string // ISO 639-1
	Class     Class
	Title     string
	Authors   []string // none: staff
	Published time.Time
	Modified  time.Time // zero: never corrected
	Revision  int       // 1, or 2 when corrected
	Redesign  bool      // the page has the site's second template
	// Paragraphs are the parts of the article in the order of the page,
	// headline and byline apart.
	Paragraphs []Paragraph
}

// Text is the text that extraction should yield: standfirst, paragraphs,
// sub-headings, list items, quotes and table rows, separated by blank lines;
// not the headline, captions and posts from elsewhere.
func (t Truth) Text() string {
	var b strings.Builder
	for _, p := range t.Paragraphs {
		if p.Kind == Caption || p.Kind == Embed {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(p.Text)
	}
	return b.String()
}
