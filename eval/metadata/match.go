package metadata

import (
	"maps"
	"regexp"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// rules decide whether what a system says is what the label says. They are
// immutable.
type rules struct {
	split *regexp.Regexp // between two names in a label
	site  *regexp.Regexp // between a title and the name of the site
	// degree is what stands before or behind a name and is no part of it.
	degree *regexp.Regexp
}

func newRules() *rules {
	return &rules{
		split:  regexp.MustCompile(`(?i)\s*(?:[,;|•·\n/]|&|、|，|\s(?:and|und|et|y|och|og|with|mit)\s)\s*`),
		degree: regexp.MustCompile(`(?i)^(?:by|von|par|por)\s+|\b(?:ph\.?d|m\.?d|dr|prof|mag|dipl)\b\.?`),
		site:   regexp.MustCompile(`\s+[|–—·•:»-]+\s+|\s*[｜|]\s*`),
	}
}

// plain gives the letters and digits of s, in lower case and in one form of
// Unicode: punctuation, quotes and spaces decide nothing.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKC.String(s))
}

// title reports whether got is the title that the label names. Some labels
// hold the site's name as well; that a system leaves it out is right. One that
// leaves it in where the label does not have it is wrong.
func (r *rules) title(got, label, site string) bool {
	g := plain(got)
	return g != "" && (g == plain(label) || g == plain(r.withoutSite(label, site)))
}

// withoutSite gives a label without a last or first part that is the name of
// the site, as far as its host tells.
func (r *rules) withoutSite(label, site string) string {
	cuts := r.site.FindAllStringIndex(label, -1)
	if len(cuts) == 0 {
		return label
	}
	first, last := cuts[0], cuts[len(cuts)-1]
	switch {
	case named(label[last[1]:], site):
		return label[:last[0]]
	case named(label[:first[0]], site):
		return label[first[1]:]
	}
	return label
}

// named reports whether part is what the site at a host is called.
func named(part, host string) bool {
	p, h := plain(part), plain(strings.TrimPrefix(host, "www."))
	if strings.IndexByte(host, '.') > 0 && strings.HasPrefix(p, h) {
		return true
	}
	return len(p) >= 3 && strings.Contains(h, p)
}

// names gives the set of names in lines. A line may hold several.
func (r *rules) names(lines []string) map[string]bool {
	set := map[string]bool{}
	for _, line := range lines {
		for _, name := range r.split.Split(line, -1) {
			if p := plain(r.degree.ReplaceAllString(name, "")); p != "" {
				set[p] = true
			}
		}
	}
	return set
}

// authors reports whether got names the same people as the label does,
// whatever the order.
func (r *rules) authors(got, label []string) bool {
	return maps.Equal(r.names(got), r.names(label))
}

// hits gives how many names of got stand in the label, and how many there are
// in each.
func (r *rules) hits(got, label []string) (both, said, there int) {
	g, l := r.names(got), r.names(label)
	for name := range g {
		if l[name] {
			both++
		}
	}
	return both, len(g), len(l)
}

// day reports whether got, in the form 2006-01-02, is the day of the label.
func (r *rules) day(got, label string) bool {
	t, err := time.Parse("2006-1-2", label)
	return err == nil && got == t.Format(time.DateOnly)
}

// language reports whether got is the label's language. Both forms of
// Norwegian count as one.
func (r *rules) language(got, label string) bool { return got != "" && code(got) == code(label) }

// code gives the main language of a tag; "" for none.
func code(tag string) string {
	tag, _, _ = strings.Cut(strings.ToLower(tag), "-")
	switch tag {
	case "nb", "nn":
		return "no"
	}
	return tag
}
