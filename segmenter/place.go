package segmenter

import (
	"slices"
	"strings"

	"github.com/winnow-news/winnow/segmenter/internal/ascii"
)

// appendStable appends classes as they stand in a place: without what differs
// from page to page, sorted, each once.
func appendStable(dst, classes []string) []string {
	post := slices.ContainsFunc(classes, postClass)
	changed := false
	for _, c := range classes {
		switch {
		case post && postClass(c):
			c, changed = "post-#", true
		case post && postFact(c):
			continue
		case varies(c):
			c, changed = stableClass(c), true
		}
		dst = append(dst, c)
	}
	if changed {
		slices.Sort(dst)
		dst = slices.Compact(dst)
	}
	return dst
}

// postClass reports a class like post-123: WordPress puts the number of the
// article there.
func postClass(c string) bool {
	rest, ok := strings.CutPrefix(c, "post-")
	return ok && ascii.AllDigits(rest)
}

// postFact reports a class that, beside post-123, names a section, tag or
// author of the article.
func postFact(c string) bool {
	for _, p := range [...]string{"category-", "tag-", "author-", "post_tag-", "term-", "topic-"} {
		if strings.HasPrefix(c, p) {
			return true
		}
	}
	return false
}

// stableClass gives c with "#" for numbers of three digits and more and for
// long hexadecimal ids.
func stableClass(c string) string {
	var b strings.Builder
	for i := 0; i < len(c); {
		hex, digits := i, i
		number := false
		for hex < len(c) && ascii.IsHex(c[hex]) {
			number = number || ascii.IsDigit(c[hex])
			hex++
		}
		for digits < len(c) && ascii.IsDigit(c[digits]) {
			digits++
		}
		switch {
		case hex-i >= 12 && number:
			b.WriteByte('#')
			i = hex
		case digits-i >= 3:
			b.WriteByte('#')
			i = digits
		default:
			b.WriteByte(c[i])
			i++
		}
	}
	return b.String()
}

// varies reports whether c holds three digits in a row or 12 hexadecimal ones.
func varies(c string) bool {
	digits, hex := 0, 0
	for i := range len(c) {
		digits++
		if !ascii.IsDigit(c[i]) {
			digits = 0
		}
		hex++
		if !ascii.IsHex(c[i]) {
			hex = 0
		}
		if digits == 3 || hex == 12 {
			return true
		}
	}
	return false
}
