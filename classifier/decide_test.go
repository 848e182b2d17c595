package classifier

import (
	"encoding/binary"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/classifier/judge"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/proto"
)

func TestDecideIsDeterministicAndPure(t *testing.T) {
	c := newClassifier(t)
	for _, g := range goldens(t) {
		before := proto.CloneOf(g.scored)
		a, _ := c.Decide(g.scored)
		b, _ := c.Decide(g.scored)
		if !proto.Equal(a, b) {
			t.Errorf("%s: two articles of one page", g.name)
		}
		if !proto.Equal(before, g.scored) {
			t.Errorf("%s: Decide changed the page", g.name)
		}
	}
}

func TestScoreAlone(t *testing.T) {
	c := newClassifier(t)
	page := goldens(t)[0].scored.Page
	s := c.ScoreAlone(page)
	if s.Position != 0 || s.Window != 1 || len(s.Scores) != len(page.Blocks) {
		t.Fatalf("position %d, window %d, %d scores", s.Position, s.Window, len(s.Scores))
	}
	cold := c.ColdScores(page)
	for i, b := range s.Scores {
		if math.Abs(float64(b.Cold-cold[i])) > 0.5/255 || b.SimilarPages != 1 || b.Template {
			t.Errorf("block %d: %v, cold %v", i, b, cold[i])
		}
	}
}

// A page that is no article comes without scores; it is judged alone.
func TestDecideWithoutScores(t *testing.T) {
	c := newClassifier(t)
	for _, g := range goldens(t) {
		alone, _ := c.Decide(c.ScoreAlone(g.scored.Page))
		bare, _ := c.Decide(&pb.ScoredPage{Page: g.scored.Page})
		if !proto.Equal(alone, bare) {
			t.Errorf("%s: judged alone %v, without scores %v", g.name, alone, bare)
		}
	}
}

func TestExplainTellsWhatDecideDoes(t *testing.T) {
	c := newClassifier(t)
	for _, g := range goldens(t) {
		_, out := c.Decide(g.scored)
		reports := c.Explain(g.scored)
		if len(reports) != len(out) {
			t.Fatalf("%s: %d reports, %d verdicts", g.name, len(reports), len(out))
		}
		for i, r := range reports {
			if r.Content != out[i].Content || r.Score != out[i].Score || r.Reason != out[i].Reason.String() || r.Text != g.scored.Page.Blocks[i].Text {
				t.Errorf("%s: block %d: report %+v, verdict %+v", g.name, i, r, out[i])
			}
		}
	}
	r := c.Explain(parse(t, "body\n  main#m.a.b\n    p {template similar=4} |0.7 Text"))[0]
	want := BlockReport{Text: "Text", Path: "body > main#m.a.b > p", Kind: "paragraph", Group: r.Group, SimilarPages: 4,
		Window: 10, Threshold: 3, IBDF: 0.25, Template: true, PlacePages: 1, Cold: 0.7, Reason: "recurs on the site"}
	if len(r.Contributions) < 2 || r.Contributions[0].Family != "text" {
		t.Errorf("contributions %+v", r.Contributions)
	}
	r.Contributions = nil
	if !reflect.DeepEqual(r, want) || len(r.Group) != 16 || r.Group == "0000000000000000" {
		t.Errorf("report %+v, want %+v", r, want)
	}
}

// randomPage makes a page of arbitrary bytes: any tree, any text, any score.
func randomPage(data []byte) *pb.ScoredPage {
	take := func() uint32 {
		if len(data) < 4 {
			rest := append(data, 0, 0, 0, 0)
			data = nil
			return binary.LittleEndian.Uint32(rest)
		}
		n := binary.LittleEndian.Uint32(data)
		data = data[4:]
		return n
	}
	tags := []string{"body", "div", "p", "h1", "h2", "ul", "ol", "li", "table", "tr", "td", "pre", "blockquote", "figure", "figcaption", "caption", ""}
	classes := []string{"byline", "caption", "intro", "tweet", "comment", "article-body", ""}
	words := strings.Fields("storm coast The said, Monday. 42 字 | - ``` \u00ad # town")
	page := &pb.SegmentedPage{PageId: "p", ArticleId: "a", Site: "s", PageClass: isArticle, Metadata: &pb.Metadata{Title: "The storm Monday."}}
	scored := &pb.ScoredPage{Page: page, Window: 10, Threshold: 3}
	for range take() % 40 {
		n := take()
		page.Elements = append(page.Elements, &pb.Element{
			Parent: int32(n%48) - 4, Tag: tags[n/48%uint32(len(tags))], Classes: []string{classes[n>>16%32%uint32(len(classes))]}, Hidden: n>>28 == 0,
		})
	}
	for range take() % 60 {
		n := take()
		var text []string
		for k := range n % 90 {
			text = append(text, words[(n>>8+k*k)%uint32(len(words))])
		}
		page.Blocks = append(page.Blocks, &pb.Block{
			Element: int32(n%44) - 2, Place: uint64(n % 3), Text: strings.Join(text, []string{" ", "\n"}[n>>31]),
			Stats: &pb.TextStats{Words: uint32(len(text)), EndsSentence: n&64 > 0, LinkWords: n >> 20 % 90},
		})
		scored.Scores = append(scored.Scores, &pb.BlockScore{
			Cold: float32(n>>8&1023) / 1000, Template: n>>24%7 == 0, PlaceLevel: int32(n>>16%7) - 3,
		})
	}
	return scored
}

