package train

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"github.com/winnow-news/winnow/eval/label"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
)

// The pages that may train the shipped model are of today, when comments are
// loaded by scripts and stand in no page. Older pages and many blogs have them
// in their HTML, often in elements that name nothing. So each article is also
// learned with comments that are made up of what people wrote in forums, in
// the markup of several ages.

// bank is a store of what people wrote.
type bank []*pb.Block

// deposit adds the posts of a forum's page.
func (b *bank) deposit(page *pb.SegmentedPage, labels []label.Label) {
	for i, l := range labels {
		if l.Content && !l.Headline && l.Tokens >= 4 && l.Tokens <= 150 {
			*b = append(*b, page.GetBlocks()[i])
		}
	}
}

// thread is how a generated thread of comments looks.
type thread struct {
	rng    *rand.Rand
	list   string // element around all comments, "" for none
	item   string // element around each
	line   string // element of the line with author and date
	text   string // element of each paragraph, "" for the item itself
	names  [3]string
	behind bool // the line stands behind the text
	reply  bool
	form   int
	linked bool
}

// styles are the markups: list, item, line and text elements.
var styles = [][4]string{
	{"ol", "li", "div", "p"},
	{"ol", "li", "cite", "p"},
	{"ul", "li", "p", "p"},
	{"div", "div", "div", "p"},
	{"div", "div", "p", ""},
	{"div", "div", "div", "div"},
	{"dl", "", "dt", "dd"},
	{"", "", "p", "p"},
	{"", "", "div", "p"},
	{"table", "td", "div", ""},
	{"section", "article", "header", "p"},
}

// threadNames are what lists, items and lines are called; most threads of old
// pages have names that tell nothing, or none.
var threadNames = [][3]string{
	{}, {}, {"", "post", "posted"}, {"thread", "entry", "info"}, {"", "", "by"}, {"c", "c-item", "c-head"}, {"", "alt", "small"},
	{"comments", "comment", "comment-meta"}, {"commentlist", "comment", "comment-author"}, {"responses", "response", "who"},
}

func newThread(rng *rand.Rand) thread {
	s := styles[rng.IntN(len(styles))]
	return thread{
		rng: rng, list: s[0], item: s[1], line: s[2], text: s[3], names: threadNames[rng.IntN(len(threadNames))],
		behind: rng.IntN(3) == 0, reply: rng.IntN(3) == 0, form: rng.IntN(len(lines)), linked: rng.IntN(2) == 0,
	}
}

// lines are how an author and a date stand above or below a comment.
var lines = []func(name string, day, hour int) string{
	func(n string, d, h int) string { return fmt.Sprintf("%s says: July %d, 2012 at %d:43 pm", n, d, h) },
	func(n string, d, h int) string {
		return fmt.Sprintf("Posted by: %s at October %d, 2008 %02d:23 PM", n, d, h)
	},
	func(n string, d, h int) string { return fmt.Sprintf("by %s on Aug %d, 2012 %d:15 AM EDT", n, d, h) },
	func(n string, d, h int) string { return n },
	func(n string, d, h int) string { return fmt.Sprintf("%s | %d.11.2010 | %d:05", n, d, h) },
	func(n string, d, h int) string { return fmt.Sprintf("%s, %d Mar 2011", n, d) },
	func(n string, d, h int) string { return fmt.Sprintf("%s wrote:", n) },
	func(n string, d, h int) string { return fmt.Sprintf("%d. %s (%d hours ago)", d, n, h) },
}

var nicknames = []string{"jonathan", "Mary Ann", "TaxJoke", "BW Smith", "kunlei", "Steven Davis", "anonymous", "O. Müller", "panther_99", "Lena K", "Łukasz", "Ms. J"}

// addComments gives a page with comments behind its article, and its labels.
// The page is left as it is.
func addComments(page *pb.SegmentedPage, labels []float32, from bank, rng *rand.Rand) (*pb.SegmentedPage, []float32) {
	last := -1
	var article []string
	for i, b := range page.GetBlocks() {
		if labels[2*i] == labelContent {
			last = i
			article = append(article, b.GetText())
		}
	}
	if last < 0 || len(from) == 0 {
		return nil, nil
	}
	container := page.GetBlocks()[last].GetElement()
	for range 1 + rng.IntN(3) {
		if up := page.GetElements()[container].GetParent(); up > 0 {
			container = up
		}
	}
	at := behind(page, container)
	out := &pb.SegmentedPage{
		Url: page.Url, CanonicalUrl: page.CanonicalUrl, PageClass: page.PageClass, Metadata: page.Metadata,
		Elements: slices.Clone(page.Elements),
	}
	t := newThread(rng)
	comments := t.write(out, container, from, article, page.GetMetadata().GetTitle())
	out.Blocks = slices.Concat(page.Blocks[:at], comments, page.Blocks[at:])
	for _, im := range page.Images {
		if int(im.Block) <= at {
			out.Images = append(out.Images, im)
		}
	}
	return out, slices.Concat(labels[:2*at], t.weigh(labels, comments), labels[2*at:])
}

