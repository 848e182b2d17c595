package heuristic

import (
	"math"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// The features, in the order of weights; the name groups come behind them.
const (
	fBias = iota
	fWords
	fLinkDensity
	fSentences
	fEndsSentence
	fCommas
	fShort
	fDigits
	fSeparators
	fUpper
	fEmphasis
	fTagArticle
	fTagMain
	fTagNav
	fTagAside
	fTagHeader
	fTagFooter
	fTagForm
	fTagFigure
	fTagTable
	fTagQuote
	fTagListItem
	fTagHeading
	fTagParagraph
	fTagCaption
	fInBest
	fRise
	fContainer
	fAncestor
	fContainerLinks
	fTitle
	fBeforeTitle
	fPrevious
	fNext
	fGap
	fShareBefore
	fRepeated
	fHidden
	fNames   // the first of nameGroups
	features = fNames + nameGroups
)

// longBlock is the number of plain words that makes a block a landmark.
const longBlock = 20

// surroundings are the facts that need the whole page.
type surroundings struct {
	containers []container
	best       int32
	top        float64 // score of the best container
	titleAt    int     // block most like the title, -1 for none
	likeness   []float64
	gap        []float64 // log distance to the nearest long block
	before     []float64 // share of the plain words that stand before
	repeated   []bool
}

func ln1(n uint32) float64 { return math.Log1p(float64(n)) }

func flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func ratio(a, b uint32) float64 {
	return float64(min(a, b)) / float64(max(b, 1))
}

// measure writes the features of block i of page into f.
func (s *surroundings) measure(page *pb.SegmentedPage, i int, f *[features]float64) {
	b := page.Blocks[i]
	t := b.GetStats()
	*f = [features]float64{fBias: 1}
	f[fWords] = min(ln1(t.GetWords()), 5)
	f[fLinkDensity] = linkDensity(t)
	f[fSentences] = min(ln1(t.GetSentenceEnds()), 2)
	f[fEndsSentence] = flag(t.GetEndsSentence())
	f[fCommas] = min(ln1(t.GetCommas()), 2)
	f[fShort] = flag(t.GetWords() < 5)
	f[fDigits] = ratio(t.GetDigits(), t.GetChars())
	f[fSeparators] = min(ln1(t.GetSeparators()), 2)
	f[fUpper] = ratio(t.GetUpper(), t.GetChars())
	f[fEmphasis] = ratio(t.GetEmphasisWords(), t.GetWords())
	f[fTitle] = s.likeness[i]
	f[fBeforeTitle] = flag(i < s.titleAt)
	f[fGap], f[fShareBefore], f[fRepeated] = s.gap[i], s.before[i], flag(s.repeated[i])
	if i > 0 {
		f[fPrevious] = plain(page.Blocks[i-1].GetStats())
	}
	if i+1 < len(page.Blocks) {
		f[fNext] = plain(page.Blocks[i+1].GetStats())
	}
	if e := b.GetElement(); e >= 0 && int(e) < len(s.containers) {
		s.place(page, e, f)
	}
}

// plain is how much a block reads like running text.
func plain(t *pb.TextStats) float64 { return min(ln1(t.GetWords()), 4) * (1 - linkDensity(t)) }

// place writes what the element of a block says of it.
func (s *surroundings) place(page *pb.SegmentedPage, e int32, f *[features]float64) {
	c := &s.containers[e]
	f[fHidden] = flag(c.hidden)
	for bit := range fTagCaption - fTagArticle + 1 {
		f[fTagArticle+bit] = flag(c.tags&(1<<bit) != 0)
	}
	for g, d := range c.distance {
		if d < far {
			f[fNames+g] = 1 / (1 + float64(d))
		}
	}
	if s.top == 0 {
		return
	}
	f[fInBest] = flag(c.rise == 0)
	f[fRise] = min(float64(c.rise), 6) / 6
	for e >= 0 && passes[page.Elements[e].GetTag()] {
		e = s.containers[e].parent
	}
	if e < 0 {
		return
	}
	own := &s.containers[e]
	f[fContainer] = own.score / s.top
	f[fContainerLinks] = ratio(own.links, own.words)
	if own.parent >= 0 {
		f[fAncestor] = s.containers[own.parent].score / s.top
	}
}
