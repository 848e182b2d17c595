package classifier

import (
	"slices"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// mostBetween is the most paragraphs in a row that are content because of those
// before and behind them.
const mostBetween = 8

// fillBetween makes content of what an article's content stands around: runs of
// one element that a <br> divides, and paragraphs that are set alike, one behind
// the other, and are not mostly links. A short line in a conversation, or a
// paragraph of another kind, looks little like the rest.
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
		if last >= 0 {
			in.fill(out, last, i)
		}
		last = i
	}
}

// inSeries reports whether b stands in the element of a, or in a paragraph with the
// parent and the classes of a's.
func (in *Input) inSeries(a, b *pb.Block) bool {
	if a.GetElement() == b.GetElement() {
		return true
	}
	i, j := in.outline.valid(a.GetElement()), in.outline.valid(b.GetElement())
	if i < 0 || j < 0 {
		return false
	}
	e, f := in.outline.elements[i], in.outline.elements[j]
	return e.GetTag() == "p" && f.GetTag() == "p" && e.GetParent() == f.GetParent() && slices.Equal(e.GetClasses(), f.GetClasses())
}

// fill makes content of the blocks between two of content, all in series.
func (in *Input) fill(out []Verdict, from, to int) {
	oneElement := in.Page.Blocks[from].GetElement() == in.Page.Blocks[to].GetElement()
	if !oneElement && to-from-1 > mostBetween {
		return
	}
	for i := from + 1; i < to; i++ {
		s := in.Page.Blocks[i].GetStats()
		if out[i].Reason == ReasonImprobable && (oneElement || 2*s.GetLinkWords() <= s.GetWords()) {
			out[i].Content, out[i].Reason = true, ReasonBetween
		}
	}
}
