package run

import (
	"cmp"
	"runtime"
	"slices"
	"time"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/dom"
	"github.com/winnow-news/winnow/eval/method"
	"github.com/zeebo/xxh3"
)

// Cost is what a method needs for a page: CPU time of the whole process, its
// garbage collector included.
type Cost struct {
	Method string `json:"method"`
	Pages  int    `json:"pages"`
	// MS is the mean in milliseconds, P99 the 99th percentile (absent for site
	// methods, which do not work page by page).
	MS  float64 `json:"ms"`
	P99 float64 `json:"p99_ms,omitempty"`
	// Parses is MS over that of a bare parse of the same pages in the same run.
	Parses float64 `json:"parses"`
	// Allocs and KB are heap objects and kilobytes allocated.
	Allocs float64 `json:"allocs"`
	KB     float64 `json:"kb"`
}

// measureCosts measures methods one after the other, each alone on the machine and in
// turn with the bare parse, on pages drawn from a pool. The first entry is the
// bare parse.
func measureCosts(methods []method.Method, extract func(method.Method) (method.Page, error), pool []*corpus.Page, perCorpus int, progress func(string)) ([]Cost, error) {
	pages, sets := docs(sample(pool, perCorpus)), siteSample(pool)
	parsePages := func() Cost { return measurePages("parse", parse, pages) }
	parseSites := func() Cost { return measureSites("parse", parseAll, sets) }
	out := []Cost{beside(parsePages, parsePages)}
	out[0].Parses = 1
	for _, m := range methods {
		progress(m.Name)
		if m.UsesSite() {
			out = append(out, beside(parseSites, func() Cost { return measureSites(m.Name, m.Site, sets) }))
			continue
		}
		page, err := extract(m)
		if err != nil {
			return nil, err
		}
		out = append(out, beside(parsePages, func() Cost { return measurePages(m.Name, page, pages) }))
	}
	return out, nil
}

func parse(d method.Doc) (method.Text, error) {
	_, err := dom.Parse(d.HTML)
	return method.Text{}, err
}

func parseAll(ds []method.Doc) ([]method.Text, error) {
	for _, d := range ds {
		if _, err := parse(d); err != nil {
			return nil, err
		}
	}
	return make([]method.Text, len(ds)), nil
}

const (
	costRounds = 7
	costTime   = 3 * time.Second // no round begins after so much CPU time
)

// beside measures a method and the bare parse in turn, for a machine is not
// equally fast all the time, and gives the round whose ratio is the median.
func beside(parse, m func() Cost) Cost {
	var rounds []Cost
	for begin := cpuTime(); len(rounds) == 0 || len(rounds) < costRounds && cpuTime()-begin < costTime; {
		base, c := parse(), m()
		c.Parses = ratio(c.MS, base.MS)
		rounds = append(rounds, c)
	}
	slices.SortFunc(rounds, func(a, b Cost) int { return cmp.Compare(a.Parses, b.Parses) })
	return rounds[len(rounds)/2]
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

func docs(pages []*corpus.Page) []method.Doc {
	out := make([]method.Doc, len(pages))
	for i, p := range pages {
		out[i] = method.NewDoc(p)
	}
	return out
}

func measurePages(name string, extract method.Page, ds []method.Doc) Cost {
	for _, d := range ds[:min(len(ds), 5)] { // caches, lazily built tables
		_ = one(extract, d)
	}
	times := make([]float64, len(ds))
	mem := begin()
	for i, d := range ds {
		t := cpuTime()
		_ = one(extract, d)
		times[i] = milliseconds(cpuTime() - t)
	}
	c := mem.end(name, len(ds))
	slices.Sort(times)
	if len(times) > 0 {
		c.P99 = times[(len(times)-1)*99/100]
	}
	return c
}

func measureSites(name string, extract method.Site, sets [][]method.Doc) Cost {
	n := 0
	mem := begin()
	for _, set := range sets {
		n += len(set)
		_, _ = many(extract, set)
	}
	return mem.end(name, n)
}

// meter notes where the process stood.
type meter struct {
	cpu time.Duration
	mem runtime.MemStats
}

func begin() *meter {
	m := &meter{}
	runtime.GC()
	runtime.ReadMemStats(&m.mem)
	m.cpu = cpuTime()
	return m
}

func (m *meter) end(name string, pages int) Cost {
	cpu := cpuTime() - m.cpu
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	n := float64(max(pages, 1))
	return Cost{
		Method: name, Pages: pages, MS: milliseconds(cpu) / n,
		Allocs: float64(now.Mallocs-m.mem.Mallocs) / n,
		KB:     float64(now.TotalAlloc-m.mem.TotalAlloc) / 1024 / n,
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// sample draws the same pages of each corpus every time.
func sample(pool []*corpus.Page, perCorpus int) []*corpus.Page {
	sorted := slices.Clone(pool)
	slices.SortFunc(sorted, func(a, b *corpus.Page) int {
		return cmp.Compare(xxh3.HashString(a.Key()), xxh3.HashString(b.Key()))
	})
	taken := map[string]int{}
	var out []*corpus.Page
	for _, p := range sorted {
		if taken[p.Corpus] < perCorpus {
			taken[p.Corpus]++
			out = append(out, p)
		}
	}
	return out
}

// costPool keeps of a corpus what measureCosts can draw from, so that not all corpora
// lie in memory at once: the sample, and the pages of its largest site.
func costPool(pages []*corpus.Page, perCorpus int) []*corpus.Page {
	out := sample(pages, perCorpus)
	count, best := map[string]int{}, ""
	for _, p := range pages {
		count[p.Template()]++
		if n := count[p.Template()]; n > count[best] || n == count[best] && p.Template() < best {
			best = p.Template()
		}
	}
	for _, p := range pages {
		if p.Template() == best && !slices.Contains(out, p) {
			if out = append(out, p); len(out) > perCorpus+20 {
				break
			}
		}
	}
	return out
}

// siteSample gives up to twenty pages of each of three sites.
func siteSample(pool []*corpus.Page) [][]method.Doc {
	const sites, each = 3, 20
	byTemplate := map[string][]*corpus.Page{}
	for _, p := range pool {
		key := p.Corpus + "/" + p.Template()
		if len(byTemplate[key]) < each {
			byTemplate[key] = append(byTemplate[key], p)
		}
	}
	var names []string
	for name := range byTemplate {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(byTemplate[b]), len(byTemplate[a])), cmp.Compare(a, b))
	})
	var out [][]method.Doc
	for _, name := range names[:min(sites, len(names))] {
		out = append(out, docs(byTemplate[name]))
	}
	return out
}
