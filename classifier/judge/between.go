package judge

import (
	"slices"
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// fillBetween makes content of what an article's content stands around and is not
// mostly links: runs of one element that a <br> divides, and paragraphs that are set
// alike, quotations, lists of terms and poems, one behind the other. A short line in
// a conversation, or a paragraph of another kind, looks little like the rest.
func fillBetween(in *Input, out []Verdict) {
	if in.Page.GetPageClass() != pb.PageClass_PAGE_CLASS_ARTICLE {
		return
	}
	last := -1 // the last block of content, while all behind it are in series with it
	for i, b := range in.Page.Blocks {
		if last >= 0 && !in.inSeries(in.Page.Blocks[last], b) {
			last = -1
		}
		if !out[i].Content {
			continue
		}
		for k := last + 1; last >= 0 && k < i; k++ {
			if s := in.Page.Blocks[k].GetStats(); out[k].Reason == ReasonImprobable && 2*s.GetLinkWords() <= s.GetWords() {
				out[k].Content, out[k].Reason = true, ReasonBetween
			}
		}
		last = i
	}
}

// inSeries reports whether b stands in the element of a, or beside it in running
// text: in a paragraph with the classes of a's, a quotation, a list of terms, a poem.
func (in *Input) inSeries(a, b *pb.Block) bool {
	if a.GetElement() == b.GetElement() {
		return true
	}
	i, j := in.Outline.Apart(a.GetElement(), b.GetElement())
	if i < 0 || j < 0 || !in.runs(i, a) || !in.runs(j, b) {
		return false
	}
	e, f := in.Outline.Elements[i], in.Outline.Elements[j]
	return e.GetTag() != "p" || f.GetTag() != "p" || slices.Equal(e.GetClasses(), f.GetClasses())
}

// runs reports an element in which a running text goes on, and a block in it that
// is no post of another site and no code.
func (in *Input) runs(e int32, b *pb.Block) bool {
	switch el := in.Outline.Elements[e]; el.GetTag() {
	case "p", "dl":
		return true
	case "blockquote":
		return in.Outline.Of(b).Post < 0
	case "pre": // code has an element or a class of its own
		return b.GetStats().GetInlineTags() == b.GetStats().GetLinks() &&
			!slices.ContainsFunc(el.GetClasses(), func(c string) bool { return !strings.HasPrefix(c, "wp-block-") })
	}
	return false
}
