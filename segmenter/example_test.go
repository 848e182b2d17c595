package segmenter_test

import (
	"fmt"
	"log"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter"
)

// A page is cut into runs of text between block-level tags; an inline tag breaks
// none, and a single <br> ends but a line.
func ExampleSegmenter_Segment() {
	s, err := segmenter.New(segmenter.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	page, err := s.Segment(&pb.Page{PageId: "1", Site: "news_example", Url: "https://news.example/a", Body: []byte(`
		<title>Ferry back in service - The News</title>
		<ul><li><a href="/">Home</a><li><a href="/sport">Sport</a></ul>
		<div><h1>Ferry back in service</h1>
		The ferry sails <b>again</b> from Monday,<br>the harbour master said.</div>`)})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("title:", page.GetMetadata().GetTitle())
	for _, b := range page.GetBlocks() {
		fmt.Printf("%-4s %d words, %d in links: %q\n",
			b.GetTags()[0], b.GetStats().GetWords(), b.GetStats().GetLinkWords(), b.GetText())
	}
	// Output:
	// title: Ferry back in service
	// li   1 words, 1 in links: "Home"
	// li   1 words, 1 in links: "Sport"
	// h1   4 words, 0 in links: "Ferry back in service"
	// div  10 words, 0 in links: "The ferry sails again from Monday,\nthe harbour master said."
}
