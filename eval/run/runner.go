package run

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/method"
	"github.com/winnow-news/winnow/eval/parallel"
)

// Report is everything that one run measured. Its JSON form holds numbers and
// names only, no text of any page.
type Report struct {
	Created time.Time `json:"created"`
	Go      string    `json:"go"`
	Cores   int       `json:"cores"`
	// Limit is the number of pages that were drawn of each corpus, 0 for all.
	Limit   int      `json:"limit,omitempty"`
	Missing []string `json:"missing,omitempty"` // corpora asked for and not there
	Results []Result `json:"results"`
	Costs   []Cost   `json:"costs,omitempty"`
}

// Source gives the pages of corpora.
type Source interface {
	// Load gives all pages of a corpus.
	Load(name string) ([]*corpus.Page, error)
	// Fingerprint changes when the corpus does.
	Fingerprint(name string) (string, error)
}

// Progress is told what is being done, and how much of it is done.
type Progress func(what string, done, total int)

// Runner measures methods on corpora.
type Runner struct {
	Corpora  Source
	Methods  []method.Method
	Training []string // corpora that trained methods learn from
	Curve    []int    // numbers of pages seen for the learning curve of site methods
	Limit    int      // pages of each corpus, 0 for all
	Cache    Cache
	Progress Progress

	fitted map[string]func(*corpus.Page) method.Page
}

// leastForCurve is the number of pages that a site must have to stand in a
// learning curve: all points of a curve are measured on the same sites.
const leastForCurve = 10

// Run measures every method on every corpus, and the costs on a sample of all.
// Errors: a corpus cannot be read, training failed, or ctx ended; what was
// measured until then is in the cache. Methods' own failures are counted in
// the results.
func (r *Runner) Run(ctx context.Context, corpora []string, costPages int) (Report, error) {
	rep := Report{Created: time.Now().UTC().Truncate(time.Second), Go: runtime.Version(), Cores: runtime.GOMAXPROCS(0), Limit: r.Limit}
	var pool []*corpus.Page
	for _, name := range corpora {
		load := sync.OnceValues(func() ([]*corpus.Page, error) { return r.load(name) }) // results in the cache need no pages
		results, err := r.corpus(ctx, name, load)
		if err != nil {
			return rep, fmt.Errorf("corpus %s: %w", name, err)
		}
		rep.Results = append(rep.Results, results...)
		if costPages > 0 {
			pages, err := load()
			if err != nil {
				return rep, err
			}
			pool = append(pool, costPool(pages, costPages)...)
		}
	}
	if costPages == 0 {
		return rep, nil
	}
	var err error
	rep.Costs, err = measureCosts(r.Methods, func(m method.Method) (method.Page, error) { return r.anyPage(ctx, m) }, pool, costPages,
		func(m string) { r.Progress("cost of "+m, 0, 0) })
	return rep, err
}

// counter gives a function that counts one more and reports it.
func (r *Runner) counter(what string, total int) func() {
	var done atomic.Int64
	r.Progress(what, 0, total)
	return func() { r.Progress(what, int(done.Add(1)), total) }
}

// load gives the pages of a corpus that can be judged, at most Limit of them.
func (r *Runner) load(name string) ([]*corpus.Page, error) {
	r.Progress("reading "+name, 0, 0)
	all, err := r.Corpora.Load(name)
	if err != nil {
		return nil, err
	}
	var pages []*corpus.Page
	for _, p := range all {
		if Judged(p) {
			pages = append(pages, p)
		}
	}
	if r.Limit > 0 {
		pages = sample(pages, r.Limit)
	}
	return pages, nil
}

// corpus measures every method on one corpus, whose pages load gives.
func (r *Runner) corpus(ctx context.Context, name string, load func() ([]*corpus.Page, error)) ([]Result, error) {
	fingerprint, err := r.Corpora.Fingerprint(name)
	if err != nil {
		return nil, err
	}
	cache := r.Cache
	cache.Stamp += fmt.Sprintf("-%s-%d", fingerprint, r.Limit)
	var out []Result
	for _, m := range r.Methods {
		for _, n := range r.points(m) {
			res, ok, err := cache.Get(name, m.Name, n)
			if err != nil {
				return nil, err
			}
			// A result on pages that the model has seen is of no use once the method
			// can be cross-validated.
			if ok && res.Seen && m.Holdout != nil {
				ok = false
			}
			if !ok {
				pages, err := load()
				if err != nil {
					return nil, err
				}
				if res, err = r.measure(ctx, name, m, n, pages); err != nil {
					return nil, fmt.Errorf("%s: %w", m.Name, err)
				}
				if err := cache.Put(res); err != nil {
					return nil, err
				}
			}
			if res.Pages > 0 {
				out = append(out, res)
			}
		}
	}
	return out, nil
}

