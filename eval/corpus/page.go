package corpus

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
)

// Kind says what is known of the true text of a page.
type Kind string

// The kinds of gold.
const (
	// Full: GoldText is the whole text of the article.
	Full Kind = "full"
	// Snippets: With must be found in the extracted text, Without must not.
	Snippets Kind = "snippets"
	// Blocks: every text block of the page has a label; GoldText joins those
	// of the article.
	Blocks Kind = "blocks"
	// None: the page is no article, nothing is to be extracted.
	None Kind = "none"
)

// Block is a labelled run of text of a page of kind Blocks.
type Block struct {
	Text string `json:"text"`
	// Label is headline, fulltext, supplemental, related, comments or
	// boilerplate.
	Label string `json:"label"`
}

// Main reports whether the block is part of the article: headline, full text,
// or what supplements it (dates, bylines, captions). Kohlschütter and Kim call
// these 16 % of l3s-gn1's blocks main content.
func (b Block) Main() bool {
	return b.Label == "headline" || b.Label == "fulltext" || b.Label == "supplemental"
}

// Page is one labelled page.
type Page struct {
	Corpus string
	ID     string // unique in its corpus
	// Site is the site as the corpus names it.
	Site string
	// Epoch is set where a site's pages come from several years with several
	// templates (cnn-2009); such pages are compared within their epoch only.
	Epoch string
	// Group is the site under a name that all corpora share; splits for
	// cross-validation go by it.
	Group string
	URL   string // empty where it is not known
	// HTML is the page as it was served, in its own character encoding.
	HTML []byte
	// AsServed: UTF8 gives HTML as it is, for comparison with harnesses that
	// did so.
	AsServed bool

	GoldKind Kind
	// GoldText is the article's text; whether it begins with the headline
	// differs between corpora.
	GoldText string
	With     []string // snippets that belong to the text
	Without  []string // snippets that do not
	Blocks   []Block

	Lang    string // ISO 639-1, empty where it is not known
	Title   string // empty where it is not known
	Authors []string
	Date    string // as the corpus writes it

	PageType  string // wcxb: article, forum, product …
	PageClass string // news2019, helsingborg-news: article, news, other …
}

// Key names the page among the pages of all corpora.
func (p *Page) Key() string { return p.Corpus + "/" + p.ID }

// Template names the set of pages that share a template with p as far as the
// corpus knows: the epoch of its site, or its site.
func (p *Page) Template() string {
	if p.Epoch != "" {
		return p.Epoch
	}
	return p.Site
}

// UTF8 gives the page transcoded to UTF-8. Bytes that are valid UTF-8 are
// taken for that whatever they declare (declarations lie, and text in another
// encoding is hardly ever valid UTF-8 by chance); otherwise the declaration or
// the bytes themselves decide, as in a browser.
func (p *Page) UTF8() []byte {
	if p.AsServed {
		return p.HTML
	}
	if utf8.Valid(p.HTML) {
		return bytes.TrimPrefix(p.HTML, []byte("\xef\xbb\xbf"))
	}
	enc, name, _ := charset.DetermineEncoding(p.HTML, "text/html")
	if name == "utf-8" {
		return bytes.ToValidUTF8(p.HTML, []byte("\uFFFD"))
	}
	out, err := enc.NewDecoder().Bytes(p.HTML)
	if err != nil {
		return bytes.ToValidUTF8(p.HTML, []byte("\uFFFD"))
	}
	return out
}
