module github.com/winnow-news/winnow/newsroom

go 1.26.0

require (
	github.com/mmcdole/gofeed v1.4.0
	github.com/winnow-news/winnow/proto v0.0.0
	golang.org/x/net v0.62.0
	golang.org/x/text v0.43.0
)

require (
	github.com/klauspost/cpuid/v2 v2.2.10 // indirect
	github.com/mmcdole/goxpp/v2 v2.0.0 // indirect
	github.com/zeebo/xxh3 v1.1.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace github.com/winnow-news/winnow/proto => ../proto
