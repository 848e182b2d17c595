package markup

import (
	"bytes"
	"regexp"
	"slices"

	"github.com/winnow-news/winnow/segmenter/internal/ascii"
)

var noscript = regexp.MustCompile(`(?i)(</?)noscript\b`)

// OpenNoscript gives a page whose noscript elements are plain ones, nil for a
// page without.
func OpenNoscript(body []byte) []byte {
	if !containsFold(body, "<noscript") {
		return nil
	}
	return noscript.ReplaceAll(body, []byte("${1}div"))
}

// EndTitle gives a page with an end to the title that swallows it, nil for a
// page without such a title: where "</title>" is missing the parser takes all
// that follows for the title's text, as the standard demands. Authors look at
// their pages, so this is rare, and what is meant is clear: the title ends
// before the next tag.
func EndTitle(body []byte) []byte {
	for from := 0; ; {
		lt := bytes.IndexByte(body[from:], '<')
		if lt < 0 {
			return nil
		}
		from += lt + 1
		if !bytes.HasPrefix(lowerHead(body[from:]), []byte("title")) {
			continue
		}
		t := readTag(body, from)
		if t.end == stop {
			return nil
		}
		if t.nameEnd-from != len("title") {
			continue
		}
		next := nextTag(body, t.end)
		if next == stop || rawEnd(body, t.end, "title") != stop {
			return nil
		}
		return slices.Concat(body[:next], []byte("</title>"), body[next:])
	}
}

// lowerHead gives as many bytes as "title" has, in lower case.
func lowerHead(s []byte) []byte {
	var buf [len("title")]byte
	return lowered(buf[:], s[:min(len(s), len(buf))])
}

// nextTag gives where the next start tag, end tag or comment begins, or stop.
func nextTag(body []byte, from int) int {
	for i := from; i+1 < len(body); i++ {
		if b := body[i+1]; body[i] == '<' && (ascii.IsLetter(b) || b == '/' || b == '!') {
			return i
		}
	}
	return stop
}
