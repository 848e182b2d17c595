package segmenter

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxAuthors = 20
	maxAuthor  = 80 // bytes of a name
)

// authorCleaner turns author lines into names. It is immutable.
type authorCleaner struct {
	noise  *regexp.Regexp // addresses and handles
	prefix *regexp.Regexp // "By", "Von", "Text:" …
	split  *regexp.Regexp // what stands between two names
	role   *regexp.Regexp // words of offices and of what is no name
	nobody *regexp.Regexp // accounts that no person signs with
	suffix *regexp.Regexp // "… for The Example", "… in Berlin", dates
}

func newAuthorCleaner() *authorCleaner {
	return &authorCleaner{
		noise:  regexp.MustCompile(`(?i)https?://\S+|www\.\S+|\S+@\S+\.\S+|@[a-z0-9_]{2,}|\([^)]*\)|\[[^\]]*\]|\p{L}*\s?:?\s?\d+\s?min\p{L}*\.?(?:\s(?:de )?\p{L}+)?`),
		prefix: regexp.MustCompile(`(?i)^\s*(?:(?:written|reported|posted|published|story|words|review|interview|eingestellt|erstellt|veröffentlicht|verfasst|text und interview|geschrieben|écrit|publié|escrito|publicado|skriven|scritto)\s+(?:by|von|par|por|av|da|di)|by|von|par|por|di|av|af|door|przez|od|de|от|автор|autor(?:a|in|es)?|auteurs?|authors?|interview|text|texte|texto|tekst|testo|foto|redaktion|reporter|skribent|kirjoittaja|作者|記者|记者|撰文|取材|文|글|기자)\s*[:：]\s*|^\s*(?:记者|記者|作者)\s*|^\s*(?:(?:written|reported|posted|published|story|words|eingestellt|erstellt|veröffentlicht|verfasst|geschrieben|écrit|publié|escrito|publicado|skriven|scritto)\s+(?:by|von|par|por|av|da|di)|by|von|par|por|av|af|door|przez)\s+`),
		split:  regexp.MustCompile(`(?i)\s*(?:[,;|•·\n/]|\s[–—-]\s|\s(?:and|und|et|och|og|ja|oraz|và|with|mit|avec)\s|&|、|，|；|\s+(?:и|и,)\s+)\s*`),
		role:   regexp.MustCompile(`(?i)\b(?:editors?|correspondents?|reporters?|journalists?|writers?|columnists?|contributors?|photographers?|producers?|analysts?|bureau|freelance|engineers?|engineering|managers?|directors?|developers?|officers?|consultants?|specialists?|redakteur(?:in)?|korrespondent(?:in)?|redaktör|journaliste|rédact\w+|redactor\w*|periodista|redazione|giornalista|redactie|verslaggever|toimittaja|published|updated|posted|minutes?|hours?|ago|follow|subscribe|newsletter|share|comments?)\b`),
		nobody: regexp.MustCompile(`(?i)^(?:admin(?:istrator)?|unknown|anonymous|guest|webmaster|root|user|author|staff|web ?desk|news ?desk|redaktion(?:en)?|none|null|undefined|n/a)$`),
		suffix: regexp.MustCompile(`(?i)\s+(?:for|in|at|of|from|on|für|für die|pour)\s+\p{Lu}.*$|\s+\d.*$|(?-i:(?:\s+\p{Ll}{1,3})+$)|\s+(?:am|vom|um|Stand|le|el|den|Alle Artikel|See all)(?:\s.*)?$|\s?(?:기자|記者|记者)$`),
	}
}

// clean gives the names in lines: without "By", addresses, handles, offices,
// and each once.
func (c *authorCleaner) clean(lines []string) []string {
	var out []string
	seen := map[string]bool{}
	add := func(name string) {
		if key := strings.ToLower(name); name != "" && !seen[key] && len(out) < maxAuthors {
			seen[key] = true
			out = append(out, name)
		}
	}
	for _, line := range lines {
		line = collapsed(line, 400)
		if plainName(line) {
			add(c.known(line))
			continue
		}
		if strings.ContainsAny(line, "@/([") || strings.Contains(line, "www.") || strings.Contains(line, "min") && strings.ContainsAny(line, "0123456789") {
			line = c.noise.ReplaceAllString(line, " ")
		}
		line = turned(c.prefix.ReplaceAllString(strings.TrimSpace(line), ""))
		for _, part := range c.split.Split(line, -1) {
			add(c.name(part))
		}
	}
	return out
}

// plainName reports two or three capitalised words and nothing else, as most
// structured data has it: that needs none of the patterns but those of known.
func plainName(line string) bool {
	n := 0
	for w := range strings.FieldsSeq(line) {
		if n++; !capital(w) || len(w) > maxAuthor/3 || n == 1 && len(w) < 3 {
			return false
		}
		for _, r := range w {
			if !unicode.IsLetter(r) && r != '-' && r != '\'' && r != '’' {
				return false
			}
		}
		switch strings.ToLower(w) {
		case "and", "und", "och", "for", "von", "par", "por", "with", "door", "przez", "text", "foto", "from":
			return false
		}
	}
	return n == 2 || n == 3
}

// known gives name unless it is that of an office or of nobody.
func (c *authorCleaner) known(name string) string {
	if c.role.MatchString(name) || c.nobody.MatchString(name) {
		return ""
	}
	return shoutless(name)
}

// turned gives "First Last" for "Last, First", as catalogues write names.
func turned(line string) string {
	last, first, ok := strings.Cut(line, ", ")
	if ok && !strings.ContainsAny(last+first, " ,;&|") && capital(last) && capital(first) {
		return first + " " + last
	}
	return line
}

func capital(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

// mayTrail reports whether more than a name may stand in part: two capitalised
// words need no closer look.
func mayTrail(part string) bool {
	if part == "" || part[0] >= utf8.RuneSelf || strings.ContainsAny(part, "0123456789") {
		return true
	}
	spaces := strings.Count(part, " ")
	return spaces > 1 || spaces == 1 && !capital(part[strings.IndexByte(part, ' ')+1:])
}

// name gives the name in part of an author line, or "".
func (c *authorCleaner) name(part string) string {
	part = c.prefix.ReplaceAllString(strings.TrimSpace(part), "")
	if mayTrail(part) {
		part = c.suffix.ReplaceAllString(part, "")
	}
	part = strings.Trim(strings.Join(strings.Fields(part), " "), " .,:;-–—*\"'“”")
	if strings.HasSuffix(part, " Jr") || strings.HasSuffix(part, " Sr") {
		part += "."
	}
	if part == "" || len(part) > maxAuthor || len(strings.Fields(part)) > 6 {
		return ""
	}
	letters := 0
	for _, r := range part {
		if unicode.IsLetter(r) {
			letters++
		}
		if unicode.IsDigit(r) || strings.ContainsRune("<>{}=?!%", r) {
			return ""
		}
	}
	if letters < 2 {
		return ""
	}
	return c.known(part)
}

// shoutless gives names in capitals the usual form.
func shoutless(name string) string {
	if len(strings.Fields(name)) < 2 || strings.ToUpper(name) != name || strings.ToLower(name) == name {
		return name
	}
	runes := []rune(strings.ToLower(name))
	for i := range runes {
		if i == 0 || !unicode.IsLetter(runes[i-1]) {
			runes[i] = unicode.ToUpper(runes[i])
		}
	}
	return string(runes)
}
