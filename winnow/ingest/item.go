// Package ingest reads saved pages from disk: HTML files and directories of
// them, archives with a pages.jsonl, and WARC files. What cannot be read is
// reported item by item and the rest goes on.
package ingest

import (
	"errors"
	"fmt"
	"iter"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// MaxBody is the most bytes that one saved page may have once decompressed;
// the segmenter's own cap is lower, so that what is too large for it is
// dead-lettered with its payload.
const MaxBody = 64 << 20

var (
	// ErrTooLarge is returned for a page above MaxBody.
	ErrTooLarge = errors.New("page is larger than 64 MiB")
	// ErrFormat is returned for a path that is none of the known formats.
	ErrFormat = errors.New("not a format that ingest reads: want a directory, .html, .html.gz, .tar.zst, .tar.gz, .tar, .warc or .warc.gz")
)

// Item is one saved page as it was found.
type Item struct {
	// Source says where the page stands: a path, or archive!entry.
	Source string
	// URL is the page's address; "" when the source does not tell.
	URL string
	// Site is the source's own name for the site; "" when it does not tell.
	Site string
	// Header is that of the response, where it was kept.
	Header http.Header
	// FetchedAt is when the page was fetched; zero when unknown.
	FetchedAt time.Time
	Body      []byte
	Gold      Gold
}

// Gold is what a labelled archive says of a page.
type Gold struct {
	Kind string // full, snippets, blocks, none
	Text string
}

// Source is a set of saved pages.
type Source struct {
	// Pages is the number of pages, or -1 when only reading would tell.
	Pages int
	all   iter.Seq2[Item, error]
}

// All iterates over the pages. An error belongs to its item alone: the
// iteration goes on. Item.Source is always set, so the error does not repeat
// it.
func (s *Source) All() iter.Seq2[Item, error] { return s.all }

// Open looks at paths and gives their pages in the order named. It fails at
// once when a path does not exist or is of no known format.
func Open(paths ...string) (*Source, error) {
	if len(paths) == 0 {
		return nil, errors.New("no path given")
	}
	joined := &Source{}
	parts := make([]*Source, 0, len(paths))
	for _, p := range paths {
		part, err := open(p)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
		if part.Pages < 0 || joined.Pages < 0 {
			joined.Pages = -1
		} else {
			joined.Pages += part.Pages
		}
	}
	joined.all = func(yield func(Item, error) bool) {
		for _, p := range parts {
			for item, err := range p.all {
				if !yield(item, err) {
					return
				}
			}
		}
	}
	return joined, nil
}

func open(path string) (*Source, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("ingest: %w", err)
	}
	name := strings.ToLower(filepath.Base(path))
	switch {
	case info.IsDir():
		return openDir(path)
	case hasSuffix(name, ".tar.zst", ".tar.gz", ".tgz", ".tar"):
		return openArchive(path)
	case hasSuffix(name, ".warc", ".warc.gz"):
		return &Source{Pages: -1, all: warcPages(path)}, nil
	case isHTML(name):
		return openFile(path), nil
	}
	return nil, fmt.Errorf("ingest %s: %w", path, ErrFormat)
}

func isHTML(name string) bool {
	return hasSuffix(strings.ToLower(name), ".html", ".htm", ".xhtml", ".html.gz", ".htm.gz")
}

func hasSuffix(name string, suffixes ...string) bool {
	for _, s := range suffixes {
		if strings.HasSuffix(name, s) {
			return true
		}
	}
	return false
}
