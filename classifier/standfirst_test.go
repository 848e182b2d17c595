package classifier

import (
	"testing"

	"github.com/winnow-news/winnow/proto/word"
)

func TestBegins(t *testing.T) {
	const description = "After nine hours of debate the plan has a majority"
	for text, want := range map[string]bool{
		description: true,
		"AFTER nine hours of debate, the plan has a majority of one vote.":                                         true,
		"After nine hours of debate the plan":                                                                      true,
		"After nine hours of debate":                                                                               false, // too few words
		"After ten hours of debate the plan has a majority":                                                        false,
		description + " of one vote, and more than twice as long as what the page says of itself goes on after it": false,
		"": false,
	} {
		if got := begins(word.Hashes(nil, text), word.Hashes(nil, description)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
