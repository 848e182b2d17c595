package segmenter

import (
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// undetermined is the language of a page of which nothing is known.
const undetermined = "und"

// detector tells languages apart. It is immutable.
type detector struct{}

func newDetector() *detector { return &detector{} }

// language decides between what the page declares and what its text shows.
func (d *detector) language(declared []string, blocks []*pb.Block) string {
	for _, l := range declared {
		if code := languageCode(l); code != "" {
			return code
		}
	}
	return undetermined
}

// languageCode gives the ISO 639-1 code of a language tag, or "".
func languageCode(tag string) string {
	tag = strings.ToLower(strings.TrimSpace(tag))
	if i := strings.IndexAny(tag, "-_ ,;"); i >= 0 {
		tag = tag[:i]
	}
	if len(tag) == 2 {
		return tag
	}
	return ""
}
