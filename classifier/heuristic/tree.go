package heuristic

import (
	"github.com/winnow-news/winnow/classifier/internal/name"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// far is the distance of what is not there.
const far = 255

// negative are the groups whose parts seldom hold an article's text.
const negative = name.Groups(1<<nameComment | 1<<nameShare | 1<<nameRelated | 1<<nameNav | 1<<nameFooter |
	1<<nameSide | 1<<nameAd | 1<<nameForm | 1<<nameNotice | 1<<nameList)

// Semantic tags that matter wherever they are above a block.
const (
	inArticle = 1 << iota
	inMain
	inNav
	inAside
	inHeader
	inFooter
	inForm
	inFigure
	inTable
	inQuote
	inListItem
	inHeading
	inParagraph
	inCaption
)

var semantic = map[string]uint16{
	"article": inArticle, "main": inMain, "nav": inNav, "aside": inAside, "header": inHeader,
	"footer": inFooter, "form": inForm, "figure": inFigure, "table": inTable, "blockquote": inQuote,
	"li": inListItem, "p": inParagraph, "figcaption": inCaption | inFigure,
	"h1": inHeading, "h2": inHeading, "h3": inHeading, "h4": inHeading, "h5": inHeading, "h6": inHeading,
}

// container is what is known of an element.
type container struct {
	parent int32
	tags   uint16 // semantic tags of it and above
	// distance to the nearest element with a name of each group, itself 0.
	distance [nameGroups]uint8
	named    name.Groups // its own
	hidden   bool
	// score grows with the paragraphs below, as readability counts them.
	score float64
	// links and words below.
	links, words uint32
	// rise is how many levels the common ancestor with the best container is
	// above the best: 0 in the best.
	rise uint8
}

// passes are the tags whose score goes to their parent: they are paragraphs,
// not their containers.
var passes = map[string]bool{
	"p": true, "li": true, "blockquote": true, "pre": true, "td": true, "th": true, "dd": true, "dt": true,
	"h1": true, "h2": true, "h3": true, "h4": true, "h5": true, "h6": true, "figcaption": true, "ul": true,
	"ol": true, "tr": true, "tbody": true,
}

// tree builds the containers of page and scores them.
func (m *Model) tree(page *pb.SegmentedPage) (containers []container, best int32) {
	containers = make([]container, len(page.GetElements()))
	for i, e := range page.GetElements() {
		m.fill(containers, i, e)
	}
	for _, b := range page.GetBlocks() {
		handUp(page, containers, b)
	}
	best = bestOf(containers)
	markRise(containers, best)
	return containers, best
}

func (m *Model) fill(containers []container, i int, e *pb.Element) {
	c := &containers[i]
	c.parent = -1
	for g := range c.distance {
		c.distance[g] = far
	}
	if p := e.GetParent(); p >= 0 && int(p) < i {
		above := &containers[p]
		c.parent, c.tags, c.hidden = p, above.tags, above.hidden
		for g, d := range above.distance {
			if d < far {
				c.distance[g] = d + 1
			}
		}
	}
	c.hidden = c.hidden || e.GetHidden()
	c.tags |= semantic[e.GetTag()]
	c.named = m.names.Match(e.GetId())
	for _, class := range e.GetClasses() {
		c.named |= m.names.Match(class)
	}
	for _, hint := range e.GetHints() {
		c.named |= m.names.Match(hint)
	}
	for g := range c.distance {
		if c.named&(1<<g) != 0 {
			c.distance[g] = 0
		}
	}
}

// handedUp is how many ancestors share in a paragraph's score.
const handedUp = 5

// handUp gives the score of block b to its container, half of it to the next,
// a third to the one above, and so on.
func handUp(page *pb.SegmentedPage, containers []container, b *pb.Block) {
	s := b.GetStats()
	e := b.GetElement()
	if e < 0 || int(e) >= len(containers) {
		return
	}
	score := paragraphScore(s)
	for e >= 0 && passes[page.Elements[e].GetTag()] {
		e = containers[e].parent
	}
	for k := 1; e >= 0 && k <= handedUp; k++ {
		c := &containers[e]
		c.words += s.GetWords()
		c.links += s.GetLinkWords()
		c.score += score / float64(k)
		e = c.parent
	}
}

func paragraphScore(s *pb.TextStats) float64 {
	w := s.GetWords()
	if w < 6 {
		return 0
	}
	plain := 1 - linkDensity(s)
	return plain * plain * (float64(min(w, 120))/20 + 0.3*float64(min(s.GetCommas(), 10)) + 0.5*float64(min(s.GetSentenceEnds(), 6)))
}

func linkDensity(s *pb.TextStats) float64 {
	if s.GetWords() == 0 {
		return 0
	}
	return float64(min(s.GetLinkWords(), s.GetWords())) / float64(s.GetWords())
}

// bestOf finishes the scores and gives the element with the greatest, -1 when
// there is none.
func bestOf(containers []container) int32 {
	best, top := int32(-1), 0.0
	for i := range containers {
		c := &containers[i]
		if c.words > 0 {
			c.score *= 1 - float64(min(c.links, c.words))/float64(c.words)
		}
		if c.named&negative != 0 && c.named&(1<<nameBody) == 0 || c.tags&(inNav|inAside|inFooter|inForm) != 0 {
			c.score *= 0.3
		}
		if c.score > top {
			best, top = int32(i), c.score
		}
	}
	return best
}

// markRise tells every container how far it is from the best.
func markRise(containers []container, best int32) {
	for i := range containers {
		containers[i].rise = far
	}
	for e, up := best, uint8(0); e >= 0; e = containers[e].parent {
		containers[e].rise = up
		if up < far-1 {
			up++
		}
	}
	for i := range containers {
		if c := &containers[i]; c.rise == far && c.parent >= 0 {
			c.rise = containers[c.parent].rise
		}
	}
}
