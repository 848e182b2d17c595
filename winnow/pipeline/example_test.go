package pipeline_test

import (
	"fmt"
	"log"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

// One page, without a site's pages: cut into blocks, scored by the cold model,
// put together.
func ExampleNewCores() {
	cores, err := pipeline.NewCores(config.Default(), "example")
	if err != nil {
		log.Fatal(err)
	}
	page, err := cores.Segmenter.Segment(&pb.Page{PageId: "1", Site: "news_example", Url: "https://news.example/ferry", Body: []byte(`
		<html lang="en"><title>Ferry back in service - The News</title>
		<nav><a href="/">Home</a> <a href="/sport">Sport</a> <a href="/culture">Culture</a></nav>
		<article><h1>Ferry back in service</h1>
		<p class="byline">By <a rel="author" href="/jo">Jo Marsh</a>, <time datetime="2026-11-02">2 November 2026</time></p>
		<p>The ferry between the two islands sails again from Monday, the harbour master said, after three months of repairs.</p>
		<p>"We had hoped for October," she told the council on Thursday, "but the second engine needed parts that nobody makes any more."</p>
		</article>
		<footer><a href="/about">About us</a> <a href="/privacy">Privacy</a></footer>`)})
	if err != nil {
		log.Fatal(err)
	}
	article, _ := cores.Classifier.Decide(cores.Classifier.ScoreAlone(page))
	fmt.Println(article.GetTitle(), article.GetAuthors(), article.GetLanguage())
	fmt.Println(article.GetText())
	// Output:
	// Ferry back in service [Jo Marsh] en
	// The ferry between the two islands sails again from Monday, the harbour master said, after three months of repairs.
	//
	// "We had hoped for October," she told the council on Thursday, "but the second engine needed parts that nobody makes any more."
}
