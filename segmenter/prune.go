package segmenter

import (
	"fmt"
	"strings"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/andybalholm/cascadia"
	"github.com/winnow-news/winnow/segmenter/internal/markup"
	"golang.org/x/net/html"
)

// pruneSelector makes one selector of a list; nil of an empty one. The error
// names the first that is none.
func pruneSelector(list []string) (cascadia.Selector, error) {
	if len(list) == 0 {
		return nil, nil
	}
	for _, s := range list {
		if _, err := cascadia.Compile(s); err != nil {
			return nil, fmt.Errorf("%w: prune: %q: %v", ErrConfig, s, err)
		}
	}
	return cascadia.Compile(strings.Join(list, ","))
}

// prune empties the elements of doc that the user does not want read. They
// stay as bare tags, so that what stands before and behind does not become one
// block.
func (s *Segmenter) prune(doc *html.Node, c *markup.Condenser, deadline time.Time) error {
	if s.pruned == nil {
		return nil
	}
	c.RestoreAll(doc)
	m := &timedMatcher{Selector: s.pruned, deadline: deadline}
	for _, n := range goquery.NewDocumentFromNode(doc).FindMatcher(m).Nodes {
		n.FirstChild, n.LastChild, n.Attr = nil, nil, nil
	}
	if m.late {
		return ErrTooSlow
	}
	return nil
}

// timedMatcher is a goquery.Matcher that finds nothing more once it is late:
// selectors that count siblings cost the square of them, and a hostile page has
// a million.
type timedMatcher struct {
	cascadia.Selector
	deadline time.Time
	late     bool
	looks    int
}

// MatchAll gives root and what is below it, as far as it matches.
func (m *timedMatcher) MatchAll(root *html.Node) (found []*html.Node) {
	if m.matches(root) {
		found = append(found, root)
	}
	for n := range root.Descendants() {
		if m.matches(n) {
			found = append(found, n)
		}
		if m.late {
			break
		}
	}
	return found
}

func (m *timedMatcher) matches(n *html.Node) bool {
	if m.looks++; m.looks&0x3f == 0 {
		m.late = m.late || time.Now().After(m.deadline)
	}
	return !m.late && m.Match(n)
}
