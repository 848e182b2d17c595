package train

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
)

// writer writes the files of a matrix.
type writer struct {
	files                   []*os.File
	features, labels, pages *bufio.Writer
	rows                    int
}

func newWriter(dir string) (*writer, error) {
	w := &writer{}
	for _, to := range []struct {
		name string
		buf  **bufio.Writer
	}{{featuresFile, &w.features}, {labelsFile, &w.labels}, {pagesFile, &w.pages}} {
		f, err := os.Create(filepath.Join(dir, to.name))
		if err != nil {
			return nil, errors.Join(err, w.close())
		}
		w.files = append(w.files, f)
		*to.buf = bufio.NewWriterSize(f, 1<<20)
	}
	return w, nil
}

func (w *writer) write(e entry) error {
	e.row.From = w.rows
	w.rows += e.row.Blocks
	line, err := json.Marshal(e.row)
	if err != nil {
		return fmt.Errorf("page %s/%s: %w", e.row.Corpus, e.row.ID, err)
	}
	_, err = w.pages.Write(append(line, '\n'))
	return errors.Join(err, floats(w.features, e.features), floats(w.labels, e.labels))
}

func floats(w io.Writer, values []float32) error {
	buf := make([]byte, 0, 4*len(values))
	for _, v := range values {
		buf = binary.LittleEndian.AppendUint32(buf, math.Float32bits(v))
	}
	_, err := w.Write(buf)
	return err
}

func (w *writer) close() error {
	var errs []error
	for i, b := range []*bufio.Writer{w.features, w.labels, w.pages} {
		if i < len(w.files) {
			errs = append(errs, b.Flush(), w.files[i].Close())
		}
	}
	return errors.Join(errs...)
}
