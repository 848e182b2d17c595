package scriptdata

import (
	"bytes"
	"strings"
	"testing"
)

const (
	title = "Bridge over the river approved"
	story = `<p>The council voted on Tuesday to build a second bridge over the river, after a debate that lasted until midnight. It has been approved.</p>`
)

// What is drawn stands at the end of the body, under the title.
func TestDraw(t *testing.T) {
	page := "<html><body><script>var s = {\"story\":\"" + story + "\"}</script>"
	want := page + "<article><h1>" + title + "</h1><div>" + story + "</div>\n</article></body></html>"
	if got := string(Draw([]byte(page+"</body></html>"), title)); got != want {
		t.Errorf("drawn %q\nwant %q", got, want)
	}
	for _, other := range []string{"", "Cookies", "Trams of the north delayed"} {
		if got := Draw([]byte(page), other); got != nil {
			t.Errorf("drawn for the title %q: %q", other, got)
		}
	}
}

func TestPushed(t *testing.T) {
	for parts, want := range map[string]string{
		`[1,"5:[]"]`: "5:[]", `[1,"5:[]",2]`: "5:[]", `[0]`: "", `[1]`: "", `[1,["5:[]"]]`: "", `["1","5:[]"]`: "", `[1,"5:[`: "",
		`[3,"NTpbXQ=="]`: "", // in base64
	} {
		if got := pushed("self.__next_f.push(" + parts + ")"); got != want {
			t.Errorf("%s: %q, want %q", parts, got, want)
		}
	}
	hostile := `__next_f.push([1,"a"` + strings.Repeat(",1", 1<<16) + "])"
	if n := testing.AllocsPerRun(1, func() { pushed(hostile) }); n > 1<<10 {
		t.Errorf("%.0f allocations for what is not read", n)
	}
}

func FuzzDraw(f *testing.F) {
	for _, s := range []string{
		"<script>{\"a\":\"" + story + "\"}</script>", "<script>x=JSON.parse('{\"a\":\"" + story + "\"}')</script>", `<div data-s='[{"t":"` + story + `"}]'>`,
		"<script>" + strings.Repeat("a=[", 300), "<script>x=JSON.parse('\\", "</body><script>{",
		`<script>self.__next_f.push([1,"5:T0,6:[\"` + story + `\"]\n7:Tfff,"])</script><script>x.__next_f.push([1,"<p>é`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, page string) {
		drawn := Draw([]byte(page), title)
		if drawn != nil && (len(drawn) <= len(page) || !bytes.Contains(drawn, []byte("<h1>"+title))) {
			t.Errorf("drawn of %q: %q", page, drawn)
		}
	})
}
