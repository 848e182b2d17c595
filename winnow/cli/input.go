package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"github.com/winnow-news/winnow/winnow/ingest"
)

// readInput reads a page from a file, or from standard input for "-".
func (a *app) readInput(path string) ([]byte, error) {
	r := a.In
	if path != "-" {
		f, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, notFoundf("%w", err)
		}
		if err != nil {
			return nil, err
		}
		defer f.Close()
		r = f
	}
	b, err := ingest.ReadPage(r, false)
	if errors.Is(err, syscall.EISDIR) {
		return nil, usageError(fmt.Errorf("%s is a directory; winnow ingest reads directories", path))
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return b, nil
}
