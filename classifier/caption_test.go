package classifier

import (
	"fmt"
	"strings"
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// TestCaptions: which lines of content are captions, by what the element
// around them is called and by what else there is.
func TestCaptions(t *testing.T) {
	lines := func(n int, element string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "    %s |+ The harbour of the town on picture %d, where the boats lay empty because nobody dared to go out on day %d.\n", element, i, i*3)
		}
		return b.String()
	}
	text := func(paragraphs int) string {
		var b strings.Builder
		for i := range paragraphs {
			fmt.Fprintf(&b, "    p |+ On day %d of the storm the council met again, heard the engineers of the port and the owners of the boats, and put off what it had come to decide.\n", i)
		}
		return b.String()
	}
	for name, tc := range map[string]struct {
		page     string
		captions int
	}{
		"captions":               {lines(2, "div.caption") + text(4), 2},
		"a word of several":      {lines(1, "div.photo-credits") + text(4), 1},
		"many paragraphs":        {"    div.category-credits\n" + lines(4, "  p") + text(4), 0},
		"more than text":         {lines(20, "div.caption") + text(4), 0},
		"more than a whole text": {lines(40, "div.caption") + text(15), 40},
	} {
		c := newClassifier(t)
		a, _ := c.Decide(parse(t, "@title Storm\nbody\n  main\n    h1 |- Storm\n"+tc.page))
		captions := 0
		for _, p := range a.GetParagraphs() {
			if p.GetKind() == pb.Paragraph_CAPTION {
				captions++
			}
		}
		if captions != tc.captions {
			t.Errorf("%s: %d captions, want %d:\n%v", name, captions, tc.captions, a.GetParagraphs())
		}
	}
}
