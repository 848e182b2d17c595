package classifier

import (
	"fmt"
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// An article element holds beside its text what else it has: events, films, speakers,
// results. Below lines with a day and a time of day stand comments there, too.
func TestRemarksInAnArticle(t *testing.T) {
	for line, kept := range map[string]bool{
		"Town hall, Saturday, 7 March":       true,
		"Town hall, Saturday, 19:30":         true,
		"The long river (2014)":              true,
		"Rovers 2, United 1":                 true,
		"Mara Hallam (01:02:15)":             true,
		"Mara Hallam on May 4 at 10:15":      false,
		"Mara Hallam, 04.05.2026, 10.15 Uhr": false,
	} {
		page := &pb.SegmentedPage{
			PageClass: pb.PageClass_PAGE_CLASS_ARTICLE, Metadata: &pb.Metadata{},
			Elements: []*pb.Element{{Tag: "body", Parent: -1}, {Tag: "article"}, {Tag: "div", Parent: 1}, {Tag: "div", Parent: 1}},
		}
		var probability []float32
		add := func(parent int32, tag, text string, words uint32) {
			page.Elements = append(page.Elements, &pb.Element{Tag: tag, Parent: parent})
			digits := uint32(0)
			for _, r := range text {
				if '0' <= r && r <= '9' {
					digits++
				}
			}
			page.Blocks = append(page.Blocks, &pb.Block{
				Element: int32(len(page.Elements) - 1), Text: text, Stats: &pb.TextStats{Words: words, Digits: digits, EndsSentence: digits == 0},
			})
			probability = append(probability, .9)
		}
		for range 3 {
			add(2, "p", "The council has stopped the tram.", 30)
		}
		for range 4 {
			add(3, "div", line, 6)
			add(3, "p", "I have always said so.", 20)
		}
		dropRemarks(NewInput(&pb.ScoredPage{Page: page}), probability, make([]Verdict, len(page.Blocks)))
		for i, p := range probability {
			if (p > 0) != (kept || i < 3) {
				t.Errorf("%q: block %d (%s) kept: %v", line, i, page.Blocks[i].Text, p > 0)
			}
		}
	}
}

// Behind an article a list of texts, each below a line of a name and a time, is one
// of comments; amid the article it is its own, and so it is where the texts have
// headings, or the lines no names.
func TestRemarks(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		heading    bool
		within     bool
		want       bool // the remarks are kept
	}{
		{"comments", "Mara Hallam on May %d at 10:15", false, false, false},
		{"at the article's end", "Mara Hallam on May %d at 10:15", false, true, false},
		{"at the article's end, without times", "Mara Hallam on May %d", false, true, true},
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
		if tt.name == "in the article" {
			add("p", 1, "The council has stopped the tram.", 30, 0)
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
