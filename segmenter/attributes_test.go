package segmenter_test

import "testing"

// What explains a word on demand is not read with the sentence.
func TestTooltip(t *testing.T) {
	for _, page := range []string{
		`<p>The toll <span role="tooltip">what is paid for the use of a road</span> is 5.</p>`,
		`<p>The toll is 5.</p><div role="tooltip">What is paid for the use of a road</div>`,
	} {
		out := segment(t, "<body>"+page)
		for i, b := range out.GetBlocks() {
			if shown := !out.GetElements()[b.GetElement()].GetHidden(); shown != (i == 0) || shown && b.GetText() != "The toll is 5." {
				t.Errorf("%s: block %d %q, shown %v", page, i, b.GetText(), shown)
			}
		}
	}
}
