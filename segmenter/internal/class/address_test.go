package class

import (
	"net/url"
	"testing"
)

func TestAddress(t *testing.T) {
	for _, tt := range []struct {
		path            string
		slug            int
		numbered, dated bool
		section         bool
	}{
		{"/", 0, false, false, true},
		{"/sport", 1, false, false, true},
		{"/sport/tennis-news.html", 2, false, false, true},
		{"/council-votes-on-old-sheds", 5, false, false, false},
		{"/2026/03/04/sheds", 1, false, true, false},
		{"/2026/sport/0304/sheds", 1, false, true, false},
		{"/2026/03/", 0, false, false, true},
		{"/releases/2026/001", 0, false, true, false},
		{"/releases/2026/old-sheds", 2, false, true, false},
		{"/releases/2026", 1, true, false, false},
		{"/sheds-20260304.html", 1, true, true, false},
		{"/sport/1234567/sheds", 1, true, false, false},
		{"/council-votes-on-old-sheds/a-6533123", 5, true, false, false},
		{"/council-votes-on-old-sheds/index.html", 5, false, false, false},
		{"/sheds?id=1234", 1, true, false, false},
		{"/городская-администрация", 2, false, false, true},
		{"/港湾の古い倉庫について市議会が投票する予定", 4, false, false, false},
		{"/ενα-μεγαλο-κειμενο-για-το-λιμανι", 6, false, false, false},
	} {
		u, err := url.Parse("https://news.example" + tt.path)
		if err != nil {
			t.Fatal(err)
		}
		a := addressOf(u)
		if a.slugWords != tt.slug || a.numbered != tt.numbered || a.dated != tt.dated || a.section() != tt.section {
			t.Errorf("%s: %d words, numbered %v, dated %v, section %v; want %d, %v, %v, %v", tt.path, a.slugWords, a.numbered, a.dated, a.section(), tt.slug, tt.numbered, tt.dated, tt.section)
		}
	}
	for path, want := range map[string]bool{"/search?q=sheds": true, "/suche.php?q=sheds": true, "/search": false, "/sheds?q=search": false, "/?s=sheds": true, "/?p=1234": false} {
		u, err := url.Parse("https://news.example" + path)
		if err != nil {
			t.Fatal(err)
		}
		if got := addressOf(u).search; got != want {
			t.Errorf("%s asks a search: %v, want %v", path, got, want)
		}
	}
}
