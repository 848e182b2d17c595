package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/method"
	"github.com/winnow-news/winnow/eval/paper/blocktree"
	"github.com/winnow-news/winnow/eval/paper/svmsite"
	"github.com/winnow-news/winnow/eval/run"
)

// trainPaper trains one of the papers' classifiers on a corpus and shows its
// cross-validation as the paper does.
func trainPaper(ctx context.Context, args []string, env Env) error {
	name := ""
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	}
	fs := newFlags(`eval train textblock|boilerpipe|svm [flags]: cross-validates a paper's
classifier on a corpus as the paper does, and with sites kept together. (eval
train cold -h: Winnow's own model.)`, env)
	folder := fs.corpora()
	on := fs.String("corpus", "l3s-gn1", "corpus to train on")
	out := fs.String("out", "", "write the tree that is trained on the whole corpus to this file, as JSON")
	if err := fs.parse(args); err != nil {
		return err
	}
	recipes := map[string]blocktree.Recipe{"textblock": blocktree.Kim(), "boilerpipe": blocktree.Boilerpipe()}
	recipe, isTree := recipes[name]
	if !isTree && name != "svm" {
		return fmt.Errorf("%w: train %q: want cold, textblock, boilerpipe or svm", errUsage, name)
	}
	pages, err := loadAll(*folder, []string{*on}, newLine(env))
	if err != nil {
		return err
	}
	if !isTree {
		return trainSVM(ctx, pages, env)
	}
	return trainTree(recipe, pages, *on, *out, env)
}

// parts is the number of parts of the papers' cross-validation.
const parts = 10

func trainTree(recipe blocktree.Recipe, pages []*corpus.Page, on, out string, env Env) error {
	data, err := recipe.Collect(pages)
	if err != nil {
		return err
	}
	positive := 0
	for _, c := range data.Classes {
		if c {
			positive++
		}
	}
	fmt.Fprintf(env.Out, "%s on %s: %d pages, %d text blocks, %d main content (%.1f %%)\n", recipe.Name, on, len(pages),
		len(data.Rows), positive, 100*float64(positive)/float64(len(data.Rows)))
	tw := tabwriter.NewWriter(env.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "%d-fold cross-validation, main content only\tP\tR\tF\taccuracy\tleaves\n", parts)
	for _, way := range []struct {
		name string
		part []int
	}{
		{"blocks dealt at random, as in the paper", blocktree.ByRow(data, parts)},
		{"sites kept together", blocktree.ByPage(data, pages, parts)},
	} {
		v, err := recipe.Validate(data, parts, way.part)
		if err != nil {
			return err
		}
		c := v.Counts
		fmt.Fprintf(tw, "%s\t%.3f\t%.3f\t%.3f\t%.3f\t%d\n", way.name, c.Precision(), c.Recall(), c.F1(), c.Accuracy(), v.Leaves)
	}
	if err := tw.Flush(); err != nil || out == "" {
		return err
	}
	tree, err := recipe.Fit(data)
	if err != nil {
		return err
	}
	return toFile(out, env, func(w io.Writer) error {
		return json.NewEncoder(w).Encode(map[string]any{"attributes": recipe.Attributes, "tree": tree})
	})
}

// trainSVM shows the three regimes of the per-site SVM: trained on pages of the
// same site, on other sites, and on pages drawn at random from all sites.
func trainSVM(ctx context.Context, pages []*corpus.Page, env Env) error {
	judged := pages[:0]
	for _, p := range pages {
		if run.Judged(p) {
			judged = append(judged, p)
		}
	}
	pages = judged
	sets := run.BySite(pages)
	sites := make([]svmsite.Site, len(sets))
	for k, s := range sets {
		for _, i := range s.Members {
			sites[k].Pages = append(sites[k].Pages, pages[i].UTF8())
		}
	}
	labelled, err := svmsite.Label(sites)
	if err != nil {
		return err
	}
	tw := tabwriter.NewWriter(env.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "regime, %d-fold\tword P\tR\tF1\tempty\n", svmsite.Parts)
	for _, regime := range svmsite.Regimes() {
		if err := ctx.Err(); err != nil {
			return err
		}
		predictions := make([]run.Prediction, len(pages))
		var all []int
		for k, texts := range regime.Judge(labelled, sites) {
			for j, i := range sets[k].Members[:sets[k].Judged] {
				predictions[i] = run.Prediction{Text: method.Text{Body: texts[j]}}
				all = append(all, i)
			}
		}
		r := run.Summarise(pages, predictions, all)
		fmt.Fprintf(tw, "%s\t%.3f\t%.3f\t%.3f\t%d\n", regime.Name, r.Figures[run.WordP].Value, r.Figures[run.WordR].Value, r.Figures[run.WordF1].Value, r.Empty)
	}
	return tw.Flush()
}