func FuzzDecide(f *testing.F) {
	f.Add([]byte("a page of arbitrary bytes, long enough for a few elements and blocks in it"))
	f.Add([]byte{})
	var classifiers []*Classifier
	for _, m := range judge.Methods() {
		cfg := DefaultConfig()
		cfg.Method, cfg.MaxText = m.Name(), 2000
		c, err := New(cfg, coldModel(f))
		if err != nil {
			f.Fatal(err)
		}
		classifiers = append(classifiers, c)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, c := range classifiers {
			scored := randomPage(data)
			a, out := c.Decide(scored)
			if len(out) != len(scored.Page.Blocks) {
				t.Fatalf("%d verdicts for %d blocks", len(out), len(scored.Page.Blocks))
			}
			holdTextFromBlocks(t, scored.Page, a)
		}
	})
}

// holdTextFromBlocks checks that every word of the article stands in the page's
// blocks, in their order.
func holdTextFromBlocks(t *testing.T, page *pb.SegmentedPage, a *pb.Article) {
	t.Helper()
	var all []string
	for _, b := range page.Blocks {
		all = append(all, strings.Fields(cleanText(b.Text, pb.Paragraph_PARAGRAPH))...)
	}
	at := 0
	for _, p := range a.Paragraphs {
		if strings.TrimSpace(p.Text) == "" {
			t.Fatal("an empty paragraph")
		}
		for _, w := range strings.Fields(strings.ReplaceAll(p.Text, " | ", " ")) {
			if w == "|" {
				continue // of a table, or of the page
			}
			for at < len(all) && !strings.HasSuffix(w, all[at]) {
				at++
			}
			if at == len(all) {
				t.Fatalf("%q of paragraph %q is not in the blocks behind what came before", w, p.Text)
			}
		}
	}
}

// The body that a publisher declares is the text where the page has none, or
// little more than its beginning.
func TestDeclaredBody(t *testing.T) {
	c := newClassifier(t)
	for _, tt := range []struct {
		shown, declared int // words
		want            string
	}{{10, 0, "shown"}, {10, 20, "shown"}, {10, 30, "declared"}, {60, 150, "shown"}, {60, 500, "declared"}} {
		scored := parse(t, "body\n  p |+ "+strings.Repeat("shown ", tt.shown))
		scored.Page.Metadata.ArticleBody = strings.Repeat("declared ", tt.declared)
		a, _ := c.Decide(scored)
		if !strings.HasPrefix(a.Text, tt.want) {
			t.Errorf("%d words shown, %d declared: %.20q", tt.shown, tt.declared, a.Text)
		}
		if from := a.MetadataSources["text"]; (from == textFromJSONLD) != (tt.want == "declared") {
			t.Errorf("%d words shown, %d declared: text from %q", tt.shown, tt.declared, from)
		}
	}
}

// The default method's verdicts must not depend on |S_i| and N, which change
// with every page of the site.
func TestWinnowUsesDiscreteFactsOnly(t *testing.T) {
	c := newClassifier(t)
	for _, g := range goldens(t) {
		a, _ := c.Decide(g.scored)
		for i, s := range g.scored.Scores {
			s.SimilarPages += uint32(i)
			s.PlacePages += 7
			s.Group = 0
		}
		g.scored.Window += 100
		b, _ := c.Decide(g.scored)
		if textHash(a) != textHash(b) {
			t.Errorf("%s: the article changed with the counts", g.name)
		}
	}
}
