// Package region says in what part of a page an element lies.
package region

import (
	"slices"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter/internal/ascii"
)

// Region says in what part of the page an element lies.
type Region uint8

// The parts of a page; an element may lie in several.
const (
	Hidden  Region = 1 << iota
	Chrome         // nav, footer, aside, header of more than an article
	Comment        // comments or forum posts
	Heading        // h2 to h4
	Title          // h1
	Offer          // called after a paywall; on some sites all that is behind it is
	Article        // an article element
	Caption        // of a picture
)

// Of finds the regions of all elements. A name says nothing of an element that
// holds two fifths of the page's words: "with-sidebar" is no side bar.
func Of(out *pb.SegmentedPage) []Region {
	below, total := wordsBelow(out)
	regions := make([]Region, len(out.Elements))
	for i, el := range out.Elements {
		var r Region
		if el.Parent >= 0 {
			r = regions[el.Parent]
		}
		if el.Hidden && below[i]*5 < total*2 {
			r |= Hidden
		}
		switch el.Tag {
		case "article":
			r |= Article
		case "figcaption":
			r |= Caption
		case "h1":
			r |= Title
		case "h2", "h3", "h4":
			r |= Heading
		}
		if r&(Comment|Chrome) == 0 && below[i]*5 < total*2 {
			r |= named(el, r)
		}
		switch el.Tag {
		case "body", "main", "article": // that there is a wall for it
		default:
			if slices.ContainsFunc(el.Classes, namesOffer) || namesOffer(el.Id) {
				r |= Offer
			}
		}
		regions[i] = r
	}
	return regions
}

// wordsBelow counts the words in each element with all it holds, and in all.
func wordsBelow(out *pb.SegmentedPage) (below []int, total int) {
	below = make([]int, len(out.Elements))
	for _, b := range out.Blocks {
		below[b.Element] += int(b.Stats.Words)
		total += int(b.Stats.Words)
	}
	for i := len(below) - 1; i > 0; i-- {
		if p := out.Elements[i].Parent; p >= 0 {
			below[p] += below[i]
		}
	}
	return below, total
}

// named reads what an element's names say it is for, beside what it is in.
func named(el *pb.Element, around Region) (r Region) {
	switch el.Tag {
	case "nav", "footer", "aside", "dialog":
		r |= Chrome
	case "header":
		if around&Article == 0 {
			r |= Chrome
		}
	}
	for _, c := range el.Classes {
		r |= ofName(c)
	}
	r |= ofName(el.Id)
	for _, h := range el.Hints {
		switch h {
		case "navigation", "contentinfo", "banner", "complementary", "dialog":
			r |= Chrome
		}
	}
	return r
}

// namesOffer reports a class or id that speaks of a paywall, or of one that asks to
// register.
func namesOffer(s string) bool {
	for i := 3; i+4 <= len(s); i++ {
		if s[i]|0x20 == 'w' && ascii.HasPrefixFold(s[i:], "wall") && (ascii.HasPrefixFold(s[i-3:], "pay") || ascii.HasPrefixFold(s[i-3:], "reg")) {
			return true
		}
	}
	return false
}

// ofName reads one class or id. Every name of every element is asked about: the
// words are looked for all at once.
func ofName(s string) (r Region) {
	if len(s) < 3 || len(s) > 40 {
		return 0
	}
	comment, commentary := false, false
	for i := range len(s) {
		rest := s[i:]
		switch s[i] | 0x20 {
		case 'c':
			if ascii.HasPrefixFold(rest, "comment") {
				comment = true
				commentary = commentary || ascii.HasPrefixFold(rest, "commentar")
			} else if ascii.HasPrefixFold(rest, "cookie") {
				r |= Chrome
			}
		case 'r', 'd':
			if ascii.HasPrefixFold(rest, "reply") || ascii.HasPrefixFold(rest, "disqus") {
				return Comment
			}
		case 'f', 's', 'm', 'b':
			if ascii.HasPrefixFold(rest, "footer") || ascii.HasPrefixFold(rest, "sidebar") || ascii.HasPrefixFold(rest, "menu") || ascii.HasPrefixFold(rest, "breadcrumb") {
				r |= Chrome
			}
		}
	}
	if comment && !commentary {
		return Comment
	}
	return r
}
