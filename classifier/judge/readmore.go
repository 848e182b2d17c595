package judge

import (
	"net/url"
	"strings"

	"github.com/winnow-news/winnow/classifier/internal/outline"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
)

const (
	// longParagraph is the number of words from which a paragraph around a line
	// is the article's running text; one that ends a sentence needs
	// outline.EnoughWords.
	longParagraph = 15
	// linkShare is the least share of the words of a line that leads elsewhere
	// which its links have.
	linkShare = 0.6
	// longestLabel is the most words of a label before such links.
	longestLabel = 5
)

// dropReadMore takes out the lines that newspapers set behind a paragraph of an
// article, before the next one or a sub-heading, to lead to another article
// ("Read more: …"): links to pages of the same site and hardly anything else, and
// no sentences. Behind the last paragraph they need a label.
func dropReadMore(in *Input, out []Verdict) {
	before := -1 // the last running paragraph, with nothing but lines behind it
	var lines []int
	for i := range out {
		switch {
		case !out[i].Content:
		case before >= 0 && in.leadsElsewhere(i):
			lines = append(lines, i)
		default:
			running := in.isRunning(i)
			if running || in.isSubheading(i) {
				for _, line := range lines {
					out[line].Content, out[line].Reason = false, ReasonReadMore
				}
			}
			lines, before = lines[:0], -1
			if running {
				before = i
			}
		}
	}
	for _, line := range lines { // behind the last paragraph, too
		if labelWordsOf(in.Page.Blocks[line]) > 0 {
			out[line].Content, out[line].Reason = false, ReasonReadMore
		}
	}
}

// isRunning reports a paragraph of running text.
func (in *Input) isRunning(i int) bool {
	b := in.Page.Blocks[i]
	s := b.GetStats()
	return in.Outline.IsParagraph(b) && (s.GetWords() > longParagraph || s.GetWords() >= outline.EnoughWords && s.GetEndsSentence()) && 2*s.GetLinkWords() < s.GetWords()
}

// isSubheading reports a heading that leads nowhere.
func (in *Input) isSubheading(i int) bool {
	b := in.Page.Blocks[i]
	return in.Outline.Of(b).Heading > 0 && b.GetStats().GetLinks() == 0
}

// leadsElsewhere reports a paragraph of links to other pages of the site, with a
// word or two beside them, or a label before them.
func (in *Input) leadsElsewhere(i int) bool {
	b := in.Page.Blocks[i]
	s := b.GetStats()
	if !in.Outline.IsParagraph(b) || int(s.GetLinks()) != len(b.GetLinks()) {
		return false
	}
	for _, l := range b.GetLinks() {
		if !onSite(l, in.Page.GetUrl()) {
			return false
		}
	}
	return float64(s.GetLinkWords()) >= linkShare*float64(s.GetWords()) && !s.GetEndsSentence() || labelled(b)
}

// labelled reports a block of a label of a few words, up to a colon, and links,
// with at most a word between two of them.
func labelled(b *pb.Block) bool {
	s := b.GetStats()
	n, beside := labelWordsOf(b), int(s.GetWords())-int(s.GetLinkWords())
	return n > 0 && n <= beside && beside < n+int(s.GetLinks()) && 2*s.GetLinkWords() >= s.GetWords()
}

// labelWordsOf counts the words up to a block's colon, 0 where that is no label.
func labelWordsOf(b *pb.Block) int {
	label, _, found := strings.Cut(b.GetText(), ":")
	if n := word.Count(label); found && n <= longestLabel {
		return n
	}
	return 0
}

// onSite reports whether link leads to another page of the host of page, or of
// one above or below it; a document is no page.
func onSite(link, page string) bool {
	a, errA := url.Parse(link)
	b, errB := url.Parse(page)
	if errA != nil || errB != nil || a.Path == b.Path || strings.HasSuffix(a.Path, ".pdf") {
		return false
	}
	from, to := strings.TrimPrefix(b.Hostname(), "www."), strings.TrimPrefix(a.Hostname(), "www.")
	return from == to || strings.HasSuffix(from, "."+to) || strings.HasSuffix(to, "."+from)
}
