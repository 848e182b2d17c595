package judge

import (
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

func TestLikeness(t *testing.T) {
	titles := newTitles(&pb.Metadata{
		Title: "Storm hits the coast", OgTitle: "Storm batters coast, thousands without power",
		HtmlTitle: "Storm hits the northern coast hard | The Example",
	})
	tests := []struct {
		text string
		min  float64
		max  float64
	}{
		{"Storm hits the coast", 1, 1},
		{"STORM HITS THE COAST!", 1, 1},
		{"Storm batters coast, thousands without power", 1, 1},
		{"Storm hits the northern coast hard", 1, 1}, // in the title element
		{"Storm hits the coast on Sunday", 0.75, 0.85},
		{"The Example", 0.3, 0.4}, // in the title element, but too short to tell
		{"Repair crews came from three counties", 0, 0},
		{"", 0, 0},
	}
	for _, tt := range tests {
		if got := titles.Likeness(tt.text); got < tt.min || got > tt.max {
			t.Errorf("likeness(%q) = %.2f, want %v..%v", tt.text, got, tt.min, tt.max)
		}
	}
}
