package contentextractor

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// ErrConfig is returned when a configuration value cannot be used.
var ErrConfig = errors.New("contentextractor: bad configuration")

// Config of the counting.
type Config struct {
	// Tags begin an atomic block.
	Tags []string
	// Similarity is the cosine above which two blocks are similar, in (0, 1).
	Similarity float64
	// TemplateShare is the share of the pages on which a block is template.
	TemplateShare float64
}

// DefaultConfig gives the paper's tags and similarity, and the share of pages
// that X-CEX settled on for both.
func DefaultConfig() Config {
	return Config{Tags: []string{"table", "tr", "p", "div", "ul", "body"}, Similarity: 0.9, TemplateShare: 0.2}
}

// Validate says what is wrong with c.
func (c Config) Validate() error {
	switch {
	case len(c.Tags) == 0:
		return fmt.Errorf("%w: no tags", ErrConfig)
	case !(c.Similarity > 0 && c.Similarity < 1):
		return fmt.Errorf("%w: similarity %v, want one between 0 and 1", ErrConfig, c.Similarity)
	case !(c.TemplateShare > 0 && c.TemplateShare <= 1):
		return fmt.Errorf("%w: template share %v, want more than 0 and at most 1", ErrConfig, c.TemplateShare)
	}
	return nil
}

// Score counts the blocks of a site's pages. The scored pages stand parallel to
// pages; all blocks of an atomic block have its count, and those without words
// 1. A block is template from max(TemplateShare·N, 2) pages on. Time grows with
// the square of the number of distinct atomic blocks.
func Score(cfg Config, pages []*pb.SegmentedPage) ([]*pb.ScoredPage, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	var all []*atom
	for i, p := range pages {
		all = append(all, cfg.atoms(p, i)...)
	}
	normalise(all)
	countPages(all, len(pages), cfg.Similarity)
	threshold := uint32(max(math.Ceil(cfg.TemplateShare*float64(len(pages))), 2))
	scored := make([]*pb.ScoredPage, len(pages))
	for i, p := range pages {
		scored[i] = &pb.ScoredPage{Page: p, Window: uint32(len(pages)), Threshold: threshold}
		for range p.GetBlocks() {
			scored[i].Scores = append(scored[i].Scores, &pb.BlockScore{SimilarPages: 1})
		}
	}
	for _, a := range all {
		for _, b := range a.blocks {
			s := scored[a.page].Scores[b]
			s.SimilarPages, s.Template = a.pages, a.pages >= threshold
		}
	}
	return scored, nil
}

// normalise divides the features by their greatest values and finds the norms
// of the joint vectors.
func normalise(all []*atom) {
	var greatest [features]float64
	for _, a := range all {
		for k, n := range a.count {
			greatest[k] = max(greatest[k], n)
		}
	}
	for _, a := range all {
		square := float64(len(a.words))
		for k, n := range a.count {
			if greatest[k] > 0 {
				a.vector[k] = n / greatest[k]
			}
			square += a.vector[k] * a.vector[k]
		}
		a.norm = math.Sqrt(square)
	}
}

// kind is a set of identical atomic blocks with the pages they are on.
type kind struct {
	*atom
	on    []uint64 // bit set of pages
	alike []uint64 // pages of all similar kinds, its own included
}

// countPages finds |S_i| of each atomic block: all pairs of distinct ones, by
// the number of their words, as far as their sizes can reach the similarity.
func countPages(all []*atom, pages int, similarity float64) {
	kinds, of := distinct(all, pages)
	for i := range kinds {
		for j := i + 1; j < len(kinds) && reaches(kinds[i].atom, kinds[j].atom, similarity); j++ {
			if cosine(kinds[i].atom, kinds[j].atom) > similarity {
				union(kinds[i].alike, kinds[j].on)
				union(kinds[j].alike, kinds[i].on)
			}
		}
	}
	for i, a := range all {
		for _, w := range kinds[of[i]].alike {
			a.pages += uint32(bits.OnesCount64(w))
		}
	}
}

// distinct groups identical atomic blocks, sorted by the number of words, and
// tells of which kind each is.
func distinct(all []*atom, pages int) (kinds []*kind, of []int) {
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	compare := func(a, b *atom) int {
		return cmp.Or(cmp.Compare(len(a.words), len(b.words)), slices.Compare(a.words, b.words),
			slices.Compare(a.count[:], b.count[:]))
	}
	slices.SortFunc(order, func(i, j int) int { return compare(all[i], all[j]) })
	of = make([]int, len(all))
	size := (pages + 63) / 64
	for k, i := range order {
		if k == 0 || compare(all[order[k-1]], all[i]) != 0 {
			kinds = append(kinds, &kind{atom: all[i], on: make([]uint64, size), alike: make([]uint64, size)})
		}
		of[i] = len(kinds) - 1
		kinds[of[i]].on[all[i].page/64] |= 1 << (all[i].page % 64)
	}
	for _, k := range kinds {
		copy(k.alike, k.on)
	}
	return kinds, of
}

// reaches reports whether the cosine of a and the larger b can exceed
// similarity, if all of a's words are in b. The features, each at most 1, add
// at most their number to the product.
func reaches(a, b *atom, similarity float64) bool {
	words, other := float64(len(a.words)), float64(len(b.words))
	return words+features > similarity*math.Sqrt(words*other)
}

func cosine(a, b *atom) float64 {
	product := float64(overlap(a.words, b.words))
	for k := range a.vector {
		product += a.vector[k] * b.vector[k]
	}
	return product / (a.norm * b.norm)
}

// overlap is the size of the intersection of two sorted sets.
func overlap(a, b []uint32) int {
	n, i, j := 0, 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			n, i, j = n+1, i+1, j+1
		}
	}
	return n
}

func union(dst, src []uint64) {
	for i, w := range src {
		dst[i] |= w
	}
}
