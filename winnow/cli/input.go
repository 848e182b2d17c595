package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// maxInput bounds a page that is read from a file or standard input.
const maxInput = 64 << 20

// readInput reads a file, or standard input for "-".
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
	b, err := io.ReadAll(io.LimitReader(r, maxInput+1))
	if err == nil && len(b) > maxInput {
		err = fmt.Errorf("%s is larger than %d MiB", path, maxInput>>20)
	}
	return b, err
}
