package segmenter_test

import "testing"

func TestChoice(t *testing.T) {
	for page, want := range map[string]string{
		`<p>Who pays?</p><ul><li><label><input type="radio" name=q> The town</label></li></ul>`:              "Who pays?",
		`<p>Who pays?</p><label class=a><span><input name=q type=RADIO></span><span>The town</span></label>`: "Who pays?",
		`<ul><li><label><input type="checkbox"> 500 g of flour</label></li></ul>`:                            "500 g of flour",
		`<label for=q>Who pays?</label>`: "Who pays?",
	} {
		if blocks := segment(t, "<body>"+page).GetBlocks(); len(blocks) != 1 || blocks[0].GetText() != want {
			t.Errorf("%s: blocks %v, want %q", page, blocks, want)
		}
	}
}
