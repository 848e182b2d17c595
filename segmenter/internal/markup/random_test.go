package markup_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/winnow-news/winnow/segmenter/internal/markup/markuptest"
)

// fragments are what documents are put together from to find where condense
// and the parser disagree.
var fragments = strings.Split(`<svg>|</svg>|<svg a=b>|<svg/>|<g>|</g>|<path d="M>"/>|<path d=M/>|<use/>|<title>|</title>|<desc>|</desc>|<text>|</text>|`+
	`<foreignObject>|</foreignObject>|<math>|</math>|<mi>|<annotation-xml encoding=text/html>|<script>|<script src=x>|</script>|</script|<script|`+
	`<script type=application/ld+json>|<style>|</style>|<!--|-->|--!>|--|<!-->|<!--->|<!|<!doctype html>|<?|</|</>|>|<|"|'|=|/| |`+"\n"+`|x|&lt;|&|`+
	`<table>|</table>|<tr>|<td>|<caption>|<colgroup>|<col>|<p>|</p>|<b>|</b>|<i>|</i>|<a href="x">|</a>|<a target=_blank title='>'>|<div class="x">|</div>|<span>|</span>|`+
	`<pre>|</pre>|<li>|<h1>|<select>|</select>|<option>|<template>|<template shadowrootmode=open>|</template>|<noscript>|</noscript>|<iframe>|</iframe>|<textarea>|</textarea>|`+
	`<link rel=x>|<link rel="canonical" href="y">|<link>|<meta name=a>|<noframes>|</noframes>|<xmp>|</xmp>|<plaintext>|<frameset>|<frame>|</frameset>|<html lang=en>|<head>|</head>|<body class=y>|</body>|</html>|`+
	`<br>|</br>|<hr>|<img src=x width="1">|<input type=hidden>|<button>|</button>|<form>|</form>|<font color=red>|<font>|</font>|<nobr>|<ruby>|<rt>|<marquee>|</marquee>|`+
	"<![CDATA[|]]>|\x00|<p title=\"|<div style='|<p onclick=a>|<a class=\"x\" href='?a&amp;b=1&copy=2' />|<p data-x=1 Data-X=2 class>|<li / class=\"a\">|<td id=a/>|<!-- x -->|<script>y</script>|<style>z</style>|<svg><title>t</title><g></g></svg>|<svg><g>|<img></g></svg>|<use></svg>", "|")

// TestCondenseOnRandomTags holds that condensing leaves the tree alone where
// tags follow one another as no page would have them.
func TestCondenseOnRandomTags(t *testing.T) {
	documents := 60_000
	if testing.Short() {
		documents = 5_000
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range documents {
		var b strings.Builder
		for range 2 + r.IntN(24) {
			b.WriteString(fragments[r.IntN(len(fragments))])
		}
		markuptest.SameTree(t, []byte(b.String()))
		if t.Failed() {
			return
		}
	}
}

// TestScriptsInComments holds that a script ends where the parser ends it.
func TestScriptsInComments(t *testing.T) {
	parts := strings.Split("<script>|<script|</script>|</script|</SCRIPT\n|<!--|-->|--!>|<!|--|-|>|<|/| |x|!|<p>", "|")
	r := rand.New(rand.NewPCG(5, 6))
	for range 50_000 {
		var b strings.Builder
		b.WriteString("<p>a<script><!--")
		for range 1 + r.IntN(12) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		b.WriteString("</script><style>b</style><p class=c>d")
		markuptest.SameTree(t, []byte(b.String()))
		if t.Failed() {
			return
		}
	}
}

// TestAttributeValues holds that values with anything like a character reference
// in them read as the parser reads them.
func TestAttributeValues(t *testing.T) {
	parts := strings.Split("&|amp|;|#|x|39|27|=|copy|para|not|it|frac12|alpha|semi| |é|&amp;|&quot;|&#39;|&#x27;|&copy|?a=1|/", "|")
	r := rand.New(rand.NewPCG(3, 4))
	for range 50_000 {
		var b strings.Builder
		b.WriteString(`<p class="`)
		for range 1 + r.IntN(7) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		b.WriteString(`">x`)
		markuptest.SameTree(t, []byte(b.String()))
		if t.Failed() {
			return
		}
	}
}
