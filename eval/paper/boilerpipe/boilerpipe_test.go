package boilerpipe

import (
	"strings"
	"testing"

	"github.com/winnow-news/winnow/eval/paper/textblock"
)

// The leaves of Algorithm 1, one row each: own density and link density, then
// those before, then those behind.
func TestAlgorithm1(t *testing.T) {
	for _, tt := range []struct {
		row  []float64
		want bool
	}{
		{[]float64{20, .34, 20, 0, 20, 0}, false}, // linked
		{[]float64{20, .33, 5, .56, 11, 0}, false},
		{[]float64{20, .33, 5, .56, 11.5, 0}, true},
		{[]float64{9, 0, 4, 0, 10, 0}, false},
		{[]float64{9, 0, 4.5, 0, 10, 0}, true},
		{[]float64{9, 0, 4, 0, 10.5, 0}, true},
		{[]float64{9.5, 0, 0, 0, 0, 0}, false}, // nothing behind it
		{[]float64{9.5, 0, 0, 0, 1, 0}, true},
	} {
		if got := content(tt.row); got != tt.want {
			t.Errorf("%v: %v, want %v", tt.row, got, tt.want)
		}
	}
}

func TestPublished(t *testing.T) {
	long := "<p>" + strings.Repeat("word ", 40)
	blocks, err := textblock.Split([]byte("<ul><li><a href=x>Home</a><li><a href=y>Sport</a></ul>" + long + long + "<p>Imprint"))
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, c := range Published(blocks) {
		if c {
			got += "+"
		} else {
			got += "-"
		}
	}
	if got != "--+++" { // the imprint follows a dense block: prev_wordDensity > 4
		t.Errorf("got %s, want --+++", got)
	}
	if rows := Rows(blocks); rows[2][2] != 1 || rows[2][3] != 1 || rows[0][2] != 0 {
		t.Errorf("rows %v", rows)
	}
}
