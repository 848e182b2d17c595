package cold

import (
	"slices"
	"strings"
	"testing"
)

func TestMatch(t *testing.T) {
	m := newMatcher()
	tests := []struct {
		name string
		want []group
	}{
		{"", nil},
		{"xyz", nil},
		{"comment-list", []group{groupComment, groupList}},
		{"articleBody", []group{groupBody, groupArticle}},
		{"article-body", []group{groupBody, groupArticle}},
		{"ad", []group{groupAd}},
		{"header", []group{groupHeader}}, // holds "ad", which is no word there
		{"SIDEBAR", []group{groupSide}},
		{"relatedStory", []group{groupRelated, groupContent}},
	}
	for _, tt := range tests {
		if got := m.match(tt.name); got != setOf(tt.want...) {
			t.Errorf("%q: %s, want %s", tt.name, groupNames(got), groupNames(setOf(tt.want...)))
		}
	}
}

// The automaton finds what looking for each keyword by itself finds.
func FuzzMatch(f *testing.F) {
	f.Add("main-nav__item--Active commentReply2")
	m := newMatcher()
	f.Fuzz(func(t *testing.T, name string) {
		if got, want := m.match(name), search(name); got != want {
			t.Errorf("%q: %s, want %s", name, groupNames(got), groupNames(want))
		}
	})
}

func search(name string) (s groupSet) {
	var spread strings.Builder
	spread.WriteByte('-')
	for i := range len(name) {
		c := name[i]
		if upper := 'A' <= c && c <= 'Z'; upper && i > 0 && 'a' <= name[i-1] && name[i-1] <= 'z' {
			spread.WriteByte('-')
		}
		switch {
		case 'a' <= c && c <= 'z':
			spread.WriteByte(c)
		case 'A' <= c && c <= 'Z':
			spread.WriteByte(c - 'A' + 'a')
		default:
			spread.WriteByte('-')
		}
	}
	spread.WriteByte('-')
	for g := range keywords {
		if slices.ContainsFunc(keywords[g].words, func(w string) bool { return strings.Contains(spread.String(), w) }) {
			s |= 1 << g
		}
	}
	return s
}

func groupNames(s groupSet) string {
	var names []string
	for g := range keywords {
		if s.has(group(g)) {
			names = append(names, keywords[g].name)
		}
	}
	return strings.Join(names, ",")
}
