package cold

import "testing"

func TestIsSlug(t *testing.T) {
	for address, want := range map[string]bool{
		"":                                     false,
		"https://x.example/":                   false,
		"https://x.example/sport":              false,
		"https://x.example/sport/a-storm-hits": false,
		"https://x.example/a-storm-hits-the-coast":     true,
		"https://x.example/news/2026/a_storm_hits_it/": true,
		"https://x.example/story/1234567":              true,
		"https://x.example/story?id=1234567":           true,
		"https://x.example/story?id=1234":              false,
	} {
		if got := isSlug(address); got != want {
			t.Errorf("isSlug(%q) = %v", address, got)
		}
	}
}

func TestAddressKinds(t *testing.T) {
	m := newAddressMatcher()
	for address, want := range map[string]groupSet{
		"https://x.example/2026/storm":           0,
		"https://x.example/author/jane":          1 << 0,
		"mailto:jane@x.example":                  1 << 2,
		"https://www.facebook.com/sharer.php?u=": 1 << 3,
		"https://x.example/privacy-policy":       1 << 5,
	} {
		if got := m.match(address); got != want {
			t.Errorf("%s: %b, want %b", address, got, want)
		}
	}
}
