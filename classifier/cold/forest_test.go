package cold

import (
	"math"
	"math/rand/v2"
	"testing"
)

// naive walks the tree as the trainer wrote it.
func naive(t Tree, row []float32) float32 {
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
	const features = 20
	var trees []Tree
	var f forest
	for range 40 {
		tree := randomTree(rng, 1+rng.IntN(31), features)
		trees = append(trees, tree)
		if err := f.grow(tree); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.check(features); err != nil {
		t.Fatal(err)
	}
	row := make([]float32, features)
	for range 500 {
		for i := range row {
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
	var f forest
	stump := Tree{Left: []int{1, -1, -1}, Right: []int{2, -1, -1}, Feature: []int{0, 0, 0}, Value: []float32{0, -1, 1}, Mean: []float32{0.25, -1, 1}}
	for range 3 {
		if err := f.grow(stump); err != nil {
			t.Fatal(err)
		}
	}
	f.exit = Exit{After: 2, Below: -1.5, Sum: -7}
	for x, want := range map[float32]float32{-1: -7, 1: 3} {
		if got := f.sum([]float32{x}); got != want {
			t.Errorf("%v: %v, want %v", x, got, want)
		}
		traced := float32(0)
		if traced += f.trace([]float32{x}, func(_ int, change float32) { traced += change }); traced != want {
			t.Errorf("%v: the steps add up to %v, want %v", x, traced, want)
		}
	}
}

// A row that stands on a threshold goes right, as in the trainer.
func TestThreshold(t *testing.T) {
	var f forest
	if err := f.grow(Tree{Left: []int{1, -1, -1}, Right: []int{2, -1, -1}, Feature: []int{0, 0, 0}, Value: []float32{3, 10, 20}, Mean: make([]float32, 3)}); err != nil {
		t.Fatal(err)
	}
	for x, want := range map[float32]float32{2.999: 10, 3: 20, 4: 20} {
		if got := f.sum([]float32{x}); got != want {
			t.Errorf("%v: %v, want %v", x, got, want)
		}
	}
}

func TestGrowRefuses(t *testing.T) {
	for name, tree := range map[string]Tree{
		"empty":           {},
		"a cycle":         {Left: []int{0}, Right: []int{0}, Feature: []int{0}, Value: []float32{0}, Mean: []float32{0}},
		"child missing":   {Left: []int{1}, Right: []int{2}, Feature: []int{0}, Value: []float32{0}, Mean: []float32{0}},
		"lists too short": {Left: []int{-1}, Right: []int{-1}, Feature: []int{0}},
	} {
		var f forest
		if err := f.grow(tree); err == nil {
			t.Errorf("%s: grown", name)
		}
	}
}
