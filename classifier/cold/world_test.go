package cold

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/proto/word"
)

// builder makes segmented pages by hand.
type builder struct {
	page pb.SegmentedPage
}

// element adds an element below parent and gives its index; names is
// "tag.class.class#id".
func (b *builder) element(parent int32, names string) int32 {
	names, id, _ := strings.Cut(names, "#")
	parts := strings.Split(names, ".")
	b.page.Elements = append(b.page.Elements, &pb.Element{Parent: parent, Tag: parts[0], Classes: parts[1:], Id: id})
	return int32(len(b.page.Elements) - 1)
}

// block adds a text to an element; all of it is link text where links are
// given.
func (b *builder) block(element int32, text string, links ...string) {
	s := &pb.TextStats{
		Words: uint32(len(word.Hashes(nil, text))), Commas: uint32(strings.Count(text, ",")),
		SentenceEnds: uint32(strings.Count(text, ".")), EndsSentence: strings.HasSuffix(text, "."), Links: uint32(len(links)),
	}
	for _, r := range text {
		if !unicode.IsSpace(r) {
			s.Chars++
		}
		if unicode.IsUpper(r) {
			s.Upper++
		}
	}
	if len(links) > 0 {
		s.LinkWords, s.LinkChars = s.Words, s.Chars
	}
	b.page.Blocks = append(b.page.Blocks, &pb.Block{Element: element, Text: text, Stats: s, Links: links})
}

// newsPage is an article of n paragraphs in the usual surroundings.
func newsPage(n int) *pb.SegmentedPage {
	b := &builder{page: pb.SegmentedPage{
		Url: "https://news.example/2026/storm", PageClass: pb.PageClass_PAGE_CLASS_ARTICLE,
		Metadata: &pb.Metadata{
			Title: "A storm hits the coast", HtmlTitle: "A storm hits the coast - Example News",
			Description: "Nobody was hurt when a storm hit the coast.", Types: []string{"newsarticle"},
		},
	}}
	body := b.element(-1, "body")
	list := b.element(b.element(body, "nav.main-nav"), "ul.menu")
	for _, s := range []string{"Home", "World", "Sport", "Weather", "Culture"} {
		b.block(b.element(list, "li"), s, "https://news.example/"+strings.ToLower(s))
	}
	article := b.element(b.element(body, "main"), "article.post")
	b.block(b.element(article, "h1.headline"), "A storm hits the coast")
	b.block(b.element(article, "div.byline"), "By Jane Doe, 3 May 2026", "https://news.example/author/jane")
	text := b.element(article, "div.article-body")
	for i := range n {
		b.block(b.element(text, "p"), fmt.Sprintf("The storm of day %d came later than the people of town %d had thought, and although "+
			"roofs were torn off and trees fell onto roads, nobody was hurt, as the mayor said in the evening.", i*7, i*13))
	}
	related := b.element(b.element(body, "aside.related"), "ul")
	for i := range 6 {
		b.block(b.element(related, "li.teaser"), fmt.Sprintf("Another story of the day, number %d", i), fmt.Sprintf("https://news.example/2026/%d", i))
	}
	comments := b.element(body, "section.comments#comments")
	for i := range 4 {
		comment := b.element(comments, "div.comment")
		b.block(b.element(comment, "div.meta"), fmt.Sprintf("Reader %d, May %d, 2026 at 8:43", i, i+4))
		b.block(b.element(comment, "p"), fmt.Sprintf("I was there on day %d, and it was not as bad as all that, was it?", i))
	}
	b.block(b.element(body, "footer"), "© 2026 Example News. All rights reserved.")
	return &b.page
}

func shippedModel(t testing.TB) *Model {
	t.Helper()
	m, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// randomTree grows a tree with splits until it has so many leaves.
func randomTree(rng *rand.Rand, leaves, features int) Tree {
	t := Tree{Left: []int{-1}, Right: []int{-1}, Feature: []int{0}, Value: []float32{0}, Mean: []float32{0}}
	type end struct{ node, level int }
	for open := []end{{0, 0}}; len(open) < leaves; {
		k := rng.IntN(len(open))
		at, n := open[k], len(t.Left)
		if at.level == depth {
			continue
		}
		i := at.node
		t.Left[i], t.Right[i], t.Feature[i], t.Value[i] = n, n+1, rng.IntN(features), rng.Float32()
		t.Mean[i] = rng.Float32() - 0.5
		for range 2 {
			t.Left, t.Right = append(t.Left, -1), append(t.Right, -1)
			t.Feature, t.Value, t.Mean = append(t.Feature, 0), append(t.Value, rng.Float32()-0.5), append(t.Mean, 0)
		}
		open[k] = end{n, at.level + 1}
		open = append(open, end{n + 1, at.level + 1})
	}
	return t
}
