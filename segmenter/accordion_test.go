package segmenter_test

import "testing"

// A button that fills a heading is what it says; one beside its text is not, nor
// is one elsewhere.
func TestButtonInHeading(t *testing.T) {
	for page, want := range map[string]string{
		`<h3><button aria-expanded="false">Who pays?</button></h3><p>All.</p>`:                          "Who pays?",
		`<h3 class=q><span><button><b>Who</b> pays?</button></span> <svg><path/></svg></h3><p>All.</p>`: "Who pays?",
		`<h2>The bridge <button>Share</button></h2><p>All.</p>`:                                         "The bridge",
		`<h2><button>Share</button><a href="/bridge">The bridge</a></h2><p>All.</p>`:                    "The bridge",
		`<h2><b><i><u><button>Share</button></u></i></b></h2><p>All.</p>`:                               "All.",
		`<div><button>Who pays?</button></div><p>All.</p>`:                                              "All.",
	} {
		blocks := segment(t, "<body>"+page).GetBlocks()
		if len(blocks) == 0 || blocks[0].GetText() != want {
			t.Errorf("%s: blocks %v, want %q first", page, blocks, want)
		}
	}
}
