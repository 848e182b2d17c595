package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/method"
	"github.com/winnow-news/winnow/eval/report"
	"github.com/winnow-news/winnow/eval/run"
	"github.com/zeebo/xxh3"
)

// options are the flags of the measuring command.
type options struct {
	corpora, corpus, methods, n, page string
	json, html, compare, cache        string
	python                            string
	markdown, sites, trustCache       bool
	asServed                          bool
	limit, costPages                  int
}

func measureFlags(args []string, env Env) (options, error) {
	var o options
	fs := newFlags(usage, env)
	folder := fs.corpora()
	fs.StringVar(&o.corpus, "corpus", "", "comma-separated corpora, newsroom among them (default: all archives that are there)")
	fs.StringVar(&o.methods, "methods", "", "comma-separated methods or groups of them: own, peers, papers (default: all)")
	fs.StringVar(&o.n, "n", "1,2,3,5,10,20,50", "numbers of pages seen for the learning curves of site methods; empty: none")
	fs.IntVar(&o.limit, "limit", 0, "draw only so many pages of each corpus")
	fs.IntVar(&o.costPages, "cost-pages", 20, "pages of each corpus on which costs are measured; 0: none")
	fs.StringVar(&o.page, "page", "", "show how every method judges the blocks of one page, CORPUS/ID, instead of measuring")
	fs.StringVar(&o.json, "json", "", "write the report as JSON to this file, - for standard output")
	fs.BoolVar(&o.sites, "sites", true, "keep the sums of single sites in the JSON, so that a comparison can tell noise")
	fs.StringVar(&o.html, "html", "", "write an HTML report with plots to this file")
	fs.BoolVar(&o.markdown, "markdown", false, "print tables as Markdown")
	fs.StringVar(&o.compare, "compare", "", "tell what got better or worse since this JSON report")
	fs.StringVar(&o.cache, "cache", defaultCache(), "folder where finished results are kept; empty: none")
	fs.BoolVar(&o.trustCache, "trust-cache", false, "take results that another build of this program left in the cache")
	fs.StringVar(&o.python, "python", "python3", "interpreter with numpy and xgboost, for the cross-validation of winnow on the corpora that its model is trained on")
	fs.BoolVar(&o.asServed, "as-served", false, "give methods the bytes as they were served instead of UTF-8, and keep no results")
	if err := fs.parse(args); err != nil {
		return o, err
	}
	if o.limit < 0 || o.costPages < 0 {
		return o, fmt.Errorf("%w: --limit and --cost-pages cannot be negative", errUsage)
	}
	o.corpora = *folder
	if o.asServed {
		o.cache = ""
	}
	return o, nil
}

func defaultCache() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "winnow-eval")
}

// measure is the command without a name.
func measure(ctx context.Context, args []string, env Env) error {
	o, err := measureFlags(args, env)
	if err != nil {
		return err
	}
	methods, err := chooseMethods(o.methods)
	if err != nil {
		return err
	}
	src, present, missing, err := openCorpora(o.corpora, split(o.corpus), env)
	if err != nil {
		return err
	}
	pages := run.Source(src)
	if o.asServed {
		pages = asServed{src}
	}
	if o.page != "" {
		return showPage(ctx, pages, methods, o.page, env)
	}
	curve, err := numbers(o.n)
	if err != nil {
		return err
	}
	stamp, err := buildStamp(o.trustCache)
	if err != nil {
		return err
	}
	if seen := learnedFrom(methods, present); seen != nil {
		h := newHoldout(src, seen, o, stamp, env)
		if lack := h.order.Available(ctx); lack != nil {
			fmt.Fprintf(env.Err, "eval: winnow is not cross-validated, its figures marked † are those of seen pages: %v; --python names another interpreter\n", lack)
		} else {
			h.into(methods)
		}
	}
	line := newLine(env)
	r := &run.Runner{Corpora: pages, Methods: methods, Training: corpus.Trainable(), Curve: curve, Limit: o.limit,
		Cache: run.Cache{Dir: o.cache, Stamp: stamp}, Progress: line.show}
	rep, err := r.Run(ctx, present, o.costPages)
	line.done(fmt.Sprintf("%s on %s, at most %d MB of memory", number(len(rep.Results), "result", "results"),
		number(len(present), "corpus", "corpora"), peakMemory()>>20))
	rep.Missing = missing
	return errors.Join(err, write(o, rep, env))
}

func chooseMethods(list string) ([]method.Method, error) {
	all, err := allMethods()
	if err != nil {
		return nil, err
	}
	names := split(list)
	if len(names) == 0 {
		return all, nil
	}
	var out []method.Method
	for _, name := range names {
		found := false
		for _, m := range all {
			if m.Name == name || group(m) == name {
				found = true
				if !slices.ContainsFunc(out, func(o method.Method) bool { return o.Name == m.Name }) {
					out = append(out, m)
				}
			}
		}
		if !found {
			return nil, fmt.Errorf("%w: no method %q (eval methods lists them)", errUsage, name)
		}
	}
	return out, nil
}

// buildStamp changes with the program, so that no result of older code is
// taken for one of this.
func buildStamp(trust bool) (string, error) {
	if trust {
		return "any", nil
	}
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("own program: %w", err)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("own program: %w", err)
	}
	defer f.Close()
	h := xxh3.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("own program: %w", err)
	}
	return fmt.Sprintf("%016x", h.Sum64()), nil
}

// write puts the report where the flags say.
func write(o options, rep run.Report, env Env) error {
	var errs []error
	if o.json != "-" {
		if o.markdown {
			errs = append(errs, report.Markdown(env.Out, rep))
		} else {
			errs = append(errs, report.Text(env.Out, rep))
		}
	}
	if o.compare != "" {
		old, err := report.Read(o.compare)
		if err != nil {
			errs = append(errs, err)
		} else {
			errs = append(errs, report.WriteChanges(env.Out, report.Compare(old, rep)))
		}
	}
	errs = append(errs,
		toFile(o.json, env, func(w io.Writer) error { return report.JSON(w, rep, o.sites) }),
		toFile(o.html, env, func(w io.Writer) error { return report.HTML(w, rep) }))
	return errors.Join(errs...)
}

// toFile writes to the named file, to standard output for "-", and nowhere for
// no name.
func toFile(path string, env Env, write func(io.Writer) error) error {
	if path == "" {
		return nil
	}
	if path == "-" {
		return write(env.Out)
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

func split(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
}

func numbers(list string) ([]int, error) {
	var out []int
	for _, s := range split(list) {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > run.Window {
			return nil, fmt.Errorf("%w: --n %q: want numbers from 1 to %d", errUsage, s, run.Window)
		}
		out = append(out, n)
	}
	return out, nil
}
