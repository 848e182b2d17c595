package segmenter_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter"
	"google.golang.org/protobuf/proto"
)

// TestHostileInput holds that no document makes Segment fail in a way that is
// not named, cost without bound, or break what it promises of its result.
func TestHostileInput(t *testing.T) {
	tests := []struct {
		name, body string
		truncated  string
		check      func(*pb.SegmentedPage) error
	}{
		{"100,000 nested divs", strings.Repeat("<div>", 100_000) + "deep" + strings.Repeat("</div>", 100_000) + "<p>after", "depth", texts("deep", "after")},
		{"100,000 nested spans", strings.Repeat("<span>", 100_000) + "deep", "depth", texts("deep")},
		{"nested lists", strings.Repeat("<ul><li>", 10_000) + "deep", "depth", texts("deep")},
		{"nested tables", strings.Repeat("<table><tr><td>", 20_000) + "deep", "depth", texts("deep")},
		{"unclosed formatting", strings.Repeat("<p><b><font color=x><i>word", 5_000), "", nil},
		{"formatting that piles up", piled(3_000), "depth", texts("x")},
		{"a million blocks", strings.Repeat("<p>x", 1_000_000), "blocks", count(10_000)},
		{"a million breaks", "a" + strings.Repeat("<br>", 1_000_000) + "b", "", texts("a", "b")},
		{"many inline tags", strings.Repeat("<b>x</b>", 100_000), "tags", nil},
		{"many links", "<p>" + strings.Repeat("<a href=/x>y</a> ", 100_000), "tags", nil},
		{"huge text", "<p>" + strings.Repeat("word ", 2_000_000), "text", count(1)},
		{"many buttons in a heading", "<h2>" + strings.Repeat("<button></button>", 100_000) + "</h2><p>text", "", texts("text")},
		{"one attribute many times", "<p " + strings.Repeat("a=b ", 100_000) + ">text", "", texts("text")},
		{"distinct attributes", attributes(200_000), "attributes", texts("text")},
		{"huge class", `<p class="` + strings.Repeat("c ", 500_000) + `">text`, "", texts("text")},
		{"huge attribute", `<p id="` + strings.Repeat("x", 5_000_000) + `">text`, "", texts("text")},
		{"references in an attribute", `<p id="` + strings.Repeat("&amp", 500_000) + strings.Repeat("&", 1_000_000) + `">text`, "", texts("text")},
		{"huge title", "<title>" + strings.Repeat("x", 5_000_000) + "</title>text", "", texts("text")},
		{"many bylines", strings.Repeat(`<div class="byline author date" itemprop=author>`, 400) + strings.Repeat("text ", 100_000), "", nil},
		{"endless JSON-LD", `<script type="application/ld+json">` + strings.Repeat(`[{"a":`, 100_000) + `</script>text`, "", texts("text")},
		{"quotes in JSON-LD", `<script type="application/ld+json">{"a":"` + strings.Repeat(`x" y `, 100_000) + `</script>text`, "", texts("text")},
		{"spaces behind quotes", `<script type="application/ld+json">{"a":"` + strings.Repeat(`"`+strings.Repeat(" ", 100), 5_000) + `</script>text`, "", texts("text")},
		{"truncated tag", "<p>text<div class=", "", texts("text")},
		{"truncated comment", "<p>text<!-- ", "", texts("text")},
		{"truncated script", "<p>text<script>", "", texts("text")},
		{"invalid UTF-8", "<p>te\xff\xfext \xc3(", "", texts("te\uFFFDxt \uFFFD(")},
		{"invalid UTF-8 in attributes", "<p class='\xff' id='\xfe' data-x='\xfd'>text<a href='/\xff'>l</a><img src='/\xff' alt='\xff'>", "", nil},
		{"zero bytes", "<p>te\x00xt</p>", "", nil},
		{"bad addresses", `<base href="::"><a href="http://[::1">x</a><a href="%zz">y</a><a href="//">z</a><img src="http://a b/">`, "", nil},
		{"entities", "<p>&#0;&#xD800;&#x110000;&#55555555555;&nosuch;", "", nil},
		{"frames", "<frameset>" + strings.Repeat("<frame>", 1000), "", nil},
		{"svg and math", strings.Repeat("<svg><math><mi><foreignObject>", 300) + "x", "depth", nil},
		{"templates", strings.Repeat("<template>", 5_000) + "x", "depth", nil},
		{"selects", strings.Repeat("<select><option>x", 50_000), "", nil},
		{"noscript", strings.Repeat("<noscript><img src=/x.jpg></noscript>", 20_000) + "text", "", texts("text")},
		{"late parts, each in the next", lateParts(10_000), "", count(10_000)},
		{"places of late parts without an end", strings.Repeat(`<template id="B:1"></template>`, 20_000) + `<div hidden id="S:1">x</div>`, "", texts("x")},
		{"only a doctype", "<!doctype html>", "", count(0)},
	}
	s, whole := both(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			start := time.Now()
			page := &pb.Page{PageId: "p", Url: "https://news.example/a", Body: []byte(tt.body)}
			out, err := s.Segment(page)
			t.Logf("%d bytes in %v", len(tt.body), time.Since(start).Round(time.Millisecond))
			if err != nil {
				t.Fatal(err)
			}
			invariants(t, out)
			sameSegments(t, s, whole, page)
			if out.Truncated != tt.truncated {
				t.Errorf("truncated %q, want %q", out.Truncated, tt.truncated)
			}
			if tt.check != nil {
				if err := tt.check(out); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func texts(want ...string) func(*pb.SegmentedPage) error {
	return func(out *pb.SegmentedPage) error {
		var got []string
		for _, b := range out.Blocks {
			got = append(got, b.Text)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			return fmt.Errorf("blocks %.200q, want %q", got, want)
		}
		return nil
	}
}

func count(n int) func(*pb.SegmentedPage) error {
	return func(out *pb.SegmentedPage) error {
		if len(out.Blocks) != n {
			return fmt.Errorf("%d blocks, want %d", len(out.Blocks), n)
		}
		return nil
	}
}

// piled opens formatting elements that all differ, so that the parser has to
// open each of them again in every paragraph.
func piled(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<p><font size=%d>", i)
	}
	return b.String() + "x"
}

// lateParts are parts of a streamed page that go into each other.
func lateParts(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `<div hidden id="S:%x"><p>%d</p><template id="P:%x"></template></div>`, i+1, i, i)
	}
	return b.String()
}

