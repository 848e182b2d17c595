package kim

import (
	"slices"
	"testing"

	"github.com/winnow-news/winnow/eval/paper/textblock"
)

func TestRows(t *testing.T) {
	if n := len(tags()); n != 22 || !slices.IsSorted(tags()) {
		t.Fatalf("%d tags, want 22 in order", n)
	}
	attrs := Attributes()
	if len(attrs) != 25 || attrs[10].Name != "words" || attrs[0].Name != "words[-2]" || attrs[24].Name != "after[+2]" {
		t.Fatalf("attributes %v", attrs)
	}
	blocks, err := textblock.Split([]byte(`<div>one two</div><p>three <a>four</a></p>`))
	if err != nil {
		t.Fatal(err)
	}
	rows := Rows(blocks)
	nothing := []float64{0, 0, 22, 0, 0}
	div := []float64{2, 0, 22, 0, 2} // div is none of the 22; </div> and <p> stand between
	p := []float64{2, .5, 17, 2, 0}  // p is the 18th
	want := slices.Concat(nothing, nothing, div, p, nothing)
	if !slices.Equal(rows[0], want) {
		t.Errorf("first row\n%v, want\n%v", rows[0], want)
	}
	if want = slices.Concat(nothing, div, p, nothing, nothing); !slices.Equal(rows[1], want) {
		t.Errorf("second row\n%v, want\n%v", rows[1], want)
	}
}
