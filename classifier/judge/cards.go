package judge

import (
	"slices"

	"github.com/winnow-news/winnow/classifier/internal/outline"
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
	o := in.Outline
	groups := cardsIn(o, blocks)
	if len(groups) == 0 {
		return
	}
	core, home := coreOf(o, blocks, probability), headlineHome(in)
	beside := func(g []int32, e int32) bool {
		return e >= 0 && !o.Within(o.Nodes[g[0]].Parent, e) && !slices.ContainsFunc(g, func(card int32) bool { return o.Within(e, card) })
	}
	teaser := make([]bool, len(o.Nodes))
	for _, g := range groups {
		if !beside(g, core) && !beside(g, home) {
			continue
		}
		for _, e := range g {
			teaser[e] = true
		}
	}
	for e := range o.Nodes { // parents stand before their children
		p := o.Nodes[e].Parent
		teaser[e] = teaser[e] || p >= 0 && teaser[p]
	}
	for i, b := range blocks {
		if e := o.Valid(b.GetElement()); e >= 0 && teaser[e] && probability[i] > 0 {
			probability[i] = 0
			out[i].Reason = ReasonOther
		}
	}
}

// cardsIn gives the groups of elements that are cards, in no order.
func cardsIn(o *outline.Outline, blocks []*pb.Block) [][]int32 {
	headings := headingsIn(o, blocks)
	type kind struct {
		parent int32
		tag    string
	}
	groups := map[kind][]int32{}
	for e, h := range headings {
		if p := o.Nodes[e].Parent; p >= 0 && h.all == 1 && h.links == 1 {
			k := kind{p, o.Elements[e].GetTag()}
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

// headingsIn counts for each element what it holds.
func headingsIn(o *outline.Outline, blocks []*pb.Block) []headingCount {
	type tally struct{ words, linked uint32 }
	own := map[int32]tally{} // by the elements of the headings
	for _, b := range blocks {
		if o.Of(b).Heading == 0 {
			continue
		}
		h := b.GetElement()
		for p := o.Nodes[h].Parent; p >= 0 && o.Nodes[p].Heading > 0; p = o.Nodes[p].Parent {
			h = p
		}
		t := own[h]
		own[h] = tally{t.words + b.GetStats().GetWords(), t.linked + b.GetStats().GetLinkWords()}
	}
	count := make([]headingCount, len(o.Nodes))
	for h, t := range own {
		count[h].all = 1
		if t.linked == t.words {
			count[h].links = 1
		}
	}
	for e := len(count) - 1; e >= 0; e-- {
		if p := o.Nodes[e].Parent; p >= 0 {
			count[p].all += count[e].all
			count[p].links += count[e].links
		}
	}
	return count
}

// coreOf gives the smallest element around the elements of all that is surely
// content, -1 where nothing is.
func coreOf(o *outline.Outline, blocks []*pb.Block, probability []float32) int32 {
	core := int32(-1)
	for i, b := range blocks {
		e := o.Valid(b.GetElement())
		if e < 0 || probability[i] < sureContent {
			continue
		}
		p := o.Nodes[e].Parent
		if core < 0 {
			core = p
		}
		for core >= 0 && !o.Within(p, core) {
			core = o.Nodes[core].Parent
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
func headlineHome(in *Input) int32 {
	o, blocks := in.Outline, in.Page.GetBlocks()
	at := slices.IndexFunc(blocks, func(b *pb.Block) bool { return o.Of(b).Heading > 0 && in.Titles.SayHeadline(b) })
	if at < 0 {
		return -1
	}
	home := blocks[at].GetElement()
	for home >= 0 && !outline.IsItem(o.Elements[home]) && o.Elements[home].GetTag() != "main" {
		home = o.Nodes[home].Parent
	}
	says := func(b *pb.Block) bool {
		s := b.GetStats()
		return o.Within(o.Valid(b.GetElement()), home) && o.Of(b).Heading == 0 && s.GetSentenceEnds() > 0 && 2*s.GetLinkWords() < s.GetWords()
	}
	if home < 0 || !slices.ContainsFunc(blocks, says) {
		return -1
	}
	return home
}
