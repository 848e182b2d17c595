package segmenter

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"

	"github.com/winnow-news/winnow/segmenter/internal/plain"
	"golang.org/x/net/html"
)

// image is a found picture. Its caption is the text of blocks
// [captionFrom, captionTo).
type image struct {
	url, alt               span
	block                  int
	icon                   bool
	captionFrom, captionTo int
}

const (
	maxAlt = 500 // bytes
	// An image of at most so many pixels in one direction counts readers.
	trackingPixels = 2
	// One of at most so many in one direction is an icon, a face beside a name or
	// a button, unless it is longer than longestIcon in the other: formulas are.
	iconPixels, longestIcon = 60, 200
)

// addImage takes an img element. Where a script loads the picture later, its
// address stands in a data-* attribute and src holds a placeholder.
func (w *walk) addImage(n *html.Node) {
	var width, height int // 0: not told
	var alt string
	list := n.Attr[:min(len(n.Attr), w.seg.cfg.MaxAttributes)]
	for _, a := range list {
		switch a.Key {
		case "alt":
			alt = a.Val
		case "width", "height":
			px, err := strconv.Atoi(strings.TrimSuffix(a.Val, "px"))
			if err == nil && px <= trackingPixels {
				return
			}
			if a.Key == "width" {
				width = px
			} else {
				height = px
			}
		}
	}
	address := addressIn(list)
	if address == "" {
		address = w.sourceAddress(n)
	}
	if address != "" {
		w.keepImage(address, alt, isIcon(width, height) || isDrawing(address))
	}
}

// addressIn gives the address of a picture that the attributes of an img or
// source element name, "" where they hold none or only a placeholder's data.
func addressIn(list []html.Attribute) string {
	var lazy, lazySet, src, set string
	take := func(to *string, address string) {
		if *to == "" && !isInline(address) {
			*to = address
		}
	}
	for _, a := range list {
		switch a.Key {
		case "data-src", "data-original", "data-lazy-src", "data-lazy", "data-url", "data-hi-res-src", "data-full-src":
			take(&lazy, a.Val)
		case "data-srcset", "data-lazy-srcset":
			take(&lazySet, largest(a.Val))
		case "src":
			take(&src, a.Val)
		case "srcset":
			take(&set, largest(a.Val))
		}
	}
	return cmp.Or(lazy, lazySet, src, set)
}

// isInline reports an address that is the picture itself, or that only a script
// could have made.
func isInline(address string) bool {
	return strings.HasPrefix(address, "data:") || strings.HasPrefix(address, "blob:")
}

// maxSources is how many elements before an img are looked at for its address.
const maxSources = 16

// sourceAddress gives the address that the first source of the picture element
// around an img names.
func (w *walk) sourceAddress(n *html.Node) (address string) {
	s := n.PrevSibling
	for range maxSources {
		if s == nil {
			break
		}
		if s.Data == "source" {
			address = cmp.Or(addressIn(s.Attr[:min(len(s.Attr), w.seg.cfg.MaxAttributes)]), address)
		}
		s = s.PrevSibling
	}
	return address
}

// isIcon reports the size of an icon; what is not told is 0. 16 by 9 is the
// shape of a picture, given in place of its size.
func isIcon(width, height int) bool {
	if width == 16 && height == 9 {
		return false
	}
	short, long := min(width, height), max(width, height)
	if short == 0 {
		short = long
	}
	return 0 < short && short <= iconPixels && long <= longestIcon
}

// isDrawing reports an address whose path ends in .svg.
func isDrawing(address string) bool {
	if i := strings.IndexAny(address, "?#"); i >= 0 {
		address = address[:i]
	}
	return len(address) > len(".svg") && strings.EqualFold(address[len(address)-len(".svg"):], ".svg")
}

// asciiSpace is what HTML takes for white space.
const asciiSpace = " \t\r\n\f"

