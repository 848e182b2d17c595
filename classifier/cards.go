package classifier

import (
	"slices"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

const (
	// Elements of one tag side by side are cards where there are so many.
	leastCards = 2
	// What is content at least so probably is surely the article's.
	sureContent = 0.8
)

// dropCards takes the teasers of other articles out of an article's page: cards,
// elements alike side by side that hold one heading each, all of it a link.
// Beside an article of a few sentences their summaries are as likely as its own
// text. Round-ups and threads have such in their text: what stands in the
// element of what is surely content, or holds it, stays. It goes all the same
// where the headline has an article of its own elsewhere.
func dropCards(in *Input, probability []float32, out []Verdict) {
	blocks := in.Page.GetBlocks()
	if in.Page.GetPageClass() != pb.PageClass_PAGE_CLASS_ARTICLE {
		return
	}
	o := in.outline
	groups := o.cards(blocks)
	if len(groups) == 0 {
		return
	}
	core, home := o.core(blocks, probability), o.headlineHome(in)
	beside := func(g []int32, e int32) bool {
		return e >= 0 && !o.within(o.nodes[g[0]].parent, e) && !slices.ContainsFunc(g, func(card int32) bool { return o.within(e, card) })
	}
	teaser := make([]bool, len(o.nodes))
	for _, g := range groups {
		if !beside(g, core) && !beside(g, home) {
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

// cards gives the groups of elements that are cards, in no order.
func (o *outline) cards(blocks []*pb.Block) [][]int32 {
	headings := o.headings(blocks)
	type kind struct {
		parent int32
		tag    string
	}
	groups := map[kind][]int32{}
	for e, h := range headings {
		if p := o.nodes[e].parent; p >= 0 && h.all == 1 && h.links == 1 {
			k := kind{p, o.elements[e].GetTag()}
			groups[k] = append(groups[k], int32(e))
		}
	}
	var out [][]int32
	for _, g := range groups {
		if len(g) >= leastCards {
			out = append(out, g)
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

// headlineHome gives the element that says it is an article, or the main part of
// the page, around the first heading that is the page's title, if it has a sentence
// besides; -1 else.
func (o *outline) headlineHome(in *Input) int32 {
	blocks := in.Page.GetBlocks()
	at := slices.IndexFunc(blocks, func(b *pb.Block) bool { return o.of(b).heading > 0 && in.titles.sayHeadline(b) })
	if at < 0 {
		return -1
	}
	home := blocks[at].GetElement()
	for home >= 0 && !isItem(o.elements[home]) && o.elements[home].GetTag() != "main" {
		home = o.nodes[home].parent
	}
	says := func(b *pb.Block) bool {
		s := b.GetStats()
		return o.within(o.valid(b.GetElement()), home) && o.of(b).heading == 0 && s.GetSentenceEnds() > 0 && 2*s.GetLinkWords() < s.GetWords()
	}
	if home < 0 || !slices.ContainsFunc(blocks, says) {
		return -1
	}
	return home
}

// within reports whether element e is top or stands in it.
func (o *outline) within(e, top int32) bool {
	for e > top {
		e = o.nodes[e].parent
	}
	return e == top
}
