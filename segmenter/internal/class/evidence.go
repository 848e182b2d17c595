package class

import (
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
	"github.com/winnow-news/winnow/segmenter/internal/ascii"
	"github.com/winnow-news/winnow/segmenter/internal/head"
	"github.com/winnow-news/winnow/segmenter/internal/metadata"
	"github.com/winnow-news/winnow/segmenter/internal/region"
)

// evidence is what speaks for and against the classes of a page. Words are
// counted as word.Effective does, outside hidden elements; menus, headers,
// footers and asides do not count as text.
type evidence struct {
	words, linkWords int // of the whole page
	paragraphs       int // long blocks with sentences and few links
	paragraphWords   int
	// The core is the smallest element that holds three fifths of the
	// paragraph words. text is the paragraph words in it, the rest its all.
	text, coreWords, coreLinkWords, coreTeasers int

	teasers       int  // headline-like links
	headingLinks  int  // linked h2 to h4
	lines         int  // blocks of text that are no teasers
	leads         int  // of them, those with one link, of a headline's length: it leads on, the rest says where to
	led, ledWords int  // paragraphs that may sum up what such a link leads to, and their words
	headed        int  // paragraphs behind a linked heading
	intro         int  // paragraphs before the first of these
	comments      int  // paragraphs in elements that are called comments or replies
	offer         int  // words in elements that are called after a paywall
	offered       int  // of them, in paragraphs
	hiddenWords   int  // of hidden paragraphs
	clocks        int  // times of day that stand alone before a piece of text
	captioned     int  // pictures with a caption
	captionWords  int  // of these captions
	longCaptions  int  // words of captions that are paragraphs
	missing       bool // a few words before the text say 404 or 410, or body's class does

	address
	bodyClasses []string
	bodyWords   []string // of body's classes and id

	scripts [][]byte // the first ones

	m    *pb.Metadata
	data *metadata.LinkedData
	head *head.Facts
}

func gather(p Page) *evidence {
	out := p.Out
	e := &evidence{address: addressOf(p.URL), scripts: p.Scripts, m: out.Metadata, data: p.Data, head: p.Head}
	e.blocks(out, p.Regions)
	e.clocks = clocksOf(out, p.Regions)
	for _, im := range out.Images {
		if im.Caption != "" {
			e.captioned++
			e.captionWords += len(strings.Fields(im.Caption))
		}
	}
	if len(out.Elements) > 0 {
		e.bodyClasses = out.Elements[0].Classes
		e.missing = e.missing || has(e.bodyClasses, "error404")
		for _, c := range out.Elements[0].Classes {
			if words := tokens(c); len(words) > 0 && words[0] != "not" && words[0] != "no" {
				e.bodyWords = append(e.bodyWords, words...)
			}
		}
		e.bodyWords = append(e.bodyWords, tokens(out.Elements[0].Id)...)
	}
	return e
}

// blocks counts what the text is made of.
func (e *evidence) blocks(out *pb.SegmentedPage, regions []region.Region) {
	in := newTally(out.Elements)
	var before lead
	for _, b := range out.Blocks {
		s, r := b.Stats, regions[b.Element]
		n, links := int(word.Effective(s.Words, s.Chars)), int(word.Effective(s.LinkWords, s.LinkChars))
		if r&region.Hidden != 0 {
			if n >= 20 && links*3 < n {
				e.hiddenWords += n
			}
			continue
		}
		in.words[b.Element] += n
		in.linkWords[b.Element] += links
		e.words += n
		e.linkWords += links
		if r&region.Chrome != 0 {
			continue
		}
		if r&region.Offer != 0 {
			e.offer += n
		}
		e.missing = e.missing || e.paragraphs == 0 && isMissing(b)
		link := 0 < n && n <= 40 && links*5 >= n*4
		if link && len(b.Links) > 0 { // to another page
			heading := r&region.Heading != 0
			before.heading = before.heading || heading && n >= 3
			before.link = before.link || heading || n >= 3
		}
		if link && n >= 3 {
			e.teasers++
			in.teasers[b.Element]++
			if r&region.Heading != 0 {
				e.headingLinks++
				if p := out.Elements[b.Element].Parent; p >= 0 {
					in.sentences[p]-- // a summary follows it
				}
			}
		}
		if n >= leastLine && links*5 < n*4 {
			e.lines++
			if links >= 3 && s.Links == 1 {
				e.leads++
			}
		}
		if links*3 >= n {
			continue
		}
		if n < 20 {
			el := out.Elements[b.Element]
			if s.EndsSentence && r&region.Comment == 0 && (el.Tag == "p" || el.Tag == "div") && el.Parent >= 0 {
				in.sentences[el.Parent]++
				in.sentenceWords[el.Parent] += n
			}
			continue
		}
		if s.SentenceEnds == 0 && s.Commas == 0 {
			continue
		}
		if r&region.Comment != 0 {
			e.comments++
			continue
		}
		e.follow(before, n)
		before = lead{}
		e.paragraphs++
		e.paragraphWords += n
		in.paragraphWords[b.Element] += n
		if r&region.Offer != 0 {
			e.offered += n
		}
		if r&region.Caption != 0 {
			e.longCaptions += n
		}
	}
	e.sentences(in)
	if e.paragraphWords > 0 {
		e.core(out.Elements, in)
	}
}

