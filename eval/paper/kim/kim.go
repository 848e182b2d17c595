// Package kim is the classifier of Kim, Kim, Song and Khil, Main Content
// Extraction from Web Documents Using Text Block Context (2013): a C4.5 tree
// over 25 attributes of a text block. Five are its own (word density, link
// density, parent tag among 22, distances to the blocks before and behind), the
// rest are those of two neighbours on each side (sections 3.1 to 3.3).
package kim

import (
	"fmt"
	"slices"

	"github.com/winnow-news/winnow/eval/paper/c45"
	"github.com/winnow-news/winnow/eval/paper/textblock"
)

// Config are the parameters of section 4.3: confidence 0.7, ten rows a leaf.
func Config() c45.Config { return c45.Config{MinLeaf: 10, Confidence: .7} }

// tags are the 22 tags of Table 1; any other is one more value.
func tags() []string {
	return []string{
		"a", "b", "blockquote", "br", "dd", "dl", "dt", "font", "h1", "h2", "h3", "h4", "h5", "h6",
		"img", "li", "ol", "p", "pre", "q", "table", "ul",
	}
}

const (
	reach = 2 // neighbours on each side
	own   = 5 // attributes of one block
)

// Attributes names the 25 columns of a row.
func Attributes() []c45.Attribute {
	values := append(tags(), "other")
	var out []c45.Attribute
	for k := -reach; k <= reach; k++ {
		at := ""
		if k != 0 {
			at = fmt.Sprintf("[%+d]", k)
		}
		out = append(out, c45.Attribute{Name: "words" + at}, c45.Attribute{Name: "links" + at},
			c45.Attribute{Name: "parent" + at, Values: values},
			c45.Attribute{Name: "before" + at}, c45.Attribute{Name: "after" + at})
	}
	return out
}

// Rows gives the attributes of every block. A neighbour beyond the page's ends
// has zeros and the parent "other".
func Rows(blocks []textblock.Block) [][]float64 {
	names := tags()
	single := make([][own]float64, len(blocks))
	for i, b := range blocks {
		single[i] = [own]float64{b.WordDensity(), b.LinkDensity(), parent(names, b.Parent), float64(b.Before), float64(b.After)}
	}
	beyond := [own]float64{2: float64(len(names))}
	out := make([][]float64, len(blocks))
	for i := range blocks {
		row := make([]float64, 0, own*(2*reach+1))
		for k := i - reach; k <= i+reach; k++ {
			if k < 0 || k >= len(blocks) {
				row = append(row, beyond[:]...)
			} else {
				row = append(row, single[k][:]...)
			}
		}
		out[i] = row
	}
	return out
}

func parent(names []string, tag string) float64 {
	if i, ok := slices.BinarySearch(names, tag); ok {
		return float64(i)
	}
	return float64(len(names))
}
