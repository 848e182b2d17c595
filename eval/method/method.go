// Package method says what an extraction method is: a value that turns pages
// into text, from one page alone or from the pages of one site together. The
// runner knows methods by this package only; the peers, the papers' systems
// and Winnow itself are all made into such values.
package method

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/winnow-news/winnow/eval/corpus"
)

// Doc is a page as a method sees it: without its gold.
type Doc struct {
	ID   string
	URL  string // empty where it is not known
	Site string
	HTML []byte // UTF-8
}

// NewDoc takes from a labelled page what a method may see.
func NewDoc(p *corpus.Page) Doc {
	return Doc{ID: p.ID, URL: p.URL, Site: p.Template(), HTML: p.UTF8()}
}

// Address is the document's URL, or a stand-in where it is not known: some peers
// demand one.
func (d Doc) Address() *url.URL {
	if u, err := url.Parse(d.URL); err == nil && u.Host != "" {
		return u
	}
	return &url.URL{Scheme: "https", Host: "unknown.example", Path: "/"}
}

// Text is what a method extracts from a page.
type Text struct {
	// Title is the headline, empty where the method tells none apart.
	Title string
	// Body is the article's text; empty means: nothing found.
	Body string
}

// Bodies makes texts without titles.
func Bodies(bodies []string) []Text {
	out := make([]Text, len(bodies))
	for i, b := range bodies {
		out[i].Body = b
	}
	return out
}

// Page extracts the text of one page. It is safe for concurrent use and does
// not change the document.
type Page func(Doc) (Text, error)

// Body makes a page method of a function that tells no title.
func Body(extract func(Doc) (string, error)) Page {
	return func(d Doc) (Text, error) {
		body, err := extract(d)
		return Text{Body: body}, err
	}
}

// Site extracts the texts of pages that share templates, in their order. It is
// safe for concurrent use.
type Site func([]Doc) ([]Text, error)

// Train makes a page method out of labelled pages.
type Train func([]*corpus.Page) (Page, error)

// Method is one extraction method. Exactly one of Page, Site and Train is set.
type Method struct {
	// Name is what the command line and the tables call it.
	Name string
	// About says in a few words what it is and where it comes from.
	About string
	Page  Page
	Site  Site
	// Train is set for a method that must be trained before it extracts. It is
	// trained on the trainable corpora and, for a page of one of their sites,
	// without that site.
	Train Train
	// Seen names corpora that the method's shipped model was trained on: its
	// figures there are not those of unseen pages.
	Seen []string
	// Holdout, where it is set, makes the method anew for the corpora in Seen.
	Holdout func(context.Context) (Holdout, error)
}

// Holdout is a method for pages of the corpora that its model is trained on:
// Parts[k] has learned from no page of the sites of part k.
type Holdout struct {
	Parts []Method
	Part  func(group string) int // of a site, 0..len(Parts)-1
}

// ErrMethod is returned by Validate.
var ErrMethod = errors.New("method: not well formed")

// Validate reports methods without a name, with one name, or with more or
// fewer than one way to extract.
func Validate(methods []Method) error {
	names := map[string]bool{}
	for _, m := range methods {
		ways := 0
		for _, set := range []bool{m.Page != nil, m.Site != nil, m.Train != nil} {
			if set {
				ways++
			}
		}
		if m.Name == "" || m.About == "" || names[m.Name] || ways != 1 {
			return fmt.Errorf("%w: %q (%d ways to extract)", ErrMethod, m.Name, ways)
		}
		names[m.Name] = true
	}
	return nil
}

// UsesSite reports whether the method looks at a site's other pages.
func (m Method) UsesSite() bool { return m.Site != nil }
