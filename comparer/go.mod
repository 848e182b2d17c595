module github.com/winnow-news/winnow/comparer

go 1.26.0

require (
	github.com/klauspost/compress v1.20.3
	github.com/winnow-news/winnow/proto v0.0.0
	github.com/zeebo/xxh3 v1.1.0
	golang.org/x/net v0.62.0
	golang.org/x/sync v0.24.0
	google.golang.org/protobuf v1.36.12
)

require (
	github.com/klauspost/cpuid/v2 v2.2.10 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace github.com/winnow-news/winnow/proto => ../proto
