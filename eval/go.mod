module github.com/winnow-news/winnow/eval

go 1.26.0

require (
	github.com/winnow-news/winnow/classifier v0.0.0
	github.com/winnow-news/winnow/comparer v0.0.0
	github.com/winnow-news/winnow/newsroom v0.0.0
	github.com/winnow-news/winnow/proto v0.0.0
	github.com/winnow-news/winnow/segmenter v0.0.0
)

replace (
	github.com/winnow-news/winnow/classifier => ../classifier
	github.com/winnow-news/winnow/comparer => ../comparer
	github.com/winnow-news/winnow/newsroom => ../newsroom
	github.com/winnow-news/winnow/proto => ../proto
	github.com/winnow-news/winnow/segmenter => ../segmenter
)
