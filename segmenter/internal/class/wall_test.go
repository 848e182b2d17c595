package class

import "testing"

func TestSaysMissing(t *testing.T) {
	for title, want := range map[string]bool{
		"404": true, "404 - Bote": true, "Bote | 404 Not Found": true, "Error 404: Bote": true, "Fehler 404": true,
		"Page not found – Bote": true, "Seite nicht gefunden": true, "Sorry, page not found": true, "Страница не найдена": true, "ページが見つかりません": true,
		"": false, "Bote": false, "404 people rescued from the river": false, "4047 voters decide": false, "404 Media: a story": false,
		"Missing hiker still not found, police say": false, "What was not found in the files of the mayor | Bote": false,
	} {
		if got := saysMissing(title); got != want {
			t.Errorf("saysMissing(%q) = %v", title, got)
		}
	}
}
