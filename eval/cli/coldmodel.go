package cli

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/winnow-news/winnow/classifier/judge"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/pipeline"
	trainer "github.com/winnow-news/winnow/eval/train"
)

// trainCold trains the cold model and writes its file.
func trainCold(ctx context.Context, args []string, env Env) (err error) {
	fs := newFlags("eval train cold", env)
	folder := corporaFlag(fs, env)
	list := fs.String("corpus", strings.Join(corpus.Trainable(), ","), "comma-separated corpora; the default may train a model that is passed on")
	out := fs.String("out", "model.bin", "file that the model is written to")
	matrix := fs.String("matrix", "", "folder that keeps the matrix and the forests (default: a temporary one)")
	order := trainer.Order{Log: env.Err}
	fs.StringVar(&order.Name, "name", "winnow", "name that stands in the model's header")
	fs.StringVar(&order.Date, "date", time.Now().UTC().Format(time.DateOnly), "date that stands in the model's header")
	fs.IntVar(&order.Seed, "seed", 1, "seed of the draws")
	fs.StringVar(&order.Python, "python", "python3", "interpreter with numpy and xgboost")
	if err := parse(fs, args); err != nil {
		return err
	}
	if *matrix == "" {
		if *matrix, err = os.MkdirTemp("", "winnow-train-"); err != nil {
			return err
		}
		defer os.RemoveAll(*matrix)
	}
	pages, err := loadAll(*folder, split(*list), env)
	if err != nil {
		return err
	}
	p, err := pipeline.New(judge.Winnow, nil)
	if err != nil {
		return err
	}
	model, err := trainer.Model(ctx, *matrix, pages, p.Segment, order)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Out, "%s: %d bytes from %d pages\n", *out, len(model), len(pages))
	return os.WriteFile(*out, model, 0o644)
}
