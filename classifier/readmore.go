package classifier

import (
	"net/url"
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

const (
	// longParagraph is the number of words from which a paragraph around a line
	// is the article's running text.
	longParagraph = 15
	// leastReadMore is the fewest words of a line that leads elsewhere, and
	// linkShare the share of them that the link has at the least.
	leastReadMore = 4
	linkShare     = 0.6
)

// dropReadMore takes out the lines that newspapers set behind a paragraph of an
// article, before the next one or a sub-heading, to lead to another article
// ("Read more: …"): a link to a page of the same site and hardly anything else,
// and no sentence.
func dropReadMore(in *Input, out []Verdict) {
	if in.Page.GetPageClass() != pb.PageClass_PAGE_CLASS_ARTICLE {
		return
	}
	before, line := -1, -1 // the last two blocks of content
	for i := range out {
		if !out[i].Content {
			continue
		}
		if before >= 0 && in.isRunning(before) && (in.isRunning(i) || in.isSubheading(i)) && in.leadsElsewhere(line) {
			out[line].Content, out[line].Reason = false, ReasonReadMore
			line = before
		}
		before, line = line, i
	}
}

// isRunning reports a paragraph of running text.
func (in *Input) isRunning(i int) bool {
	b := in.Page.Blocks[i]
	s := b.GetStats()
	return in.outline.isParagraph(b) && s.GetWords() > longParagraph && 2*s.GetLinkWords() < s.GetWords()
}

// isSubheading reports a heading that leads nowhere.
func (in *Input) isSubheading(i int) bool {
	b := in.Page.Blocks[i]
	return in.outline.of(b).heading > 0 && b.GetStats().GetLinks() == 0
}

// leadsElsewhere reports a paragraph that is a link to another page of the
// site, with a word or two beside it.
func (in *Input) leadsElsewhere(i int) bool {
	b := in.Page.Blocks[i]
	s := b.GetStats()
	return in.outline.isParagraph(b) && s.GetWords() >= leastReadMore && float64(s.GetLinkWords()) >= linkShare*float64(s.GetWords()) &&
		!s.GetEndsSentence() && s.GetLinks() == 1 && len(b.GetLinks()) == 1 && onSite(b.GetLinks()[0], in.Page.GetUrl())
}

// isParagraph reports a block that is set as a paragraph: no heading, item,
// cell, quote or caption.
func (o *outline) isParagraph(b *pb.Block) bool {
	kind, _ := o.kindOf(b)
	return kind == pb.Paragraph_PARAGRAPH
}

// onSite reports whether link leads to another page of the host of page, or of
// one above or below it.
func onSite(link, page string) bool {
	a, errA := url.Parse(link)
	b, errB := url.Parse(page)
	if errA != nil || errB != nil || a.Path == b.Path {
		return false
	}
	from, to := strings.TrimPrefix(b.Hostname(), "www."), strings.TrimPrefix(a.Hostname(), "www.")
	return to != "" && (from == to || strings.HasSuffix(from, "."+to) || strings.HasSuffix(to, "."+from))
}
