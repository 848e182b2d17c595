package cli

import "testing"

func TestSubjects(t *testing.T) {
	tests := []struct {
		lang, site, want string
		valid            bool
	}{
		{"", "", "winnow.v1.article.*.>", true},
		{"SV", "", "winnow.v1.article.sv.>", true},
		{"", "bbc_co_uk", "winnow.v1.article.*.bbc_co_uk", true},
		{"en", "bbc_co_uk", "winnow.v1.article.en.bbc_co_uk", true},
		{"a.b", "", "winnow.v1.article.a.b.>", false},
		{"a b", "", "winnow.v1.article.a b.>", false},
	}
	for _, tt := range tests {
		got := articleSubject(tt.lang, tt.site)
		if got != tt.want || validSubject(got) != tt.valid {
			t.Errorf("articleSubject(%q, %q) = %q, valid %v; want %q, %v", tt.lang, tt.site, got, validSubject(got), tt.want, tt.valid)
		}
	}
}

func TestValidSubject(t *testing.T) {
	for subject, want := range map[string]bool{
		"winnow.v1.article.>":         true,
		"winnow.v1.article.sv.>":      true,
		"winnow.v1.article.*.*":       true,
		"winnow.v1.article.sv":        false, // matches nothing
		"winnow.v1.article.":          false,
		"winnow.v1.article.>.x":       false,
		"winnow.v1.article.sv.a.b":    false,
		"winnow.v1.article.sv.a.>":    false,
		"winnow.v1.page.>":            false,
		">":                           false,
		"":                            false,
		"winnow.v1.article.sv.a\r\nb": false,
	} {
		if got := validSubject(subject); got != want {
			t.Errorf("validSubject(%q) = %v, want %v", subject, got, want)
		}
	}
}
