package heuristic

import (
	"math"

	"github.com/winnow-news/winnow/classifier/internal/name"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Model is the scorer. It satisfies classifier.Cold and is safe for concurrent
// use.
type Model struct{ names *name.Table }

// New makes the scorer.
func New() *Model { return &Model{names: newNames()} }

// Scores writes the probability of content of each block of page into dst,
// which is as long as page.Blocks.
func (m *Model) Scores(page *pb.SegmentedPage, dst []float32) {
	s := m.look(page)
	var f [features]float64
	for i := range page.Blocks {
		s.measure(page, i, &f)
		z := 0.0
		for k, w := range weights {
			z += w * f[k]
		}
		dst[i] = float32(1 / (1 + math.Exp(-z)))
	}
}
