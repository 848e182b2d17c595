// Package blocktree trains a C4.5 tree over text blocks on labelled pages and
// validates it: what the methods of Kohlschütter and of Kim have in common.
// They differ in the attributes and the learner's parameters (Recipe).
package blocktree

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/label"
	"github.com/winnow-news/winnow/eval/method"
	"github.com/winnow-news/winnow/eval/metric"
	"github.com/winnow-news/winnow/eval/paper/boilerpipe"
	"github.com/winnow-news/winnow/eval/paper/c45"
	"github.com/winnow-news/winnow/eval/paper/kim"
	"github.com/winnow-news/winnow/eval/paper/textblock"
)

// Recipe is one of the two papers' classifiers.
type Recipe struct {
	Name       string
	Attributes []c45.Attribute
	Rows       func([]textblock.Block) [][]float64
	Config     c45.Config
}

// Kim is the 25-attribute classifier of Kim et al. 2013.
func Kim() Recipe {
	return Recipe{Name: "textblock", Attributes: kim.Attributes(), Rows: kim.Rows, Config: kim.Config()}
}

// Boilerpipe is the C4.5 variant of Kohlschütter et al. 2010.
func Boilerpipe() Recipe {
	return Recipe{Name: "boilerpipe", Attributes: boilerpipe.Attributes(), Rows: boilerpipe.Rows, Config: boilerpipe.Config()}
}

// Data are the labelled blocks of pages.
type Data struct {
	Rows    [][]float64
	Classes []bool
	Page    []int // of each row, index into the pages
}

// Collect cuts pages into blocks and labels them: by alignment with the gold
// text, or, where every block of the page has a label, with the text of the
// blocks that are headline, full text or supplement (the main content of both
// papers).
func (r Recipe) Collect(pages []*corpus.Page) (Data, error) {
	var d Data
	for i, p := range pages {
		blocks, err := textblock.Split(p.UTF8())
		if err != nil {
			return d, fmt.Errorf("page %s: %w", p.Key(), err)
		}
		texts := make([]string, len(blocks))
		for k, b := range blocks {
			texts[k] = b.Text
		}
		d.Rows = append(d.Rows, r.Rows(blocks)...)
		for _, l := range label.Texts(texts, gold(p)) {
			d.Classes, d.Page = append(d.Classes, l.Content), append(d.Page, i)
		}
	}
	return d, nil
}

func gold(p *corpus.Page) string {
	if len(p.Blocks) == 0 {
		return p.GoldText
	}
	text := ""
	for _, b := range p.Blocks {
		if b.Main() {
			text += b.Text + "\n"
		}
	}
	return text
}

// ErrNoPages is returned when there is nothing to train on.
var ErrNoPages = errors.New("blocktree: no labelled pages")

// Fit trains on all of the data.
func (r Recipe) Fit(d Data) (*c45.Tree, error) {
	if len(d.Rows) == 0 {
		return nil, ErrNoPages
	}
	return c45.Train(r.Attributes, d.Rows, d.Classes, r.Config)
}

// Train makes a page method of labelled pages.
func (r Recipe) Train(pages []*corpus.Page) (method.Page, error) {
	d, err := r.Collect(pages)
	if err != nil {
		return nil, err
	}
	tree, err := r.Fit(d)
	if err != nil {
		return nil, err
	}
	return method.Body(func(doc method.Doc) (string, error) {
		blocks, err := textblock.Split(doc.HTML)
		if err != nil {
			return "", err
		}
		rows, chosen := r.Rows(blocks), make([]bool, len(blocks))
		for i := range rows {
			chosen[i] = tree.Predict(rows[i])
		}
		return textblock.Join(blocks, chosen), nil
	}), nil
}

// Validation is the outcome of a cross-validation over blocks.
type Validation struct {
	Counts metric.Counts // positive: main content
	Leaves int           // mean number of leaves of the trees
}

// Validate cross-validates with k parts. part gives each row's part; see
// ByRow and ByPage.
func (r Recipe) Validate(d Data, k int, part []int) (Validation, error) {
	var v Validation
	for f := range k {
		var train Data
		for i := range d.Rows {
			if part[i] != f {
				train.Rows, train.Classes = append(train.Rows, d.Rows[i]), append(train.Classes, d.Classes[i])
			}
		}
		tree, err := r.Fit(train)
		if err != nil {
			return v, err
		}
		v.Leaves += tree.Leaves()
		for i, row := range d.Rows {
			if part[i] == f {
				v.Counts = v.Counts.Add(metric.Labels([]bool{tree.Predict(row)}, []bool{d.Classes[i]}))
			}
		}
	}
	v.Leaves /= k
	return v, nil
}

// ByRow deals rows into k parts at random, stratified by class, as Weka's
// cross-validation in the papers does: blocks of one page then stand on both
// sides, which flatters.
func ByRow(d Data, k int) []int {
	part := make([]int, len(d.Rows))
	next := [2]int{}
	for _, i := range rand.New(rand.NewPCG(1, 10)).Perm(len(d.Rows)) {
		c := 0
		if d.Classes[i] {
			c = 1
		}
		part[i] = next[c] % k
		next[c]++
	}
	return part
}

// ByPage deals whole sites: no page of a site that is judged was trained on.
func ByPage(d Data, pages []*corpus.Page, k int) []int {
	folds := corpus.Folds(pages, k)
	part := make([]int, len(d.Page))
	for i, p := range d.Page {
		part[i] = folds[p]
	}
	return part
}
