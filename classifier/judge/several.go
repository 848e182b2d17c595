package judge

import (
	"slices"

	"github.com/winnow-news/winnow/classifier/internal/outline"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
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
	if !in.Outline.HasItems {
		return
	}
	items := itemsOf(in, out)
	if len(items) < 2 {
		return
	}
	var own *item
	for _, b := range in.Page.Blocks {
		if it := items[in.Outline.Of(b).Article]; own == nil && it != nil && it.like >= headlineLikeness && it.words >= ownWords {
			own = it
		}
	}
	if own == nil {
		return
	}
	for i, b := range in.Page.Blocks {
		if it := items[in.Outline.Of(b).Article]; it != nil && out[i].Content && it.other(own.level) {
			out[i].Content, out[i].Reason = false, ReasonOther
		}
	}
}

// dropTwins withdraws what stands in elements like the one with the headline, of
// the same tag and classes, that have a heading of the first rank of their own,
// where no element around them says that it is an article.
func dropTwins(in *Input, out []Verdict) {
	o := in.Outline
	var first []int // headings of the first rank
	for i, b := range in.Page.Blocks {
		if o.Of(b).Heading == 1 {
			first = append(first, i)
		}
	}
	if len(first) < 2 {
		return
	}
	own := -1
	var others []int
	for _, i := range first {
		if l := in.Titles.Likeness(in.Page.Blocks[i].GetText()); l >= headlineLikeness && own < 0 {
			own = i
		} else if l < otherLikeness && own >= 0 && len(others) < mostTwins {
			others = append(others, i)
		}
	}
	for _, other := range others {
		a, b := o.Apart(in.Page.Blocks[own].GetElement(), in.Page.Blocks[other].GetElement())
		if a < 0 || b < 0 || !isTwin(o.Elements[a], o.Elements[b]) || o.Nodes[a].Article >= 0 || in.contentIn(a, out) < ownWords {
			continue // within an article element they are its sections
		}
		for i, block := range in.Page.Blocks {
			if out[i].Content && o.Within(o.Valid(block.GetElement()), b) {
				out[i].Content, out[i].Reason = false, ReasonOther
			}
		}
	}
}

// dropNested withdraws, on an article's page, the teasers of others that stand in it
// as articles of their own: short, with one heading, all of it a link.
func dropNested(in *Input, out []Verdict) {
	o, blocks := in.Outline, in.Page.GetBlocks()
	if in.Page.GetPageClass() != pb.PageClass_PAGE_CLASS_ARTICLE || !o.HasNested {
		return
	}
	headings, words := headingsIn(o, blocks), o.WordsIn(blocks)
	teaser := make([]bool, len(o.Nodes))
	for e, n := range o.Nodes { // parents stand before their children
		h := headings[e]
		teaser[e] = n.Parent >= 0 && teaser[n.Parent] || n.Article >= 0 && n.Article != int32(e) && outline.IsItem(o.Elements[e]) &&
			h.all == 1 && h.links == 1 && words[e] <= longestTeaser
	}
	for i, b := range blocks {
		if e := o.Valid(b.GetElement()); e >= 0 && teaser[e] && out[i].Content {
			out[i].Content, out[i].Reason = false, ReasonOther
		}
	}
}

// isTwin reports elements of one tag and the same classes, of which there are some.
func isTwin(a, b *pb.Element) bool {
	return a.GetTag() == b.GetTag() && len(a.GetClasses()) > 0 && slices.Equal(a.GetClasses(), b.GetClasses())
}

// contentIn counts the words of content in element e.
func (in *Input) contentIn(e int32, out []Verdict) (words uint32) {
	for i, b := range in.Page.Blocks {
		if out[i].Content && in.Outline.Within(in.Outline.Valid(b.GetElement()), e) {
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
		n := in.Outline.Of(b)
		if n.Article < 0 {
			continue
		}
		it := items[n.Article]
		if it == nil {
			it = &item{}
			items[n.Article] = it
		}
		words := b.GetStats().GetWords()
		if it.words == 0 && n.Heading > 0 && words > 1 && (it.level == 0 || n.Heading < it.level) {
			it.level, it.like, it.linked = n.Heading, in.Titles.Likeness(b.GetText()), b.GetStats().GetLinkWords() == words
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
