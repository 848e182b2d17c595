package cold

import "testing"

// BenchmarkSum walks all trees for the rows of a page, without the features.
func BenchmarkSum(b *testing.B) {
	m := shippedModel(b)
	page := newsPage(123)
	rows := m.features.Matrix(nil, page)
	n := m.features.Count()
	b.ReportAllocs()
	for b.Loop() {
		total := float32(0)
		for at := 0; at < len(rows); at += n {
			total += m.article.sum(rows[at : at+n])
		}
		if total == 0 {
			b.Fatal("no sum")
		}
	}
}
