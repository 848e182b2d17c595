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

require (
	github.com/BurntSushi/toml v1.4.1-0.20240526193622-a339e1f7089c // indirect
	github.com/andybalholm/brotli v1.2.8 // indirect
	github.com/fatih/structs v1.1.0 // indirect
	github.com/fsnotify/fsnotify v1.9.0 // indirect
	github.com/go-viper/mapstructure/v2 v2.5.0 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/knadh/koanf/maps v0.1.2 // indirect
	github.com/knadh/koanf/parsers/yaml v1.1.1 // indirect
	github.com/knadh/koanf/providers/confmap v1.0.1 // indirect
	github.com/knadh/koanf/providers/env/v2 v2.0.2 // indirect
	github.com/knadh/koanf/providers/file v1.2.1 // indirect
	github.com/knadh/koanf/providers/structs v1.0.0 // indirect
	github.com/knadh/koanf/v2 v2.4.1 // indirect
	github.com/mitchellh/copystructure v1.2.0 // indirect
	github.com/mitchellh/reflectwalk v1.0.2 // indirect
	github.com/rogpeppe/go-internal v1.16.0 // indirect
	github.com/spf13/cobra v1.10.2 // indirect
	github.com/spf13/pflag v1.0.9 // indirect
	go.yaml.in/yaml/v3 v3.0.4 // indirect
	golang.org/x/exp/typeparams v0.0.0-20231108232855-2478ac86f678 // indirect
	golang.org/x/mod v0.41.0 // indirect
	golang.org/x/sync v0.23.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/tools v0.51.0 // indirect
	honnef.co/go/tools v0.8.2 // indirect
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

tool honnef.co/go/tools/cmd/staticcheck
