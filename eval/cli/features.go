package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/winnow-news/winnow/classifier/judge"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/pipeline"
	trainer "github.com/winnow-news/winnow/eval/train"
)

// features writes the matrix that the cold model is trained on.
func features(ctx context.Context, args []string, env Env) error {
	fs := newFlags("eval features", env)
	folder := corporaFlag(fs, env)
	list := fs.String("corpus", strings.Join(corpus.Trainable(), ","), "comma-separated corpora; the default may train a model that is passed on")
	out := fs.String("out", "", "folder that the matrix is written to")
	plain := fs.Bool("plain", false, "each page once, without the variants that only training needs")
	if err := parse(fs, args); err != nil {
		return err
	}
	if *out == "" {
		return fmt.Errorf("%w: --out is missing", errUsage)
	}
	pages, err := loadAll(*folder, split(*list), env)
	if err != nil {
		return err
	}
	p, err := pipeline.New(judge.Winnow, nil)
	if err != nil {
		return err
	}
	return trainer.Matrix(ctx, *out, pages, p.Segment, *plain)
}

// loadAll reads whole corpora, all of which must be there.
func loadAll(folder string, names []string, env Env) ([]*corpus.Page, error) {
	src, present, missing, err := openCorpora(folder, names, env)
	if err != nil {
		return nil, err
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("corpus %s is missing", missing[0])
	}
	var pages []*corpus.Page
	for _, name := range present {
		part, err := src.Load(name)
		if err != nil {
			return nil, err
		}
		pages = append(pages, part...)
	}
	return pages, nil
}
