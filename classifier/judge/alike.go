package judge

import (
	"math"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Many blocks that stand alike are hardly ever part content, part not; but the
// cold model judges each alone, and its doubt grows with the distance from the
// page's best text: long transcripts and lists were cut in the middle.
const (
	// fewestAlike is the least number of blocks that are heard.
	fewestAlike = 4
	// n blocks have alikeShare * n / (n + alikeHalf) of the say.
	alikeShare, alikeHalf = 0.9, 15
	// In an article the nth of them has e^(-n/nearBlocks) of the first one's
	// say, where all together would say worse: its text begins where the
	// model is sure, and the tail of a long one outvotes that.
	nearBlocks = 30
	// loneWords is the number of words with which half of the say remains
	// when the others speak for a block more than it does itself.
	loneWords = 5
)

// kin names blocks that stand alike on a page: in elements of one tag whose
// parents are at one place.
type kin struct {
	parent uint64
	tag    string
}

// kinOf gives the kin of b; false for a block without a parent element.
func kinOf(page *pb.SegmentedPage, b *pb.Block) (kin, bool) {
	i := b.GetElement()
	if i < 0 || int(i) >= len(page.Elements) {
		return kin{}, false
	}
	e := page.Elements[i]
	if p := e.GetParent(); p >= 0 && int(p) < len(page.Elements) {
		return kin{page.Elements[p].GetPlace(), e.GetTag()}, true
	}
	return kin{}, false
}

// opinion is what blocks that stand alike say together.
type opinion struct {
	all, near tally
	blocks    int
}

// tally is a sum of logits, weighted by words.
type tally struct{ logits, words float64 }

func (t *tally) add(logit, words float64) {
	t.logits += words * logit
	t.words += words
}

func (t *tally) mean() float64 { return t.logits / t.words }

// hearAlike moves the probabilities towards the mean opinion of the blocks
// that stand alike on the page. Blocks of probability 0 neither speak nor
// hear. What mostly consists of links hears no good of itself: a line "read
// more" between paragraphs is no paragraph.
func hearAlike(page *pb.SegmentedPage, probability []float32) {
	opinions := make(map[kin]*opinion)
	of := make([]*opinion, len(probability))
	slab := make([]opinion, len(probability))
	for i, b := range page.Blocks {
		if probability[i] == 0 {
			continue
		}
		k, ok := kinOf(page, b)
		if !ok {
			continue
		}
		o := opinions[k]
		if o == nil {
			o = &slab[len(opinions)]
			opinions[k] = o
		}
		z, words := logit(probability[i]), float64(b.GetStats().GetWords())+1
		o.all.add(z, words)
		o.near.add(z, words*math.Exp(-float64(o.blocks)/nearBlocks))
		o.blocks++
		of[i] = o
	}
	article := page.GetPageClass() == pb.PageClass_PAGE_CLASS_ARTICLE
	for i, o := range of {
		if o != nil && o.blocks >= fewestAlike {
			probability[i] = o.heardBy(page.Blocks[i], probability[i], article)
		}
	}
}

// heardBy is the probability p of b, on an article or another page, after it
// has heard o.
func (o *opinion) heardBy(b *pb.Block, p float32, article bool) float32 {
	own, theirs := logit(p), o.all.mean()
	if article {
		theirs = max(theirs, o.near.mean())
	}
	share := alikeShare * float64(o.blocks) / float64(o.blocks+alikeHalf)
	if theirs > own {
		words, linked := float64(b.GetStats().GetWords()), float64(b.GetStats().GetLinkWords())
		share *= max(words-linked, 0) / (words + loneWords)
	}
	return sigmoid((1-share)*own + share*theirs)
}

func sigmoid(z float64) float32 { return float32(1 / (1 + math.Exp(-z))) }
