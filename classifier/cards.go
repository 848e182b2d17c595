package classifier

import (
	"slices"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
)

const (
	// Elements of one tag side by side are cards where there are so many and so
	// large a share of them looks so.
	leastCards = 2
	cardShare  = 0.7
	// A teaser has at most so many words, taking one card with another: what has more
	// is no summary.
	longestCard = 50
	// What is content at least so probably is surely the article's.
	sureContent = 0.8
)

// dropCards takes the teasers of other articles out of an article's page: cards,
// elements alike side by side that hold one heading each, all of it a link.
// Beside an article of a few sentences their summaries are as likely as its own
// text. Round-ups and threads have such in their text: what stands in the
// element of what is surely content, or holds it, stays. It goes all the same
// where the headline has an article of its own elsewhere, unless that is no more
// than a standfirst and the cards are longer than teasers.
func dropCards(in *Input, probability []float32, out []Verdict) {
	blocks := in.Page.GetBlocks()
	if in.Page.GetPageClass() != pb.PageClass_PAGE_CLASS_ARTICLE || !in.outline.hasTeasers(blocks) {
		return
	}
	o := in.outline
	core := o.core(blocks, probability)
	home, said := o.headlineHome(in)
	if core < 0 && home < 0 {
		return
	}
	beside := func(g []int32, e int32) bool {
		return e >= 0 && !o.within(o.nodes[g[0]].parent, e) && !slices.ContainsFunc(g, func(card int32) bool { return o.within(e, card) })
	}
	words := o.wordsIn(blocks)
	areShort := func(g []int32) bool {
		all := 0
		for _, e := range g {
			all += words[e]
		}
		return all <= longestCard*len(g)
	}
	teaser := make([]bool, len(o.nodes))
	for _, g := range o.cards(blocks) {
		if !beside(g, core) && !(beside(g, home) && (said >= fullText || areShort(g))) {
			continue
		}
		for _, e := range g {
			teaser[e] = true
		}
	}
	for e := range o.nodes { // parents stand before their children
		p := o.nodes[e].parent
		teaser[e] = teaser[e] || p >= 0 && teaser[p]
	}
	for i, b := range blocks {
		if e := o.valid(b.GetElement()); e >= 0 && teaser[e] && probability[i] > 0 {
			probability[i] = 0
			out[i].Reason = ReasonOther
		}
	}
}

// wordsIn counts the words in each element.
func (o *outline) wordsIn(blocks []*pb.Block) []int {
	words := make([]int, len(o.nodes))
	for _, b := range blocks {
		if e := o.valid(b.GetElement()); e >= 0 {
			words[e] += int(word.Effective(b.GetStats().GetWords(), b.GetStats().GetChars()))
		}
	}
	for e := len(words) - 1; e >= 0; e-- { // parents stand before their children
		if p := o.nodes[e].parent; p >= 0 {
			words[p] += words[e]
		}
	}
	return words
}

// hasTeasers reports whether there are enough headings that are links to look
// for cards.
func (o *outline) hasTeasers(blocks []*pb.Block) bool {
	n := 0
	for _, b := range blocks {
		if s := b.GetStats(); s.GetWords() > 0 && s.GetLinkWords() == s.GetWords() && o.of(b).heading > 0 {
			n++
		}
	}
	return n >= leastCards
}

// cards gives the groups of elements that are cards, in no order.
func (o *outline) cards(blocks []*pb.Block) [][]int32 {
	headings := o.headings(blocks)
	type kind struct {
		parent int32
		tag    string
	}
	type group struct {
		cards    []int32
		siblings int
	}
	groups := map[kind]*group{}
	for e := range o.nodes {
		p := o.nodes[e].parent
		if p < 0 || headings[p].links < leastCards {
			continue
		}
		k := kind{p, o.elements[e].GetTag()}
		g := groups[k]
		if g == nil {
			g = &group{}
			groups[k] = g
		}
		g.siblings++
		if h := headings[e]; h.all == 1 && h.links == 1 && o.nodes[e].heading == 0 {
			g.cards = append(g.cards, int32(e))
		}
	}
	var out [][]int32
	for _, g := range groups {
		if n := len(g.cards); n >= leastCards && float64(n) >= cardShare*float64(g.siblings) {
			out = append(out, g.cards)
		}
	}
	return out
}

// headingCount counts the headings in an element, and those that are links.
type headingCount struct{ all, links int32 }

// headings counts for each element what it holds.
func (o *outline) headings(blocks []*pb.Block) []headingCount {
	type tally struct{ words, linked uint32 }
	own := map[int32]tally{} // by the elements of the headings
	for _, b := range blocks {
		if o.of(b).heading == 0 {
			continue
		}
		h := b.GetElement()
		for p := o.nodes[h].parent; p >= 0 && o.nodes[p].heading > 0; p = o.nodes[p].parent {
			h = p
		}
		t := own[h]
		own[h] = tally{t.words + b.GetStats().GetWords(), t.linked + b.GetStats().GetLinkWords()}
	}
	count := make([]headingCount, len(o.nodes))
	for h, t := range own {
		count[h].all = 1
		if t.linked == t.words {
			count[h].links = 1
		}
	}
	for e := len(count) - 1; e >= 0; e-- {
		if p := o.nodes[e].parent; p >= 0 {
			count[p].all += count[e].all
			count[p].links += count[e].links
		}
	}
	return count
}

// core gives the smallest element around the elements of all that is surely
// content, -1 where nothing is.
func (o *outline) core(blocks []*pb.Block, probability []float32) int32 {
	core := int32(-1)
	for i, b := range blocks {
		e := o.valid(b.GetElement())
		if e < 0 || probability[i] < sureContent {
			continue
		}
		p := o.nodes[e].parent
		if core < 0 {
			core = p
		}
		for core >= 0 && !o.within(p, core) {
			core = o.nodes[core].parent
		}
		if core < 0 {
			return -1
		}
	}
	return core
}

// homeWords is the least number of words, not of links, of an article with its
// headline.
const homeWords = 15

// fullText is the number of words from which on it is more than a standfirst.
const fullText = 60

// headlineHome gives the element that says it is an article, or the main part of
// the page, around the heading that is the page's title, if it has text besides; -1
// else.
func (o *outline) headlineHome(in *Input) (home int32, words uint32) {
	home = -1
	first := true
	for _, b := range in.Page.GetBlocks() {
		n := o.of(b)
		if home >= 0 || n.heading == 0 || n.hidden || !first && n.heading > 1 || !in.titles.sayHeadline(b) {
			continue
		}
		first = false
		for e := b.GetElement(); e >= 0 && home < 0; e = o.nodes[e].parent {
			if isItem(o.elements[e]) || o.elements[e].GetTag() == "main" {
				home = e
			}
		}
	}
	for _, b := range in.Page.GetBlocks() {
		s := b.GetStats()
		if e := o.valid(b.GetElement()); home >= 0 && e >= 0 && o.within(e, home) && o.of(b).heading == 0 && s.GetSentenceEnds() > 0 && 2*s.GetLinkWords() < s.GetWords() {
			words += s.GetWords()
		}
	}
	if words < homeWords {
		return -1, 0
	}
	return home, words
}

// within reports whether element e is top or stands in it.
func (o *outline) within(e, top int32) bool {
	for e > top {
		e = o.nodes[e].parent
	}
	return e == top
}
