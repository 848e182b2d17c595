package comparer

import (
	"fmt"
	"slices"
	"testing"

	"github.com/zeebo/xxh3"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// story is a page of body > header, main > (article, box); every element is
// known by its name.
func story(id string, lead, text, box string) *pb.SegmentedPage {
	p := version(id, id, 1)
	for _, e := range []struct {
		parent    int32
		tag, name string
	}{{-1, "body", "body"}, {0, "header", "header"}, {0, "main", "main"}, {2, "article", "article"}, {3, "p", "p"}, {2, "div", "box"}} {
		p.Elements = append(p.Elements, &pb.Element{Parent: e.parent, Tag: e.tag, Place: xxh3.HashString(e.name)})
	}
	for i, text := range map[int32]string{1: lead, 4: text, 5: box} {
		if text != "" {
			b := block(p.Elements[i].Tag, text, "p", "")
			b.Element = i
			p.Blocks = append(p.Blocks, b)
		}
	}
	slices.SortFunc(p.Blocks, func(a, b *pb.Block) int { return int(a.Element - b.Element) })
	return p
}

func prose(seed, words int) (s string) {
	for i := range words {
		s += fmt.Sprintf("word%d ", seed*1000+i)
	}
	return s
}

func outsides(t *testing.T, w *Window, p *pb.SegmentedPage) (out []bool) {
	t.Helper()
	scored, err := w.Score(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range scored.Scores {
		out = append(out, s.Outside)
	}
	return out
}

// TestHome: articles stand in article, and one page in five has prose in a box
// beside it that reads as well.
func TestHome(t *testing.T) {
	cfg := testConfig(20, 0.8)
	cfg.PlacePages = 100 // levels become known at the same moment
	w := NewWindow(cfg)
	var pages []*pb.SegmentedPage
	for i := range 5 {
		box := ""
		if i == 3 {
			box = prose(100+i, 30)
		}
		pages = append(pages, story(fmt.Sprint("p", i), "", prose(i, 60), box))
	}
	addAll(t, w, 0.9, pages[:4]...)
	if got := outsides(t, w, pages[3]); slices.Contains(got, true) {
		t.Errorf("four pages make a home: %v", got)
	}
	w.Changed()
	addAll(t, w, 0.9, pages[4])
	if got := w.Changed(); !slices.Equal(got, []string{"p3"}) {
		t.Errorf("judged again: %v, want the page with a box", got)
	}
	if got := outsides(t, w, pages[3]); !slices.Equal(got, []bool{false, true}) {
		t.Errorf("outside: %v", got)
	}
	lone := story("lone", prose(200, 60), "", "")
	addAll(t, w, 0.9, lone)
	if got := outsides(t, w, lone); slices.Contains(got, true) {
		t.Errorf("a page that does not have the home: %v", got)
	}
}

// TestNoHome: where the content of a site stands now here, now there, the
// smallest element that holds both is the home, and nothing is outside.
func TestNoHome(t *testing.T) {
	w := NewWindow(testConfig(20, 0.8))
	for i := range 10 {
		text, box := prose(i, 60), prose(100+i, 10)
		if i%2 == 0 {
			text, box = box, text
		}
		p := story(fmt.Sprint("p", i), "", text, box)
		addAll(t, w, 0.9, p)
		if got := outsides(t, w, p); slices.Contains(got, true) {
			t.Fatalf("page %d: %v", i, got)
		}
	}
	if w.homes.home != xxh3.HashString("main") {
		t.Errorf("home is %x, want main", w.homes.home)
	}
}

func TestContainersOfDamagedPages(t *testing.T) {
	w := NewWindow(testConfig(20, 0.8))
	p := story("p", "", prose(1, 60), prose(2, 60))
	p.Blocks[0].Element, p.Elements[5].Parent = 99, 77
	p.Elements[3].Parent = 5 // stands before its parent
	addAll(t, w, 0.9, p)
	p = story("q", "", prose(3, 60), "")
	p.Elements[2].Place = 0
	p.Elements[4].Tag, p.Elements[4].Place = "div", p.Elements[3].Place // a place within itself
	addAll(t, w, 0.9, p)
	if err := w.check(); err != nil {
		t.Error(err)
	}
}
