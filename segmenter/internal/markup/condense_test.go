package markup_test

import (
	"strings"
	"testing"

	"github.com/winnow-news/winnow/segmenter/internal/markup"
	"github.com/winnow-news/winnow/segmenter/internal/markup/markuptest"
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
		{"script in a comment in a script", "<script><!-- <script>a</script> --></script>b<style>c</style>", "<script></script>b<style></style>"},
		{"unclosed comment around a script in a script", "<script><!-- <script>a</script>b<style>c</style>", same},
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
			if got := string(markup.Condensed([]byte(tt.body))); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			markuptest.SameTree(t, []byte(tt.body))
		})
	}
}
