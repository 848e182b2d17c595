package bus_test

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// pageBody gives 100 KB that compress about as well as a news page.
func pageBody() []byte {
	var b bytes.Buffer
	random := noise(100_000)
	for i := 0; b.Len() < 100_000; i += 12 {
		fmt.Fprintf(&b, `<div class="article__paragraph"><p>%x</p></div>`+"\n", random[i:i+12])
	}
	return b.Bytes()[:100_000]
}

// BenchmarkPublishConsume carries a 100 KB page from PublishPage to its
// acknowledgement, with 16 publishers and 4 workers.
func BenchmarkPublishConsume(b *testing.B) {
	bs := newBus(b, func(c *bus.Config) { c.QueueMaxBytes = 1 << 30 })
	body := pageBody()
	var mu sync.Mutex
	seen, bytesSeen := map[string]bool{}, 0
	cfg := quick(stream.StageSegment)
	cfg.Workers = 4
	run(b, bs, stream.SegmentConsumer, bus.EachOf(func(_ context.Context, p *pb.Page) error {
		mu.Lock()
		defer mu.Unlock()
		seen[p.GetPageId()] = true
		bytesSeen += len(p.GetBody())
		return nil
	}), cfg)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	published := 0
	slots := make(chan struct{}, 16)
	var publishers sync.WaitGroup
	for b.Loop() {
		id := fmt.Sprintf("p%d", published)
		published++
		slots <- struct{}{}
		publishers.Go(func() {
			defer func() { <-slots }()
			if err := bs.PublishPage(context.Background(), page("a_example", id, body)); err != nil {
				b.Error(err)
			}
		})
	}
	publishers.Wait()
	eventually(b, "drained", isDrained(b, bs))
	b.ReportMetric(float64(published)/b.Elapsed().Seconds(), "pages/s")
	if len(seen) != published || bytesSeen < published*len(body) {
		b.Fatalf("%d pages and %d bytes came through, want %d and %d", len(seen), bytesSeen, published, published*len(body))
	}
}

// BenchmarkSegmented puts, reads and deletes a segmented page beside a full
// window of others.
func BenchmarkSegmented(b *testing.B) {
	bs := newBus(b)
	p := &pb.SegmentedPage{Site: "a_example", PageId: "x"}
	for i := range 150 {
		p.Blocks = append(p.Blocks, &pb.Block{Text: fmt.Sprintf("block %d %x", i, noise(40)), Tags: []string{"p", "a"}})
	}
	for i := range 200 {
		p.PageId = fmt.Sprintf("other%d", i)
		if _, err := bs.PutSegmented(b.Context(), p); err != nil {
			b.Fatal(err)
		}
	}
	p.PageId = "x"
	b.ReportAllocs()
	for b.Loop() {
		revision, err := bs.PutSegmented(b.Context(), p)
		if err != nil {
			b.Fatal(err)
		}
		if got, err := bs.Segmented(b.Context(), "a_example", "x"); err != nil || len(got.GetBlocks()) != 150 {
			b.Fatal(got, err)
		}
		if err := bs.DeleteSegmented(b.Context(), "a_example", map[string]uint64{"x": revision}); err != nil {
			b.Fatal(err)
		}
	}
}
