// Package contentextractor is Content Extractor (Debnath, Mitra, Pal and Giles,
// Automatic Identification of Informative Sections of Web Pages, IEEE TKDE
// 17(9), 2005; section 2.4 of Fernandes 2021), from which X-CEX was made:
// atomic blocks cut by a list of tags, a feature vector of each joined with its
// binary word vector, the cosine of the joined vectors, and the inverse block
// document frequency.
package contentextractor

import (
	"math"
	"strings"

	"github.com/winnow-news/winnow/eval/paper/siteblock"
)

// Config holds the numbers of the method.
type Config struct {
	Tags       []string
	Epsilon    float64 // cosine above which two blocks are similar
	Share      float64 // of the pages, from which a block is no content
	LeastPages int     // a block that is on fewer pages is content, whatever Share says
}

// DefaultConfig gives the tag list of the paper (as Fernandes quotes it) and
// its ε of 0.9.
func DefaultConfig() Config {
	return Config{Tags: []string{"table", "tr", "p", "hr", "ul", "div", "span"}, Epsilon: .9, Share: .2, LeastPages: 2}
}

// Extract gives the text of each page of a site.
func Extract(pages [][]byte, cfg Config) ([]string, error) {
	blocks := make([][]*siteblock.Block, len(pages))
	for i, src := range pages {
		var err error
		if blocks[i], err = siteblock.Cut(src, siteblock.Config{Tags: cfg.Tags}); err != nil {
			return nil, err
		}
	}
	most := largest(blocks)
	sim := siteblock.Similarity{Size: func(*siteblock.Block) int { return 1 }, Similar: func(a, b *siteblock.Block) bool {
		return cosine(a, b, most, cfg.Epsilon) > cfg.Epsilon
	}}
	texts := make([]string, len(pages))
	for p, counts := range siteblock.Recurrence(blocks, sim) {
		var kept []string
		for k, s := range counts {
			if float64(s) < max(cfg.Share*float64(len(pages)), float64(cfg.LeastPages)) {
				kept = append(kept, blocks[p][k].Text)
			}
		}
		texts[p] = strings.Join(kept, "\n")
	}
	return texts, nil
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
