// Package contentextractor is Content Extractor (Debnath, Mitra, Pal and Giles,
// Automatic Identification of Informative Sections of Web Pages, IEEE TKDE
// 17(9), 2005; section 2.4 of Fernandes 2021), from which X-CEX was made:
// atomic blocks cut by a list of tags, a feature vector of each joined with its
// binary word vector, the cosine of the joined vectors, and the inverse block
// document frequency.
package contentextractor

import (
	"math"

	"github.com/winnow-news/winnow/eval/paper/siteblock"
)

// epsilon is the cosine above which two blocks are similar, as in the paper.
const epsilon = .9

// cut gives the tag list of the paper, as Fernandes quotes it.
func cut() siteblock.Config {
	return siteblock.Config{Tags: []string{"table", "tr", "p", "hr", "ul", "div", "span"}}
}

// Extract gives the text of each page of a site.
func Extract(pages [][]byte) ([]string, error) {
	blocks, err := siteblock.CutAll(pages, cut())
	if err != nil {
		return nil, err
	}
	most := largest(blocks)
	return siteblock.Unique(blocks, siteblock.Similarity{
		Size:    func(*siteblock.Block) int { return 1 },
		Similar: func(a, b *siteblock.Block) bool { return cosine(a, b, most, epsilon) > epsilon },
	}), nil
}

// vector holds a block's features: how many terms, links, images, list items,
// scripts, form fields and headings it has.
type vector [7]float64

func features(b *siteblock.Block) vector {
	return vector{float64(len(b.Words)), float64(b.Count.Links), float64(b.Count.Images), float64(b.Count.Lists),
		float64(b.Count.Scripts), float64(b.Count.Inputs), float64(b.Count.Headings)}
}

// largest gives the largest value of each feature in the collection: features
// are divided by it, so that they weigh no more than a word.
func largest(pages [][]*siteblock.Block) vector {
	var most vector
	for _, blocks := range pages {
		for _, b := range blocks {
			for i, x := range features(b) {
				most[i] = max(most[i], x)
			}
		}
	}
	return most
}

// cosine is that of the joined vectors; below least it may be any number
// below least.
func cosine(a, b *siteblock.Block, most vector, least float64) float64 {
	fa, fb := scaled(a, most), scaled(b, most)
	dot, na, nb := 0.0, float64(len(a.Words)), float64(len(b.Words))
	for i := range fa {
		dot, na, nb = dot+fa[i]*fb[i], na+fa[i]*fa[i], nb+fb[i]*fb[i]
	}
	norm := math.Sqrt(na * nb)
	if (dot+float64(siteblock.AtMost(a, b)))/norm < least {
		return 0
	}
	return (dot + float64(siteblock.Shared(a, b))) / norm
}

func scaled(b *siteblock.Block, most vector) vector {
	v := features(b)
	for i := range v {
		if most[i] > 0 {
			v[i] /= most[i]
		}
	}
	return v
}
