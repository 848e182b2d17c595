package segmenter

import (
	"strings"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// classify says what kind of page this is, and why.
func classify(out *pb.SegmentedPage, w *walk, data *linkedData) (pb.PageClass, string) {
	words, linkWords, long := 0, 0, 0
	for _, b := range out.Blocks {
		words += int(b.Stats.Words)
		linkWords += int(b.Stats.LinkWords)
		if b.Stats.Words >= 20 && b.Stats.LinkWords*3 < b.Stats.Words {
			long++
		}
	}
	switch {
	case words < 40:
		return pb.PageClass_PAGE_CLASS_WALL, "hardly any text"
	case long >= 2:
		return pb.PageClass_PAGE_CLASS_ARTICLE, "paragraphs"
	}
	return pb.PageClass_PAGE_CLASS_LISTING, "no paragraphs"
}

// challenge reports the script of a bot check.
func challenge(script string) bool {
	for _, mark := range []string{"/cdn-cgi/challenge-platform", "captcha-delivery.com", "px-captcha", "_Incapsula_Resource", "awswaf.com", "challenges.cloudflare.com"} {
		if strings.Contains(script, mark) {
			return true
		}
	}
	return false
}
