package segmenter

import (
	"encoding/binary"
	"slices"

	"github.com/winnow-news/winnow/segmenter/internal/plain"
	"github.com/zeebo/xxh3"
)

// flush ends the run. Where it has text it becomes a block of the innermost
// open element.
func (w *walk) flush() {
	r := &w.run
	w.gap = w.gap[:0]
	if len(w.frames) == 0 || len(w.text) == r.start {
		r.clear(len(w.text))
		return
	}
	if len(w.blocks) >= w.seg.cfg.MaxBlocks {
		w.cut("blocks")
		w.full = true
		w.text = w.text[:r.start]
		r.clear(r.start)
		return
	}
	if r.ended {
		r.count.sentenceEnds++
	}
	own := w.keep(len(w.frames) - 1)
	e := &w.elements[own]
	b := block{
		element: own, text: span{r.start, len(w.text)}, count: r.count,
		ended: r.ended, afterBreak: r.afterBreak,
	}
	from := len(w.strs)
	w.strs = append(append(w.strs, e.node.Data), r.tags...)
	b.tags = list{from, len(w.strs)}
	b.classes = e.classes
	if len(r.classes) > 0 {
		from = len(w.strs)
		w.strs = append(append(w.strs, w.strs[e.classes.from:e.classes.to]...), r.classes...)
		b.classes = w.sortedSet(from)
	}
	from = len(w.spans)
	w.spans = append(w.spans, r.links...)
	b.links = list{from, len(w.spans)}
	w.blocks = append(w.blocks, b)
	r.clear(len(w.text))
}

// sortedSet sorts strs[from:], drops what stands twice, and gives the rest.
func (w *walk) sortedSet(from int) list {
	set := w.strs[from:]
	if len(set) < 2 {
		return list{from, len(w.strs)}
	}
	slices.Sort(set)
	w.strs = w.strs[:from+len(slices.Compact(set))]
	return list{from, len(w.strs)}
}

// keep gives the index in elements of frames[i], having put it and its
// ancestors there if need be.
func (w *walk) keep(i int) int32 {
	f := &w.frames[i]
	if f.element >= 0 {
		return f.element
	}
	parent := int32(-1)
	if i > 0 {
		parent = w.keep(i - 1)
	}
	e := element{parent: parent, node: f.node, hidden: f.hidden, column: f.column}
	from := len(w.strs)
	id, class := idAndClass(f.node, w.seg.cfg.MaxAttributes)
	e.id = plain.Clip(id, maxHint)
	w.strs = appendFields(w.strs, class, from+w.seg.cfg.MaxTags)
	e.classes = w.sortedSet(from)
	e.hints = w.hints(f.node)
	e.place = w.place(&e)
	f.element = int32(len(w.elements))
	w.elements = append(w.elements, e)
	return f.element
}

// place hashes the path of tags and classes from body to e. The classes of
// body are left out: they say what page this is, not what place.
func (w *walk) place(e *element) uint64 {
	buf := w.aux[len(w.aux):]
	if e.parent >= 0 {
		buf = binary.LittleEndian.AppendUint64(buf, w.elements[e.parent].place)
	}
	buf = append(buf, e.node.Data...)
	if e.parent >= 0 {
		w.scratch = appendStable(w.scratch[:0], w.strs[e.classes.from:e.classes.to])
		for _, c := range w.scratch {
			buf = append(append(buf, '.'), c...)
		}
	}
	return xxh3.Hash(buf)
}

// afterBreak gives the place of a run that follows a double <br>.
func afterBreak(place uint64) uint64 {
	return xxh3.Hash(append(binary.LittleEndian.AppendUint64(nil, place), "br"...))
}
