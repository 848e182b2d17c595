package cold

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func randomModel(t testing.TB) []byte {
	rng := rand.New(rand.NewPCG(3, 4))
	n := NewFeatures().Count()
	var article, other []Tree
	for range 5 {
		article = append(article, randomTree(rng, 8, n))
		other = append(other, randomTree(rng, 3, n))
	}
	data, err := Encode(Header{Name: "random", Trained: "2026-11-21", Corpora: []Corpus{{Name: "none", Licence: "MIT", Pages: 1, Blocks: 2}}, Seed: 7},
		Forest{Exit{After: 2, Below: -0.5, Sum: -3}, article}, Forest{Trees: other})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestDecodeGivesWhatWasEncoded(t *testing.T) {
	data := randomModel(t)
	m, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	h := m.Header()
	if h.Name != "random" || h.Trees != 10 || h.Seed != 7 || h.Features != m.features.Hash() || !slices.Equal(h.Corpora, []Corpus{{"none", "MIT", 1, 2}}) {
		t.Errorf("header %+v", h)
	}
	if len(m.article.trees) != 5 || len(m.other.trees) != 5 {
		t.Errorf("%d and %d trees", len(m.article.trees), len(m.other.trees))
	}
	if m.article.exit != (Exit{2, -0.5, -3}) || m.other.exit != (Exit{}) {
		t.Errorf("exits %+v, %+v", m.article.exit, m.other.exit)
	}
}

func TestDecodeRefuses(t *testing.T) {
	good := randomModel(t)
	changed := func(change func([]byte) []byte) []byte { return change(slices.Clone(good)) }
	tests := map[string][]byte{
		"nothing":        nil,
		"other format":   changed(func(b []byte) []byte { b[4]++; return b }),
		"header cut off": good[:20],
		"too many trees": changed(func(b []byte) []byte {
			at := 10 + int(binary.LittleEndian.Uint32(b[6:])) + 12 // behind the header and the exit
			b[at+3] = 1
			return b
		}),
		"trees cut off":  good[:len(good)-1],
		"too much":       append(slices.Clone(good), 0),
		"other features": bytes.Replace(good, []byte(NewFeatures().Hash()), []byte("0123456789abcdef"), 1),
		"no number": changed(func(b []byte) []byte {
			copy(b[len(b)-4:], []byte{0, 0, 0xC0, 0x7F}) // NaN in the last leaf
			return b
		}),
		"tree that is too deep": changed(func(b []byte) []byte {
			b[len(b)-len("?xxxx")] = 0 // a question in the place of the last leaf
			return append(b, bytes.Repeat([]byte{0}, 1000)...)
		}),
	}
	for name, data := range tests {
		if _, err := Decode(data); !errors.Is(err, ErrModel) {
			t.Errorf("%s: %v, want ErrModel", name, err)
		}
	}
}

func TestEncodeRefuses(t *testing.T) {
	const n = 2*(depth+1) + 1
	chain := Tree{Left: make([]int, n), Right: make([]int, n), Feature: make([]int, n), Value: make([]float32, n), Mean: make([]float32, n)}
	for i := range n { // 0 asks, 1 is a leaf, 2 asks, 3 is a leaf, …
		if chain.Left[i] = -1; i%2 == 0 && i+2 < n {
			chain.Left[i], chain.Right[i] = i+1, i+2
		}
	}
	stump := func(feature int, value float32) Tree {
		return Tree{Left: []int{1, -1, -1}, Right: []int{2, -1, -1}, Feature: []int{feature, 0, 0}, Value: []float32{value, 1, 2}, Mean: make([]float32, 3)}
	}
	if _, err := Encode(Header{}, Forest{Trees: []Tree{stump(0, 0)}}, Forest{}); err != nil {
		t.Fatal(err)
	}
	for name, tree := range map[string]Tree{
		"empty":                {},
		"a cycle":              {Left: []int{0}, Right: []int{0}, Feature: []int{0}, Value: []float32{0}, Mean: []float32{0}},
		"child missing":        {Left: []int{1}, Right: []int{2}, Feature: []int{0}, Value: []float32{0}, Mean: []float32{0}},
		"lists too short":      {Left: []int{-1}, Right: []int{-1}, Feature: []int{0}},
		"too deep":             chain,
		"feature that is none": stump(NewFeatures().Count(), 0),
		"feature of no byte":   stump(256, 0),
		"no number":            stump(0, float32(math.NaN())),
	} {
		if _, err := Encode(Header{}, Forest{Trees: []Tree{tree}}, Forest{}); !errors.Is(err, ErrModel) {
			t.Errorf("%s: %v, want ErrModel", name, err)
		}
	}
	if _, err := Encode(Header{}, Forest{Exit{After: 2}, []Tree{stump(0, 0)}}, Forest{}); !errors.Is(err, ErrModel) {
		t.Errorf("exit behind the last tree: %v, want ErrModel", err)
	}
}

// Whatever is decoded, judging ends and gives probabilities.
func FuzzDecode(f *testing.F) {
	f.Add(randomModel(f))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Decode(data)
		if err != nil {
			return
		}
		page := newsPage(3)
		dst := make([]float32, len(page.Blocks))
		m.Scores(page, dst)
		for i, p := range dst {
			if !(p >= 0 && p <= 1) || math.IsNaN(float64(p)) {
				t.Fatalf("block %d: %v", i, p)
			}
		}
	})
}
