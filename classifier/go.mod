module github.com/winnow-news/winnow/classifier

go 1.26.0

require (
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	github.com/winnow-news/winnow/proto v0.0.0
	github.com/zeebo/xxh3 v1.1.0
	golang.org/x/text v0.43.0
	google.golang.org/protobuf v1.36.12
)

require (
	github.com/klauspost/cpuid/v2 v2.2.10 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace github.com/winnow-news/winnow/proto => ../proto
