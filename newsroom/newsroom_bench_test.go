package newsroom

import "testing"

// BenchmarkPage makes articles with their truth, each one new.
func BenchmarkPage(b *testing.B) {
	cfg := DefaultConfig()
	cfg.ArticlesPerSite = 1_000_000
	for _, languages := range [][]string{{"en"}, nil} {
		name := "all"
		if len(languages) > 0 {
			name = languages[0]
		}
		b.Run(name, func(b *testing.B) {
			cfg.Languages = languages
			n := open(b, cfg)
			b.ReportAllocs()
			bytes, i := 0, 0
			for b.Loop() {
				p, err := n.Page(i%cfg.Sites, 500_000+i)
				if err != nil || len(p.Truth.Paragraphs) == 0 {
					b.Fatalf("page %d: %v", i, err)
				}
				bytes += len(p.HTML)
				i++
			}
			b.SetBytes(int64(bytes / i))
			b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "pages/s")
		})
	}
}
