package classifier

import (
	"slices"
	"strings"

	"github.com/winnow-news/winnow/classifier/internal/outline"
	"github.com/winnow-news/winnow/classifier/judge"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// piece is a block that goes into the article.
type piece struct {
	block int
	kind  pb.Paragraph_Kind
	level uint32
	body  bool
}

// url gives the address of the post that an embed shows, "" for other kinds of
// pieces: the last link to a post in the blockquote around it, else the last in
// its own block. The last, because a post's text may link to other posts before.
func (p piece) url(in *judge.Input) string {
	if p.kind != pb.Paragraph_EMBED {
		return ""
	}
	b := in.Page.Blocks[p.block]
	links := append(slices.Clone(b.GetLinks()), in.Outline.LastLinks[in.Outline.Of(b).Blockquote])
	for _, link := range slices.Backward(links) {
		if outline.IsPost(link, in.Page.GetUrl()) {
			return link
		}
	}
	return ""
}

// span is where the article stands on the page, in blocks: from its headline,
// or a little before its first content where that was not found, to its last
// content.
type span struct {
	headline    int // -1 when not found
	from        int
	first, last int // content
}

// leadIn is how far before the first content the span begins when there is no
// headline to begin with, in blocks.
const leadIn = 3

func newSpan(in *judge.Input, out []judge.Verdict) (span, bool) {
	s := span{headline: -1, first: -1}
	for i := range out {
		if out[i].Content {
			if s.first < 0 {
				s.first = i
			}
			s.last = i
		}
	}
	if s.first < 0 {
		return s, false
	}
	s.headline = findHeadline(in, out, s.last)
	s.from = max(0, s.first-leadIn)
	if s.headline >= 0 {
		s.from = min(s.headline, s.first)
	}
	return s, true
}

// findHeadline gives the block that is most like the title, -1 when none is
// enough so. Headings are preferred, of equal ones the last: what stands
// before it is a breadcrumb rather.
func findHeadline(in *judge.Input, out []judge.Verdict, last int) int {
	best, at, paragraphs := 0.0, -1, 0
	for i, b := range in.Page.Blocks[:last+1] {
		if paragraphs == judge.HeadlineWithin {
			break
		}
		if n := in.Outline.Of(b); !n.Hidden && in.Titles.SayHeadline(b) {
			score := in.Titles.Likeness(b.GetText())
			if n.Heading > 0 {
				score += 0.3 - 0.02*float64(n.Heading)
			}
			if score >= best {
				best, at = score, i
			}
		}
		if out[i].Content && b.GetStats().GetWords() >= outline.EnoughWords {
			paragraphs++
		}
	}
	return at
}

// pick gives the pieces of the article in document order: the content with its
// standfirst, and what goes with it without being part of its text (headline,
// byline, captions, embeds that were not taken for content).
func pick(in *judge.Input, out []judge.Verdict, s span) []piece {
	var pieces []piece
	paragraphs := 0
	lead := in.Page.GetPageClass() == pb.PageClass_PAGE_CLASS_ARTICLE // and no text so far
	for i := s.from; i <= s.last; i++ {
		b := in.Page.Blocks[i]
		p := piece{block: i}
		p.kind, p.level = in.Outline.KindAt(b, paragraphs == 0)
		switch {
		case i == s.headline:
			p.kind, p.level = pb.Paragraph_HEADLINE, 0
		case out[i].Reason == judge.ReasonStandfirst:
			p.kind, p.level, p.body = pb.Paragraph_STANDFIRST, 0, true
		case out[i].Content && s.headline >= 0 && paragraphs < judge.HeadlineWithin && in.Titles.SayHeadline(b):
			continue // the headline again
		case out[i].Content:
			if signs(b, p.kind, in.Page.GetMetadata(), lead) {
				p.kind, p.level = pb.Paragraph_BYLINE, 0
			}
			p.body = outline.InText(p.kind) && !(p.kind == pb.Paragraph_STANDFIRST && judge.Anticipates(in, out, i))
		case !beside(in, i, p.kind):
			continue
		case p.kind == pb.Paragraph_STANDFIRST: // however it is set, it is read
			p.body = judge.MayBeStandfirst(in, i) && !judge.Anticipates(in, out, i)
		}
		if p.body && b.GetStats().GetWords() >= outline.EnoughWords {
			paragraphs++
		}
		lead = lead && !p.body
		pieces = append(pieces, p)
	}
	pieces = dropBylines(in, out, pieces)
	believeCaptions(in, out, pieces)
	believeSentences(in, out, pieces)
	return dropIntroductions(in, pieces)
}

// dropBylines leaves one of the bylines that are not content: the first of all
// that names an author, else the first. How long the reading takes, the date and
// a button often stand in the byline's box as well.
func dropBylines(in *judge.Input, out []judge.Verdict, pieces []piece) []piece {
	byline := func(p piece) bool { return p.kind == pb.Paragraph_BYLINE }
	keep := slices.IndexFunc(pieces, func(p piece) bool {
		return byline(p) && namesAuthor(in.Page.Blocks[p.block].GetText(), in.Page.GetMetadata().GetAuthors())
	})
	if keep < 0 {
		keep = slices.IndexFunc(pieces, byline)
	}
	if keep < 0 {
		return pieces
	}
	kept := pieces[keep]
	return slices.DeleteFunc(pieces, func(p piece) bool { return byline(p) && p != kept && !out[p.block].Content })
}

// misnamed is the share of the content's words above which blocks called captions
// are the text itself: a photo essay. This does not hold beside ownText words of
// other content: many captions are those of a gallery then.
const (
	misnamed = 0.5
	ownText  = 400
)

// believeCaptions makes captions that are content paragraphs of the text where
// there are too many of them to be captions.
func believeCaptions(in *judge.Input, out []judge.Verdict, pieces []piece) {
	all, named := uint32(0), uint32(0)
	for _, p := range pieces {
		if words := in.Page.Blocks[p.block].GetStats().GetWords(); out[p.block].Content {
			if all += words; p.kind == pb.Paragraph_CAPTION {
				named += words
			}
		}
	}
	if float64(named) <= misnamed*float64(all) || all-named >= ownText {
		return
	}
	for k, p := range pieces {
		if p.kind == pb.Paragraph_CAPTION && out[p.block].Content {
			pieces[k].kind, pieces[k].body = pb.Paragraph_PARAGRAPH, true
		}
	}
}

// sentenceScore is the score from which a sentence is text although it stands in
// an element that is named after the author ("author-article"), and not a line
// about him.
const sentenceScore = 0.9

// believeSentences turns bylines into paragraphs of the text where they are
// sentences and content beyond doubt.
func believeSentences(in *judge.Input, out []judge.Verdict, pieces []piece) {
	for k, p := range pieces {
		s := in.Page.Blocks[p.block].GetStats()
		if p.kind == pb.Paragraph_BYLINE && out[p.block].Content && out[p.block].Score >= sentenceScore &&
			s.GetEndsSentence() && s.GetWords() >= outline.EnoughWords {
			pieces[k].kind, pieces[k].body = pb.Paragraph_PARAGRAPH, true
		}
	}
}

// beside reports whether a block that is not content may stand in the article
// all the same, as what its kind says it is.
func beside(in *judge.Input, i int, k pb.Paragraph_Kind) bool {
	b := in.Page.Blocks[i]
	if n := in.Outline.Of(b); n.Hidden || n.Inserted != 0 || b.GetStats().GetWords() == 0 {
		return false
	}
	switch k {
	case pb.Paragraph_BYLINE:
		return true
	case pb.Paragraph_EMBED:
		return b.GetStats().GetWords() >= outline.EnoughWords && !in.Scores[i].GetTemplate()
	case pb.Paragraph_CAPTION, pb.Paragraph_STANDFIRST:
		return !in.Scores[i].GetTemplate()
	}
	return false
}

// dropIntroductions removes headings, and lines that end in a colon, that no
// text follows: they head what was judged not to be content. Where there is
// nothing else but a standfirst they are the text.
func dropIntroductions(in *judge.Input, pieces []piece) []piece {
	heads := func(p piece) bool {
		return p.kind == pb.Paragraph_HEADING || p.kind == pb.Paragraph_PARAGRAPH && introduces(in.Page.Blocks[p.block])
	}
	if !slices.ContainsFunc(pieces, func(p piece) bool { return p.body && p.kind != pb.Paragraph_STANDFIRST && !heads(p) }) {
		return pieces
	}
	kept := len(pieces)
	covered := false
	for k := len(pieces) - 1; k >= 0; k-- {
		p := pieces[k]
		if !covered && heads(p) {
			continue
		}
		covered = covered || p.body
		kept--
		pieces[kept] = p
	}
	return pieces[kept:]
}

// introWords is the most words of a line that introduces what follows it.
const introWords = 12

// introduces reports whether a block is a short line that ends in a colon.
func introduces(b *pb.Block) bool {
	text := strings.TrimSpace(b.GetText())
	return b.GetStats().GetWords() <= introWords && (strings.HasSuffix(text, ":") || strings.HasSuffix(text, "："))
}
