package svmsite

import (
	"strings"

	"github.com/winnow-news/winnow/eval/dom"
)

// Parts is the number of parts of the papers' cross-validation.
const Parts = 4

// The numbers of the method are scikit-learn's defaults, on which both papers
// rely. Only the reach is wider than its 0.5, because the length of a text
// enters by its logarithm.
const (
	dbscanReach = 1  // DBSCAN's ε over standardised features
	dbscanLeast = 5  // DBSCAN's least number of points
	svmCost     = 1  // the SVM's C
	svmRounds   = 20 // over the data while it is trained
)

// Extract labels the pages of a site, and judges each part of them by an SVM
// trained on the labels of the others: the first of the papers' regimes. A
// single page is judged by its labels.
func Extract(pages [][]byte) ([]string, error) {
	blocks, err := Label([]Site{{Pages: pages}})
	if err != nil {
		return nil, err
	}
	return judge(blocks[0], len(pages)), nil
}

// Site is a set of pages of one site.
type Site struct{ Pages [][]byte }

// Labelled are the blocks of a site's pages with their automatic labels.
type Labelled struct{ blocks []*block }

// Label cuts, clusters and labels each site by itself.
func Label(sites []Site) ([]Labelled, error) {
	out := make([]Labelled, len(sites))
	for k, s := range sites {
		descriptions := make([]string, len(s.Pages))
		var blocks []*block
		for p, src := range s.Pages {
			doc, err := dom.Parse(src)
			if err != nil {
				return nil, err
			}
			descriptions[p] = description(doc)
			blocks = append(blocks, blocksOf(p, dom.Body(doc))...)
		}
		if len(blocks) > 0 {
			standardise(blocks)
			cluster(blocks)
			label(blocks, descriptions)
		}
		out[k] = Labelled{blocks}
	}
	return out, nil
}

// judge cross-validates over the pages of one site.
func judge(site Labelled, pages int) []string {
	parts := min(Parts, pages)
	if parts < 2 {
		return texts(site.blocks, pages, func(b *block) bool { return b.content })
	}
	models := make([]*svm, parts)
	for k := range models {
		models[k] = trainSVM(examples(site.blocks, func(b *block) bool { return b.page%parts != k }), svmCost, svmRounds)
	}
	return texts(site.blocks, pages, func(b *block) bool { return models[b.page%parts].value(b.example()) > 0 })
}

func (b *block) example() example {
	return example{names: b.names, numbers: b.numbers, content: b.content}
}

func examples(blocks []*block, keep func(*block) bool) []example {
	var out []example
	for _, b := range blocks {
		if keep(b) {
			out = append(out, b.example())
		}
	}
	return out
}

// texts joins the chosen blocks of each page.
func texts(blocks []*block, pages int, chosen func(*block) bool) []string {
	lines := make([][]string, pages)
	for _, b := range blocks {
		if chosen(b) {
			lines[b.page] = append(lines[b.page], b.text)
		}
	}
	out := make([]string, pages)
	for p := range lines {
		out[p] = strings.Join(lines[p], "\n")
	}
	return out
}
