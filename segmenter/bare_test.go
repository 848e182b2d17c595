package segmenter_test

import (
	"encoding/json"
	"fmt"
	"html"
	"slices"
	"strings"
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter"
)

func TestTitleWithoutEnd(t *testing.T) {
	const text = "The council voted on Tuesday to build a second bridge over the river."
	tests := []struct{ name, page, title string }{
		{"before a tag", "<html><head><title>Bridge < tunnel<meta charset=utf-8></head><body><p>" + text, "Bridge < tunnel"},
		{"broken end tag", "<html><head><TITLE>Bridge</TITL><body><p>" + text, "Bridge"},
		{"before a comment", "<head><title lang=en>Bridge\n<!-- x --><body><p>" + text, "Bridge"},
		{"behind an element of a longer name", "<titles></titles><title>Bridge<p>" + text, "Bridge"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := segment(t, tt.page)
			if n := len(out.Blocks); n == 0 || out.Blocks[n-1].Text != text {
				t.Fatalf("blocks %v", out.Blocks)
			}
			if out.Metadata.Title != tt.title {
				t.Errorf("title %q, want %q", out.Metadata.Title, tt.title)
			}
		})
	}
}

// An article whose page has menus and no paragraph is looked for where scripts
// would take it from; other pages keep what they show.
func TestArticleWithoutParagraph(t *testing.T) {
	const (
		article = `<meta property="og:type" content="article"><title>A second bridge over the river</title>`
		menu    = `<ul><li>News<li>Sport<li>Culture<li>Weather<li>Science<li>Local news<li>Business<li>Opinion<li>Travel<li>Food<li>Cars<li>Health<li>Games<li>Jobs<li>Contact us<li>About us<li>Privacy<li>Terms<li>Log in<li>Subscribe<li>Archive</ul>`
		text    = "The council voted on Tuesday to build a second bridge over the river, and the town now has to find the money for it, which nobody has."
		read    = "<p>" + text + "</p>"
	)
	state := `<script type="application/json">` + fmt.Sprintf("{%q:%q}", "body", read) + "</script>"
	tests := []struct {
		name, page string
		found      bool
	}{
		{"in noscript", article + menu + "<div>" + "<script>draw()</script><noscript>" + read + "</noscript></div>", true},
		{"in data", article + menu + state, true},
		{"nowhere", article + menu + "<noscript>Switch scripts on, please.</noscript>", false},
		{"on no article's page", menu + "<noscript>" + read + "</noscript>", false},
		{"on a list's page", `<script type="application/ld+json">{"@type":"CollectionPage"}</script>` + article + menu + "<noscript>" + read + "</noscript>", false},
		{"most of the page", `<div id=app><h1>Welcome to the town</h1>` + menu + "<p>Share what you know.</p></div><noscript>" + strings.Repeat("<div><p>An answer to it that is as long as the others.</p></div>", 60) + read + "</noscript>", true},
		{"beside text", article + menu + "<p>" + strings.Replace(text, "second", "third", 1) + "</p>" + "<noscript>" + read + "</noscript>", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := segment(t, tt.page)
			found := false
			for _, b := range out.Blocks {
				if found = found || b.Text == text; strings.Contains(b.Text, "please") {
					t.Errorf("block %q", b.Text)
				}
			}
			if found != tt.found || len(out.Blocks) < 21 {
				t.Errorf("text found: %v, want %v, in %d blocks", found, tt.found, len(out.Blocks))
			}
		})
	}
}

