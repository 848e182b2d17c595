package segmenter

import (
	"net/url"
	"slices"
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
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

	teasers      int // headline-like links
	headings     int // h2 to h4
	headingLinks int // of them, those that are links
	comments     int // paragraphs in elements that are called comments or replies
	clocks       int // times of day that stand alone before a piece of text
	captioned    int // pictures with a caption

	slugWords int      // words in the address's last part
	pathDepth int      // parts of the address's path
	numbered  bool     // the last part has a number of four digits and more, or another is one of six
	dated     bool     // the address has a date
	parts     []string // of the address, and the words of its short parts
	search    bool     // the address asks a search for something
	bodyWords []string // of body's classes and id

	html    []byte // of the page
	scripts []span // of html: the first ones

	m    *pb.Metadata
	data *linkedData
	head *head
}

func gather(page *pb.Page, out *pb.SegmentedPage, w *walk, data *linkedData) *evidence {
	e := &evidence{html: page.GetBody(), scripts: w.condenser.scripts, m: out.Metadata, data: data, head: &w.head}
	e.address(w.page)
	regions := regionsOf(out)
	e.blocks(out, regions)
	e.clocks = clocksOf(out, regions)
	for _, im := range out.Images {
		if im.Caption != "" {
			e.captioned++
		}
	}
	if len(out.Elements) > 0 {
		for _, c := range out.Elements[0].Classes {
			if words := tokens(c); len(words) > 0 && words[0] != "not" && words[0] != "no" {
				e.bodyWords = append(e.bodyWords, words...)
			}
		}
		e.bodyWords = append(e.bodyWords, tokens(out.Elements[0].Id)...)
	}
	return e
}

// region says in what part of the page an element lies.
type region uint8

const (
	regionHidden  region = 1 << iota
	regionChrome         // nav, header, footer, aside
	regionComment        // comments or forum posts
	regionHeading        // h2 to h4
)

