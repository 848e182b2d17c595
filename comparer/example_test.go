package comparer_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/winnow-news/winnow/comparer"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// After a few pages of a site the window tells what recurs from what is a
// page's own. IBDF is the inverse of the number of pages that have a similar
// block.
func ExampleWindow() {
	window := comparer.NewWindow(comparer.DefaultConfig())
	var last *pb.SegmentedPage
	for i, story := range []string{
		"The ferry sails again from Monday, the harbour master said",
		"Council votes for a cheaper roof over the market hall",
		"Nine schools share one cook until the strike is over",
		"Snow closed the mountain road for the third night running",
		"A choir of bakers sang the mayor out of his office",
	} {
		last = &pb.SegmentedPage{
			PageId: fmt.Sprint("page ", i), Site: "news_example", PageClass: pb.PageClass_PAGE_CLASS_ARTICLE,
			Elements: []*pb.Element{{Parent: -1, Tag: "body"}},
			Blocks:   []*pb.Block{block("Subscribe to our newsletter"), block(story)},
		}
		if err := window.AddPage(last, []float32{.3, .9}); err != nil {
			log.Fatal(err)
		}
	}
	scored, err := window.Score(last)
	if err != nil {
		log.Fatal(err)
	}
	for i, s := range scored.GetScores() {
		fmt.Printf("on %d of %d pages, IBDF %.1f, template %t: %s\n", s.GetSimilarPages(), scored.GetWindow(),
			1/float64(s.GetSimilarPages()), s.GetTemplate(), last.GetBlocks()[i].GetText())
	}
	// Output:
	// on 5 of 5 pages, IBDF 0.2, template true: Subscribe to our newsletter
	// on 1 of 5 pages, IBDF 1.0, template false: A choir of bakers sang the mayor out of his office
}

func block(text string) *pb.Block {
	words := len(strings.Fields(text))
	return &pb.Block{Text: text, Tags: []string{"p"}, Stats: &pb.TextStats{Words: uint32(words)}}
}
