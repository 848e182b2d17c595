package judge

import (
	"fmt"
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// A brief in an article element with its headline, and teasers behind it of
// which the model is surer: these are not the page's, unless they stand in that
// element.
func TestCardsBesideABrief(t *testing.T) {
	for _, within := range []bool{false, true} {
		page := &pb.SegmentedPage{
			PageClass: pb.PageClass_PAGE_CLASS_ARTICLE, Metadata: &pb.Metadata{Title: "Council stops the tram"},
			Elements: []*pb.Element{{Tag: "body", Parent: -1}, {Tag: "article"}, {Tag: "h1", Parent: 1}, {Tag: "p", Parent: 1}, {Tag: "section"}},
		}
		if within {
			page.Elements[4].Parent = 1
		}
		add := func(element int32, text string, words, linked, ends uint32) {
			page.Blocks = append(page.Blocks, &pb.Block{Element: element, Text: text, Stats: &pb.TextStats{Words: words, LinkWords: linked, SentenceEnds: ends}})
		}
		add(2, "Council stops the tram", 4, 0, 0)
		add(3, "The council has stopped the tram.", 20, 0, 1)
		probability := []float32{.1, .5}
		for i := range 2 {
			card := int32(len(page.Elements))
			page.Elements = append(page.Elements, &pb.Element{Tag: "div", Parent: 4}, &pb.Element{Tag: "h3", Parent: card}, &pb.Element{Tag: "p", Parent: card})
			add(card+1, fmt.Sprint("Another story ", i), 3, 3, 0)
			add(card+2, "What happened there, in short.", 30, 0, 1)
			probability = append(probability, .4, .95)
		}
		in := NewInput(&pb.ScoredPage{Page: page})
		dropCards(in, probability, make([]Verdict, len(page.Blocks)))
		for i, p := range probability {
			if kept := p > 0; kept != (within || i < 2) {
				t.Errorf("cards within the article %v: block %d has %v", within, i, p)
			}
		}
	}
}