// regionsOf finds the regions. A name says nothing of an element that holds
// two fifths of the page's words: "with-sidebar" is no side bar.
func regionsOf(out *pb.SegmentedPage) []region {
	below, total := wordsBelow(out)
	regions := make([]region, len(out.Elements))
	for i, el := range out.Elements {
		var r region
		if el.Parent >= 0 {
			r = regions[el.Parent]
		}
		if el.Hidden && below[i]*5 < total*2 {
			r |= regionHidden
		}
		switch el.Tag {
		case "h2", "h3", "h4":
			r |= regionHeading
		}
		if r&(regionComment|regionChrome) == 0 && below[i]*5 < total*2 {
			r |= namedRegion(el)
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

// namedRegion reads what an element's names say it is for.
func namedRegion(el *pb.Element) (r region) {
	switch el.Tag {
	case "nav", "footer", "aside", "dialog", "header":
		r |= regionChrome
	}
	for _, c := range el.Classes {
		r |= regionOfName(c)
	}
	r |= regionOfName(el.Id)
	for _, h := range el.Hints {
		switch h {
		case "navigation", "contentinfo", "banner", "complementary", "dialog":
			r |= regionChrome
		}
	}
	return r
}

// regionOfName reads one class or id. Every name of every element is asked
// about: the words are looked for all at once.
func regionOfName(s string) (r region) {
	if len(s) < 3 || len(s) > 40 {
		return 0
	}
	comment, commentary := false, false
	for i := range len(s) {
		rest := s[i:]
		switch s[i] | 0x20 {
		case 'c':
			if beginsFold(rest, "comment") {
				comment = true
				commentary = commentary || beginsFold(rest, "commentar")
			} else if beginsFold(rest, "cookie") {
				r |= regionChrome
			}
		case 'r', 'd':
			if beginsFold(rest, "reply") || beginsFold(rest, "disqus") {
				return regionComment
			}
		case 'f', 's', 'm', 'b':
			if beginsFold(rest, "footer") || beginsFold(rest, "sidebar") || beginsFold(rest, "menu") || beginsFold(rest, "breadcrumb") {
				r |= regionChrome
			}
		}
	}
	if comment && !commentary {
		return regionComment
	}
	return r
}

// beginsFold reports whether s begins with lower, whose case it ignores.
func beginsFold(s, lower string) bool {
	if len(s) < len(lower) {
		return false
	}
	for i := range len(lower) {
		if s[i]|0x20 != lower[i] {
			return false
		}
	}
	return true
}

// containsFold reports whether s contains lower, whose case it ignores.
func containsFold[S string | []byte](s S, lower string) bool {
	for i := 0; i+len(lower) <= len(s); i++ {
		j := 0
		for j < len(lower) && s[i+j]|0x20 == lower[j] {
			j++
		}
		if j == len(lower) {
			return true
		}
	}
	return false
}

// blocks counts what the text is made of.
func (e *evidence) blocks(out *pb.SegmentedPage, regions []region) {
	in := newTally(out.Elements)
	for _, b := range out.Blocks {
		s, r := b.Stats, regions[b.Element]
		if r&regionHidden != 0 {
			continue
		}
		n, links := int(word.Effective(s.Words, s.Chars)), int(word.Effective(s.LinkWords, s.LinkChars))
		in.words[b.Element] += n
		in.linkWords[b.Element] += links
		e.words += n
		e.linkWords += links
		if r&regionHeading != 0 {
			e.headings++
		}
		if r&regionChrome != 0 {
			continue
		}
		if links*5 >= n*4 && n >= 3 && n <= 40 && s.Links > 0 {
			e.teasers++
			in.teasers[b.Element]++
			if r&regionHeading != 0 {
				e.headingLinks++
				if p := out.Elements[b.Element].Parent; p >= 0 {
					in.sentences[p]-- // a summary follows it
				}
			}
		}
		if links*3 >= n {
			continue
		}
		if n < 20 {
			el := out.Elements[b.Element]
			if n >= sentenceWords && s.EndsSentence && r&regionComment == 0 && (el.Tag == "p" || el.Tag == "div") && el.Parent >= 0 {
				in.sentences[el.Parent]++
				in.sentenceWords[el.Parent] += n
			}
			continue
		}
		if s.SentenceEnds == 0 && s.Commas == 0 {
			continue
		}
		if r&regionComment != 0 {
			e.comments++
			continue
		}
		e.paragraphs++
		e.paragraphWords += n
		in.paragraphWords[b.Element] += n
	}
	e.sentences(in)
	if e.paragraphWords > 0 {
		e.core(out.Elements, in)
	}
}

// sentenceWords is the least number of words of a paragraph of one sentence.
const sentenceWords = 4

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
func clocksOf(out *pb.SegmentedPage, regions []region) (n int) {
	isEntry := func(i int) bool {
		s := out.Blocks[i].Stats
		return s.Words >= entryWords && s.LinkWords*2 < s.Words
	}
	for i, b := range out.Blocks[:max(len(out.Blocks)-1, 0)] {
		if !isClock(b) {
			continue
		}
		if isEntry(i+1) || i+2 < len(out.Blocks) && regions[out.Blocks[i+1].Element]&regionHeading != 0 && isEntry(i+2) {
			n++
		}
	}
	return n
}

// isClock reports a block such as "14:05", "14.05 Uhr" or "2:05 pm".
func isClock(b *pb.Block) bool {
	if s := b.Stats; s.Words > 3 || s.Digits < 3 || s.Digits > 4 || s.Links > 0 {
		return false
	}
	at := strings.IndexAny(b.Text, ":.h")
	return at >= 1 && at+2 < len(b.Text) && isDigit(b.Text[at-1]) && isDigit(b.Text[at+1]) && isDigit(b.Text[at+2])
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

// searches are what the last part of a search's address is called.
var searches = strings.Fields("search suche recherche buscar busca ricerca cerca zoeken szukaj sok haku")

// address reads what the URL is made of.
func (e *evidence) address(u *url.URL) {
	path := strings.Trim(u.Path, "/")
	e.numbered = digitsIn(u.RawQuery) >= 3
	if path == "" {
		return
	}
	parts := strings.Split(path, "/")
	e.pathDepth = len(parts)
	last := parts[len(parts)-1]
	if strings.HasPrefix(last, "index.") && len(parts) > 1 {
		last = parts[len(parts)-2]
	}
	if i := strings.LastIndexByte(last, '.'); i > 0 && len(last)-i <= 6 {
		last = last[:i]
	}
	e.search = u.RawQuery != "" && has(searches, strings.ToLower(last))
	for _, t := range tokens(last) {
		if !allDigits(t) {
			e.slugWords++
		}
	}
	if e.slugWords < 4 && word.Count(last) == 1 && len(last) >= 40 { // a slug in another script
		e.slugWords = 4
	}
	e.numbered = e.numbered || digitsIn(last) >= 4 || slices.ContainsFunc(parts, isStoryNumber)
	e.dated = urlDate(u) != "" || e.slugWords > 0 && inMonth(parts[:len(parts)-1])
	for _, p := range parts {
		e.parts = append(e.parts, strings.ToLower(p))
		if t := tokens(p); len(t) == 2 || len(t) == 3 && strings.Contains(p, ".") { // longer ones are headlines
			e.parts = append(e.parts, t...)
		}
	}
}

// inMonth reports a year and, behind it, a month among the parts of an address:
// what stands behind them is a post. Sections may stand between the two.
func inMonth(parts []string) bool {
	year := false
	for _, p := range parts {
		switch {
		case !allDigits(p):
		case len(p) == 4 && (p[:2] == "19" || p[:2] == "20"):
			year = true
		case year && (len(p) <= 2 || len(p) == 4): // 2026/03 or 2026/0304
			return true
		}
	}
	return false
}

// isStoryNumber reports a part of an address that is a long number.
func isStoryNumber(part string) bool { return len(part) >= 6 && allDigits(part) }

func digitsIn(s string) int {
	n := 0
	for i := range len(s) {
		if isDigit(s[i]) {
			n++
		}
	}
	return n
}

// tokens cuts a class or a part of an address into words.
func tokens(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return r == '-' || r == '_' || r == '.' || r == '+' || r == '%' || r == ' '
	})
}

// has reports whether one of words stands in list.
func has(list []string, words ...string) bool {
	for _, w := range words {
		if slices.Contains(list, w) {
			return true
		}
	}
	return false
}
