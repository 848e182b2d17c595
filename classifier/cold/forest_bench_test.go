package cold

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkSum walks all trees. The features of a row are drawn from those of a
// page's blocks, and there are so many rows that the processor cannot learn the
// ways of all by heart, as it does where one page's are repeated.
func BenchmarkSum(b *testing.B) {
	m := shippedModel(b)
	page := newsPage(123)
	drawn := make([]row, 0, len(page.Blocks))
	m.features.each(page, nil, func(_ int, r *row) { drawn = append(drawn, *r) })
	rng := rand.New(rand.NewPCG(5, 6))
	rows := make([]row, 4096)
	for i := range rows {
		for k := range m.features.Count() {
			rows[i][k] = drawn[rng.IntN(len(drawn))][k]
		}
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if m.article.sum(&rows[i%len(rows)]) == 0 {
			b.Fatal("no sum")
		}
		i++
	}
}
