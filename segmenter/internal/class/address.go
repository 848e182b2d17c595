package class

import (
	"net/url"
	"slices"
	"strings"

	"github.com/winnow-news/winnow/segmenter/internal/ascii"
	"github.com/winnow-news/winnow/segmenter/internal/date"
)

// searches are what the last part of a search's address is called.
var searches = strings.Fields("search suche recherche buscar busca ricerca cerca zoeken szukaj sok haku")

// address is what a page's URL is made of.
type address struct {
	slugWords int      // words in the path's last part, or in the one before a number at its end
	pathDepth int      // parts of the path
	numbered  bool     // the last part has a number of four digits and more, or another is one of six
	dated     bool     // there is a date in it
	parts     []string // of the path, and the words of its short parts
	search    bool     // it asks a search for something
	last      string   // the path's last part, without its extension
	folder    string   // the part before it
}

func addressOf(u *url.URL) (a address) {
	path := strings.Trim(u.Path, "/")
	a.numbered = ascii.Digits(u.RawQuery) >= 3
	if path == "" {
		a.search = u.Query().Has("s") // WordPress asks its search so
		return a
	}
	parts := strings.Split(path, "/")
	if n := len(parts) - 1; n > 0 && strings.HasPrefix(parts[n], "index.") {
		parts = parts[:n]
	}
	a.pathDepth = len(parts)
	last := parts[len(parts)-1]
	if i := strings.LastIndexByte(last, '.'); i > 0 && len(last)-i <= 6 {
		last = last[:i]
	}
	a.last = strings.ToLower(last)
	if len(parts) > 1 {
		a.folder = strings.ToLower(parts[len(parts)-2])
	}
	a.search = u.RawQuery != "" && has(searches, a.last)
	a.slugWords = slugWords(last)
	if a.slugWords <= 1 && ascii.Digits(last) >= 4 && len(parts) > 1 {
		a.slugWords = max(a.slugWords, slugWords(parts[len(parts)-2]))
	}
	if a.slugWords == 1 && len(last) >= 40 { // a slug without separators, as in scripts without spaces
		a.slugWords = 4
	}
	a.numbered = a.numbered || ascii.Digits(last) >= 4 || slices.ContainsFunc(parts, isStoryNumber)
	folders := parts[:len(parts)-1]
	a.dated = date.InURL(u) != "" || a.slugWords > 0 && inMonth(folders) || (a.slugWords >= 2 || isSerial(last)) && inYear(folders)
	for _, p := range parts {
		a.parts = append(a.parts, strings.ToLower(p))
		if t := tokens(p); len(t) == 2 || len(t) == 3 && strings.Contains(p, ".") { // longer ones are headlines
			a.parts = append(a.parts, t...)
		}
	}
	return a
}

// slugWords counts the words of a part of an address; numbers are none.
func slugWords(part string) (n int) {
	for _, t := range tokens(part) {
		if !ascii.AllDigits(t) {
			n++
		}
	}
	return n
}

// at reports whether one of parts is one of the address's.
func (a *address) at(parts []string) bool { return has(a.parts, parts...) }

// section reports an address that reads like that of a section.
func (a *address) section() bool { return a.plain(3) }

// plain reports an address that ends in at most so many words and has neither
// number nor date.
func (a *address) plain(words int) bool {
	return a.slugWords <= words && !a.numbered && !a.dated
}

// inMonth reports a year and, behind it, a number among the parts of an address, a
// month, a day or a story's: what stands behind them is a post. Sections may stand
// between the two.
func inMonth(parts []string) bool {
	year := false
	for _, p := range parts {
		switch {
		case !ascii.AllDigits(p):
		case isYear(p):
			year = true
		case year: // 2026/03, 2026/0304
			return true
		}
	}
	return false
}

// inYear reports that the last of an address's folders is a year.
func inYear(folders []string) bool {
	return len(folders) > 0 && isYear(folders[len(folders)-1])
}

// isYear reports four digits that are a year of the web, or not long before.
func isYear(s string) bool {
	return len(s) == 4 && ascii.AllDigits(s) && (s[:2] == "19" || s[:2] == "20")
}

// isSerial reports a number of three digits: the first release of 2026 is
// 2026/001.
func isSerial(s string) bool { return len(s) == 3 && ascii.AllDigits(s) }

// isStoryNumber reports a part of an address that is a long number.
func isStoryNumber(part string) bool { return len(part) >= 6 && ascii.AllDigits(part) }

// tokens cuts a class or a part of an address into words.
func tokens(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return r == '-' || r == '_' || r == '.' || r == '+' || r == '%' || r == ' '
	})
}
