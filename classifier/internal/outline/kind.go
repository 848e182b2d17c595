package outline

import pb "github.com/winnow-news/winnow/proto/winnowv1"

// EnoughWords is what makes a block a paragraph rather than a label, where
// paragraphs are counted.
const EnoughWords = 10

// Longer texts are no bylines or standfirsts, whatever the element is called, in words.
const (
	longestByline     = 30
	longestStandfirst = 90
)

// KindOf tells from a block's element chain what kind of paragraph it makes,
// and its level (of headings and list items).
func (o *Outline) KindOf(b *pb.Block) (pb.Paragraph_Kind, uint32) {
	n := o.Of(b)
	words := b.GetStats().GetWords()
	switch {
	case n.Pre >= 0:
		return pb.Paragraph_CODE, 0
	case n.named&namesCaption != 0:
		return pb.Paragraph_CAPTION, 0
	case n.DataTable >= 0:
		return pb.Paragraph_TABLE, 0
	case n.Heading > 0:
		return pb.Paragraph_HEADING, uint32(n.Heading)
	case n.Post >= 0:
		return pb.Paragraph_EMBED, 0
	case n.named&namesByline != 0 && words <= longestByline:
		return pb.Paragraph_BYLINE, 0
	case n.Blockquote >= 0:
		return pb.Paragraph_QUOTE, 0
	case n.figure:
		return pb.Paragraph_CAPTION, 0
	case n.Item >= 0:
		return pb.Paragraph_LIST_ITEM, uint32(max(n.depth, 1))
	case n.named&namesStandfirst != 0 && words <= longestStandfirst:
		return pb.Paragraph_STANDFIRST, 0
	}
	return pb.Paragraph_PARAGRAPH, 0
}

// KindAt is KindOf for a block of which it is known whether it stands before
// the first paragraph of the body. Only there is a standfirst, and there it may
// be set as a heading; farther down the same names are given to sub-headings.
func (o *Outline) KindAt(b *pb.Block, before bool) (pb.Paragraph_Kind, uint32) {
	kind, level := o.KindOf(b)
	switch {
	case kind == pb.Paragraph_STANDFIRST && !before:
		return pb.Paragraph_PARAGRAPH, 0
	case kind == pb.Paragraph_HEADING && before && o.Of(b).named&namesStandfirst != 0 && b.GetStats().GetWords() >= EnoughWords:
		return pb.Paragraph_STANDFIRST, 0
	}
	return kind, level
}

// InText reports whether content of a kind is part of the article's text.
func InText(k pb.Paragraph_Kind) bool {
	switch k {
	case pb.Paragraph_CAPTION, pb.Paragraph_BYLINE, pb.Paragraph_HEADLINE:
		return false
	}
	return true
}