func attributes(n int) string {
	var b strings.Builder
	b.WriteString("<p")
	for i := range n {
		fmt.Fprintf(&b, " data-a%d=v", i)
	}
	return b.String() + ">text"
}

func TestFiftyMegabytesAreRefused(t *testing.T) {
	s, err := segmenter.New(segmenter.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Segment(&pb.Page{Url: "https://news.example/a", Body: bytes.Repeat([]byte("<p>text"), 50<<20/7)})
	if !errors.Is(err, segmenter.ErrTooLarge) {
		t.Errorf("error %v, want ErrTooLarge", err)
	}
}

func TestSlowPageIsRefused(t *testing.T) {
	cfg := segmenter.DefaultConfig()
	cfg.MaxTime = 1
	s, err := segmenter.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	for name, body := range map[string]string{
		"while parsing":            strings.Repeat("<p>text", 10_000),
		"while parsing it shallow": strings.Repeat("<div>", 10_000),
	} {
		if _, err := s.Segment(&pb.Page{Url: "https://news.example/a", Body: []byte(body)}); !errors.Is(err, segmenter.ErrTooSlow) {
			t.Errorf("%s: error %v, want ErrTooSlow", name, err)
		}
	}
}

// TestSameBytesForSamePage holds that the result depends on the page alone: not
// on what was segmented before, nor on what is segmented at the same time.
func TestSameBytesForSamePage(t *testing.T) {
	s, err := segmenter.New(segmenter.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	bodies := [][]byte{newsPage(5), newsPage(30), []byte("<p>text"), []byte(`<div><img src=a.jpg><p class="x y">a<br><br>b`)}
	marshal := func(i int) []byte {
		out, err := s.Segment(&pb.Page{PageId: "p", Url: "https://news.example/a", Body: bodies[i%len(bodies)]})
		if err != nil {
			t.Error(err)
			return nil
		}
		data, err := proto.MarshalOptions{Deterministic: true}.Marshal(out)
		if err != nil {
			t.Error(err)
		}
		return data
	}
	var want [][]byte
	for i := range bodies {
		want = append(want, marshal(i))
	}
	var wait sync.WaitGroup
	for worker := range 4 {
		wait.Go(func() {
			for i := range 20 {
				if got := marshal(i + worker); !bytes.Equal(got, want[(i+worker)%len(bodies)]) {
					t.Errorf("page %d differs from its first segmentation", (i+worker)%len(bodies))
				}
			}
		})
	}
	wait.Wait()
}

func FuzzSegment(f *testing.F) {
	for _, body := range []string{
		"<p>a<br><br>b <a href=/x>c</a>", "<table><td>x<div hidden>y", "<pre>a\n b</pre>", "<figure><img src=a><figcaption>c",
		`<script type="application/ld+json">{"@type":"NewsArticle","headline":"h"}</script><h1>h`, "<svg><p>x", "\xff<p class='\xfe'>",
		strings.Repeat("<div>", 600), "<select><option>x</select><noscript><img src=x></noscript>",
		`<p><template id="B:0"></template>a<!--/$--></p><div hidden id="S:0">b<template id="P:1"></template></div><div hidden id="S:1">c</div>`,
	} {
		f.Add([]byte(body))
	}
	s, err := segmenter.New(segmenter.DefaultConfig())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		out, err := s.Segment(&pb.Page{PageId: "p", Url: "https://news.example/a", Body: body})
		if err != nil {
			for _, known := range []error{segmenter.ErrEmpty, segmenter.ErrBinary, segmenter.ErrTooLarge, segmenter.ErrTooSlow} {
				if errors.Is(err, known) {
					return
				}
			}
			t.Fatal(err)
		}
		invariants(t, out)
		if _, err := proto.Marshal(out); err != nil {
			t.Error(err)
		}
	})
}