// points are the values of N at which a method is measured; 0 is all pages.
func (r *Runner) points(m method.Method) []int {
	if !m.UsesSite() {
		return []int{0}
	}
	return append([]int{0}, r.Curve...)
}

func (r *Runner) measure(ctx context.Context, name string, m method.Method, n int, pages []*corpus.Page) (Result, error) {
	what := name + " · " + m.Name
	if n > 0 {
		what = fmt.Sprintf("%s · N=%d", what, n)
	}
	seen := len(pages) > 0 && slices.Contains(m.Seen, pages[0].Corpus)
	heldOut := seen && m.Holdout != nil
	predict := r.predict
	if heldOut {
		predict = r.heldOut
	}
	predictions, judged, err := predict(ctx, m, n, pages, r.counter(what, len(pages)))
	if err != nil {
		return Result{}, err
	}
	res := Summarise(pages, predictions, judged)
	res.Corpus, res.Method, res.UsesSite, res.N = name, m.Name, m.UsesSite(), n
	res.Seen, res.HeldOut = seen && !heldOut, heldOut
	return res, nil
}

// predict applies a method to pages, n of a site at once (0: all of it), and
// says which pages it judged. step is called for each of them.
func (r *Runner) predict(ctx context.Context, m method.Method, n int, pages []*corpus.Page, step func()) ([]Prediction, []int, error) {
	switch {
	case m.UsesSite():
		sets := BySite(pages)
		if n > 0 {
			sets = curve(pages, n, leastForCurve)
		}
		var judged []int
		for _, s := range sets {
			judged = append(judged, s.Members[:s.Judged]...)
		}
		predictions, err := Sites(ctx, m.Site, pages, sets, step)
		return predictions, judged, err
	case m.Train != nil:
		pick, err := r.Fit(ctx, m)
		if err != nil {
			return nil, nil, err
		}
		predictions := make([]Prediction, len(pages))
		err = parallel.Do(ctx, len(pages), func(i int) {
			predictions[i] = one(pick(pages[i]), method.NewDoc(pages[i]))
			step()
		})
		return predictions, every(pages), err
	default:
		predictions, err := Pages(ctx, m.Page, pages, step)
		return predictions, every(pages), err
	}
}

// heldOut is predict for pages of a corpus that the method's model is trained
// on: each is judged by a model that has not learned from its site.
func (r *Runner) heldOut(ctx context.Context, m method.Method, n int, pages []*corpus.Page, step func()) ([]Prediction, []int, error) {
	r.Progress("training "+m.Name+" without parts of the sites", 0, 0)
	h, err := m.Holdout(ctx)
	if err != nil {
		return nil, nil, err
	}
	predictions := make([]Prediction, len(pages))
	var judged []int
	for k, part := range h.Parts {
		var members []*corpus.Page
		var at []int
		for i, p := range pages {
			if h.Part(p.Group) == k {
				members, at = append(members, p), append(at, i)
			}
		}
		got, of, err := r.predict(ctx, part, n, members, step)
		if err != nil {
			return nil, nil, err
		}
		for _, i := range of {
			predictions[at[i]] = got[i]
			judged = append(judged, at[i])
		}
	}
	return predictions, judged, nil
}

func every(pages []*corpus.Page) []int {
	out := make([]int, len(pages))
	for i := range out {
		out[i] = i
	}
	return out
}

// Fit trains a method once. What it gives picks for a page a model that has not
// seen its site.
func (r *Runner) Fit(ctx context.Context, m method.Method) (func(*corpus.Page) method.Page, error) {
	if pick := r.fitted[m.Name]; pick != nil {
		return pick, nil
	}
	var training []*corpus.Page
	for _, name := range r.Training {
		pages, err := r.Corpora.Load(name)
		if err != nil {
			return nil, fmt.Errorf("training data: %w", err)
		}
		training = append(training, trainable(pages)...)
	}
	r.Progress("training "+m.Name, 0, len(training))
	pick, err := crossFit(ctx, m.Train, training)
	if err != nil {
		return nil, err
	}
	if r.fitted == nil {
		r.fitted = map[string]func(*corpus.Page) method.Page{}
	}
	r.fitted[m.Name] = pick
	return pick, nil
}

// anyPage gives a page method's function, whichever way it comes by it.
func (r *Runner) anyPage(ctx context.Context, m method.Method) (method.Page, error) {
	if m.Train == nil {
		return m.Page, nil
	}
	pick, err := r.Fit(ctx, m)
	if err != nil {
		return nil, err
	}
	return pick(&corpus.Page{}), nil
}
