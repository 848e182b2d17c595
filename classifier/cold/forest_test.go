package cold

import (
	"math"
	"math/rand/v2"
	"testing"
)

// forestOf gives the forest as a model's file holds it.
func forestOf(t *testing.T, exit Exit, trees ...Tree) *forest {
	t.Helper()
	data, err := Encode(Header{}, Forest{exit, trees}, Forest{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return &m.article
}

// naive walks the tree as the trainer wrote it.
func naive(t Tree, row *row) float32 {
	i := 0
	for t.Left[i] >= 0 {
		if row[t.Feature[i]] < t.Value[i] {
			i = t.Left[i]
		} else {
			i = t.Right[i]
		}
	}
	return t.Value[i]
}

func TestSumIsThatOfTheTrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var trees []Tree
	for range 40 {
		trees = append(trees, randomTree(rng, 1+rng.IntN(leaves), 20))
	}
	f := forestOf(t, Exit{}, trees...)
	for range 500 {
		row := &row{}
		for i := range 20 {
			row[i] = rng.Float32()
		}
		want := float32(0)
		for _, tree := range trees {
			want += naive(tree, row)
		}
		if got := f.sum(row); got != want {
			t.Fatalf("sum %v, want %v", got, want)
		}
		traced := float64(0)
		traced += float64(f.trace(row, func(_ int, change float32) { traced += float64(change) }))
		if math.Abs(traced-float64(want)) > 1e-4 {
			t.Fatalf("the steps add up to %v, want %v", traced, want)
		}
	}
}

// After the exit's trees a hopeless row gets the exit's sum, others go on.
func TestExit(t *testing.T) {
	stump := Tree{Left: []int{1, -1, -1}, Right: []int{2, -1, -1}, Feature: []int{0, 0, 0}, Value: []float32{0, -1, 1}, Mean: []float32{0.25, -1, 1}}
	f := forestOf(t, Exit{After: 2, Below: -1.5, Sum: -7}, stump, stump, stump)
	for x, want := range map[float32]float32{-1: -7, 1: 3} {
		if got := f.sum(&row{x}); got != want {
			t.Errorf("%v: %v, want %v", x, got, want)
		}
		traced := float32(0)
		if traced += f.trace(&row{x}, func(_ int, change float32) { traced += change }); traced != want {
			t.Errorf("%v: the steps add up to %v, want %v", x, traced, want)
		}
	}
}

// A row that stands on a threshold goes right, as in the trainer.
func TestThreshold(t *testing.T) {
	f := forestOf(t, Exit{}, Tree{Left: []int{1, -1, -1}, Right: []int{2, -1, -1}, Feature: []int{0, 0, 0}, Value: []float32{3, 10, 20}, Mean: make([]float32, 3)})
	for x, want := range map[float32]float32{2.999: 10, 3: 20, 4: 20} {
		if got := f.sum(&row{x}); got != want {
			t.Errorf("%v: %v, want %v", x, got, want)
		}
	}
}
