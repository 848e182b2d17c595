// Package peer makes methods of the field's other libraries: each gets the
// same bytes in the same process, parses them itself or is given the parsed
// tree, and its cost includes that. None of them is changed or tuned; what a
// library offers to leave readers' comments out is used, as its own evaluation
// does.
package peer

import (
	"bytes"
	"html"
	"strings"

	readeck "codeberg.org/readeck/go-readability/v2"
	shioridom "github.com/go-shiori/dom"
	shiori "github.com/go-shiori/go-readability"
	"github.com/jlubawy/go-boilerpipe"
	distiller "github.com/markusmobius/go-domdistiller"
	"github.com/markusmobius/go-trafilatura"

	"github.com/winnow-news/winnow/eval/dom"
	"github.com/winnow-news/winnow/eval/method"
)

// Methods lists the peers and the two floors, body and nothing but a parse.
func Methods() []method.Method {
	return []method.Method{
		{Name: "trafilatura", About: "go-trafilatura 1.12 with its fallback (readability, dom-distiller)", Page: trafilaturaWith(true)},
		{Name: "trafilatura-fast", About: "go-trafilatura 1.12 without fallback", Page: trafilaturaWith(false)},
		{Name: "readability", About: "readeck/go-readability 2.1, Mozilla's Readability.js in Go", Page: readability},
		{Name: "readability-shiori", About: "go-shiori/go-readability, the archived port", Page: readabilityShiori},
		{Name: "domdistiller", About: "go-domdistiller 1.0, Chromium's reader mode in Go", Page: domDistiller},
		{Name: "boilerpipe-go", About: "jlubawy/go-boilerpipe 0.4, its article pipeline", Page: boilerpipeArticle},
		{Name: "body", About: "all visible text of the body: the floor of precision", Page: method.Body(bodyText)},
	}
}

func trafilaturaWith(fallback bool) method.Page {
	return func(d method.Doc) (method.Text, error) {
		doc, err := dom.Parse(d.HTML)
		if err != nil {
			return method.Text{}, err
		}
		res, err := trafilatura.ExtractDocument(doc, trafilatura.Options{
			OriginalURL: d.Address(), EnableFallback: fallback, ExcludeComments: true,
		})
		if err != nil {
			return method.Text{}, err
		}
		return method.Text{Title: res.Metadata.Title, Body: res.ContentText}, nil
	}
}

func readability(d method.Doc) (method.Text, error) {
	doc, err := dom.Parse(d.HTML)
	if err != nil {
		return method.Text{}, err
	}
	article, err := readeck.FromDocument(doc, d.Address())
	if err != nil || article.Node == nil {
		return method.Text{}, err
	}
	var b strings.Builder
	err = article.RenderText(&b)
	return method.Text{Title: article.Title(), Body: b.String()}, err
}

func readabilityShiori(d method.Doc) (method.Text, error) {
	doc, err := dom.Parse(d.HTML)
	if err != nil {
		return method.Text{}, err
	}
	article, err := shiori.FromDocument(doc, d.Address())
	if err != nil || article.Node == nil {
		return method.Text{}, err
	}
	// Its TextContent glues paragraphs together; this is its authors' own way
	// from the tree to text.
	return method.Text{Title: article.Title, Body: shioridom.InnerText(article.Node)}, nil
}

func domDistiller(d method.Doc) (method.Text, error) {
	doc, err := dom.Parse(d.HTML)
	if err != nil {
		return method.Text{}, err
	}
	res, err := distiller.Apply(doc, &distiller.Options{OriginalURL: d.Address(), SkipPagination: true})
	if err != nil {
		return method.Text{}, err
	}
	return method.Text{Title: res.Title, Body: res.Text}, nil
}

func boilerpipeArticle(d method.Doc) (method.Text, error) {
	doc, err := boilerpipe.ParseDocument(bytes.NewReader(d.HTML))
	if err != nil {
		return method.Text{}, err
	}
	boilerpipe.ArticlePipeline.Process(doc)
	// It escapes what it gives.
	return method.Text{Title: html.UnescapeString(doc.Title), Body: html.UnescapeString(doc.Content())}, nil
}

// bodyText is the visible text of the whole page.
func bodyText(d method.Doc) (string, error) {
	doc, err := dom.Parse(d.HTML)
	if err != nil {
		return "", err
	}
	return dom.Text(dom.Body(doc)), nil
}
