package cold

import (
	"bytes"
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
	if len(m.article.roots) != 5 || len(m.article.nodes) != 5*15 || len(m.other.nodes) != 5*5 {
		t.Errorf("%d trees with %d nodes, %d nodes", len(m.article.roots), len(m.article.nodes), len(m.other.nodes))
	}
	if m.article.exit != (Exit{2, -0.5, -3}) || m.other.exit != (Exit{}) {
		t.Errorf("exits %+v, %+v", m.article.exit, m.other.exit)
	}
	if again := m.other.append(m.article.append(nil)); !bytes.HasSuffix(data, again) {
		t.Error("encoded again, the forests differ")
	}
}

func TestDecodeRefuses(t *testing.T) {
	good := randomModel(t)
	changed := func(change func([]byte) []byte) []byte { return change(slices.Clone(good)) }
	tests := map[string][]byte{
		"nothing":        nil,
		"other format":   changed(func(b []byte) []byte { b[4]++; return b }),
		"header cut off": good[:20],
		"trees cut off":  good[:len(good)-1],
		"too much":       append(slices.Clone(good), 0),
		"other features": bytes.Replace(good, []byte(NewFeatures().Hash()), []byte("0123456789abcdef"), 1),
		"no number": changed(func(b []byte) []byte {
			copy(b[len(b)-4:], []byte{0, 0, 0xC0, 0x7F}) // NaN in the last leaf
			return b
		}),
		"feature that is none": changed(func(b []byte) []byte {
			copy(b[len(b)-8:], []byte{0xF0, 0xF0})
			return b
		}),
	}
	for name, data := range tests {
		if _, err := Decode(data); !errors.Is(err, ErrModel) {
			t.Errorf("%s: %v, want ErrModel", name, err)
		}
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
