package pipeline

import (
	"github.com/winnow-news/winnow/classifier"
	"github.com/winnow-news/winnow/classifier/heuristic"
	"github.com/winnow-news/winnow/eval/method"
)

// Methods lists Winnow's own methods.
func Methods() ([]method.Method, error) {
	guess := heuristic.New()
	winnow, err := New(classifier.MethodWinnow, guess)
	if err != nil {
		return nil, err
	}
	xcex, err := New(classifier.MethodXCEX, guess)
	if err != nil {
		return nil, err
	}
	contentExtractor, err := New(classifier.MethodContentExtractor, guess)
	if err != nil {
		return nil, err
	}
	return []method.Method{
		{Name: "winnow", About: "the default: cold model and what the site's window says", Site: winnow.Site},
		{Name: "winnow-cold", About: "winnow's verdict from the page alone", Page: winnow.Page},
		{Name: "xcex", About: "X-CEX made incremental: winnow's comparer, ε = 0.8, nothing else", Site: xcex.Site},
		{Name: "content-extractor", About: "Content Extractor on winnow's blocks and window", Site: contentExtractor.Site},
	}, nil
}
