package corpus

import (
	"archive/tar"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
)

const (
	suffix    = ".tar.zst"
	maxWindow = 128 << 20
	maxHTML   = 64 << 20 // the largest page of the public corpora has 9 MB
)

// EnvDir is the environment variable that names the folder of the corpora.
const EnvDir = "WINNOW_CORPORA"

// known lists the public corpora in the order in which tables show them.
// docs/corpora.md tells where each comes from.
func known() []string {
	return []string{
		"wcxb", "fundus", "trafilatura-eval", "big9", "dragnet", "l3s-gn1",
		"chaos", "news2019", "helsingborg-news", "evan", "cleaneval",
	}
}

// Trainable lists the corpora whose labels are licensed such that a model
// trained on them may be part of this repository.
func Trainable() []string { return []string{"wcxb", "fundus"} }

// Dir is a folder of corpus archives.
type Dir string

// Present tells which of the corpora names stand in the folder and which do
// not; without names it looks for the known ones and any other archive.
func (d Dir) Present(names ...string) (present, missing []string) {
	if len(names) == 0 {
		names = known()
		found, _ := filepath.Glob(filepath.Join(string(d), "*"+suffix)) // fails for bad patterns only
		for _, f := range found {
			if n := strings.TrimSuffix(filepath.Base(f), suffix); !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	for _, n := range names {
		if st, err := os.Stat(d.path(n)); err == nil && st.Mode().IsRegular() {
			present = append(present, n)
		} else {
			missing = append(missing, n)
		}
	}
	return present, missing
}

func (d Dir) path(name string) string { return filepath.Join(string(d), name+suffix) }

// Load reads a whole corpus into memory, in the order of its pages.jsonl.
// Errors: the archive is absent (fs.ErrNotExist), or cannot be read.
func (d Dir) Load(name string) ([]*Page, error) {
	var pages []*Page
	for p, err := range d.Read(name) {
		if err != nil {
			return nil, err
		}
		pages = append(pages, p)
	}
	return pages, nil
}

// Read iterates over the pages of a corpus in the order of the archive,
// holding one page's HTML at a time. After an error, which names the corpus,
// nothing follows.
func (d Dir) Read(name string) iter.Seq2[*Page, error] {
	return func(yield func(*Page, error) bool) {
		f, err := os.Open(d.path(name))
		if err != nil {
			yield(nil, fmt.Errorf("corpus %s: %w", name, err))
			return
		}
		defer f.Close()
		if err := read(name, f, func(p *Page) bool { return yield(p, nil) }); err != nil {
			yield(nil, fmt.Errorf("corpus %s: %w", name, err))
		}
	}
}

// read gives each page of the archive to yield until that returns false.
func read(name string, r io.Reader, yield func(*Page) bool) error {
	z, err := zstd.NewReader(bufio.NewReaderSize(r, 1<<20), zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return err
	}
	defer z.Close()
	archive := tar.NewReader(z)
	var byFile map[string]*Page
	for {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return complete(byFile)
		}
		if err != nil {
			return err
		}
		if filepath.Base(h.Name) == "pages.jsonl" {
			if byFile, err = readLines(name, archive); err != nil {
				return fmt.Errorf("%s: %w", h.Name, err)
			}
			continue
		}
		file := strings.TrimPrefix(h.Name, "./")
		p := byFile[file]
		if p == nil {
			continue // a folder, or a file that no line speaks of
		}
		if p.HTML, err = readHTML(archive, h.Size); err != nil {
			return fmt.Errorf("%s: %w", h.Name, err)
		}
		delete(byFile, file)
		if !yield(p) {
			return nil
		}
	}
}

func readHTML(r io.Reader, size int64) ([]byte, error) {
	if size > maxHTML {
		return nil, fmt.Errorf("%d bytes, at most %d", size, maxHTML)
	}
	b := make([]byte, size)
	_, err := io.ReadFull(r, b)
	return b, err
}

// complete fails when lines are left whose HTML did not come.
func complete(left map[string]*Page) error {
	if left == nil {
		return errors.New("no pages.jsonl at the head of the archive")
	}
	for file, p := range left {
		return fmt.Errorf("%d pages have no HTML, such as %s (%s)", len(left), p.ID, file)
	}
	return nil
}

func readLines(corpus string, r io.Reader) (map[string]*Page, error) {
	byFile := map[string]*Page{}
	in := bufio.NewReaderSize(r, 1<<20)
	for n := 1; ; n++ {
		data, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(data)) > 0 {
			p, file, perr := parseLine(corpus, data)
			if perr != nil {
				return nil, fmt.Errorf("line %d: %w", n, perr)
			}
			if byFile[file] != nil {
				return nil, fmt.Errorf("line %d: second page for %s", n, file)
			}
			byFile[file] = p
		}
		if errors.Is(err, io.EOF) {
			return byFile, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// Fingerprint changes when the archive does: its size and time.
func (d Dir) Fingerprint(name string) (string, error) {
	st, err := os.Stat(d.path(name))
	if err != nil {
		return "", fmt.Errorf("corpus %s: %w", name, err)
	}
	return fmt.Sprintf("%x-%x", st.Size(), st.ModTime().UnixNano()), nil
}
