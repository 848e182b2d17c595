package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Cache is a folder of results, one file for each method on each corpus, so
// that a run that was interrupted goes on where it was. Results are kept under
// a stamp; a result under another stamp is not found.
type Cache struct {
	Dir   string // empty: nothing is kept
	Stamp string // of the program and the corpora
}

func (c Cache) path(corpus, method string, n int) string {
	name := fmt.Sprintf("%s.%s.%d.json", corpus, method, n)
	return filepath.Join(c.Dir, strings.ReplaceAll(c.Stamp, "/", "_"), strings.ReplaceAll(name, "/", "_"))
}

// Get finds a result; ok is false where there is none. Errors: the file is
// there and cannot be read.
func (c Cache) Get(corpus, method string, n int) (r Result, ok bool, err error) {
	if c.Dir == "" {
		return r, false, nil
	}
	data, err := os.ReadFile(c.path(corpus, method, n))
	if errors.Is(err, fs.ErrNotExist) {
		return r, false, nil
	}
	if err != nil {
		return r, false, fmt.Errorf("cached result: %w", err)
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return r, false, fmt.Errorf("cached result %s: %w", c.path(corpus, method, n), err)
	}
	return r, true, nil
}

// Put keeps a result. The file appears whole or not at all.
func (c Cache) Put(r Result) error {
	if c.Dir == "" {
		return nil
	}
	data, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("cached result: %w", err)
	}
	path := c.path(r.Corpus, r.Method, r.N)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("cached result: %w", err)
	}
	if err := WriteWhole(path, data); err != nil {
		return fmt.Errorf("cached result: %w", err)
	}
	return nil
}

// WriteWhole writes a file that appears whole or not at all.
func WriteWhole(path string, data []byte) error {
	part := path + ".part"
	if err := os.WriteFile(part, data, 0o644); err != nil {
		return err
	}
	return os.Rename(part, path)
}
