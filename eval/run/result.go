package run

import (
	"cmp"
	"math"
	"slices"

	"github.com/winnow-news/winnow/eval/corpus"
	"github.com/winnow-news/winnow/eval/metric"
)

// Figure is a measured value with its 95 % interval over resampled sites.
// Low and High are 0 where no interval was computed.
type Figure struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low,omitempty"`
	High  float64 `json:"high,omitempty"`
}

// SiteFigure is what a comparison of two runs needs of a site: how many pages
// were judged, and the sum of their main metric (word F1, or snippet F).
type SiteFigure struct {
	Site  string  `json:"site"`
	Pages int     `json:"pages"`
	Sum   float64 `json:"sum"`
}

// LanguageFigure is the main metric over the pages of one language, with the
// texts of gold and method as they are read (metric.AsRead): else a language
// whose pages hyphenate softly, or write accents apart, would be measured by
// what a method does with that.
type LanguageFigure struct {
	Language string  `json:"language"` // as the corpus writes it
	Pages    int     `json:"pages"`
	Value    float64 `json:"value"`
}

// Result is what one method scored on one corpus.
type Result struct {
	Corpus string `json:"corpus"`
	Method string `json:"method"`
	// UsesSite: the method saw the site's other pages. N is how many pages of
	// the site it saw at once, 0 for all there are.
	UsesSite bool `json:"uses_site,omitempty"`
	N        int  `json:"n,omitempty"`
	// Seen: the method's shipped model was trained on this corpus. HeldOut: it
	// was, so that each page was judged by a model that has not learned from its
	// site.
	Seen    bool `json:"seen,omitempty"`
	HeldOut bool `json:"held_out,omitempty"`
	Pages   int  `json:"pages"`
	Sites   int  `json:"sites"`
	// Failed pages ended in an error or panic, Empty ones without any text.
	Failed int `json:"failed,omitempty"`
	Empty  int `json:"empty,omitempty"`
	// Figures by the names below; absent where the gold does not allow them.
	Figures map[string]Figure `json:"figures"`
	BySite  []SiteFigure      `json:"by_site,omitempty"`
	// ByLanguage has the languages of a corpus of several, most pages first.
	ByLanguage []LanguageFigure `json:"by_language,omitempty"`
}

// The names of the figures.
const (
	ShingleF1     = "shingle_f1" // of mean precision and mean recall
	ShingleP      = "shingle_p"
	ShingleR      = "shingle_r"
	ShingleMacro  = "shingle_macro" // mean of page F1
	WordF1        = "word_f1"       // mean of page F1, with the title where the gold holds the headline
	WordP         = "word_p"
	WordR         = "word_r"
	WordBody      = "word_body_f1" // without the headline, where it is known
	SnippetF      = "snippet_f"    // micro
	SnippetP      = "snippet_p"
	SnippetR      = "snippet_r"
	SnippetAcc    = "snippet_accuracy"
	BlockF1       = "block_f1" // micro
	BlockP        = "block_p"
	BlockR        = "block_r"
	BlockAccuracy = "block_accuracy"
)

// Main names the figure by which a result is compared with others: word F1
// where there is a full gold text, else snippet F.
func (r Result) Main() string {
	if _, ok := r.Figures[WordF1]; ok {
		return WordF1
	}
	return SnippetF
}

// Value is the value of the main figure.
func (r Result) Value() float64 { return r.Figures[r.Main()].Value }