// Pages that have no text for other reasons stay as they are, and many tags
// without an end cost no more than one.
func TestTitleWithoutEndIsNothingElse(t *testing.T) {
	s, err := segmenter.New(segmenter.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{
		"<title>Bridge</title>", "<title>Bridge", "<title", "<title>Bridge</title><p", "<title></title><img src=x>",
		strings.Repeat("<title", 100_000), strings.Repeat("<title>", 100_000), "<title>" + strings.Repeat("</", 200_000),
	} {
		out, err := s.Segment(&pb.Page{PageId: "p", Url: "https://news.example/a", Body: []byte(page)})
		if err != nil {
			t.Errorf("%.20s: %v", page, err)
		} else if len(out.Blocks) > 0 {
			t.Errorf("%.20s: %d blocks", page, len(out.Blocks))
		}
	}
}

const (
	shell  = "<html><head><title>Bridge over the river approved</title><meta property=og:type content=article></head><body><div id=app></div>%s</body></html>"
	bridge = "<p>The council voted on Tuesday to build a second bridge over the river, after a debate that lasted until midnight.</p><p>It has been approved by both parties, the mayor said.</p>"
	others = "<p>We and our partners use cookies to improve the site, to measure what is read, and to show you advertising that suits you and your interests.</p>"
)

// The text of a page that is drawn by scripts is found where the page brings it
// along; what has nothing to do with the page's title is not taken for it.
func TestBarePages(t *testing.T) {
	quoted := func(s string) string {
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	pushed := func(parts ...string) (scripts string) {
		for _, p := range parts {
			scripts += "<script>self.__next_f.push([1," + quoted(p) + "])</script>"
		}
		return "<script>(self.__next_f=self.__next_f||[]).push([0])</script>" + scripts
	}
	data := `{"page":{"id":7,"story":{"headline":"Bridge","content":` + quoted(bridge) + `}}}`
	plain := strings.NewReplacer("<p>", "", "</p>", "\n").Replace(bridge) + strings.Repeat("The money was found in the reserve. ", 4)
	paragraphs := `{"type":"text","content":"The council voted on Tuesday to build a second bridge over the river."}`
	for i := range 3 {
		paragraphs += fmt.Sprintf(`,{"type":"text","content":"The money for part %d was found in the reserve, and it was approved."}`, i)
	}
	teaser := `<h3><a href="/b">Another story</a></h3><p>` + strings.Repeat("What happened there has been told before, and is told here again. ", 2) + `</p>`
	tests := []struct {
		name, body string
		blocks     int
		first      string // how the first block begins
	}{
		{"without scripts", "<noscript>" + bridge + "</noscript>", 2, "The council voted"},
		{"data in a script", "<script type=application/json>" + data + "</script>", 2, "The council voted"},
		{"data assigned in a script", "<script>window.__STATE__ = " + data + ";go()</script>", 2, "The council voted"},
		{"data in an attribute", "<div hidden data-state='" + html.EscapeString(`{"pad":"`+strings.Repeat("x", 600)+`","s":`+data+`}`) + "'></div>", 2, "The council voted"},
		{"data in a string of data", `<script type=application/json>{"a":` + quoted(data) + `}</script>`, 2, "The council voted"},
		{"text without markup", `<script type=application/json>{"body":` + quoted(plain) + `}</script>`, 3, "The council voted"},
		{"data assigned behind other code", "<script>window.A=window.A||{};A.site=\"x\";A.state=" + data + ";A.b={}</script>", 2, "The council voted"},
		{"data parsed by a script", "<script>window.S = JSON.parse(" + quoted(data) + ")</script>", 2, "The council voted"},
		{"data parsed from single quotes", "<script>window.S=JSON.parse('" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(data) + "')</script>", 2, "The council voted"},
		{"a list of paragraphs", `<script type=application/json>{"teasers":[` + strings.Repeat(`{"text":"A bridge is built. "},`, 4) + `{}],"story":[` + paragraphs + `]}</script>`, 4, "The council voted"},
		{"data that Next.js pushes", pushed("1:\"$Sreact.fragment\"\n2:I[7,[\"a.js\"],\"\"]\n", `5:["$","$L2",null,`+data[:99], data[99:]+"]\n"), 2, "The council voted"},
		{"text that Next.js pushes", pushed(`5:["$","$L2",null,{"body":"$6"}]`+"\n6:"+fmt.Sprintf("T%x,", len(bridge)), bridge[:99], bridge[99:]+`7:["$","p"]`+"\n"), 2, "The council voted"},
		{"beside a footer", "<script type=application/json>" + data + "</script><footer><p>" + plain + "</footer>", 3, "The council voted"},
		{"beside teasers", `<section>` + teaser + teaser + `</section><script type=application/json>` + data + "</script>", 6, "Another story"},
		{"another subject", `<script type=application/json>{"consent":` + quoted(others) + `}</script>`, 0, ""},
		{"the same text twice", `<script type=application/json>[` + data + `,` + data + `]</script>`, 2, "The council voted"},
		{"code", `<script>var x = 1; function f(bridge, over, river, approved) { return "<p>" }</script>`, 0, ""},
		{"a page with text keeps it", bridge + bridge + "<noscript>" + others + "</noscript>", 4, "The council voted"},
	}
	s, err := segmenter.New(segmenter.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			body := fmt.Sprintf(shell, tt.body)
			out, err := s.Segment(&pb.Page{PageId: "p", Url: "https://news.example/a", Body: []byte(body)})
			if err != nil {
				t.Fatal(err)
			}
			out.Blocks = slices.DeleteFunc(out.Blocks, func(b *pb.Block) bool { return out.Elements[b.Element].Tag == "h1" }) // drawn with the text
			if len(out.Blocks) != tt.blocks || tt.blocks > 0 && !strings.HasPrefix(out.Blocks[0].Text, tt.first) {
				t.Errorf("%d blocks, want %d: %v", len(out.Blocks), tt.blocks, out.Blocks)
			}
			if out.HtmlBytes != uint32(len(body)) {
				t.Errorf("%d bytes, want those of the page, %d", out.HtmlBytes, len(body))
			}
		})
	}
}
