package pipeline

import (
	"fmt"

	"github.com/winnow-news/winnow/classifier"
	"github.com/winnow-news/winnow/classifier/cold"
	"github.com/winnow-news/winnow/classifier/heuristic"
	"github.com/winnow-news/winnow/classifier/judge"
	"github.com/winnow-news/winnow/eval/method"
)

// Methods lists Winnow's own methods, with the cold model that is shipped and,
// as the yardstick for it, the hand-made scorer that needs no training.
func Methods() ([]method.Method, error) {
	model, err := cold.New()
	if err != nil {
		return nil, err
	}
	guess := heuristic.New()
	pipelines := make(map[string]*Pipeline)
	for _, p := range []struct {
		key, method string
		cold        classifier.Cold
	}{
		{"winnow", judge.Winnow, model},
		{"heuristic", judge.Winnow, guess},
		{"xcex", judge.XCEX, model},
		{"content-extractor", judge.ContentExtractor, model},
	} {
		if pipelines[p.key], err = New(p.method, p.cold); err != nil {
			return nil, err
		}
	}
	var seen []string
	for _, c := range model.Header().Corpora {
		seen = append(seen, c.Name)
	}
	return append(winnow(pipelines["winnow"], seen), []method.Method{
		{Name: "winnow-heuristic", About: "winnow with the hand-made scorer in place of the model", Site: pipelines["heuristic"].Site},
		{Name: "xcex", About: "X-CEX made incremental: winnow's comparer, ε = 0.8, nothing else", Site: pipelines["xcex"].Site},
		{Name: "content-extractor", About: "Content Extractor on winnow's blocks and window", Site: pipelines["content-extractor"].Site},
	}...), nil
}

// winnow gives the methods that rest on the cold model, which has learned from
// the corpora seen.
func winnow(p *Pipeline, seen []string) []method.Method {
	return []method.Method{
		{Name: "winnow", About: "the default: cold model and what the site's window says", Site: p.Site, Seen: seen},
		{Name: "winnow-cold", About: "winnow's verdict from the page alone", Page: p.Page, Seen: seen},
	}
}

// WithModel gives the method winnow or winnow-cold with another cold model, whose
// file's content is model.
func WithModel(name string, model []byte) (method.Method, error) {
	m, err := cold.Decode(model)
	if err != nil {
		return method.Method{}, err
	}
	p, err := New(judge.Winnow, m)
	if err != nil {
		return method.Method{}, err
	}
	for _, m := range winnow(p, nil) {
		if m.Name == name {
			return m, nil
		}
	}
	return method.Method{}, fmt.Errorf("method %q has no cold model", name)
}
