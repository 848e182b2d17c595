package cold

var positionFeatures = []string{
	"index", "index_share", "words_before", "words_behind", "to_first_long", "to_last_long", "to_prev_long", "to_next_long",
	"long_before", "long_behind", "words_to_prev_long", "words_to_next_long", "from_title", "words_from_title", "title_tree",
	"prev_long_up", "prev_long_down", "next_long_up", "next_long_down", "same_parent_long", "heading_before", "heading_level", "heading_tree",
}

func fillPosition(p *page, i int, out []float32) {
	b := &p.blocks[i]
	n := float32(len(p.blocks))
	first, last := int32(-1), int32(-1)
	if len(p.longest) > 0 {
		first, last = p.longest[0], p.longest[len(p.longest)-1]
	}
	prevUp, prevDown := p.steps(i, b.prevLong)
	nextUp, nextDown := p.steps(i, b.nextLong)
	heading := p.headingBefore(i)
	put(out,
		float32(min(i, 500)), float32(i)/n, ratio(b.wordsBefore, p.total.words), ratio(p.total.words-b.wordsBefore-b.words, p.total.words),
		gap(i, first), gap(i, last), gap(i, b.prevLong), gap(i, b.nextLong),
		b.longBefore, p.total.long-b.longBefore-flag(b.long), p.wordsBetween(b.prevLong, i), p.wordsBetween(int32(i), int(b.nextLong)),
		gap(i, p.title), p.wordsFromTitle(i), p.treeDistance(i, p.title),
		prevUp, prevDown, nextUp, nextDown, p.sameParentLong(i),
		gap(i, heading), p.headingLevel(heading), p.treeDistance(i, heading),
	)
}

// noGap and noWords stand for "there is none".
const (
	noGap   = 300
	noWords = 10_000
)

// gap is the signed distance in blocks from block i to block to.
func gap(i int, to int32) float32 {
	if to < 0 {
		return noGap
	}
	return float32(max(-noGap, min(noGap, int(to)-i)))
}

func (p *page) steps(i int, to int32) (up, down float32) {
	if to < 0 {
		return far, far
	}
	u, d := p.distance(p.blocks[i].element, p.blocks[to].element)
	return float32(min(u, far)), float32(min(d, far))
}

func (p *page) treeDistance(i int, to int32) float32 {
	up, down := p.steps(i, to)
	return up + down
}

// wordsBetween is the number of words between two blocks, a before b.
func (p *page) wordsBetween(a int32, b int) float32 {
	if a < 0 || b < 0 || int(a) >= b {
		return noWords
	}
	return max(p.blocks[b].wordsBefore-p.blocks[a].wordsBefore-p.blocks[a].words, 0)
}

func (p *page) wordsFromTitle(i int) float32 {
	if p.title < 0 {
		return noWords
	}
	return p.blocks[i].wordsBefore - p.blocks[p.title].wordsBefore
}

// sameParentLong is the number of long blocks right below the element that
// holds the block's own element: the paragraphs beside it.
func (p *page) sameParentLong(i int) float32 {
	e := p.elementOf(i)
	if e.parent < 0 {
		return 0
	}
	return p.elements[e.parent].sum.long
}

// headingBefore gives the nearest heading before block i, at most 40 blocks
// back; -1 when there is none.
func (p *page) headingBefore(i int) int32 {
	for k := i - 1; k >= 0 && k > i-40; k-- {
		if p.blocks[k].tag.isHeading() {
			return int32(k)
		}
	}
	return -1
}

func (p *page) headingLevel(i int32) float32 {
	if i < 0 {
		return 0
	}
	return float32(p.blocks[i].tag - tagH1 + 1)
}

// neighbourSpan is how many blocks on each side are looked at.
const neighbourSpan = 2

var neighbourOf = []string{"words", "link_density", "ends_sentence", "tag", "same_shape", "same_element", "tree", "long", "negative"}

func neighbourFeatures() []string {
	var names []string
	for _, side := range []string{"prev", "next"} {
		for d := range neighbourSpan {
			for _, f := range neighbourOf {
				names = append(names, side+string(rune('1'+d))+"_"+f)
			}
		}
	}
	return names
}

func fillNeighbour(p *page, i int, out []float32) {
	b, own := &p.blocks[i], p.elementOf(i)
	for side, step := range []int{-1, 1} {
		for d := range neighbourSpan {
			k := i + step*(d+1)
			at := out[(side*neighbourSpan+d)*len(neighbourOf):]
			if k < 0 || k >= len(p.blocks) {
				put(at, -1, -1, -1, -1, -1, -1, -1, -1, -1)
				continue
			}
			o, e := &p.blocks[k], p.elementOf(k)
			put(at, o.words, ratio(o.linkChars, o.chars), flag(p.src.Blocks[k].GetStats().GetEndsSentence()), float32(o.tag),
				flag(e.two == own.two), flag(o.element == b.element), p.treeDistance(i, int32(k)), flag(o.long), flag(e.chain&negative != 0))
		}
	}
}