// isMissing reports a line such as "404" or "Error 404 - not found", in any
// language.
func isMissing(b *pb.Block) bool {
	if b.Stats.Words > 5 || b.Stats.Digits != 3 {
		return false
	}
	return strings.Contains(b.Text, "404") || strings.Contains(b.Text, "410")
}

// lead is what a paragraph follows, no other between: a link like a headline, and
// that in a heading.
type lead struct{ link, heading bool }

// longestSummary is the most words of a teaser's summary.
const longestSummary = 80

// follow counts a paragraph of n words behind what was before it.
func (e *evidence) follow(before lead, n int) {
	if before.heading {
		if e.headed == 0 {
			e.intro = e.paragraphs
		}
		e.headed++
	}
	if before.link && n <= longestSummary {
		e.led++
		e.ledWords += n
	}
}

// leastLine is the least number of words of a line of text.
const leastLine = 8

// sentences counts paragraphs of a sentence as text where three of them or more
// stand side by side: papers of the street write so, and all papers in languages
// that say more in a word. A teaser's sentence stands alone in its card, or
// beside the linked headline that it belongs to.
func (e *evidence) sentences(in *tally) {
	for el, n := range in.sentences {
		if n >= 3 {
			e.paragraphs += n
			e.paragraphWords += in.sentenceWords[el]
			in.paragraphWords[el] += in.sentenceWords[el]
		}
	}
}

// entryWords is the least number of words of a live blog's entry.
const entryWords = 8

// clocksOf counts the blocks that are a time of day and nothing else, with a
// piece of text behind each; there may be a heading between.
func clocksOf(out *pb.SegmentedPage, regions []region.Region) (n int) {
	isEntry := func(i int) bool {
		s := out.Blocks[i].Stats
		return s.Words >= entryWords && s.LinkWords*2 < s.Words
	}
	for i, b := range out.Blocks[:max(len(out.Blocks)-1, 0)] {
		if !isClock(b) {
			continue
		}
		if isEntry(i+1) || i+2 < len(out.Blocks) && regions[out.Blocks[i+1].Element]&region.Heading != 0 && isEntry(i+2) {
			n++
		}
	}
	return n
}

// isClock reports a block such as "14:05", "14.05 Uhr" or "2:05 pm", and no price.
func isClock(b *pb.Block) bool {
	if s := b.Stats; s.Words > 3 || s.Digits > 4 || strings.ContainsAny(b.Text, "$€£¥₹") {
		return false
	}
	at := strings.IndexAny(b.Text, ":.h")
	return at >= 1 && at+2 < len(b.Text) && ascii.IsDigit(b.Text[at-1]) && '0' <= b.Text[at+1] && b.Text[at+1] <= '5' && ascii.IsDigit(b.Text[at+2])
}

// tally counts by element.
type tally struct {
	words, linkWords, paragraphWords, teasers []int
	sentences, sentenceWords                  []int // paragraphs of a sentence among the element's children, less its linked headings, and their words
}

func newTally(elements []*pb.Element) *tally {
	n := len(elements)
	all := make([]int, 6*n)
	return &tally{all[:n], all[n : 2*n], all[2*n : 3*n], all[3*n : 4*n], all[4*n : 5*n], all[5*n:]}
}

// core finds the smallest element with three fifths of the paragraph words:
// the later of two that nest is the smaller.
func (e *evidence) core(elements []*pb.Element, in *tally) {
	for i := len(elements) - 1; i >= 0; i-- {
		if in.paragraphWords[i]*5 >= e.paragraphWords*3 {
			e.coreWords, e.coreLinkWords = in.words[i], in.linkWords[i]
			e.text, e.coreTeasers = in.paragraphWords[i], in.teasers[i]
			return
		}
		if p := elements[i].Parent; p >= 0 {
			in.words[p] += in.words[i]
			in.linkWords[p] += in.linkWords[i]
			in.paragraphWords[p] += in.paragraphWords[i]
			in.teasers[p] += in.teasers[i]
		}
	}
}
