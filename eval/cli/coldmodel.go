package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/pipeline"
	"github.com/winnow-news/winnow/eval/run"
	"github.com/winnow-news/winnow/eval/train"
)

// trainCold trains the cold model and writes its file.
func trainCold(ctx context.Context, args []string, env Env) (err error) {
	fs := newFlags(`eval train cold [flags]: trains the cold model on the pages of labelled corpora
that have a gold text, and writes its file. With --corpus and --out it makes a
model of your own labels (docs/corpora.md has their format); a program that is
built with that file in the place of classifier/cold/model.bin uses it.`, env)
	folder, list := fs.corpora(), fs.trainable()
	out := fs.String("out", "model.bin", "file that the model is written to")
	matrix := fs.String("matrix", "", "folder that keeps the matrix and the forests (default: a temporary one)")
	order := train.Order{Log: env.Err}
	fs.StringVar(&order.Name, "name", "winnow", "name that stands in the model's header")
	fs.StringVar(&order.Date, "date", time.Now().UTC().Format(time.DateOnly), "date that stands in the model's header")
	fs.IntVar(&order.Seed, "seed", 1, "seed of the draws")
	fs.StringVar(&order.Python, "python", "python3", "interpreter with numpy and xgboost")
	if err := fs.parse(args); err != nil {
		return err
	}
	// What would fail at the end, after minutes, is asked for now.
	if err := order.Available(ctx); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Dir(*out)); err != nil {
		return fmt.Errorf("folder of the model: %w", err)
	}
	if *matrix == "" {
		if *matrix, err = os.MkdirTemp("", "winnow-train-"); err != nil {
			return err
		}
		defer os.RemoveAll(*matrix)
	}
	steps := newSteps(env)
	pages, seg, err := trainingPages(*folder, *list, steps)
	if err != nil {
		return err
	}
	steps.show(fmt.Sprintf("learning from %d pages", len(pages)), 0, 0)
	model, err := train.Model(ctx, *matrix, pages, seg.Segment, order)
	if err != nil {
		return err
	}
	steps.done(fmt.Sprintf("%s: %d bytes", *out, len(model)))
	return run.WriteWhole(*out, model)
}

// features writes the matrix that the cold model is trained on.
func features(ctx context.Context, args []string, env Env) error {
	fs := newFlags(`eval features --out DIR [flags]: writes the matrix that the cold model is
trained on: features.f32, labels.f32, pages.jsonl, names.txt.`, env)
	folder, list := fs.corpora(), fs.trainable()
	out := fs.String("out", "", "folder that the matrix is written to")
	plain := fs.Bool("plain", false, "each page once, without the variants that only training needs")
	if err := fs.parse(args); err != nil {
		return err
	}
	if *out == "" {
		return fmt.Errorf("%w: --out is missing", errUsage)
	}
	steps := newSteps(env)
	pages, seg, err := trainingPages(*folder, *list, steps)
	if err != nil {
		return err
	}
	if err := train.Matrix(ctx, *out, pages, seg.Segment, *plain); err != nil {
		return err
	}
	steps.done(fmt.Sprintf("%s: features of %d pages", *out, len(pages)))
	return nil
}

// trainingPages loads the pages of the listed corpora, and makes the segmenter that
// cuts them.
func trainingPages(folder, list string, steps *line) ([]*corpus.Page, *pipeline.Segmenter, error) {
	pages, err := loadAll(folder, split(list), steps)
	if err != nil {
		return nil, nil, err
	}
	seg, err := pipeline.NewSegmenter()
	return pages, seg, err
}

// trainable adds --corpus for corpora to train on.
func (f flags) trainable() *string {
	return f.String("corpus", strings.Join(corpus.Trainable(), ","),
		"comma-separated corpora; a model that is trained on these may be passed on, by the licences of their labels")
}
