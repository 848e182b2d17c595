package peer

import (
	"strings"
	"testing"

	"github.com/winnow-news/winnow/eval/method"
)

const page = `<!DOCTYPE html><html><head><title>River rises again</title></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/sport">Sport</a></li></ul></nav>
<article><h1>River rises again</h1>
<p>The river rose by two metres on Monday night, said the mayor of the town, who had been called to the bridge at four in the morning by the watch.</p>
<p>Nobody was hurt, but three cellars in the lower town were flooded, and the ferry will not run before the end of the week, the mayor said.</p>
<p>Rain is expected until Thursday, when the water should fall again, according to the weather service, which had warned the region on Sunday evening.</p>
</article><footer><p>Imprint</p></footer></body></html>`

// Every peer finds the article of a plain page; all but the floor leave the
// navigation out.
func TestMethodsFindAPlainArticle(t *testing.T) {
	if err := method.Validate(Methods()); err != nil {
		t.Fatal(err)
	}
	for _, m := range Methods() {
		got, err := m.Page(method.Doc{URL: "https://news.example/river", HTML: []byte(page)})
		if err != nil {
			t.Errorf("%s: %v", m.Name, err)
			continue
		}
		text := got.Body
		if !strings.Contains(text, "three cellars in the lower town") || !strings.Contains(text, "Rain is expected") {
			t.Errorf("%s misses the article: %q", m.Name, text)
		}
		if nav := strings.Contains(text, "Home"); nav != (m.Name == "body") {
			t.Errorf("%s: navigation in the text is %v: %q", m.Name, nav, text)
		}
		if want := "River rises"; m.Name != "body" && !strings.Contains(got.Title, want) {
			t.Errorf("%s: title %q, want one with %q", m.Name, got.Title, want)
		}
	}
}
