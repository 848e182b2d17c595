package cold

import "testing"

// BenchmarkSum walks all trees for the rows of a page, without the features.
func BenchmarkSum(b *testing.B) {
	m := shippedModel(b)
	page := newsPage(123)
	rows := make([]row, 0, len(page.Blocks))
	m.features.each(page, nil, func(_ int, r *row) { rows = append(rows, *r) })
	b.ReportAllocs()
	for b.Loop() {
		total := float32(0)
		for i := range rows {
			total += m.article.sum(&rows[i])
		}
		if total == 0 {
			b.Fatal("no sum")
		}
	}
}
