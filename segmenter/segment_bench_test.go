package segmenter_test

import (
	"bytes"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter"
	"golang.org/x/net/html"
)

// newsPage is a synthetic news page of the usual proportions: scripts, a menu,
// an article of n paragraphs, teasers and a footer.
func newsPage(n int) []byte {
	var b strings.Builder
	b.WriteString(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Council votes on the harbour - The Example Gazette</title>
<meta property="og:title" content="Council votes on the harbour"><meta property="og:site_name" content="The Example Gazette">
<meta property="article:published_time" content="2026-03-04T05:06:07+01:00"><meta name="description" content="A vote after long talks.">
<link rel="canonical" href="https://news.example/2026/03/04/harbour"><script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"NewsArticle",
"headline":"Council votes on the harbour","datePublished":"2026-03-04T05:06:07+01:00","author":[{"@type":"Person","name":"Ann Writer"}],"publisher":{"@type":"Organization","name":"The Example Gazette"},"image":["https://news.example/i.jpg"]}]}</script>`)
	for i := range 12 {
		fmt.Fprintf(&b, `<script>window.data%d=%q;</script><style>.c%d{color:red}</style>`, i, strings.Repeat("a{b:c};", 300), i)
	}
	b.WriteString(`</head><body class="single single-post postid-123"><header class="site-header"><nav role="navigation" class="menu"><ul>`)
	for i := range 60 {
		fmt.Fprintf(&b, `<li class="menu-item menu-item-%d"><a href="/section/%d" class="menu-link">Section %d</a></li>`, i+100, i, i)
	}
	b.WriteString(`</ul></nav></header><main id="content"><article class="post post-123" itemscope itemtype="https://schema.org/NewsArticle"><h1>Council votes on the harbour</h1><p class="byline">By <a rel="author" href="/by/ann">Ann Writer</a> <time datetime="2026-03-04T05:06:07+01:00">4 March</time></p><div class="body">`)
	for i := range n {
		fmt.Fprintf(&b, `<p>Paragraph %d of the story tells, in <b>plain</b> words, what the <a href="/topic/%d">council</a> said on the matter of the harbour; it was “much debated”, and the vote, 12 to 9, was close. Nobody left the room before midnight&nbsp;came.</p>`, i, i)
	}
	b.WriteString(`</div></article><aside class="related"><h2>Related</h2>`)
	for i := range 40 {
		fmt.Fprintf(&b, `<div class="teaser card"><a href="https://news.example/2026/03/%02d/story"><img src="/img/%d.jpg" alt="A picture of the day"><h3>Headline number %d about something</h3></a><p>A short teaser.</p></div>`, i, i, i)
	}
	b.WriteString(`</aside></main><footer><p>© The Example Gazette. All rights reserved.</p></footer></body></html>`)
	return []byte(b.String())
}

func BenchmarkParse(b *testing.B) {
	body := newsPage(40)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := html.Parse(bytes.NewReader(body)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSegment(b *testing.B) {
	s, err := segmenter.New(segmenter.DefaultConfig())
	if err != nil {
		b.Fatal(err)
	}
	page := &pb.Page{PageId: "p", Url: "https://news.example/2026/03/04/harbour", Body: newsPage(40)}
	b.SetBytes(int64(len(page.Body)))
	b.ReportAllocs()
	for b.Loop() {
		out, err := s.Segment(page)
		if err != nil || len(out.Blocks) < 150 {
			b.Fatalf("%d blocks, error %v", len(out.GetBlocks()), err)
		}
	}
}

// BenchmarkRatio parses and segments real pages in turn and reports how many
// bare parses a segmentation costs, in processor time: the promise is 1.15. An
// iteration is a hundred pages.
func BenchmarkRatio(b *testing.B) {
	for _, name := range []string{"fundus", "news2019"} {
		b.Run(name, func(b *testing.B) {
			pages := corpus(b, name)
			s, err := segmenter.New(segmenter.DefaultConfig())
			if err != nil {
				b.Fatal(err)
			}
			ratio(b, s, pages[:min(len(pages), 100)])
		})
	}
}

func ratio(b *testing.B, s *segmenter.Segmenter, pages []corpusPage) {
	var parse, segment time.Duration
	var n int64
	b.ReportAllocs()
	for b.Loop() {
		for _, p := range pages {
			start := cpuTime()
			if _, err := html.Parse(bytes.NewReader(p.Page.Body)); err != nil {
				b.Fatal(err)
			}
			middle := cpuTime()
			if _, err := s.Segment(p.Page); err != nil {
				b.Fatal(err)
			}
			parse, segment = parse+middle-start, segment+cpuTime()-middle
			n += int64(len(p.Page.Body))
		}
	}
	b.ReportMetric(float64(segment)/float64(parse), "segment/parse")
	b.ReportMetric(float64(n)/1e6/segment.Seconds(), "MB/s")
}

// cpuTime is the processor time of this process: on a busy machine the clock
// measures the neighbours.
func cpuTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
