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
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/winnow-news/winnow/eval/lcs"
	"github.com/winnow-news/winnow/eval/paper/siteblock"
)

// Config holds what the paper leaves open or varies.
type Config struct {
	Tags            []string
	StructureWeight float64
	ContentWeight   float64
	Epsilon         float64 // "very high similarity"; the paper gives no number
	Share           float64 // of the pages, from which a block is no content
	LeastPages      int     // a block that is on fewer pages is content, whatever Share says
	Hamming         bool    // content similarity by Hamming distance of the texts (section 4.3)
	Whole           bool    // compare a block with all that stands inside it, as the words of section 3.1 have it
}

// DefaultConfig gives the tag list of section 3.1, the weights of section 3.2
// and the 20 % of section 3.3; ε and LeastPages are this project's choice: two
// pages, since on fewer than ten the 20 % would make template of what stands on
// one.
func DefaultConfig() Config {
	return Config{
		Tags:            []string{"body", "main", "article", "section", "div", "p"},
		StructureWeight: .3, ContentWeight: .7, Epsilon: .8, Share: .2, LeastPages: 2,
	}
}

// ErrConfig is returned by Validate.
var ErrConfig = errors.New("xcex: bad configuration")

// Validate reports the first field that cannot work.
func (c Config) Validate() error {
	switch {
	case len(c.Tags) == 0:
		return fmt.Errorf("%w: no tags", ErrConfig)
	case c.StructureWeight < 0 || c.ContentWeight <= 0 || math.Abs(c.StructureWeight+c.ContentWeight-1) > 1e-9:
		return fmt.Errorf("%w: weights %g and %g do not add up to 1", ErrConfig, c.StructureWeight, c.ContentWeight)
	case c.Epsilon <= 0 || c.Epsilon >= 1:
		return fmt.Errorf("%w: epsilon %g", ErrConfig, c.Epsilon)
	case c.Share <= 0 || c.Share > 1:
		return fmt.Errorf("%w: share %g", ErrConfig, c.Share)
	}
	return nil
}

// Extract gives the text of each page of a site.
func Extract(pages [][]byte, cfg Config) ([]string, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	blocks := make([][]*siteblock.Block, len(pages))
	for i, src := range pages {
		var err error
		if blocks[i], err = siteblock.Cut(src, siteblock.Config{Tags: cfg.Tags, Whole: cfg.Whole}); err != nil {
			return nil, err
		}
	}
	texts := make([]string, len(pages))
	for p, counts := range siteblock.Recurrence(blocks, cfg.similarity()) {
		var kept []string
		for k, s := range counts {
			if cfg.Content(s, len(pages)) {
				kept = append(kept, blocks[p][k].Text)
			}
		}
		texts[p] = strings.Join(kept, "\n")
	}
	return texts, nil
}

// Content reports whether a block with similar ones on s of n pages is
// content (eq. 7).
func (c Config) Content(s, n int) bool {
	return float64(s) < max(c.Share*float64(n), float64(c.LeastPages))
}

// Similarity is eq. 3.
func (c Config) Similarity(a, b *siteblock.Block) float64 {
	return c.StructureWeight*structure(a, b) + c.ContentWeight*c.content(a, b)
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

// similarity turns eq. 6 into tests that are cheap to fail: Sim > ε needs a
// content similarity above t = (ε − structure weight)/content weight.
func (c Config) similarity() siteblock.Similarity {
	t := max(0, (c.Epsilon-c.StructureWeight)/c.ContentWeight)
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
		return c.Similarity(a, b) > c.Epsilon
	}
	return s
}
