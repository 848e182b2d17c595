package classifier

import (
	"fmt"
	"strings"
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// benchPage is a page with n blocks, a third of them content.
func benchPage(b *testing.B, n int) *pb.ScoredPage {
	var page strings.Builder
	page.WriteString("@title A storm hits the coast\nbody\n  nav\n")
	for i := range n / 3 {
		fmt.Fprintf(&page, "    li {template} |- [[Section number %d of the site]]\n", i)
	}
	page.WriteString("  main\n    h1 |- A storm hits the coast\n    div.article-body\n")
	for i := range n / 3 {
		fmt.Fprintf(&page, "      p |+ Paragraph %d says that the storm, which had been expected on day %d, came later than the people of town %d thought, and that nobody was hurt.\n", i, i*7, i*13)
	}
	page.WriteString("  aside\n")
	for i := range n / 3 {
		fmt.Fprintf(&page, "    div.teaser |- [[Another story of the day, number %d, about something else]]\n", i)
	}
	return parse(b, page.String())
}

func BenchmarkDecide(b *testing.B) {
	for _, n := range []int{150, 100_000} {
		b.Run(fmt.Sprintf("blocks=%d", n), func(b *testing.B) {
			c := newClassifier(b)
			scored := benchPage(b, n)
			b.SetBytes(textBytes(scored.Page))
			b.ReportAllocs()
			for b.Loop() {
				if a, _ := c.Decide(scored); a.WordCount < 100 {
					b.Fatalf("%d words", a.WordCount)
				}
			}
		})
	}
}

// Elements that hold nothing but one another, around an article that stands
// there twice.
func BenchmarkDecideNested(b *testing.B) {
	var page strings.Builder
	page.WriteString("@title A storm hits the coast\nbody\n")
	in := "  "
	for range 400 {
		page.WriteString(in + "div\n")
		in += "  "
	}
	for range 2 {
		page.WriteString(in + "section\n")
		for i := range 2000 {
			fmt.Fprintf(&page, "%s  p |+ Paragraph %d says that the storm, expected on day %d, came later than town %d thought.\n", in, i, i*7, i*13)
		}
	}
	c, scored := newClassifier(b), parse(b, page.String())
	b.SetBytes(textBytes(scored.Page))
	b.ReportAllocs()
	for b.Loop() {
		if a, _ := c.Decide(scored); a.WordCount != 2000*16 {
			b.Fatalf("%d words", a.WordCount)
		}
	}
}

func BenchmarkColdScores(b *testing.B) {
	c := newClassifier(b)
	scored := benchPage(b, 150)
	b.SetBytes(textBytes(scored.Page))
	b.ReportAllocs()
	for b.Loop() {
		if s := c.ColdScores(scored.Page); len(s) != len(scored.Page.Blocks) {
			b.Fatal(len(s))
		}
	}
}

func textBytes(page *pb.SegmentedPage) int64 {
	n := 0
	for _, b := range page.Blocks {
		n += len(b.Text)
	}
	return int64(n)
}
