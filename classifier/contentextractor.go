package classifier

import "slices"

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

func (contentExtractor) Name() string { return MethodContentExtractor }

func (contentExtractor) LeastCold() float64 { return 0 }

// atomicTags is the paper's list of tags, with the list elements that its
// authors count to it, and without those that hold no text.
var atomicTags = []string{"table", "tr", "p", "div", "ul", "body"}

func (contentExtractor) Judge(in *Input, out []Verdict) {
	rarest := make(map[int32]int) // atomic block -> block with the least |S_i|
	atoms := make([]int32, len(in.Page.Blocks))
	for i, b := range in.Page.Blocks {
		atoms[i] = in.outline.atom(b.GetElement())
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

// atom gives the nearest element of the tag list at or above element e, -1
// where there is none.
func (o *outline) atom(e int32) int32 {
	for e = o.valid(e); e >= 0 && !slices.Contains(atomicTags, o.elements[e].GetTag()); {
		e = o.nodes[e].parent
	}
	return e
}
