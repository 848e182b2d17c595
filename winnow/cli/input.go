package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"github.com/winnow-news/winnow/winnow/ingest"
)

// readInput reads a page from a file, or from standard input for "-". When ctx
// ends it does not wait for what a terminal or a pipe has yet to give.
func (a *app) readInput(ctx context.Context, path string) ([]byte, error) {
	type input struct {
		page []byte
		err  error
	}
	read := make(chan input, 1)
	go func() { // a read that never returns ends with the process
		page, err := a.readPage(path)
		read <- input{page, err}
	}()
	select {
	case in := <-read:
		return in.page, in.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (a *app) readPage(path string) ([]byte, error) {
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
