// Package boilerpipe is the classifier of Kohlschütter, Fankhauser and Nejdl,
// Boilerplate Detection using Shallow Text Features (WSDM 2010): a text block
// is content or not by its own word and link density and those of the blocks
// before and behind it. Published is the small tree of its Algorithm 1
// (densitometric); Attributes, Rows and Config are what a C4.5 tree over the same
// six attributes is trained with (package blocktree).
//
// The Java library of that name goes on from there with a dozen heuristics; a
// port of it is among the peers.
package boilerpipe

import (
	"github.com/winnow-news/winnow/eval/paper/c45"
	"github.com/winnow-news/winnow/eval/paper/textblock"
)

// Published classifies blocks by Algorithm 1 of the paper.
func Published(blocks []textblock.Block) []bool {
	out := make([]bool, len(blocks))
	for i := range blocks {
		out[i] = content(row(blocks, i))
	}
	return out
}

// content is Algorithm 1.
func content(r []float64) bool {
	word, link, prevWord, prevLink, nextWord := r[0], r[1], r[2], r[3], r[4]
	if link > 0.333333 {
		return false
	}
	if prevLink > 0.555556 {
		return nextWord > 11
	}
	if word > 9 {
		return nextWord > 0
	}
	return nextWord > 10 || prevWord > 4
}

// Attributes names the six columns of a row.
func Attributes() []c45.Attribute {
	return []c45.Attribute{
		{Name: "curr_wordDensity"}, {Name: "curr_linkDensity"},
		{Name: "prev_wordDensity"}, {Name: "prev_linkDensity"},
		{Name: "next_wordDensity"}, {Name: "next_linkDensity"},
	}
}

// row gives the attributes of block i; neighbours that are not there have
// densities of 0.
func row(blocks []textblock.Block, i int) []float64 {
	out := make([]float64, 0, 6)
	for _, k := range []int{i, i - 1, i + 1} {
		if k < 0 || k >= len(blocks) {
			out = append(out, 0, 0)
			continue
		}
		out = append(out, blocks[k].WordDensity(), blocks[k].LinkDensity())
	}
	return out
}

// Rows gives the attributes of every block.
func Rows(blocks []textblock.Block) [][]float64 {
	out := make([][]float64, len(blocks))
	for i := range blocks {
		out[i] = row(blocks, i)
	}
	return out
}

// Config are the parameters of the C4.5 variant: J48's defaults, but for a
// least leaf that keeps the tree from learning single pages.
func Config() c45.Config { return c45.Config{MinLeaf: 100, Confidence: .25} }
