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

// saysMissing reports a title that says that the page is not there.
func saysMissing(title string) bool {
	title = strings.ToLower(title)
	if strings.HasPrefix(title, "404") {
		return true
	}
	for _, phrase := range [...]string{
		"not found", "nicht gefunden", "introuvable", "no encontrad", "não encontrad", "non trovat", "niet gevonden",
		"hittades inte", "ikke funnet", "ikke fundet", "ei löydy", "nie znalezion", "nenalezen", "не найден", "не знайден", "bulunamad", "見つかりません", "未找到",
	} {
		if strings.Contains(title, phrase) {
			return true
		}
	}
	return false
}
