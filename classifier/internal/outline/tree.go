package outline

import (
	"slices"
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
)

// Within reports whether element e is top or stands in it.
func (o *Outline) Within(e, top int32) bool {
	for e > top {
		e = o.Nodes[e].Parent
	}
	return e == top
}

// WordsIn counts the words in each element.
func (o *Outline) WordsIn(blocks []*pb.Block) []int {
	words := make([]int, len(o.Nodes))
	for _, b := range blocks {
		if e := o.Valid(b.GetElement()); e >= 0 {
			words[e] += int(word.Effective(b.GetStats().GetWords(), b.GetStats().GetChars()))
		}
	}
	for e := len(words) - 1; e >= 0; e-- { // parents stand before their children
		if p := o.Nodes[e].Parent; p >= 0 {
			words[p] += words[e]
		}
	}
	return words
}

// Apart gives the outermost elements around a and b that do not hold both; -1 where
// one of them is in the other.
func (o *Outline) Apart(a, b int32) (int32, int32) {
	a, b = o.Valid(a), o.Valid(b)
	if a < 0 || b < 0 || o.Within(a, b) || o.Within(b, a) {
		return -1, -1
	}
	for p := o.Nodes[a].Parent; p >= 0 && !o.Within(b, p); p = o.Nodes[a].Parent {
		a = p
	}
	for p := o.Nodes[b].Parent; p >= 0 && !o.Within(a, p); p = o.Nodes[b].Parent {
		b = p
	}
	return a, b
}

// IsItem reports whether an element says that it is an article: by its tag, as
// a microformat, as a post of a blog, or in the words of schema.org.
func IsItem(e *pb.Element) bool {
	if e.GetTag() == "article" {
		return true
	}
	for _, c := range e.GetClasses() {
		switch c {
		case "hentry", "h-entry", "type-post": // the last is WordPress'
			return true
		}
	}
	for _, h := range e.GetHints() {
		if slices.Contains([]string{"Article", "NewsArticle", "BlogPosting"}, h) {
			return true
		}
	}
	return false
}

// Path writes the element chain of b: "body > main.content > p".
func (o *Outline) Path(b *pb.Block) string {
	var steps []string
	for e := o.Valid(b.GetElement()); e >= 0; e = o.Nodes[e].Parent {
		el := o.Elements[e]
		step := el.GetTag()
		if el.GetId() != "" {
			step += "#" + el.GetId()
		}
		for _, class := range el.GetClasses() {
			step += "." + class
		}
		steps = append(steps, step)
	}
	var path strings.Builder
	for k := len(steps) - 1; k >= 0; k-- {
		path.WriteString(steps[k])
		if k > 0 {
			path.WriteString(" > ")
		}
	}
	return path.String()
}

// IsParagraph reports a block that is set as a paragraph: no heading, item,
// cell, quote or caption.
func (o *Outline) IsParagraph(b *pb.Block) bool {
	kind, _ := o.KindOf(b)
	return kind == pb.Paragraph_PARAGRAPH
}
