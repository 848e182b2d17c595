// Package xcex is X-CEX (Fernandes, Information Extraction from Web Pages,
// Instituto Superior Técnico 2021) as a batch over the pages of a site: blocks
// are cut by a list of tags, compared with all blocks of all pages, and a block
// with similar blocks on 20 % of the pages is no content.
//
//	Sim  = 0.3 · structure + 0.7 · content                       (eq. 3)
//	structure = ½ similarity of the tag sequences + ½ Jaccard of the classes
//	content   = cosine of the binary word vectors                (eq. 4)
//	IBDF = 1/|S|, S the pages with Sim > ε                       (eq. 5, 6)
//	content iff IBDF > 1/(0.2·N)                                 (eq. 7)
//
// It is the reference for Winnow's comparer, which does the same incrementally.
// Config.Hamming and Config.Whole are the paper's other readings.
package xcex

import (
	"math"

	"github.com/winnow-news/winnow/eval/lcs"
	"github.com/winnow-news/winnow/eval/paper/siteblock"
)

// The weights of the two parts of the similarity (section 3.2).
const (
	structureWeight = .3
	contentWeight   = .7
)

// Config holds what the paper leaves open or varies.
type Config struct {
	// Epsilon, between 0 and 1, is the similarity above which two blocks are
	// similar. The paper asks for a "very high" one and gives no number.
	Epsilon float64
	Hamming bool // content similarity by Hamming distance of the texts (section 4.3)
	Whole   bool // compare a block with all that stands inside it, as the words of section 3.1 have it
}

// Extract gives the text of each page of a site.
func (c Config) Extract(pages [][]byte) ([]string, error) {
	blocks, err := siteblock.CutAll(pages, c.cut())
	if err != nil {
		return nil, err
	}
	return siteblock.Unique(blocks, c.similar()), nil
}

// cut gives the tag list of section 3.1.
func (c Config) cut() siteblock.Config {
	return siteblock.Config{Tags: []string{"body", "main", "article", "section", "div", "p"}, Whole: c.Whole}
}

// similarity is eq. 3.
func (c Config) similarity(a, b *siteblock.Block) float64 {
	return structureWeight*structure(a, b) + contentWeight*c.content(a, b)
}

func (c Config) content(a, b *siteblock.Block) float64 {
	if c.Hamming {
		return hamming(a.Chars, b.Chars, 0)
	}
	return float64(siteblock.Shared(a, b)) / math.Sqrt(float64(len(a.Words))*float64(len(b.Words)))
}

// structure is what the library html-similarity calls joint similarity: half
// from the tag sequences, half from the CSS classes.
func structure(a, b *siteblock.Block) float64 {
	tags := 2 * float64(lcs.Length(a.Tags, b.Tags)) / float64(len(a.Tags)+len(b.Tags))
	return .5*tags + .5*siteblock.Jaccard(a.Classes, b.Classes)
}

// hamming is the share of positions at which two texts have the same
// character; positions beyond the shorter one differ. Once it cannot reach
// least any more, it gives 0.
func hamming(a, b []rune, least float64) float64 {
	size := max(len(a), len(b), 1)
	differ := size - min(len(a), len(b))
	most := int(float64(size)*(1-least)) + 1
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			if differ++; differ > most {
				return 0
			}
		}
	}
	return 1 - float64(differ)/float64(size)
}

// similar turns eq. 6 into tests that are cheap to fail: Sim > ε needs a
// content similarity above t = (ε − structure weight)/content weight.
func (c Config) similar() siteblock.Similarity {
	t := max(0, (c.Epsilon-structureWeight)/contentWeight)
	s := siteblock.Similarity{Size: func(b *siteblock.Block) int { return len(b.Words) }, Ratio: t * t}
	if c.Hamming {
		s.Size, s.Ratio = func(b *siteblock.Block) int { return len(b.Chars) }, t
	}
	s.Similar = func(a, b *siteblock.Block) bool {
		if !c.Hamming {
			need := t * math.Sqrt(float64(len(a.Words))*float64(len(b.Words)))
			if float64(siteblock.AtMost(a, b)) < need || float64(siteblock.Shared(a, b)) < need {
				return false
			}
		} else if hamming(a.Chars, b.Chars, t) < t {
			return false
		}
		return c.similarity(a, b) > c.Epsilon
	}
	return s
}