// Summarise scores the predictions of the judged pages (indices into pages)
// and puts intervals on the main figures.
func Summarise(pages []*corpus.Page, predictions []Prediction, judged []int) Result {
	names, sites := bySite(pages, predictions, judged)
	var all sums
	for _, s := range sites {
		all.merge(s)
	}
	r := Result{Pages: all.pages, Sites: len(sites), Failed: all.failed, Empty: all.empty, Figures: map[string]Figure{}}
	put := func(name string, pick func(sums) metric.Sum, statistic func(metric.Sum) float64, interval bool) {
		if pick(all).Pages == 0 {
			return
		}
		f := Figure{Value: round(statistic(pick(all)))}
		if interval {
			parts := make([]metric.Sum, len(sites))
			for i, s := range sites {
				parts[i] = pick(s)
			}
			b := metric.Bootstrap(parts, statistic)
			f.Low, f.High = round(b.Low), round(b.High)
		}
		r.Figures[name] = f
	}
	shingle := func(s sums) metric.Sum { return s.shingle }
	words := func(s sums) metric.Sum { return s.word }
	body := func(s sums) metric.Sum { return s.body }
	snippet := func(s sums) metric.Sum { return s.snippet }
	block := func(s sums) metric.Sum { return s.block }
	micro := func(figure func(metric.Counts) float64) func(metric.Sum) float64 {
		return func(s metric.Sum) float64 { return figure(s.Micro) }
	}
	put(ShingleF1, shingle, metric.Sum.F1, true)
	put(ShingleP, shingle, metric.Sum.Precision, false)
	put(ShingleR, shingle, metric.Sum.Recall, false)
	put(ShingleMacro, shingle, metric.Sum.Macro, false)
	put(WordF1, words, metric.Sum.Macro, true)
	put(WordP, words, metric.Sum.Precision, false)
	put(WordR, words, metric.Sum.Recall, false)
	put(WordBody, body, metric.Sum.Macro, false)
	put(SnippetF, snippet, micro(metric.Counts.F1), true)
	put(SnippetP, snippet, micro(metric.Counts.Precision), false)
	put(SnippetR, snippet, micro(metric.Counts.Recall), false)
	put(SnippetAcc, snippet, micro(metric.Counts.Accuracy), false)
	put(BlockF1, block, micro(metric.Counts.F1), true)
	put(BlockP, block, micro(metric.Counts.Precision), false)
	put(BlockR, block, micro(metric.Counts.Recall), false)
	put(BlockAccuracy, block, micro(metric.Counts.Accuracy), false)
	r.BySite = siteFigures(names, sites, r.Main())
	r.ByLanguage = languageFigures(pages, predictions, judged, r.Main())
	return r
}

// languageFigures gives the main figure by language; nil for a corpus of one
// language, whose pages need not be scored again.
func languageFigures(pages []*corpus.Page, predictions []Prediction, judged []int, main string) []LanguageFigure {
	of := map[string]*sums{}
	var known []int
	for _, i := range judged {
		if l := pages[i].Lang; l != "" {
			of[l], known = &sums{}, append(known, i)
		}
	}
	if len(of) < 2 {
		return nil
	}
	scores := judgeAll(known, func(i int) (*corpus.Page, Prediction) { return asRead(pages[i], predictions[i]) })
	for k, i := range known {
		of[pages[i].Lang].merge(scores[k])
	}
	var out []LanguageFigure
	for l, s := range of {
		f := LanguageFigure{Language: l, Pages: s.word.Pages, Value: round(s.word.Macro())}
		if main == SnippetF {
			f.Pages, f.Value = s.snippet.Pages, round(s.snippet.Micro.F1())
		}
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b LanguageFigure) int {
		return cmp.Or(cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.Language, b.Language))
	})
	return out
}

// asRead gives a page and a prediction whose texts are as they are read.
func asRead(p *corpus.Page, pred Prediction) (*corpus.Page, Prediction) {
	read := *p
	read.Title, read.GoldText = metric.AsRead(p.Title), metric.AsRead(p.GoldText)
	read.With, read.Without = allAsRead(p.With), allAsRead(p.Without)
	pred.Title, pred.Body = metric.AsRead(pred.Title), metric.AsRead(pred.Body)
	return &read, pred
}

func allAsRead(texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = metric.AsRead(t)
	}
	return out
}

func siteFigures(names []string, sites []sums, main string) []SiteFigure {
	out := make([]SiteFigure, len(names))
	for i, s := range sites {
		m := s.word
		if main == SnippetF {
			m = s.snippet
		}
		out[i] = SiteFigure{Site: names[i], Pages: m.Pages, Sum: round(m.Macro() * float64(m.Pages))}
	}
	return out
}

// round keeps four decimals: more would pretend.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }
