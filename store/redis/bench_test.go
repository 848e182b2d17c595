package redis_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/winnow-news/winnow/store/conformance"
	"github.com/winnow-news/winnow/store/redistest"
)

func BenchmarkStore(b *testing.B) {
	server := redistest.Start(b)
	for _, bench := range conformance.Benchmarks() {
		b.Run(bench.Name, func(b *testing.B) {
			cfg := config(server)
			cfg.Prefix = fmt.Sprintf("bench%d:", time.Now().UnixNano())
			bench.Run(b, open(b, cfg))
		})
	}
}

// BenchmarkMemory reports what a page of the journal takes in Redis, and what
// a known URL does.
func BenchmarkMemory(b *testing.B) {
	server := redistest.Start(b)
	c := client(b, server)
	used := func(ctx context.Context) float64 {
		n, err := c.InfoMap(ctx, "memory").Result()
		if err != nil {
			b.Fatal(err)
		}
		var bytes float64
		if _, err := fmt.Sscan(n["Memory"]["used_memory"], &bytes); err != nil {
			b.Fatal(err)
		}
		return bytes
	}
	b.Run("Page", func(b *testing.B) {
		s := open(b, config(server))
		before, pages := used(b.Context()), 0
		for b.Loop() {
			pages += conformance.FillJournal(b, s, fmt.Sprintf("site%d", pages), 200)
		}
		b.ReportMetric((used(b.Context())-before)/float64(pages), "redis-B/page")
	})
	b.Run("URL", func(b *testing.B) {
		s := open(b, config(server))
		before, urls := used(b.Context()), 0
		for b.Loop() {
			urls += conformance.FillFrontier(b, s, fmt.Sprintf("round%d", urls), 100, 20)
		}
		b.ReportMetric((used(b.Context())-before)/float64(urls), "redis-B/URL")
	})
}
