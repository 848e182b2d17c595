package textblock

import (
	"fmt"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	blocks, err := Split([]byte(`<body><div><h1>Head line</h1></div><p>One <a href=x>two three</a> four<br>five <b>six</b></p><script>no</script></body>`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range blocks {
		got = append(got, fmt.Sprintf("%s|%s|%d|%d|%d|%d", b.Text, b.Parent, b.Words, b.LinkedWords, b.Before, b.After))
	}
	// Between "Head line" and "One": </h1> </div> <p> are three lines; <br> is
	// one, <b> one.
	want := []string{"Head line|h1|2|0|0|3", "One two three four|p|4|2|3|1", "five|p|1|0|1|1", "six|b|1|0|1|0"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if d := blocks[1].LinkDensity(); d != .5 {
		t.Errorf("link density %g, want 2/4", d)
	}
}

// 40 words of four letters: 16 to a line (16·4+15 = 79 characters), so lines
// of 16, 16 and 8 words; the last does not count.
func TestWordDensity(t *testing.T) {
	for n, want := range map[int]float64{40: 16, 16: 16, 17: 16, 3: 3} {
		blocks, err := Split([]byte("<p>" + strings.Repeat("word ", n)))
		if err != nil || len(blocks) != 1 {
			t.Fatal(blocks, err)
		}
		if got := blocks[0].WordDensity(); got != want {
			t.Errorf("%d words: density %g, want %g", n, got, want)
		}
	}
}

func TestJoin(t *testing.T) {
	if got := Join([]Block{{Text: "a"}, {Text: "b"}, {Text: "c"}}, []bool{true, false, true}); got != "a\nc" {
		t.Errorf("got %q", got)
	}
}
