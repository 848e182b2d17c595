package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// indexName is the file that describes the pages of an archive or directory.
const indexName = "pages.jsonl"

// openFile is a source of one HTML file.
func openFile(path string) *Source {
	return &Source{Pages: 1, all: func(yield func(Item, error) bool) {
		yield(readFile(path, Item{Source: path}))
	}}
}

// openDir is a source of all HTML files below a directory, in the order of
// their names; a pages.jsonl in it describes them.
func openDir(dir string) (*Source, error) {
	var index map[string]line
	if f, err := os.Open(filepath.Join(dir, indexName)); err == nil {
		index, err = readIndex(f)
		_ = f.Close()
		if err != nil {
			return nil, fmt.Errorf("ingest %s: %w", dir, err)
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("ingest: %w", err)
	}
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && isHTML(d.Name()) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("ingest: %w", err)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("ingest %s: no .html or .html.gz file in it", dir)
	}
	slices.Sort(files)
	return &Source{Pages: len(files), all: func(yield func(Item, error) bool) {
		for _, path := range files {
			item := Item{Source: path}
			if rel, err := filepath.Rel(dir, path); err == nil {
				index[filepath.ToSlash(rel)].describe(&item)
			}
			if !yield(readFile(path, item)) {
				return
			}
		}
	}}, nil
}

// readFile fills an item's body from a file as ReadPage does.
func readFile(path string, item Item) (Item, error) {
	f, err := os.Open(path)
	if err != nil {
		return item, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil {
		item.FetchedAt = info.ModTime()
	}
	item.Body, err = ReadPage(f, zipped(path))
	return item, err
}

func zipped(name string) bool { return hasSuffix(strings.ToLower(name), ".gz") }

// ReadPage reads a saved page, at most MaxBody, and decompresses it where it is
// called gzip or begins as gzip does. With an error it gives the bytes as they
// are, as far as they were read.
func ReadPage(r io.Reader, zipped bool) ([]byte, error) {
	body, err := readCapped(r)
	if err != nil || !zipped && !bytes.HasPrefix(body, []byte{0x1f, 0x8b}) {
		return body, err
	}
	gz, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return body, err
	}
	text, err := readCapped(gz)
	if err != nil {
		return body, err
	}
	return text, nil
}

// readCapped reads all of r, at most MaxBody.
func readCapped(r io.Reader) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r, MaxBody+1))
	if len(body) > MaxBody {
		return body[:MaxBody], ErrTooLarge
	}
	return body, err
}
