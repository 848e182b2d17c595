package xcex

import (
	"math"
	"slices"
	"testing"

	"github.com/winnow-news/winnow/eval/paper/siteblock"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func cut(t *testing.T, src string, whole bool) []*siteblock.Block {
	t.Helper()
	blocks, err := siteblock.Cut([]byte(src), Config{Whole: whole}.cut())
	if err != nil {
		t.Fatal(err)
	}
	return blocks
}

// p.a with a b, "one two three four", against p.b with two i, "one two five":
// tags (p, b) and (p, i, i): LCS 1, 2·1/(2+3) = .4; classes {a}, {b}: 0;
// structure .2. Words 2 shared of 4 and 3: 2/√12. Sim = .06 + .7·.5774.
func TestSimilarity(t *testing.T) {
	a := cut(t, `<p class=a>one two <b>three</b> four</p>`, false)[0]
	b := cut(t, `<p class=b>one <i>two</i> <i>five</i></p>`, false)[0]
	want := .3*(.5*.4+.5*0) + .7*2/math.Sqrt(12)
	if got := (Config{}).similarity(a, b); !near(got, want) {
		t.Errorf("Sim %g, want %g", got, want)
	}
	if got := (Config{}).similarity(a, a); !near(got, 1) {
		t.Errorf("a block with itself: %g", got)
	}
	if got := hamming([]rune("abcd"), []rune("abXdef"), 0); !near(got, 3./6) {
		t.Errorf("hamming %g, want 3 of 6 positions", got)
	}
}

func TestBlocksPartitionTheText(t *testing.T) {
	const src = `<div class="x y">lead <span class=z>in</span><p>par <b>bold</b></p>tail<div></div></div>`
	blocks := cut(t, src, false)
	if len(blocks) != 2 || blocks[0].Text != "lead in\ntail" || blocks[1].Text != "par bold" {
		t.Fatalf("blocks %q %q", blocks[0].Text, blocks[1].Text)
	}
	if len(blocks[0].Classes) != 3 || len(blocks[0].Tags) != 2 || len(blocks[1].Tags) != 2 {
		t.Errorf("classes %d, tags %d and %d; want 3, 2 (div span), 2 (p b)", len(blocks[0].Classes), len(blocks[0].Tags), len(blocks[1].Tags))
	}
	whole := cut(t, src, true)
	if whole[0].Text != blocks[0].Text || len(whole[0].Words) != 5 || len(whole[0].Tags) != 5 {
		t.Errorf("whole: %d words, %d tags; want 5 (with those of p) and 5", len(whole[0].Words), len(whole[0].Tags))
	}
}

func page(text string) []byte {
	return []byte(`<body><div class=nav>Home Sport Weather</div><p>` + text + `</p><div class=foot>Imprint and rights reserved</div></body>`)
}

func TestExtract(t *testing.T) {
	pages := [][]byte{page("The river rose again"), page("A mayor resigned today"), page("Cats won some cup")}
	want := []string{"The river rose again", "A mayor resigned today", "Cats won some cup"}
	for name, cfg := range map[string]Config{
		"cosine": {Epsilon: .8}, "hamming": {Epsilon: .8, Hamming: true}, "low epsilon": {Epsilon: .5},
	} {
		got, err := cfg.Extract(pages)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	got, err := Config{Epsilon: .8}.Extract(pages[:1])
	if err != nil || got[0] != "Home Sport Weather\nThe river rose again\nImprint and rights reserved" {
		t.Errorf("one page: %q, %v", got, err)
	}
}

// The shortcuts (size ratio, bitmap) must not change what eq. 6 says.
func TestRecurrenceEqualsItsDefinition(t *testing.T) {
	var pages [][]*siteblock.Block
	for _, src := range []string{
		`<p>one two three four five</p><p>six seven</p>`, `<p>one two three four</p><p class=a>six seven</p>`,
		`<p>one two three</p><p>six</p>`, `<div>six seven</div><p>eight</p><p>one two three four five six</p>`,
	} {
		pages = append(pages, cut(t, src, false))
	}
	for _, eps := range []float64{.4, .6, .8, .9} {
		for _, ham := range []bool{false, true} {
			cfg := Config{Epsilon: eps, Hamming: ham}
			got := siteblock.Recurrence(pages, cfg.similar())
			for p := range pages {
				for k, b := range pages[p] {
					want := 0
					for _, other := range pages {
						if slices.ContainsFunc(other, func(o *siteblock.Block) bool { return cfg.similarity(b, o) > eps }) {
							want++
						}
					}
					if got[p][k] != want {
						t.Errorf("ε %g hamming %v: block %q is on %d pages, want %d", eps, ham, b.Text, got[p][k], want)
					}
				}
			}
		}
	}
}
