package bolt_test

import (
	"path/filepath"
	"testing"

	"github.com/winnow-news/winnow/store/bolt"
	"github.com/winnow-news/winnow/store/conformance"
)

func BenchmarkStore(b *testing.B) {
	for _, bench := range conformance.Benchmarks() {
		b.Run(bench.Name, func(b *testing.B) {
			bench.Run(b, open(b, filepath.Join(b.TempDir(), "winnow.db"), bolt.DefaultConfig()))
		})
	}
}
