package train

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/winnow-news/winnow/classifier/cold"
	"github.com/winnow-news/winnow/eval/corpus"
)

//go:embed train.py
var script string

// Order is what a model is made to.
type Order struct {
	Name string
	Date string // stands in the header
	Seed int
	// Python is the interpreter, which must have numpy and xgboost.
	Python string
	// Log gets what the trainer says.
	Log io.Writer
}

// forestsDir is the folder, beside the matrix, of what the trainer wrote.
const forestsDir = "forests"

// Model writes the matrix of pages to the folder dir, learns the trees there,
// and gives the model's file.
func Model(ctx context.Context, dir string, pages []*corpus.Page, segment Segment, o Order) ([]byte, error) {
	if !slices.ContainsFunc(pages, known) {
		return nil, fmt.Errorf("none of %d pages has a gold text to learn from", len(pages))
	}
	if err := Matrix(ctx, dir, pages, segment, false); err != nil {
		return nil, err
	}
	return learn(ctx, dir, everyFold, o)
}

// everyFold is the fold that is left out of a model that learns from all.
const everyFold = -1

// Holdout gives a model for each of the Folds parts of the pages' sites that
// has learned from all the others, in the order of the parts.
func Holdout(ctx context.Context, dir string, pages []*corpus.Page, segment Segment, o Order) ([][]byte, error) {
	if err := Matrix(ctx, dir, pages, segment, false); err != nil {
		return nil, err
	}
	models := make([][]byte, Folds)
	for k := range models {
		var err error
		if models[k], err = learn(ctx, dir, k, o); err != nil {
			return nil, fmt.Errorf("without part %d of the sites: %w", k, err)
		}
	}
	return models, nil
}

// Available says what the trainer lacks on this machine; nil for nothing.
func (o Order) Available(ctx context.Context) error {
	if err := exec.CommandContext(ctx, o.Python, "-c", "import numpy, xgboost").Run(); err != nil {
		return fmt.Errorf("training needs %s with numpy and xgboost (Debian: python3-xgboost)", o.Python)
	}
	return nil
}

// learn learns the trees from the matrix in dir, but for one fold, and gives
// the model's file.
func learn(ctx context.Context, dir string, without int, o Order) ([]byte, error) {
	forests := filepath.Join(dir, forestsDir)
	if err := os.RemoveAll(forests); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, o.Python, "-", dir, forests, "--seed", strconv.Itoa(o.Seed), "--without", strconv.Itoa(without))
	cmd.Stdin = strings.NewReader(script)
	cmd.Stdout, cmd.Stderr = o.Log, o.Log
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s train.py (it needs numpy and xgboost; Debian: python3-xgboost): %w", o.Python, err)
	}
	return assemble(dir, o)
}

// assemble gives the model's file of the forests that were learned in dir.
func assemble(dir string, o Order) ([]byte, error) {
	header := cold.Header{Name: o.Name, Trained: o.Date, Seed: o.Seed}
	forests := filepath.Join(dir, forestsDir)
	var err error
	if header.Corpora, err = sources(filepath.Join(dir, pagesFile)); err != nil {
		return nil, err
	}
	article, err := readForest(forests, "article")
	if err != nil {
		return nil, err
	}
	other, err := readForest(forests, "other")
	if err != nil {
		return nil, err
	}
	return cold.Encode(header, article, other)
}
