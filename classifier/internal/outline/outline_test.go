package outline

import (
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// TestHintsOfCaptions: an attribute that holds a caption makes none.
func TestHintsOfCaptions(t *testing.T) {
	for hint, want := range map[string]bool{"caption": true, "lb-caption-desc": false, "caption=The harbour": false} {
		if got := namesOf(&pb.Element{Hints: []string{hint}})&namesCaption != 0; got != want {
			t.Errorf("%q: %v, want %v", hint, got, want)
		}
	}
}
