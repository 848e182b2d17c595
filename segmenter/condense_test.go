package segmenter_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter"
	"golang.org/x/net/html"
	"google.golang.org/protobuf/proto"
)

func TestCondense(t *testing.T) {
	const same = "same"
	drawn := strings.Repeat("<g>", 40) + strings.Repeat("</g>", 40)
	tests := []struct{ name, body, want string }{
		{"script", `<p>a<script async src="x">if (a<b) "</p>"</script>b`, `<p>a<script></script>b`},
		{"script between tags", "<p>a</p> <script>b</script>\n<p>c</p>", "<p>a</p> <p>c</p>"},
		{"scripts without space", "<p>a</p><script>b</script><script>c</script> <p>d</p>", "<p>a</p> <p>d</p>"},
		{"script behind text", "<p>a <script>b</script><p>c", "<p>a <script></script><p>c"},
		{"script before text", "<p><script>b</script>c", "<p><script></script>c"},
		{"script before what is no tag", "<p><script>b</script><3", "<p><script></script><3"},
		{"script before the doctype", "<script>a</script><!doctype html><p><table>", "<script></script><!doctype html><p><table>"},
		{"script before the head", "<html><script>a</script><head><script>b</script></head>", "<html><script></script><head></head>"},
		{"script among columns", "<table><colgroup><script>a</script><col>", "<table><colgroup><script></script><col>"},
		{"style between tags", "<head><style>a</style></head>", "<head></head>"},
		{"comment between tags", "<p>a</p><!-- b --><p>c</p>", "<p>a</p><p>c</p>"},
		{"links", `<head><link rel="stylesheet" href=a><link rel=canonical href=b><link rel="&#99;anonical" href=c></head>`, `<head><link rel="canonical" href="b"><link rel="canonical" href="c"></head>`},
		{"script in capitals", "<SCRIPT>x</SCRIPT >b", "<script></SCRIPT >b"},
		{"JSON-LD", `<script type="application/LD+JSON">{}</script>`, same},
		{"JSON-LD by character reference", `<script type="application/ld&#43;js&#111;n">{}</script>`, same},
		{"end tag of a longer name", "<script>a</scripts>b</script>c", "<script></script>c"},
		{"unclosed script", "<script>a</scriptb", same},
		{"comment in a script", "<script><!-- a </script>b", "<script></script>b"},
		{"script in a comment in a script", "<script><!-- <script>a</script> --></script>b<style>c</style>", same},
		{"style", "<style media=print>p{}</style><p>b", "<style></style><p>b"},
		{"comment", "a<!-- <b> -->b", "a<!---->b"},
		{"comment that ends in a bang", "a<!-- x --!>b -->", "a<!---->b -->"},
		{"shortest comments", "a<!-->b<!--->c<!---->d", same},
		{"unclosed comment", "a<!-- b", same},
		{"bogus comments", "a<!x '>'b<?y \">c</ z>d</>", same},
		{"comment in a title", "<title><!-- a --></title>b", same},
		{"comment in plain text", "<plaintext><!-- a -->", same},
		{"comment in an attribute", `<p class="<!-- a -->">b`, same},
		{"attributes that nobody reads", `<div class="x" onclick="f('>')" data-kind="y" STYLE="color: red">a`, `<div class="x" data-kind="y">a`},
		{"hidden by its style", `<p style="display:none" onclick="x">a<p style="&#100;isplay:none">b`, `<p style="display:none">a<p style="display:none">b`},
		{"attributes without quotation marks", `<p onclick=a class=b/>c<p CLASS = d id>e`, `<p class="b/">c<p class="d" id="">e`},
		{"attribute without space before it", `<p class="x"onclick="a">b`, same},
		{"unread attribute and a slash", `<p class=x onclick="a"/>b<br /><img src="c" />`, `<p class="x"/>b<br /><img src="c" />`},
		{"slash between attributes", `<p class="x" / id="y">b`, same},
		{"the same attribute twice", `<p class="x" Class="y" data-a=1 DATA-A=2>b`, `<p class="x" data-a="1">b`},
		{"character references", `<a href="?a=1&amp;b=2&copy=3&copy&para;&notit;&#39;&x">b`, `<a href="?a=1&b=2&copy=3©¶&notit;'&x">b`},
		{"a page that has the placeholder", "<p class=\"x\"><b \x010>a", same},
		{"NUL in a value", "<p class=\"a\x00b\">c", same},
		{"formatting elements", `<b onclick="a"><i style="x">b`, same},
		{"data", `<p data-a='{"b":1}' data-c="d"><p data-e="f/g"h="i"><img data-src="/j">`, `<p data-a="" data-c="d"><p data-e="f/g"h="i"><img data-src="/j">`},
		{"indentation", "<div>\n\t\t\t\t<p> a\n     b</p>\n   </div>", "<div>\n<p> a\n     b</p>\n</div>"},
		{"lines that count", "<div>\n    <pre>\n     a</pre>\n     <p>", "<div>\n<pre>\n     a</pre>\n     <p>"},
		{"picture", `<img src="x" alt="y" sizes="z"><image src="x" title="y"><p src="x">`, `<img src="x" alt="y"><image src="x"><p>`},
		{"title", `<abbr title="x" lang="y">a</abbr><a title="x" href="z">b</a>`, `<abbr title="x">a</abbr><a href="z">b</a>`},
		{"quotation mark without value", `<p "><!-- a -->"`, `<p><!---->"`},
		{"quotation mark in a bare value", `<p a=b"><!-- a -->"`, `<p><!---->"`},
		{"equals sign for a name", `<p ="x><!-- a -->"`, `<p><!---->"`},
		{"unclosed value", `<p a="><!-- b -->`, same},
		{"drawing", `<svg class=x><title>t</title><g><path d="M>"/></g><!-- c --></svg>b`, `<svg></svg>b`},
		{"drawing in a drawing", `<svg><svg/><svg></svg></svg>b`, `<svg></svg>b`},
		{"drawing that closes itself", `<svg class=x /><style>b</style>`, `<svg class=x /><style></style>`},
		{"HTML behind a drawing", `<svg><g><img><style>b</style></g></svg>`, `<svg><g><img></g></svg>`},
		{"HTML in a drawing", `<svg><sub>a<style>b</style>`, same},
		{"HTML in a drawing's title", `<svg><title><g>a</g></title></svg><style>b</style>`, same},
		{"foreign object", `<svg><foreignObject><style>b</style></foreignObject></svg>`, same},
		{"open tags in a drawing", `<svg><g><use></SVG><style>b</style>`, `<svg></svg><style></style>`},
		{"end tag of another element in a drawing", `<div><svg><g></div></svg><style>b</style>`, same},
		{"slash that is a value", `<svg><path d=M/></svg><style>b</style>`, same},
		{"CDATA in a drawing", `<svg><style><![CDATA[<p>]]></style></svg><style>b</style>`, same},
		{"deep drawing", `<svg>` + drawn + `</svg>`, same},
		{"unclosed drawing", `<svg><g></g><style>b</style>`, same},
		{"columns in a template", `<template><col><svg> </svg><style> b</style>`, same},
		{"formula", `<math><style>b</style></math>`, same},
		{"frameset", `<svg><text>a</text></svg><FRAMESET>`, same},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := tt.want
			if want == same {
				want = tt.body
			}
			if got := string(segmenter.Condense([]byte(tt.body))); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			sameTree(t, []byte(tt.body))
		})
	}
}

