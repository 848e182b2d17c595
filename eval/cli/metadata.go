package cli

import (
	"context"
	"fmt"

	"github.com/winnow-news/winnow/classifier/cold"
	"github.com/winnow-news/winnow/classifier/judge"
	"github.com/winnow-news/winnow/eval/metadata"
	"github.com/winnow-news/winnow/eval/pipeline"
)

// measureMetadata measures title, authors, date and language against the
// labels of the corpora that have them.
func measureMetadata(ctx context.Context, args []string, env Env) error {
	fs := newFlags(`eval metadata [flags]: measures title, authors, date and language against the
labels of the corpora that have them, beside peers.`, env)
	folder := fs.corpora()
	list := fs.String("corpus", "", "comma-separated corpora (default: all that are there)")
	markdown := fs.Bool("markdown", false, "print the table as Markdown")
	peers := fs.Bool("peers", true, "measure the peers too")
	misses := fs.String("misses", "", "list the pages on which this system is not right, instead of the table")
	if err := fs.parse(args); err != nil {
		return err
	}
	src, present, _, err := openCorpora(*folder, split(*list), env)
	if err != nil {
		return err
	}
	systems, err := metadataSystems(*peers)
	if err != nil {
		return err
	}
	progress := newLine(env)
	var results []metadata.Result
	for _, name := range present {
		progress.show("metadata of "+name, 0, 0)
		pages, err := src.Load(name)
		if err != nil {
			return err
		}
		for _, s := range systems {
			r, err := metadata.Measure(ctx, s, name, pages)
			if err != nil {
				return err
			}
			results = append(results, r)
		}
	}
	progress.done(fmt.Sprintf("metadata of %s", number(len(present), "corpus", "corpora")))
	if *misses == "" {
		return metadata.Table(env.Out, results, *markdown)
	}
	for _, r := range results {
		for _, m := range r.Misses {
			if r.System == *misses {
				fmt.Fprintf(env.Out, "%s %s: said %q, label %q\n", m.Page, m.Field, m.Said, m.Label)
			}
		}
	}
	return nil
}

func metadataSystems(peers bool) ([]metadata.System, error) {
	model, err := cold.New()
	if err != nil {
		return nil, err
	}
	p, err := pipeline.New(judge.Winnow, model)
	if err != nil {
		return nil, err
	}
	systems := []metadata.System{metadata.Winnow(p)}
	if peers {
		systems = append(systems, metadata.Peers()...)
	}
	return systems, nil
}
