package train

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/winnow-news/winnow/classifier/cold"
)

// sources sums up which corpora stand in a matrix, in their order.
func sources(path string) ([]cold.Corpus, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []cold.Corpus
	for d := json.NewDecoder(f); ; {
		var r row
		err := d.Decode(&r)
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if len(out) == 0 || out[len(out)-1].Name != r.Corpus {
			out = append(out, cold.Corpus{Name: r.Corpus, Licence: licence(r.Corpus)})
		}
		if r.Variant == "" {
			c := &out[len(out)-1]
			c.Pages++
			c.Blocks += r.Blocks
		}
	}
}

// licence is that of a known corpus' labels, under which a model may be passed
// on.
func licence(name string) string {
	switch name {
	case "wcxb":
		return "CC-BY-4.0"
	case "fundus":
		return "MIT"
	}
	return "not for models that are passed on"
}
