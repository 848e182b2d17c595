package class

import (
	"bytes"
	"strings"
)

// challenged reports whether one of a page's first scripts is that of a bot check.
func challenged(scripts [][]byte) bool {
	for _, s := range scripts {
		for _, mark := range [...]string{"/cdn-cgi/challenge-platform", "captcha-delivery.com", "px-captcha", "_Incapsula_Resource", "awswaf.com", "challenges.cloudflare.com", "/cmd/anubis/", "/.well-known/ddos-guard/"} {
			if bytes.Contains(s, []byte(mark)) {
				return true
			}
		}
	}
	return false
}

// saysMissing reports a title of which a part, as titles are put together, says
// nothing but that the page is not there: "404 - News", "Error 404", "Page not found |
// News". Longer ones are headlines.
func saysMissing(title string) bool {
	title = strings.ReplaceAll(strings.ToLower(title), " - ", "|")
	for part := range strings.FieldsFuncSeq(title, func(r rune) bool { return strings.ContainsRune("|–—·«»:", r) }) {
		part = strings.TrimSpace(part)
		words := strings.Fields(part)
		if len(words) > mostMissing || len(part) > longestMissing {
			continue
		}
		if part == "404" || has(words, "404") && has(words, failures...) {
			return true
		}
		for _, phrase := range notFound {
			if strings.Contains(part, phrase) {
				return true
			}
		}
	}
	return false
}

// The most words and bytes of such a part.
const (
	mostMissing    = 4
	longestMissing = 60
)

// failures stand beside the number of an error.
var failures = []string{"error", "erreur", "fehler", "errore", "erro", "fel", "feil", "fejl", "virhe", "chyba", "błąd", "hata", "ошибка", "помилка", "http", "page", "seite", "not", "エラー"}

// notFound are what is said of a page, or begin it.
var notFound = []string{
	"not found", "nicht gefunden", "introuvable", "no encontrad", "não encontrad", "non trovat", "niet gevonden",
	"hittades inte", "ikke funnet", "ikke fundet", "ei löydy", "nie znalezion", "nenalezen", "не найден", "не знайден", "bulunamad", "見つかりません", "未找到",
}
