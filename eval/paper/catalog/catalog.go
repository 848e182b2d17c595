// Package catalog makes methods of the papers' systems.
package catalog

import (
	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/method"
	"github.com/winnow-news/winnow/eval/paper/articletext"
	"github.com/winnow-news/winnow/eval/paper/blocktree"
	"github.com/winnow-news/winnow/eval/paper/boilerpipe"
	"github.com/winnow-news/winnow/eval/paper/bte"
	"github.com/winnow-news/winnow/eval/paper/contentextractor"
	"github.com/winnow-news/winnow/eval/paper/infodiscoverer"
	"github.com/winnow-news/winnow/eval/paper/styletree"
	"github.com/winnow-news/winnow/eval/paper/svmsite"
	"github.com/winnow-news/winnow/eval/paper/textblock"
	"github.com/winnow-news/winnow/eval/paper/xcex"
)

// Methods lists the systems of the papers, newest first.
func Methods() []method.Method {
	return []method.Method{
		{Name: "paper-xcex", About: "X-CEX, Fernandes 2021, as a batch: tag list and weights of the paper, ε = 0.8", Site: overSite(xcex.Config{Epsilon: .8}.Extract)},
		{Name: "paper-xcex-low", About: "X-CEX with ε = 0.5", Site: overSite(xcex.Config{Epsilon: .5}.Extract)},
		{Name: "paper-xcex-hamming", About: "X-CEX with Hamming distance for the content", Site: overSite(xcex.Config{Epsilon: .8, Hamming: true}.Extract)},
		{Name: "paper-xcex-whole", About: "X-CEX that compares blocks with all that stands inside them", Site: overSite(xcex.Config{Epsilon: .8, Whole: true}.Extract)},
		{Name: "paper-content-extractor", About: "Content Extractor, Debnath et al. 2005", Site: overSite(contentextractor.Extract)},
		{Name: "paper-svm-site", About: "SVM per site with automatic labels, Yao & Zuo 2013, Team 18", Site: overSite(svmsite.Extract)},
		{Name: "paper-textblock", About: "text block context, Kim et al. 2013: C4.5 over 25 attributes", Train: trained(blocktree.Kim())},
		{Name: "paper-boilerpipe", About: "Boilerpipe, Kohlschütter et al. 2010, published tree", Page: method.Body(published)},
		{Name: "paper-boilerpipe-c45", About: "Boilerpipe, Kohlschütter et al. 2010, C4.5 over its six attributes", Train: trained(blocktree.Boilerpipe())},
		{Name: "paper-article-text", About: "article subtree by DOM patterns, Joshi & Liu 2009, text part", Page: method.Body(func(d method.Doc) (string, error) {
			return articletext.Extract(d.HTML, articletext.MinChars)
		})},
		{Name: "paper-style-tree", About: "site style tree, Yi et al. 2003", Site: overSite(styletree.Extract)},
		{Name: "paper-infodiscoverer", About: "InfoDiscoverer, Lin & Ho 2002: entropy of stemmed words", Site: overSite(infodiscoverer.Extract)},
		{Name: "paper-bte", About: "Body Text Extraction, Finn et al. 2001", Page: method.Body(bodyText)},
		{Name: "paper-bte-several", About: "Body Text Extraction in several segments, Pinto et al. 2002", Page: method.Body(bodyTexts)},
	}
}

// overSite makes a site method of a paper's function from pages to texts.
func overSite(extract func([][]byte) ([]string, error)) method.Site {
	return func(docs []method.Doc) ([]method.Text, error) {
		pages := make([][]byte, len(docs))
		for i, d := range docs {
			pages[i] = d.HTML
		}
		bodies, err := extract(pages)
		return method.Bodies(bodies), err
	}
}

func trained(r blocktree.Recipe) method.Train {
	return func(pages []*corpus.Page) (method.Page, error) { return r.Train(pages) }
}

func published(d method.Doc) (string, error) {
	blocks, err := textblock.Split(d.HTML)
	if err != nil {
		return "", err
	}
	return textblock.Join(blocks, boilerpipe.Published(blocks)), nil
}

func bodyText(d method.Doc) (string, error) {
	tokens := bte.Tokens(d.HTML)
	i, j := bte.Best(tokens)
	return bte.Text(tokens[i:j]), nil
}

// windowTokens and halfSlope are the numbers of Pinto et al.
const (
	windowTokens = 100
	halfSlope    = .5
)

func bodyTexts(d method.Doc) (string, error) {
	return bte.Text(bte.Several(bte.Tokens(d.HTML), windowTokens, halfSlope)), nil
}
