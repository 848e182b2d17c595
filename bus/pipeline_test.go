package bus_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/bus/embedded"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// TestPipeline sends pages through all four streams, in process and over TCP.
func TestPipeline(t *testing.T) {
	t.Parallel()
	for _, transport := range []struct {
		name string
		port int
	}{{"in process", embedded.NoPort}, {"tcp", 0}} {
		t.Run(transport.name, func(t *testing.T) {
			testPipeline(t, connect(t, startServer(t, transport.port)))
		})
	}
}

func testPipeline(t *testing.T, b *bus.Bus) {
	body := bytes.Repeat([]byte("<p>winnow</p>"), 1000)
	run(t, b, stream.SegmentConsumer, bus.EachOf(func(ctx context.Context, p *pb.Page) error {
		if !bytes.Equal(p.GetBody(), body) {
			return fmt.Errorf("body of %s is damaged", p.GetPageId())
		}
		return b.PublishBlocks(ctx, &pb.SegmentedPage{Site: p.GetSite(), PageId: p.GetPageId()})
	}), quick(stream.StageSegment))
	compare := quick(stream.StageCompare)
	compare.BatchSize = 16
	run(t, b, stream.CompareConsumer, bus.BatchOf(func(ctx context.Context, _ string, batch []*pb.SegmentedPage) []error {
		errs := make([]error, len(batch))
		for i, p := range batch {
			if p.GetSite() != batch[0].GetSite() {
				errs[i] = fmt.Errorf("a batch holds %s and %s", p.GetSite(), batch[0].GetSite())
				continue
			}
			errs[i] = b.PublishScored(ctx, &pb.ScoredPage{Page: p, Position: 7})
		}
		return errs
	}), compare)
	run(t, b, stream.ClassifyConsumer, bus.EachOf(func(ctx context.Context, p *pb.ScoredPage) error {
		return b.PublishArticle(ctx, &pb.Article{
			Id: p.GetPage().GetPageId(), Revision: 1, Event: pb.Article_NEW, Site: p.GetPage().GetSite(), Language: "sv",
		})
	}), quick(stream.StageClassify))

	type seen struct{ trace, id string }
	articles := make(chan seen, 100)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go b.Subscribe(ctx, bus.SubscribeOptions{All: true, Live: true}, func(a *pb.Article, m bus.ArticleMeta) error {
		articles <- seen{m.Trace, a.GetId()}
		return nil
	})

	const pages = 40
	traces := map[string]string{}
	for i := range pages {
		id := fmt.Sprintf("page%d", i)
		traces[id] = fmt.Sprintf("00-%032x-%016x-01", i+1, i+1)
		ctx := bus.ContextWithTrace(t.Context(), traces[id])
		if err := b.PublishPage(ctx, page([]string{"a_example", "b_example"}[i%2], id, body)); err != nil {
			t.Fatal(err)
		}
	}
	for range pages {
		a := receive(t, articles)
		if want, ok := traces[a.id]; !ok || a.trace != want {
			t.Errorf("article %q has trace %q, want %q (each once)", a.id, a.trace, want)
		}
		delete(traces, a.id)
	}
	eventually(t, "drained", func() bool {
		drained, err := b.Drained(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return drained
	})
}

func TestTopologyIsIdempotentAndDiffs(t *testing.T) {
	t.Parallel()
	s := startServer(t, embedded.NoPort)
	b := connect(t, s)
	if err := b.Apply(t.Context()); err != nil {
		t.Fatalf("apply again: %v", err)
	}
	if lines, err := b.Diff(t.Context()); err != nil || len(lines) != 0 {
		t.Errorf("diff after apply = %q, %v", lines, err)
	}
	cfg := bus.DefaultConfig()
	cfg.InProcess, cfg.QueueMaxBytes, cfg.MaxDeliver = s, 128<<20, 3
	other, err := bus.Connect(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	lines, err := other.Diff(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := "stream PAGES: max bytes is 67108864, declared 134217728"
	if len(lines) != 6 || lines[0] != want || lines[1] != "consumer segment of PAGES: max deliver is 10, declared 3" {
		t.Errorf("diff = %q", lines)
	}
	if err := other.Ensure(t.Context()); err != nil {
		t.Fatalf("ensure what is there with other settings: %v", err)
	}
	if after, err := other.Diff(t.Context()); err != nil || !slices.Equal(after, lines) {
		t.Errorf("diff after nothing was missing = %q, %v", after, err)
	}
	if err := other.Apply(t.Context()); err != nil {
		t.Fatal(err)
	}
	if lines, err := other.Diff(t.Context()); err != nil || len(lines) != 0 {
		t.Errorf("diff after the change = %q, %v", lines, err)
	}
}

func TestEnsureCreatesAll(t *testing.T) {
	t.Parallel()
	s := startServer(t, embedded.NoPort)
	cfg := bus.DefaultConfig()
	cfg.InProcess = s
	b, err := bus.Connect(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for range 2 {
		if err := b.Ensure(t.Context()); err != nil {
			t.Fatal(err)
		}
		if lines, err := b.Diff(t.Context()); err != nil || len(lines) != 0 {
			t.Errorf("diff = %q, %v", lines, err)
		}
	}
}
