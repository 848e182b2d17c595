module github.com/winnow-news/winnow/winnow

go 1.26.0

require (
	github.com/winnow-news/winnow/bus v0.0.0
	github.com/winnow-news/winnow/classifier v0.0.0
	github.com/winnow-news/winnow/comparer v0.0.0
	github.com/winnow-news/winnow/crawler v0.0.0
	github.com/winnow-news/winnow/newsroom v0.0.0
	github.com/winnow-news/winnow/proto v0.0.0
	github.com/winnow-news/winnow/segmenter v0.0.0
	github.com/winnow-news/winnow/store v0.0.0
)

replace (
	github.com/winnow-news/winnow/bus => ../bus
	github.com/winnow-news/winnow/classifier => ../classifier
	github.com/winnow-news/winnow/comparer => ../comparer
	github.com/winnow-news/winnow/crawler => ../crawler
	github.com/winnow-news/winnow/newsroom => ../newsroom
	github.com/winnow-news/winnow/proto => ../proto
	github.com/winnow-news/winnow/segmenter => ../segmenter
	github.com/winnow-news/winnow/store => ../store
)