// weigh makes comments weigh as much a word as the article does.
func (t *thread) weigh(labels []float32, comments []*pb.Block) []float32 {
	unit := float32(0) // the weight of the average block
	n := 0
	for i := 0; i < len(labels); i += 2 {
		if labels[i] == labelContent && labels[i+1] > 0 {
			unit += labels[i+1]
			n++
		}
	}
	unit /= float32(max(n, 1))
	out := make([]float32, 0, 2*len(comments))
	for range comments {
		out = append(out, labelTemplate, unit/2)
	}
	return out
}

// behind gives the index behind the last block of an element's subtree.
func behind(page *pb.SegmentedPage, container int32) int {
	inside := make([]bool, len(page.GetElements()))
	for i, e := range page.GetElements() {
		inside[i] = int32(i) == container || e.GetParent() >= 0 && inside[e.GetParent()]
	}
	at := 0
	for i, b := range page.GetBlocks() {
		if inside[b.GetElement()] {
			at = i + 1
		}
	}
	return at
}

// write adds the elements of a thread to page and gives its blocks.
func (t *thread) write(page *pb.SegmentedPage, parent int32, from bank, article []string, title string) []*pb.Block {
	n := 1 + t.rng.IntN(6)
	if t.rng.IntN(2) == 0 {
		n += t.rng.IntN(40)
	}
	var out []*pb.Block
	add := func(element int32, text string, linkWords int) {
		out = append(out, line(element, text, linkWords))
	}
	element := func(parent int32, tag, class string) int32 {
		if tag == "" {
			return parent
		}
		e := &pb.Element{Parent: parent, Tag: tag}
		if class != "" {
			e.Classes = []string{class}
		}
		page.Elements = append(page.Elements, e)
		return int32(len(page.Elements) - 1)
	}
	switch t.rng.IntN(4) {
	case 0:
		add(element(parent, "h3", ""), fmt.Sprintf("%d Responses to “%s”", n, title), 0)
	case 1:
		add(element(parent, "h4", ""), fmt.Sprintf("Comments (%d)", n), 0)
	}
	list := element(parent, t.list, t.names[0])
	for k := range n {
		item := element(list, t.item, t.names[1])
		head := func() {
			text := lines[t.form](nicknames[t.rng.IntN(len(nicknames))], k%28+1, t.rng.IntN(12)+1)
			links := 0
			if t.linked {
				links = 1 + t.rng.IntN(2)
			}
			add(element(item, t.line, t.names[2]), text, links)
		}
		if !t.behind {
			head()
		}
		start := t.rng.IntN(len(from)) // paragraphs that follow each other are mostly of one post
		for j := range 1 + t.rng.IntN(3)*t.rng.IntN(2) {
			b := from[(start+j)%len(from)]
			if t.rng.IntN(3) == 0 { // on the subject, as the article's own words are
				add(element(item, t.text, ""), b.Text+" "+t.part(article), 0)
				continue
			}
			out = append(out, &pb.Block{Element: element(item, t.text, ""), Text: b.Text, Tags: b.Tags, Stats: b.Stats, Links: b.Links})
		}
		if t.behind {
			head()
		}
		if t.reply {
			add(element(item, "div", ""), "Reply", 1)
		}
	}
	return out
}

// part gives some words that stand together in the article.
func (t *thread) part(article []string) string {
	words := strings.Fields(article[t.rng.IntN(len(article))])
	if len(words) == 0 {
		return ""
	}
	from := t.rng.IntN(len(words))
	return strings.Join(words[from:min(len(words), from+5+t.rng.IntN(25))], " ")
}

// line makes a block of a text whose first words are a link.
func line(element int32, text string, linkWords int) *pb.Block {
	s := &pb.TextStats{Words: uint32(word.Count(text)), Commas: uint32(strings.Count(text, ",")), SentenceEnds: uint32(strings.Count(text, "."))}
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			continue
		case unicode.IsDigit(r):
			s.Digits++
		case unicode.IsUpper(r):
			s.Upper++
		case r == '|':
			s.Separators++
		case r == '“' || r == '”':
			s.Quotes++
		}
		s.Chars++
	}
	s.EndsSentence = strings.HasSuffix(text, ".")
	b := &pb.Block{Element: element, Text: text, Tags: []string{"p"}, Stats: s}
	if linkWords > 0 {
		s.Links, s.InlineTags = 1, 1
		s.LinkWords = min(uint32(linkWords), s.Words)
		s.LinkChars = s.Chars * s.LinkWords / max(s.Words, 1)
		b.Links = []string{"http://people.example/" + strings.ToLower(strings.Fields(text)[0])}
	}
	return b
}