// largest gives the candidate of a srcset with the greatest width or density.
// An address, which may hold commas, goes up to white space; what describes it,
// up to a comma.
func largest(srcset string) string {
	best, bestSize := "", -1.0
	for {
		srcset = strings.TrimLeft(srcset, asciiSpace+",")
		if srcset == "" {
			return best
		}
		address, size := srcset, ""
		if i := strings.IndexAny(srcset, asciiSpace); i >= 0 {
			address, srcset = srcset[:i], srcset[i:]
		} else {
			srcset = ""
		}
		if !strings.HasSuffix(address, ",") {
			size, srcset, _ = strings.Cut(srcset, ",")
		}
		value := 1.0
		if f := strings.Fields(size); len(f) > 0 {
			v, err := strconv.ParseFloat(strings.TrimRight(f[0], "wx"), 64)
			if err != nil {
				continue
			}
			value = v
		}
		if address = strings.TrimRight(address, ","); value > bestSize && !isInline(address) {
			best, bestSize = address, value
		}
	}
}

// keepImage notes an image, unless it is the one before.
func (w *walk) keepImage(address, alt string, icon bool) {
	if len(w.frames) == 0 || w.full {
		return
	}
	if len(w.images) >= w.seg.cfg.MaxImages {
		w.cut("images")
		return
	}
	at, ok := w.absolute(address)
	if !ok {
		return
	}
	if k := len(w.images) - 1; k >= 0 {
		if before := w.images[k].url; bytes.Equal(w.aux[before.from:before.to], w.aux[at.from:at.to]) {
			return
		}
	}
	from := len(w.aux)
	w.aux = plain.AppendCollapsed(w.aux, alt, maxAlt)
	block := len(w.blocks)
	if len(w.text) > w.run.start {
		block++
	}
	w.images = append(w.images, image{url: at, alt: span{from, len(w.aux)}, block: block, icon: icon})
}

func (w *walk) arena(s span) string { return string(w.aux[s.from:s.to]) }

// addNoscript takes the pictures of a noscript element, which the parser
// gives as raw text: many sites put the real picture there. Some put the page
// there, for which see bare.
func (w *walk) addNoscript(n *html.Node) {
	if n.FirstChild != nil {
		w.scriptless += proseBytes(n.FirstChild.Data)
	}
	if len(w.frames) == 0 || n.FirstChild == nil || !strings.Contains(n.FirstChild.Data, "<img") {
		return
	}
	if k := len(w.images) - 1; k >= 0 && w.images[k].block == len(w.blocks) && len(w.text) == w.run.start {
		return // the picture beside it is known
	}
	z := html.NewTokenizer(strings.NewReader(plain.Clip(n.FirstChild.Data, 16<<10)))
	for range 64 {
		switch z.Next() {
		case html.ErrorToken:
			return
		case html.StartTagToken, html.SelfClosingTagToken:
			if t := z.Token(); t.Data == "img" {
				w.addImage(&html.Node{Data: t.Data, Attr: t.Attr})
			}
		}
	}
}

// caption gives the pictures of a figure the text of its figcaption. Outside
// figures an element whose class says caption serves the picture before it.
// The element n is about to be closed; its blocks begin at first.
func (w *walk) caption(n *html.Node, a *attrs, first int) {
	last := len(w.blocks)
	if first == last || last-first > 8 {
		return
	}
	if n.Data == "figcaption" {
		for i := len(w.frames) - 2; i >= 0; i-- {
			if f := &w.frames[i]; f.figure {
				w.captionImages(f.firstImage, first, last)
				return
			}
		}
	}
	if n.Data == "figcaption" || strings.Contains(a.class, "caption") {
		k := len(w.images) - 1
		if k >= 0 && w.images[k].block == first {
			w.captionImages(k, first, last)
		}
	}
}

func (w *walk) captionImages(from, first, last int) {
	for i := from; i < len(w.images); i++ {
		if m := &w.images[i]; m.captionTo == 0 {
			m.captionFrom, m.captionTo = first, last
		}
	}
}
