package ingest

import (
	"archive/tar"
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// line is one line of pages.jsonl: the fields that ingest needs.
type line struct {
	Site     string `json:"site"`
	URL      string `json:"url"`
	HTMLFile string `json:"html_file"`
	GoldKind string `json:"gold_kind"`
	GoldText string `json:"gold_text"`
}

// describe gives the item what its line says.
func (l line) describe(item *Item) {
	if l.HTMLFile == "" {
		return
	}
	item.URL, item.Site = l.URL, l.Site
	item.Gold = Gold{Kind: l.GoldKind, Text: l.GoldText}
}

// readIndex reads a pages.jsonl into a map by html_file.
func readIndex(r io.Reader) (map[string]line, error) {
	index := map[string]line{}
	dec := json.NewDecoder(bufio.NewReader(r))
	for n := 1; ; n++ {
		var l line
		err := dec.Decode(&l)
		if errors.Is(err, io.EOF) {
			return index, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s, entry %d: %w", indexName, n, err)
		}
		if l.HTMLFile == "" {
			return nil, fmt.Errorf("%s, entry %d: no html_file", indexName, n)
		}
		index[l.HTMLFile] = l
	}
}

// openArchive is a source of the HTML files of a tar archive. Its index is
// read first: it usually stands at the beginning, and then costs nothing.
func openArchive(file string) (*Source, error) {
	index, err := archiveIndex(file)
	if err != nil {
		return nil, fmt.Errorf("ingest %s: %w", file, err)
	}
	pages := len(index)
	if index == nil {
		pages = -1
	}
	return &Source{Pages: pages, all: archivePages(file, index)}, nil
}

// archiveIndex finds pages.jsonl in the archive; nil when there is none. An
// archive that breaks off before it is found still has pages to give: the
// break is reported when they are read.
func archiveIndex(file string) (map[string]line, error) {
	first := true
	for entry, err := range entries(file) {
		if err != nil {
			if first {
				return nil, err
			}
			return nil, nil
		}
		first = false
		if path.Clean(entry.name) == indexName {
			return readIndex(entry)
		}
	}
	return nil, nil
}

func archivePages(file string, index map[string]line) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		for entry, err := range entries(file) {
			if err != nil {
				yield(Item{Source: file}, fmt.Errorf("reading the archive: %w", err))
				return
			}
			name := path.Clean(entry.name)
			described, listed := index[name]
			if !listed && (index != nil || !isHTML(name)) {
				continue
			}
			item := Item{Source: file + "!" + name, FetchedAt: entry.header.ModTime}
			described.describe(&item)
			item.Body, err = ReadPage(entry, zipped(name))
			if !yield(item, err) {
				return
			}
		}
	}
}

// entry is one regular file of a tar archive.
type entry struct {
	io.Reader
	name   string
	header *tar.Header
}

// entries iterates over the regular files of a tar archive. An error ends the
// iteration.
func entries(file string) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		f, err := os.Open(file)
		if err != nil {
			yield(entry{}, err)
			return
		}
		defer f.Close()
		r, err := decompressed(file, f)
		if err != nil {
			yield(entry{}, err)
			return
		}
		defer r.Close()
		for tr := tar.NewReader(r); ; {
			h, err := tr.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(entry{}, err)
				return
			}
			if h.Typeflag == tar.TypeReg && !yield(entry{tr, h.Name, h}, nil) {
				return
			}
		}
	}
}

// maxWindow is the largest zstd window that is accepted: 128 MB, as labelled
// corpora use it.
const maxWindow = 128 << 20

func decompressed(name string, f io.Reader) (io.ReadCloser, error) {
	switch {
	case strings.HasSuffix(name, ".zst"):
		z, err := zstd.NewReader(f, zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, err
		}
		return z.IOReadCloser(), nil
	case strings.HasSuffix(name, "gz"):
		return gzip.NewReader(bufio.NewReader(f))
	default:
		return io.NopCloser(bufio.NewReader(f)), nil
	}
}
