package judge

import (
	"fmt"
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Behind an article a list of texts, each below a line of a name and a time, is one
// of comments; in the article it is its own, and so it is where the texts have
// headings, or the lines no names.
func TestRemarks(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		heading    bool
		within     bool
		want       bool // the remarks are kept
	}{
		{"comments", "Mara Hallam on May %d at 10:15", false, false, false},
		{"in the article", "Mara Hallam on May %d at 10:15", false, true, true},
		{"under headings", "Mara Hallam on May %d at 10:15", true, false, true},
		{"a ticker", "10:1%d Mara Hallam opens the meeting", false, false, true},
		{"days", "May %d 2026", false, false, true},
		{"no times", "Mara Hallam the mayor", false, false, true},
	} {
		page := &pb.SegmentedPage{
			PageClass: pb.PageClass_PAGE_CLASS_ARTICLE, Metadata: &pb.Metadata{},
			Elements: []*pb.Element{{Tag: "body", Parent: -1}, {Tag: "div"}, {Tag: "p", Parent: 1}, {Tag: "p", Parent: 1}, {Tag: "div"}},
		}
		if tt.within {
			page.Elements[4].Parent = 1
		}
		var probability []float32
		add := func(tag string, parent int32, text string, words, digits uint32) {
			page.Elements = append(page.Elements, &pb.Element{Tag: tag, Parent: parent})
			page.Blocks = append(page.Blocks, &pb.Block{
				Element: int32(len(page.Elements) - 1), Text: text,
				Stats: &pb.TextStats{Words: words, Digits: digits, EndsSentence: digits == 0 && words > 10},
			})
			probability = append(probability, .9)
		}
		for range 3 {
			add("p", 1, "The council has stopped the tram.", 30, 0)
		}
		for i := range 4 {
			line := tt.line
			if tt.name != "no times" {
				line = fmt.Sprintf(tt.line, i)
			}
			digits := uint32(0)
			if tt.name != "no times" {
				digits = 5
			}
			add("div", 4, line, 6, digits)
			if tt.heading {
				add("h3", 4, "What they say", 3, 0)
			}
			add("p", 4, "I have always said so.", 20, 0)
		}
		in := NewInput(&pb.ScoredPage{Page: page})
		dropRemarks(in, probability, make([]Verdict, len(page.Blocks)))
		for i, p := range probability {
			if kept := p > 0; kept != (tt.want || i < 3) {
				t.Errorf("%s: block %d (%s) kept: %v", tt.name, i, page.Blocks[i].Text, kept)
			}
		}
	}
}
