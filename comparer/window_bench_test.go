//go:build unix

package comparer

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// newsSite makes pages as large as those of real news sites, without end: 141
// blocks, of which half are fixed, some vary a little, some are teasers of
// other pages and the rest is the page's own; words are spread as in prose.
type newsSite struct {
	rnd    *rand.Rand
	zipf   *rand.Zipf
	titles []string
	made   int
}

func newNewsSite() *newsSite {
	rnd := rand.New(rand.NewPCG(1, 7))
	return &newsSite{rnd: rnd, zipf: rand.NewZipf(rnd, 1.1, 8, 60_000)}
}

func (s *newsSite) prose(n int) string {
	var b strings.Builder
	for range n {
		x := s.zipf.Uint64()
		// Rare words are longer.
		b.WriteString(strings.Repeat("e", int(math.Log2(float64(x+2))/2)))
		fmt.Fprintf(&b, "%x ", x)
	}
	return b.String()
}

func (s *newsSite) page() *pb.SegmentedPage {
	s.made++
	id := fmt.Sprintf("page%d", s.made)
	p := &pb.SegmentedPage{
		PageId: id, ArticleId: id, Site: "site", PageClass: pb.PageClass_PAGE_CLASS_ARTICLE,
		FetchedAt: timestamppb.New(time.Unix(int64(s.made), 0)),
	}
	add := func(place, text, tags, classes string) {
		p.Blocks = append(p.Blocks, block(place, text, tags, classes))
	}
	title := s.prose(9)
	s.titles = append(s.titles, title)
	s.titles = s.titles[max(0, len(s.titles)-60):]
	for i := range 70 {
		add(fmt.Sprint("nav", i/10), fmt.Sprintf("Section%d of the site number%d", i, i*i), "li a", "nav item")
	}
	for i := range 4 {
		add(fmt.Sprint("meta", i), fmt.Sprintf("Published by the newsroom on day %d at %d", s.rnd.IntN(30), s.rnd.IntN(24)), "div time", "meta")
	}
	add("title", title, "h1", "headline")
	for range 20 {
		add("body", s.prose(20+s.rnd.IntN(50)), "p", "")
	}
	for range 26 {
		add("teaser", s.titles[s.rnd.IntN(len(s.titles))], "div a", "teaser")
	}
	for range 20 {
		add("comment", s.prose(8+s.rnd.IntN(30)), "div p", "comment")
	}
	return p
}

// BenchmarkPage is one page through matching, its record, the fold and the
// determination of the pages that it changed, in a full window.
func BenchmarkPage(b *testing.B) {
	for _, epsilon := range []float64{0.8, 0.6} {
		b.Run(fmt.Sprintf("synthetic/ε=%v", epsilon), func(b *testing.B) {
			site := newNewsSite()
			pages := make([]*pb.SegmentedPage, 600)
			for i := range pages {
				pages[i] = site.page()
			}
			benchmarkPage(b, epsilon, pages)
		})
		for site, corpus := range realSites() {
			b.Run(fmt.Sprintf("%s/ε=%v", site, epsilon), func(b *testing.B) {
				benchmarkPage(b, epsilon, realSite(b, corpus, site))
			})
		}
	}
}

// benchmarkPage adds the pages round and round. What comes again is a new
// article with the same blocks; sites with few pages are easier than they are
// in life.
func benchmarkPage(b *testing.B, epsilon float64, pages []*pb.SegmentedPage) {
	w := NewWindow(testConfig(200, epsilon))
	cold := make([][]float32, len(pages))
	blocks, text := 0, 0
	for i, p := range pages {
		cold[i] = coldOf(p)
		blocks += len(p.Blocks)
		for _, block := range p.Blocks {
			text += len(block.Text)
		}
	}
	n, again, bytes := 0, 0, 0
	add := func() {
		p := pages[n%len(pages)]
		n++
		p.PageId = fmt.Sprint("page", n)
		p.ArticleId = p.PageId
		d, err := w.draft(p, cold[(n-1)%len(pages)])
		if err != nil {
			b.Fatal(err)
		}
		w.sign(d)
		bytes += proto.Size(d.record)
		if err := w.Add(d.record); err != nil {
			b.Fatal(err)
		}
		again += len(w.Changed())
	}
	for range 400 {
		add()
	}
	b.SetBytes(int64(text / len(pages)))
	b.ReportAllocs()
	again, bytes = 0, 0
	start := cpu(b)
	for b.Loop() {
		add()
	}
	b.ReportMetric(float64(cpu(b)-start)/float64(n-400), "cpu-ns/page")
	if w.Saturated() > 0 || int(w.Head()) != n {
		b.Fatalf("head %d of %d, saturated %d", w.Head(), n, w.Saturated())
	}
	b.ReportMetric(float64(blocks)/float64(len(pages)), "blocks/page")
	b.ReportMetric(float64(again)/float64(n-400), "rejudged/page")
	b.ReportMetric(float64(bytes)/float64(n-400), "record-B/page")
	b.ReportMetric(float64(w.Bytes())/(1<<20), "window-MiB")
	b.ReportMetric(float64(len(w.groups.ids)), "groups")
	b.ReportMetric(float64(w.groups.edges), "edges")
}

// BenchmarkHundredThousandPages is one site for a long time: what a page costs
// and what the heap holds at page 1,000 and at page 100,000. An operation is
// all pages.
func BenchmarkHundredThousandPages(b *testing.B) {
	const first, last, span = 1_000, 100_000, 800
	for b.Loop() {
		w, site := NewWindow(testConfig(200, 0.8)), newNewsSite()
		add := func(pages int) (spent time.Duration) {
			for range pages {
				p := site.page()
				cold := coldOf(p)
				start := cpu(b)
				if err := w.AddPage(p, cold); err != nil {
					b.Fatal(err)
				}
				w.Changed()
				spent += cpu(b) - start
			}
			return spent
		}
		add(first - span/2)
		early, earlyHeap := add(span), heap()
		add(last - first - span/2 - span)
		late, lateHeap := add(span), heap()
		if w.N() != 200 || w.Head() != last {
			b.Fatalf("N = %d at %d", w.N(), w.Head())
		}
		b.ReportMetric(float64(early.Nanoseconds())/span, "cpu-ns/page-1000")
		b.ReportMetric(float64(late.Nanoseconds())/span, "cpu-ns/page-100000")
		b.ReportMetric(float64(earlyHeap)/(1<<20), "heap-MiB-1000")
		b.ReportMetric(float64(lateHeap)/(1<<20), "heap-MiB-100000")
		runtime.KeepAlive(w)
	}
}

// cpu is the processor time that the process has used: on a shared machine it
// tells more than the time of day. The collector's share is in it.
func cpu(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
