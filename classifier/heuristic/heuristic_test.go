package heuristic

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/classifier/internal/pagetext"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

func scores(t testing.TB, page string) ([]float32, *pb.SegmentedPage) {
	t.Helper()
	s, err := pagetext.Parse(page)
	if err != nil {
		t.Fatal(err)
	}
	dst := make([]float32, len(s.Page.Blocks))
	New().Scores(s.Page, dst)
	return dst, s.Page
}

// The signs only say what is expected: + content, - not.
const newsPage = `@title Storm hits the coast
body
  header.masthead |- The Example
  nav.menu
    li |- [[Home]]
    li |- [[Sport]]
  main
    article.story
      h1.headline |- Storm hits the coast
      div.byline |- By Ann Smith
      div.article-body
        p |+ A storm hit the coast on Sunday night, and thousands of homes were without power until the morning, when the wind fell.
        figure
          figcaption |- Waves at the pier. Photo: A. Nother
        p |+ Repair crews came from three counties, the company said, and most lines stood again by noon, although some villages had to wait.
        h2 |+ The morning after
        p |+ Nobody was hurt, the police said, but a roof was blown off the school, and two trees fell on cars that stood in the street.
        p |+ It was over by ten.
      div.share |- [[Facebook]] [[Twitter]]
      section.comments
        div.comment
          p.author |- Joe 12 wrote:
          p |- I was there that night, and I have never seen anything like it in all of my life, believe me, it was very loud.
      div.related
        h3 |- More stories
        li |- [[How to prepare for a storm]]
        li |- [[Ten photos of the storm]]
  aside.sidebar
    p |- Sign up for our newsletter, and we will send you the best stories of the day every morning.
  footer |- Copyright 2026 The Example. All rights reserved.`

func TestScoresTellContent(t *testing.T) {
	got, page := scores(t, newsPage)
	signs := strings.Split(newsPage, "|")[1:]
	for i, b := range page.Blocks {
		content := strings.HasPrefix(signs[i], "+")
		if (got[i] > 0.5) != content {
			t.Errorf("%.2f for %q, content: %v", got[i], b.Text, content)
		}
	}
}

// Old pages have neither classes nor semantic tags.
func TestScoresWithoutNames(t *testing.T) {
	got, page := scores(t, `@title An old page
body
  table
    tr
      td
        li |- [[Home]]
        li |- [[News]]
        li |- [[Sport]]
      td
        p |+ In the old days a page was laid out with tables, and the text of an article stood in one large cell of it, with everything else around it.
        p |+ There were no classes then, and no tags that said what was what, so that only the text and the links could tell.
        p |+ It was a simple time, in its way, and pages were small, as they had to be with the lines of those days.
      td |- [[Buy a modem now]]`)
	for i, b := range page.Blocks {
		if content := b.Stats.LinkWords == 0; (got[i] > 0.5) != content {
			t.Errorf("%.2f for %q", got[i], b.Text)
		}
	}
}

// Names count by distance, and nearer ones more.
func TestFeaturesOfNames(t *testing.T) {
	_, page := scores(t, "body\n  div.comments\n    div\n      p |+ Text")
	m := New()
	var f [features]float64
	m.look(page).measure(page, 0, &f)
	if got := f[fNames+nameComment]; got != 1.0/3 {
		t.Errorf("comment two levels above: %v, want 1/3", got)
	}
	if f[fTagParagraph] != 1 || f[fTagArticle] != 0 {
		t.Error("tags are mixed up")
	}
}

func FuzzScores(f *testing.F) {
	f.Add([]byte("anything that makes a few elements and blocks"))
	f.Fuzz(func(t *testing.T, data []byte) {
		page := &pb.SegmentedPage{}
		for ; len(data) >= 8; data = data[8:] {
			n := binary.LittleEndian.Uint64(data)
			page.Elements = append(page.Elements, &pb.Element{Parent: int32(n % 64), Tag: []string{"p", "div", "td", "nav"}[n>>8%4], Id: string(data)})
			page.Blocks = append(page.Blocks, &pb.Block{Element: int32(n>>16%64) - 1, Text: string(data), Stats: &pb.TextStats{
				Words: uint32(n >> 32), LinkWords: uint32(n >> 20), Commas: uint32(n >> 40), Chars: uint32(n), Upper: uint32(n >> 3), Digits: math.MaxUint32,
			}})
		}
		dst := make([]float32, len(page.Blocks))
		New().Scores(page, dst)
		for i, p := range dst {
			if !(p >= 0 && p <= 1) {
				t.Fatalf("block %d: %v", i, p)
			}
		}
	})
}
