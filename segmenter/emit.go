package segmenter

import (
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// emit puts elements, blocks and images into out. Everything of one kind is
// made in one piece; the lists and strings are parts of it.
func (w *walk) emit(out *pb.SegmentedPage) {
	text, aux := string(w.text), string(w.aux)
	strs := append([]string(nil), w.strs...)
	links := make([]string, len(w.spans))
	for i, s := range w.spans {
		links[i] = aux[s.from:s.to]
	}
	w.emitElements(out, strs, links)
	w.emitBlocks(out, text, strs, links)
	w.emitImages(out, aux)
	out.Truncated = w.truncated
}

func (w *walk) emitElements(out *pb.SegmentedPage, strs, hints []string) {
	made := make([]pb.Element, len(w.elements))
	out.Elements = make([]*pb.Element, len(made))
	for i := range made {
		e, to := &w.elements[i], &made[i]
		to.Parent, to.Tag, to.Id, to.Place, to.Hidden = e.parent, e.node.Data, e.id, e.place, e.hidden
		to.Closable, to.Column = e.closable, e.column
		to.Classes, to.Hints = part(strs, e.classes), part(hints, e.hints)
		out.Elements[i] = to
	}
}

func (w *walk) emitBlocks(out *pb.SegmentedPage, text string, strs, links []string) {
	made, stats := make([]pb.Block, len(w.blocks)), make([]pb.TextStats, len(w.blocks))
	out.Blocks = make([]*pb.Block, len(made))
	for i := range made {
		b, to := &w.blocks[i], &made[i]
		b.count.stats(&stats[i], b.ended)
		to.Element, to.Text, to.Stats = b.element, text[b.text.from:b.text.to], &stats[i]
		to.Tags, to.Classes, to.Links = part(strs, b.tags), part(strs, b.classes), part(links, b.links)
		to.Place = w.elements[b.element].place
		if b.afterBreak {
			to.Place = afterBreak(to.Place)
		}
		out.Blocks[i] = to
	}
}

func (w *walk) emitImages(out *pb.SegmentedPage, aux string) {
	made := make([]pb.Image, len(w.images))
	for i := range made {
		m, to := &w.images[i], &made[i]
		to.Url, to.Alt = aux[m.url.from:m.url.to], aux[m.alt.from:m.alt.to]
		to.Block, to.Icon = int32(min(m.block, len(w.blocks))), m.icon
		var caption []string
		for _, b := range out.Blocks[m.captionFrom:m.captionTo] {
			caption = append(caption, b.Text)
		}
		to.Caption = strings.ReplaceAll(strings.Join(caption, " "), "\n", " ")
		out.Images = append(out.Images, to)
	}
}

// part gives l of all, nil where it is empty, and never with room to grow into
// its neighbour.
func part(all []string, l list) []string {
	if l.from == l.to {
		return nil
	}
	return all[l.from:l.to:l.to]
}
