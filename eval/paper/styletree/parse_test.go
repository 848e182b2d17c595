package styletree

import (
	"testing"

	"github.com/winnow-news/winnow/eval/dom"
	"golang.org/x/net/html"
)

func parse(t *testing.T, src string) *html.Node {
	t.Helper()
	doc, err := dom.Parse([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return dom.Body(doc)
}
