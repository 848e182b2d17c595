package metadata

import "testing"

func TestTitleRule(t *testing.T) {
	r := newRules()
	for _, tt := range []struct {
		got, label, site string
		want             bool
	}{
		{"Council votes", "Council votes", "gazette.example", true},
		{"“Council” votes …", "\"Council\" votes", "gazette.example", true},
		{"COUNCIL  VOTES", "Council votes", "gazette.example", true},
		{"Ｃｏｕｎｃｉｌ votes", "Council votes", "gazette.example", true},
		{"Council votes", "Council votes | Gazette", "www.gazette.example", true},
		{"Council votes", "Gazette.example: Council votes", "gazette.example", false}, // a colon alone separates nothing
		{"Council votes", "Council votes - again", "gazette.example", false},
		{"Council votes | Gazette", "Council votes", "gazette.example", false},
		{"Council", "Council votes", "gazette.example", false},
		{"", "…", "gazette.example", false},
	} {
		if got := r.title(tt.got, tt.label, tt.site); got != tt.want {
			t.Errorf("title(%q, %q) = %v", tt.got, tt.label, got)
		}
	}
}

func TestAuthorRule(t *testing.T) {
	r := newRules()
	for _, tt := range []struct {
		got, label []string
		want       bool
	}{
		{[]string{"Ann Scriven"}, []string{"ANN SCRIVEN "}, true},
		{[]string{"Bo Other", "Ann Scriven"}, []string{"Ann Scriven und Bo Other"}, true},
		{[]string{"Ann Scriven; Bo Other"}, []string{"Ann Scriven", "Bo Other"}, true},
		{[]string{"Ann Scriven"}, []string{"Von Dr. Ann Scriven, PhD"}, true},
		{[]string{"Ann Scriven"}, []string{"Ann Scriven", "Bo Other"}, false},
		{[]string{"Ann Scriven", "Bo Other"}, []string{"Ann Scriven"}, false},
		{[]string{"Ann Scrivén"}, []string{"Ann Scriven"}, false},
		{nil, []string{"Ann Scriven"}, false},
		{[]string{"山田太郎", "鈴木花子"}, []string{"山田太郎、鈴木花子"}, true},
	} {
		if got := r.authors(tt.got, tt.label); got != tt.want {
			t.Errorf("authors(%q, %q) = %v", tt.got, tt.label, got)
		}
	}
	both, said, there := r.hits([]string{"Ann Scriven", "Cy Third"}, []string{"Ann Scriven and Bo Other, Di Fourth"})
	if both != 1 || said != 2 || there != 3 {
		t.Errorf("hits = %d, %d, %d", both, said, there)
	}
}

func TestDayAndLanguageRules(t *testing.T) {
	r := newRules()
	for _, tt := range []struct {
		got, label string
		want       bool
	}{
		{"2026-11-01", "2026-11-1", true}, {"2026-11-02", "2026-11-01", false}, {"", "2026-11-01", false},
		{"2022-10-25", "2022-25-10", false},
	} {
		if got := r.day(tt.got, tt.label); got != tt.want {
			t.Errorf("day(%q, %q) = %v", tt.got, tt.label, got)
		}
	}
	for _, tt := range []struct {
		got, label string
		want       bool
	}{
		{"nb", "no", true}, {"de", "de-AT", true}, {"en", "de", false}, {"", "de", false},
	} {
		if got := r.language(tt.got, tt.label); got != tt.want {
			t.Errorf("language(%q, %q) = %v", tt.got, tt.label, got)
		}
	}
}