// sameTree fails the test where a body and what is left of it give trees that
// differ in more than what is elided.
func sameTree(t testing.TB, body []byte) {
	t.Helper()
	whole, err := html.Parse(bytes.NewReader(body))
	if err != nil {
		return // too deep: parsed in another way
	}
	short, err := segmenter.ParseCondensed(body)
	if err != nil {
		t.Fatalf("condensed: %v", err)
	}
	if got, want := outline(short), outline(whole); got != want {
		t.Errorf("the tree changes\n%.2000q\ngot\n%.2000s\nwant\n%.2000s", body, got, want)
	}
}

// outline writes a tree without what condense elides. Texts between which a
// node may be missing are one.
func outline(doc *html.Node) string {
	var b strings.Builder
	var text string
	flush := func(depth int) {
		if text != "" {
			fmt.Fprintf(&b, "%*stext %q\n", depth, "", strings.Join(strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n\f", r) }), " "))
		}
		text = ""
	}
	var write func(n *html.Node, depth int)
	write = func(n *html.Node, depth int) {
		if n.Type == html.TextNode {
			text += n.Data
			return
		}
		if mayBeMissing(n) {
			return
		}
		flush(depth)
		fmt.Fprintf(&b, "%*s%d %s ", depth, "", n.Type, n.Namespace)
		if n.Namespace == "svg" && n.Data == "svg" {
			b.WriteString("svg\n")
			return
		}
		attr := slices.DeleteFunc(slices.Clone(n.Attr), elidedAttribute)
		slices.SortFunc(attr, func(a, b html.Attribute) int { return strings.Compare(a.Key, b.Key) }) // the parser sorts those of anchors
		for i, a := range attr {
			if strings.HasPrefix(a.Key, "data-") && strings.ContainsAny(a.Val, "{[/") && n.Data != "img" && n.Data != "amp-img" {
				attr[i].Val = ""
			}
		}
		fmt.Fprintf(&b, "%q %q\n", n.Data, attr)
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			write(c, depth+1)
		}
		flush(depth + 1)
	}
	write(doc, 0)
	return b.String()
}

// mayBeMissing reports the nodes that may be missing.
func mayBeMissing(n *html.Node) bool {
	if n.Type == html.CommentNode {
		return true
	}
	if n.Type != html.ElementNode || n.Namespace != "" {
		return false
	}
	switch n.Data {
	case "style":
		return true
	case "script":
		return !structured(n)
	case "link":
		return !slices.ContainsFunc(n.Attr, func(a html.Attribute) bool {
			return a.Key == "rel" && a.Val == "canonical"
		})
	}
	return false
}

// elidedAttribute reports the attributes that may be missing.
func elidedAttribute(a html.Attribute) bool {
	switch a.Key {
	case "class", "id", "href", "rel", "role", "itemprop", "itemtype", "typeof", "property", "content", "datetime",
		"hidden", "aria-hidden", "aria-label", "http-equiv":
		return false
	}
	return !strings.HasPrefix(a.Key, "data-") || a.Key == "data-"
}

func structured(n *html.Node) bool {
	for _, a := range n.Attr {
		if a.Key == "type" && strings.Contains(strings.ToLower(a.Val), "ld+json") {
			return true
		}
	}
	return false
}

// sameSegments fails the test where a page gives other bytes when it is parsed
// as it stands.
func sameSegments(t testing.TB, short, whole *segmenter.Segmenter, page *pb.Page) {
	t.Helper()
	got, errShort := short.Segment(page)
	want, errWhole := whole.Segment(page)
	if fmt.Sprint(errShort) != fmt.Sprint(errWhole) {
		t.Errorf("error %v, want %v", errShort, errWhole)
		return
	}
	if want.GetTruncated() == "attributes" {
		return // condensed, the page may have few enough
	}
	deterministic := proto.MarshalOptions{Deterministic: true}
	g, err := deterministic.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	w, err := deterministic.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(g, w) {
		t.Errorf("%s: condensed, the page gives other segments", page.PageId)
	}
}

func both(t testing.TB) (short, whole *segmenter.Segmenter) {
	t.Helper()
	short, err := segmenter.New(segmenter.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	if whole, err = segmenter.NewWhole(segmenter.DefaultConfig()); err != nil {
		t.Fatal(err)
	}
	return short, whole
}

// TestCondenseOnCorpora holds that condensing changes nothing on real pages,
// neither their trees nor their segments.
func TestCondenseOnCorpora(t *testing.T) {
	short, whole := both(t)
	for _, name := range []string{"fundus", "news2019", "helsingborg-news", "big9", "chaos", "dragnet", "wcxb", "cleaneval", "l3s-gn1", "trafilatura-eval"} {
		var before, after int
		for _, p := range corpus(t, name) {
			sameTree(t, p.Page.Body)
			sameSegments(t, short, whole, p.Page)
			before, after = before+len(p.Page.Body), after+len(segmenter.Condense(p.Page.Body))
		}
		t.Logf("%s: %d bytes, condensed %d", name, before, after)
	}
}

func FuzzCondense(f *testing.F) {
	for _, body := range []string{
		"<script><!--<script></script>--></script>", "<p a='>' b=\">\" c=/><!-- x --!>", "<svg><g><title>x</title></g></svg><table><svg><text>y</text></svg>",
		"<select><svg><path/></svg><style>x</style></select>", "<title><script></title><script>y</script>", "<svg/><math><script>x</script></math>",
		"<noscript><!-- </noscript> --><style></style >", "<template><svg></svg><script></script></template><frameset>", "<b><p><svg><title>x</title></svg></b>",
	} {
		f.Add([]byte(body))
	}
	short, whole := both(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		sameTree(t, body)
		if _, err := html.Parse(bytes.NewReader(body)); err == nil {
			sameSegments(t, short, whole, &pb.Page{PageId: "p", Url: "https://news.example/a", Body: body})
		}
	})
}
