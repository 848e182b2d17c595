package pipeline

import (
	"github.com/winnow-news/winnow/classifier"
	"github.com/winnow-news/winnow/classifier/cold"
	"github.com/winnow-news/winnow/classifier/heuristic"
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
		{"winnow", classifier.MethodWinnow, model},
		{"heuristic", classifier.MethodWinnow, guess},
		{"xcex", classifier.MethodXCEX, model},
		{"content-extractor", classifier.MethodContentExtractor, model},
	} {
		if pipelines[p.key], err = New(p.method, p.cold); err != nil {
			return nil, err
		}
	}
	var seen []string
	for _, c := range model.Header().Corpora {
		seen = append(seen, c.Name)
	}
	return []method.Method{
		{Name: "winnow", About: "the default: cold model and what the site's window says", Site: pipelines["winnow"].Site, Seen: seen},
		{Name: "winnow-cold", About: "winnow's verdict from the page alone", Page: pipelines["winnow"].Page, Seen: seen},
		{Name: "winnow-heuristic", About: "winnow with the hand-made scorer in place of the model", Site: pipelines["heuristic"].Site},
		{Name: "xcex", About: "X-CEX made incremental: winnow's comparer, ε = 0.8, nothing else", Site: pipelines["xcex"].Site},
		{Name: "content-extractor", About: "Content Extractor on winnow's blocks and window", Site: pipelines["content-extractor"].Site},
	}, nil
}
