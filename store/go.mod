module github.com/winnow-news/winnow/store

go 1.26.0

require github.com/winnow-news/winnow/proto v0.0.0

replace github.com/winnow-news/winnow/proto => ../proto
