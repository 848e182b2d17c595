package classifier

import (
	"slices"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
)

const (
	// The heading of another article is less like the page's title than this.
	otherLikeness = 0.5
	// The page's own article has at least so many words of content, else it is
	// not believed to be the one.
	ownWords = 40
	// An article within another one is a teaser with at most so many words.
	longestTeaser = 50
	// mostTwins is the most of the others that are looked at.
	mostTwins = 32
)

// item is one of several articles on a page.
type item struct {
	level  uint8   // of its highest heading before its content; 0 for none
	like   float64 // how like the title the heading is
	words  uint32  // of content
	linked bool    // the heading leads to another page
}

// dropOthers withdraws the content of articles that stand on the page beside
// the page's own: the next ones that an endless page appends, the others of a
// blog's front page. The page's own is the one whose heading is the page's
// title; another has a heading of the same rank that is not, or one that leads
// to its own page. Where no heading is the title, nothing is withdrawn.
func dropOthers(in *Input, out []Verdict) {
	dropTwins(in, out)
	dropNested(in, out)
	if !in.outline.hasItems {
		return
	}
	items := itemsOf(in, out)
	if len(items) < 2 {
		return
	}
	var own *item
	for _, b := range in.Page.Blocks {
		if it := items[in.outline.of(b).article]; own == nil && it != nil && it.like >= headlineLikeness && it.words >= ownWords {
			own = it
		}
	}
	if own == nil {
		return
	}
	for i, b := range in.Page.Blocks {
		if it := items[in.outline.of(b).article]; it != nil && out[i].Content && it.other(own.level) {
			out[i].Content, out[i].Reason = false, ReasonOther
		}
	}
}

// dropTwins withdraws what stands in elements like the one with the headline, of
// the same tag and classes, that have a heading of the first rank of their own,
// where no element around them says that it is an article.
func dropTwins(in *Input, out []Verdict) {
	o := in.outline
	var first []int // headings of the first rank
	for i, b := range in.Page.Blocks {
		if o.of(b).heading == 1 {
			first = append(first, i)
		}
	}
	if len(first) < 2 {
		return
	}
	own := -1
	var others []int
	for _, i := range first {
		if l := in.titles.likeness(in.Page.Blocks[i].GetText()); l >= headlineLikeness && own < 0 {
			own = i
		} else if l < otherLikeness && own >= 0 && len(others) < mostTwins {
			others = append(others, i)
		}
	}
	for _, other := range others {
		a, b := o.apart(in.Page.Blocks[own].GetElement(), in.Page.Blocks[other].GetElement())
		if a < 0 || b < 0 || !isTwin(o.elements[a], o.elements[b]) || o.nodes[a].article >= 0 || in.contentIn(a, out) < ownWords {
			continue // within an article element they are its sections
		}
		for i, block := range in.Page.Blocks {
			if out[i].Content && o.within(o.valid(block.GetElement()), b) {
				out[i].Content, out[i].Reason = false, ReasonOther
			}
		}
	}
}

// dropNested withdraws, on an article's page, the teasers of others that stand in it
// as articles of their own: short, with one heading, all of it a link.
func dropNested(in *Input, out []Verdict) {
	o, blocks := in.outline, in.Page.GetBlocks()
	if in.Page.GetPageClass() != pb.PageClass_PAGE_CLASS_ARTICLE || !o.hasNested {
		return
	}
	headings, words := o.headings(blocks), o.wordsIn(blocks)
	teaser := make([]bool, len(o.nodes))
	for e, n := range o.nodes { // parents stand before their children
		h := headings[e]
		teaser[e] = n.parent >= 0 && teaser[n.parent] || n.article >= 0 && n.article != int32(e) && isItem(o.elements[e]) &&
			h.all == 1 && h.links == 1 && words[e] <= longestTeaser
	}
	for i, b := range blocks {
		if e := o.valid(b.GetElement()); e >= 0 && teaser[e] && out[i].Content {
			out[i].Content, out[i].Reason = false, ReasonOther
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

// apart gives the outermost elements around a and b that do not hold both; -1 where
// one of them is in the other.
func (o *outline) apart(a, b int32) (int32, int32) {
	a, b = o.valid(a), o.valid(b)
	if a < 0 || b < 0 || o.within(a, b) || o.within(b, a) {
		return -1, -1
	}
	for p := o.nodes[a].parent; p >= 0 && !o.within(b, p); p = o.nodes[a].parent {
		a = p
	}
	for p := o.nodes[b].parent; p >= 0 && !o.within(a, p); p = o.nodes[b].parent {
		b = p
	}
	return a, b
}

// isTwin reports elements of one tag and the same classes, of which there are some.
func isTwin(a, b *pb.Element) bool {
	return a.GetTag() == b.GetTag() && len(a.GetClasses()) > 0 && slices.Equal(a.GetClasses(), b.GetClasses())
}

// contentIn counts the words of content in element e.
func (in *Input) contentIn(e int32, out []Verdict) (words uint32) {
	for i, b := range in.Page.Blocks {
		if out[i].Content && in.outline.within(in.outline.valid(b.GetElement()), e) {
			words += b.GetStats().GetWords()
		}
	}
	return words
}

// other reports an article that is not the page's own, which has a heading of
// the given rank.
func (it *item) other(level uint8) bool {
	return it.like < otherLikeness && (it.level == level || it.linked)
}

// itemsOf gives the page's outermost articles that hold content, by their
// elements.
func itemsOf(in *Input, out []Verdict) map[int32]*item {
	items := map[int32]*item{}
	for i, b := range in.Page.Blocks {
		n := in.outline.of(b)
		if n.article < 0 {
			continue
		}
		it := items[n.article]
		if it == nil {
			it = &item{}
			items[n.article] = it
		}
		words := b.GetStats().GetWords()
		if it.words == 0 && n.heading > 0 && words > 1 && (it.level == 0 || n.heading < it.level) {
			it.level, it.like, it.linked = n.heading, in.titles.likeness(b.GetText()), b.GetStats().GetLinkWords() == words
		} else if out[i].Content {
			it.words += words
		}
	}
	for e, it := range items {
		if it.words == 0 {
			delete(items, e)
		}
	}
	return items
}

// isItem reports whether an element says that it is an article: by its tag, as
// a microformat, as a post of a blog, or in the words of schema.org.
func isItem(e *pb.Element) bool {
	if e.GetTag() == "article" {
		return true
	}
	for _, c := range e.GetClasses() {
		switch c {
		case "hentry", "h-entry", "type-post": // the last is WordPress'
			return true
		}
	}
	for _, h := range e.GetHints() {
		if slices.Contains([]string{"Article", "NewsArticle", "BlogPosting"}, h) {
			return true
		}
	}
	return false
}
