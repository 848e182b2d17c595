package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// position is a file that remembers the sequence of the article that was
// written last, so that a later run goes on behind it. A nil position
// remembers nothing.
type position struct {
	f     *os.File
	known bool // the file remembered something when it was opened
}

// openPosition opens the file, which may be new, and gives what it remembers:
// 0 when that is nothing.
func openPosition(path string) (*position, uint64, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return nil, 0, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, 0, err
	}
	b, err := io.ReadAll(io.LimitReader(f, 64))
	seq, text := uint64(0), strings.TrimSpace(string(b))
	if err == nil && text != "" {
		seq, err = strconv.ParseUint(text, 10, 64)
	}
	if err != nil {
		return nil, 0, errors.Join(fmt.Errorf("%s holds no position; remove it to begin with the oldest article", path), f.Close())
	}
	return &position{f, text != ""}, seq, nil
}

// set remembers seq. The file has one length, so that a crash leaves the old
// number or the new one.
func (p *position) set(seq uint64) error {
	if p == nil {
		return nil
	}
	_, err := fmt.Fprintf(io.NewOffsetWriter(p.f, 0), "%020d\n", seq)
	return err
}

func (p *position) close() error {
	if p == nil {
		return nil
	}
	return p.f.Close()
}

// forget removes the file: there is nothing to go on with.
func (p *position) forget() error {
	if p == nil {
		return nil
	}
	return os.Remove(p.f.Name())
}
