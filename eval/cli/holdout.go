package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/method"
	"github.com/winnow-news/winnow/eval/pipeline"
	"github.com/winnow-news/winnow/eval/run"
	"github.com/winnow-news/winnow/eval/train"
)

// holdout makes cold models that have not learned from a part of the sites, so
// that Winnow can be judged on the corpora that its shipped model is trained
// on.
type holdout struct {
	src     run.Source
	corpora []string // that the shipped model is trained on
	order   train.Order
	folder  string // where the models are kept; empty: nowhere
	train   func(context.Context) (models [][]byte, part func(group string) int, err error)
}

func newHoldout(src run.Source, corpora []string, o options, stamp string, env Env) *holdout {
	h := &holdout{src: src, corpora: corpora, order: train.Order{Name: "holdout", Seed: 1, Python: o.python, Log: env.Err}}
	if o.cache != "" {
		h.folder = filepath.Join(o.cache, stamp, "models")
	}
	var once sync.Once
	var models [][]byte
	var part func(string) int
	var err error
	h.train = func(ctx context.Context) ([][]byte, func(string) int, error) {
		once.Do(func() { models, part, err = h.models(ctx) })
		return models, part, err
	}
	return h
}

// into sets Holdout of the methods that rest on the shipped model.
func (h *holdout) into(methods []method.Method) {
	for i, m := range methods {
		if len(m.Seen) == 0 {
			continue
		}
		methods[i].Holdout = func(ctx context.Context) (method.Holdout, error) {
			models, part, err := h.train(ctx)
			if err != nil {
				return method.Holdout{}, err
			}
			out := method.Holdout{Part: part}
			for _, model := range models {
				p, err := pipeline.WithModel(m.Name, model)
				if err != nil {
					return method.Holdout{}, err
				}
				out.Parts = append(out.Parts, p)
			}
			return out, nil
		}
	}
}

// learnedFrom gives the corpora that the methods' model has learned from; nil
// where none of them is measured.
func learnedFrom(methods []method.Method, measured []string) []string {
	for _, m := range methods {
		if slices.ContainsFunc(measured, func(c string) bool { return slices.Contains(m.Seen, base(c)) }) {
			return m.Seen
		}
	}
	return nil
}

// models gives the models, from the folder where they are kept if they are
// there, and the part that each site belongs to.
func (h *holdout) models(ctx context.Context) ([][]byte, func(string) int, error) {
	var pages []*corpus.Page
	for _, name := range h.corpora {
		more, err := h.src.Load(name)
		if err != nil {
			return nil, nil, fmt.Errorf("training data: %w", err)
		}
		pages = append(pages, more...)
	}
	home := map[string]int{}
	for i, k := range corpus.Folds(pages, train.Folds) {
		home[pages[i].Group] = k
	}
	part := func(group string) int { return home[group] }
	models, err := h.kept()
	if err != nil || models != nil {
		return models, part, err
	}
	dir, err := os.MkdirTemp("", "winnow-holdout-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(dir)
	seg, err := pipeline.NewSegmenter()
	if err != nil {
		return nil, nil, err
	}
	if models, err = train.Holdout(ctx, dir, pages, seg.Segment, h.order); err != nil {
		return nil, nil, err
	}
	return models, part, h.keep(models)
}

func (h *holdout) path(k int) string {
	return filepath.Join(h.folder, fmt.Sprintf("without-%d.bin", k))
}

// kept reads the models of an earlier run; nil where there are none.
func (h *holdout) kept() ([][]byte, error) {
	if h.folder == "" {
		return nil, nil
	}
	models := make([][]byte, train.Folds)
	for k := range models {
		data, err := os.ReadFile(h.path(k))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, fmt.Errorf("kept model: %w", err)
		}
		models[k] = data
	}
	return models, nil
}

// keep writes the models, each whole or not at all.
func (h *holdout) keep(models [][]byte) error {
	if h.folder == "" {
		return nil
	}
	if err := os.MkdirAll(h.folder, 0o755); err != nil {
		return fmt.Errorf("keeping models: %w", err)
	}
	for k, model := range models {
		if err := run.WriteWhole(h.path(k), model); err != nil {
			return fmt.Errorf("keeping models: %w", err)
		}
	}
	return nil
}
