package newsroom

import (
	"bytes"
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var rewrite = flag.Bool("rewrite", false, "write the golden hashes anew")

// TestGolden notices when the bytes or the truth of a seed change. When that
// is wanted: go test ./newsroom -run Golden -rewrite.
func TestGolden(t *testing.T) {
	var got strings.Builder
	for _, seed := range []uint64{1, 2} {
		cfg := wide()
		cfg.Seed = seed
		n := open(t, cfg)
		for i, s := range n.Sites() {
			h := fnv.New64a()
			for _, index := range []int{0, 8, 20} {
				p, err := n.Page(i, index)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(h, "%s %s %+v", p.URL, p.HTML, p.Truth)
			}
			fmt.Fprintf(&got, "seed %d %s %s %s %016x\n", seed, s.Host, s.Language, s.Architecture, h.Sum64())
		}
	}
	file := filepath.Join("testdata", "golden.txt")
	if *rewrite {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("pages changed (-rewrite if that was meant):\n%s", got.String())
	}
}

func TestOrderOfRequestsDoesNotMatter(t *testing.T) {
	forward, backward := open(t, wide()), open(t, wide())
	pages := map[string][]byte{}
	var urls []string
	for p, err := range forward.Pages() {
		if err != nil {
			t.Fatal(err)
		}
		pages[p.URL] = p.HTML
		urls = append(urls, p.URL)
	}
	for i := len(urls) - 1; i >= 0; i-- {
		p, err := backward.Fetch(urls[i])
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(p.HTML, pages[p.URL]) {
			t.Fatalf("%s differs when asked for in another order", p.URL)
		}
	}
	if len(pages) != len(urls) {
		t.Errorf("%d pages have %d addresses", len(urls), len(pages))
	}
}

func TestSeedsDiffer(t *testing.T) {
	a := open(t, wide())
	cfg := wide()
	cfg.Seed = 99
	b := open(t, cfg)
	pa, _ := a.Page(0, 3)
	pb, _ := b.Page(0, 3)
	if pa.Truth.Text() == pb.Truth.Text() {
		t.Error("two seeds tell the same story")
	}
}
