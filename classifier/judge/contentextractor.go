package judge

import (
	"slices"

	"github.com/winnow-news/winnow/classifier/internal/outline"
)

// contentExtractor is ContentExtractor (Debnath, Mitra, Pal, Giles: Automatic
// Identification of Informative Sections of Web Pages, TKDE 2005): it counts
// atomic blocks, which begin with a tag of its own list and hold the text of
// what is inside.
//
// The window counts smaller blocks, by X-CEX's similarity. An atomic block
// cannot recur more often than the rarest of its parts, so that part's |S_i|
// stands for the whole. What the paper's own feature and word vectors make of
// whole collections is measured in eval (paper-content-extractor).
type contentExtractor struct{}

func (contentExtractor) Name() string { return ContentExtractor }

func (contentExtractor) LeastCold() float64 { return 0 }

// atomicTags is the paper's list of tags, with the list elements that its
// authors count to it, and without those that hold no text.
var atomicTags = []string{"table", "tr", "p", "div", "ul", "body"}

func (contentExtractor) Judge(in *Input, out []Verdict) {
	rarest := make(map[int32]int) // atomic block -> block with the least |S_i|
	atoms := make([]int32, len(in.Page.Blocks))
	for i, b := range in.Page.Blocks {
		atoms[i] = atomOf(in.Outline, b.GetElement())
		if b.GetStats().GetWords() == 0 {
			continue
		}
		r, ok := rarest[atoms[i]]
		if !ok || in.Scores[i].GetSimilarPages() < in.Scores[r].GetSimilarPages() {
			rarest[atoms[i]] = i
		}
	}
	for i, b := range in.Page.Blocks {
		if r, ok := rarest[atoms[i]]; ok {
			out[i] = in.byRecurrence(b, in.Scores[r])
		}
	}
}

// atomOf gives the nearest element of the tag list at or above element e, -1
// where there is none.
func atomOf(o *outline.Outline, e int32) int32 {
	for e = o.Valid(e); e >= 0 && !slices.Contains(atomicTags, o.Elements[e].GetTag()); {
		e = o.Nodes[e].Parent
	}
	return e
}
