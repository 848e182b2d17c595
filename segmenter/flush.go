package segmenter

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"
)

// flush ends the run. Where it has text it becomes a block of the innermost
// open element.
func (w *walk) flush() {
	r := &w.run
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
	e := element{parent: parent, node: f.node, hidden: f.hidden}
	from := len(w.strs)
	id, class := idAndClass(f.node, w.seg.cfg.MaxAttributes)
	e.id = clip(id, maxHint)
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
		w.scratch = w.scratch[:0]
		for _, c := range w.strs[e.classes.from:e.classes.to] {
			w.scratch = append(w.scratch, stableClass(c))
		}
		slices.Sort(w.scratch)
		for _, c := range slices.Compact(w.scratch) {
			buf = append(append(buf, '.'), c...)
		}
	}
	return xxh3.Hash(buf)
}

// afterBreak gives the place of a run that follows a double <br>.
func afterBreak(place uint64) uint64 {
	return xxh3.Hash(append(binary.LittleEndian.AppendUint64(nil, place), "br"...))
}

// pageClass gives the beginnings of classes by which content systems write the
// facts of one page (its number, sections, tags, author) into its markup.
func pageClass(c string) (prefix string, ok bool) {
	if strings.IndexByte("captp", c[0]) < 0 {
		return "", false
	}
	for _, p := range [...]string{"category-", "tag-", "author-", "post_tag-", "postid-", "parent-", "term-", "topic-"} {
		if strings.HasPrefix(c, p) {
			return p, true
		}
	}
	return "", false
}

// stableClass gives c without what differs from page to page: numbers of three
// digits and more become "#", as do long hexadecimal ids.
func stableClass(c string) string {
	if p, ok := pageClass(c); ok {
		return p
	}
	if !varies(c) {
		return c
	}
	var b strings.Builder
	for i := 0; i < len(c); {
		j, digits := i, 0
		for j < len(c) && isHex(c[j]) {
			if isDigit(c[j]) {
				digits++
			}
			j++
		}
		k := i
		for k < len(c) && isDigit(c[k]) {
			k++
		}
		switch {
		case j-i >= 12 && digits > 0:
			b.WriteByte('#')
			i = j
		case k-i >= 3:
			b.WriteByte('#')
			i = k
		default:
			b.WriteByte(c[i])
			i++
		}
	}
	return b.String()
}

// varies reports whether c holds three digits in a row or 12 hexadecimal ones.
func varies(c string) bool {
	digits, hex := 0, 0
	for i := range len(c) {
		if isDigit(c[i]) {
			if digits++; digits == 3 {
				return true
			}
		} else {
			digits = 0
		}
		if isHex(c[i]) {
			if hex++; hex == 12 {
				return true
			}
		} else {
			hex = 0
		}
	}
	return false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isHex(c byte) bool   { return isDigit(c) || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F' }
