package metadata

import (
	"slices"
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter/internal/language"
	"github.com/winnow-news/winnow/segmenter/internal/plain"
	"github.com/winnow-news/winnow/segmenter/internal/region"
	"golang.org/x/net/html"
)

// timeElements gives the values of the time elements that may tell when the
// page was published, the likeliest first: those at the head of the article
// that say so, the others there, those elsewhere that say so, then those before
// the article. Others are those behind the first heading that follows text: of a
// brief, its related stories'.
func (x *resolution) timeElements() (times, others []string) {
	var saysNear, near, says, before []string
	from, to, end := x.headline-headReach, x.headEnd, x.headEnd
	if own := x.own(); len(own) > 0 && len(x.head.Times) > 0 {
		end = slices.Max(own) + 1 // to the first block behind that heading
	}
	for _, e := range x.head.Times {
		class := strings.ToLower(e.Class)
		switch {
		case e.Itemprop == "dateModified" || strings.Contains(class, "updated") && !strings.Contains(class, "published") || strings.Contains(class, "modified"):
		case e.Itemprop == "datePublished" || strings.Contains(class, "publish") || strings.Contains(class, "entry-date"):
			if from <= e.Block && e.Block <= to {
				saysNear = append(saysNear, e.Value)
			} else {
				says = append(says, e.Value)
			}
		case e.Block < from:
			before = append(before, e.Value)
		case e.Block <= end:
			near = append(near, e.Value)
		case e.Block <= to:
			others = append(others, e.Value)
		}
	}
	return slices.Concat(saysNear, near, says, before), others
}

// articleHead finds headline and headEnd.
func (x *resolution) articleHead() (headline, end int) {
	headline = x.headlineBlock()
	long := 0
	for i, b := range x.out.Blocks[headline:] {
		if isLong(b.Stats) {
			if long++; long == 2 {
				return headline, headline + i
			}
		}
	}
	return headline, len(x.out.Blocks)
}

// headlineBlock gives the block of the heading that says the title, else of the
// first one of first rank, else the first.
func (x *resolution) headlineBlock() int {
	title, first := letters(x.m.Title), -1
	for i, b := range x.out.Blocks {
		top := x.heading(b, "h1") >= 0
		switch {
		case x.out.Elements[b.Element].Hidden:
		case title != "" && (top || x.regions[b.Element]&region.Heading != 0) && hasLetters(b.Text, title):
			return i
		case top && first < 0 && len(x.h1) > 0 && strings.HasPrefix(x.h1[0], b.Text):
			first = i
		}
	}
	return max(0, first)
}

// isLong reports a block that is surely a paragraph of the text. Where words are
// not spaced, each character counts as one.
func isLong(s *pb.TextStats) bool {
	return s.Words >= longParagraph && s.Chars >= 4*longParagraph && s.LinkWords*2 < s.Words
}

// headReach is how many blocks before its heading an article may begin.
const headReach = 3

// dayFirst are the countries that write English and the day before the month, by
// the last labels of their hosts.
var dayFirst = strings.Fields("uk ie au nz in pk bd lk np sg my hk za ng ke gh ug tz zw zm bw na mw rw et mt jm tt")

// writesMonthFirst reports whether those who wrote the page put the month before
// the day: in English, unless the page's country or its variety of English says
// otherwise. Themes leave "en-US" where nobody has changed it.
func (x *resolution) writesMonthFirst() bool {
	if x.out.Language != "en" && x.out.Language != language.Undetermined {
		return false
	}
	host := x.url.Hostname()
	if slices.Contains(dayFirst, host[strings.LastIndexByte(host, '.')+1:]) {
		return false
	}
	for _, tag := range []string{x.head.Lang, x.head.Meta("og:locale")} {
		if _, region, ok := strings.Cut(strings.ToLower(strings.ReplaceAll(tag, "_", "-")), "-"); ok {
			return region == "us" || region == "ph"
		}
	}
	return true
}

// distinct gives the values that are not empty, each once, collapsed.
func distinct(values []string, limit int) []string {
	var out []string
	for _, v := range values {
		if v = plain.Collapsed(v, 200); v != "" && !slices.Contains(out, v) && len(out) < limit {
			out = append(out, v)
		}
	}
	return out
}

// listed gives values, or those that stand in the only one.
func listed(values []string) []string {
	if len(values) == 1 {
		return commas(values[0])
	}
	return values
}

func commas(s string) []string {
	if s == "" {
		return nil
	}
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ';' || r == '、' || r == '，' || r == '،' })
}

// tagless gives the text of a piece of HTML.
func tagless(s string) string {
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(s))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			b.Write(z.Text())
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			switch string(name) {
			case "p", "br", "div", "li", "h1", "h2", "h3", "h4", "blockquote":
				b.WriteByte('\n')
			}
		}
	}
}

// appendLines is plain.AppendCollapsed line by line: line ends stay.
func appendLines(dst []byte, s string, limit int) []byte {
	for line := range strings.SplitSeq(s, "\n") {
		if len(dst) >= limit {
			break
		}
		at := len(dst)
		dst = plain.AppendCollapsed(dst, line, limit-len(dst))
		if len(dst) > at {
			dst = append(dst, '\n')
		}
	}
	return dst
}
