package classifier

import "testing"

func TestOnSite(t *testing.T) {
	const page = "https://www.paper.example/2026/a-story"
	for link, want := range map[string]bool{
		"https://www.paper.example/2026/another": true,
		"http://paper.example/2026/another":      true,
		"https://sport.paper.example/a":          true,
		page:                                     false,
		page + "#comments":                       false,
		"https://another.example/a":              false,
		"https://newspaper.example/a":            false,
		"mailto:desk@paper.example":              false,
		"https://[":                              false,
		"":                                       false,
	} {
		if got := onSite(link, page); got != want {
			t.Errorf("%q: %v, want %v", link, got, want)
		}
	}
	if !onSite("https://paper.example/a", "https://news.paper.example/b") {
		t.Error("the host above is of another site")
	}
}
