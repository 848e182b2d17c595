package metadata

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter/internal/plain"
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
	junior *regexp.Regexp // what belongs to the name before the comma
	role   *regexp.Regexp // words of offices and of what is no name
	nobody *regexp.Regexp // accounts that no person signs with, degrees, days, buttons
	suffix *regexp.Regexp // "… for The Example", "… in Berlin", dates
}

func newAuthorCleaner() *authorCleaner {
	const (
		made   = `written|reported|posted|published|story|words|eingestellt|erstellt|veröffentlicht|verfasst|geschrieben|écrit|publié|escrito|publicado|skriven|scritto`
		madeBy = `(?:by|von|par|por|av|da|di)`
		by     = `by|von|vom|par|por|av|af|door|przez`
		label  = `review|interview|text und interview|di|od|de|от|автор|autor(?:a|[:*_/]?in(?:nen)?|es)?|auteurs?|authors?|text|texte|texto|tekst|testo|foto|redaktion|reporter|skribent|kirjoittaja|作者|記者|记者|撰文|取材|文|글|기자`
		signed = `author|autor(?:in)?|auteur|(?:view |see |show )?all (?:posts|articles|stories) by|(?:zeige )?alle (?:beiträge|artikel) von|(?:voir )?tous les articles (?:par|de)|(?:ver )?todas las entradas de`

		office = `editors?|correspondents?|reporters?|journalists?|writers?|columnists?|contributors?|photographers?|producers?|analysts?|bureau|freelance|engineers?|engineering|managers?|directors?|developers?|officers?|consultants?|specialists?|redakteur(?:in)?|korrespondent(?:in)?|redaktör|journaliste|rédact\w+|redactor\w*|periodista|redazione|giornalista|redactie|verslaggever|toimittaja`
		aside  = `published|updated|posted|minutes?|hours?|ago|follow|subscribe|newsletter|share|comments?`

		account = `(?:wordpress)?admin(?:istrator)?|unknown|anonymous|no author|guest|webmaster|root|user|author|none|null|undefined|n/a|text|data`
		stamp   = `um|am|on|at|le|el|den|(?:last )?update|(?:zuletzt )?(?:veröffentlicht|aktualisiert|geändert|publiziert|erstellt|publié|publicado|publicerad)(?: (?:am|um|le|el))?`
		degree  = `ph\.?\s?d|m\.?d|j\.?d|r\.?n|d\.?phil|m\.?sc|m\.?b\.?a|m\.?p\.?h`
		day     = `mo|di|mi|do|fr|sa|so|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|(?:mon|tues|wednes|thurs|fri|satur|sun)day`
		button  = `(?:artikel empfehlen|show all|view|see all|read more|full bio|leave a|hinterlasse|afficher|gesponsert\S*|sponsored)\b.*`
	)
	return &authorCleaner{
		noise: regexp.MustCompile(`(?i)https?://\S+|www\.\S+|\S+@\S+\.\S+|@[a-z0-9_]{2,}|\([^)]*\)|\[[^\]]*\]|\p{L}*\s?:?\s?\d+\s?min\p{L}*\.?(?:\s(?:de )?\p{L}+)?`),
		prefix: regexp.MustCompile(`(?i)^\s*(?:` + signed + `)\s+` +
			`|^\s*(?:(?:` + made + `|review|interview|text und interview)\s+` + madeBy + `|` + by + `|` + label + `)\s*[:：]\s*` +
			`|^\s*(?:记者|記者|作者)\s*` +
			`|^\s*(?:(?:` + made + `)\s+` + madeBy + `|` + by + `)\s+`),
		split:  regexp.MustCompile(`(?i)\s*(?:[,;|•·\n/]|\s[–—-]\s|\s(?:and|und|et|och|og|ja|oraz|và|with|mit|avec)\s|&|、|，|；|\s+(?:и|и,)\s+)\s*`),
		junior: regexp.MustCompile(`(?i),\s*(jr|sr|ii|iii)(\.?(?:\s*(?:$|[,;|&/])|(?-i:\s+\p{Ll})))`),
		role:   regexp.MustCompile(`(?i)\b(?:` + office + `|` + aside + `)\b`),
		nobody: regexp.MustCompile(`(?i)^(?:` + account + `|` + stamp + `|` + day + `|` + degree + `|` + button + `)$`),
		suffix: regexp.MustCompile(`(?i)\s+(?:for|in|at|of|from|on|für|für die|pour)\s+\p{Lu}.*$|\s+\d.*$|(?-i:(?:\s+\p{Ll}{1,3})+$)|\s+(?:mon|tues|wednes|thurs|fri|satur|sun)day,?$|\s+(?:am|vom|um|Stand|(?-i:le|el|den)(?-i:\s+\p{Ll}\S*)|(?:le|el|den)\s+\d+|Alle Artikel|See all|(?:last )?updated|published|posted)(?:[\s:].*)?$|\s?(?:기자|記者|记者)$|\s(?:fotos?|photos?|bild(?:er)?|pictures?|illustrations?)\s?:.*$`),
	}
}

// and gives the word of a language for "and" that stands within names as well,
// or means something else in other languages.
func and(lang string) string {
	primary, _, _ := strings.Cut(strings.ReplaceAll(lang, "_", "-"), "-")
	switch strings.ToLower(primary) {
	case "es":
		return " y "
	case "pt", "it":
		return " e "
	case "pl", "ca", "hr", "sr", "bs":
		return " i "
	case "nl":
		return " en "
	case "tr":
		return " ve "
	case "cs", "sk":
		return " a "
	case "el":
		return " και "
	case "hu":
		return " és "
	case "ro":
		return " și "
	case "id", "ms":
		return " dan "
	case "uk":
		return " та "
	}
	return ""
}

// clean gives the names in lines, of a page in lang: without "By", addresses,
// handles, offices, and each once, also where more follows it in another line.
func (c *authorCleaner) clean(lines []string, lang string) []string {
	var out []string
	seen := map[string]bool{}
	add := func(name string) {
		if key := strings.ToLower(name); name != "" && !seen[key] && len(out) < maxAuthors {
			seen[key] = true
			out = append(out, name)
		}
	}
	for _, line := range lines {
		line = plain.Collapsed(line, 400)
		if plainName(line) {
			add(c.known(line))
			continue
		}
		if strings.ContainsAny(line, "@/([") || strings.Contains(line, "www.") || strings.Contains(line, "min") && strings.ContainsAny(line, "0123456789") {
			line = c.noise.ReplaceAllString(line, " ")
		}
		line = turned(c.junior.ReplaceAllString(c.prefix.ReplaceAllString(strings.TrimSpace(line), ""), " $1$2"))
		for _, part := range c.split.Split(line, -1) {
			for _, name := range apart(part, and(lang)) {
				add(c.name(name))
			}
		}
	}
	return shortest(out)
}

// apart cuts part at each "and" that has two words on both sides and a name's
// behind it: "Juan e Silva" and "Ortega y Gasset" are whole.
func apart(part, and string) []string {
	if and == "" {
		return []string{part}
	}
	words := strings.Split(part, and)
	names := words[:1]
	for _, w := range words[1:] {
		last := &names[len(names)-1]
		if strings.Contains(*last, " ") && strings.Contains(w, " ") && capital(w) {
			names = append(names, w)
		} else {
			*last += and + w
		}
	}
	return names
}

// shortest leaves out the names that begin with another one.
func shortest(names []string) []string {
	var out []string
	for _, name := range names {
		if !slices.ContainsFunc(names, func(n string) bool { return strings.Contains(n, " ") && strings.HasPrefix(name, n+" ") }) {
			out = append(out, name)
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
		case "and", "und", "och", "for", "von", "par", "por", "with", "door", "przez", "text", "foto", "from", "author", "autor", "autorin", "auteur", "stand", "updated", "published", "posted",
			"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday":
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
	if ok && !strings.ContainsAny(last+first, " ,;&|") && capital(last) && capital(first) && !isAgency(last) && !isAgency(first) {
		return first + " " + last
	}
	return line
}

// isAgency reports the name of a news agency in one word.
func isAgency(s string) bool {
	switch strings.ToLower(s) {
	case "afp", "ap", "reuters", "dpa", "efe", "ansa", "apa", "sid", "epd", "kna", "upi", "pti", "ani", "ntb", "stt", "tt", "lusa", "tass", "xinhua", "bloomberg", "belga", "anp", "ritzau", "pap", "čtk":
		return true
	}
	return false
}

// isNewsroom reports a name that a whole newsroom signs with, or that of a paper,
// an agency or a broadcaster of East Asia, which no person's name ends like.
func isNewsroom(name string) bool {
	switch strings.ToLower(name) {
	case "agencies", "redaktion", "redaktionen", "staff", "newsdesk", "news desk", "webdesk", "web desk":
		return true
	}
	for _, end := range []string{"신문", "일보", "뉴스", "통신", "방송", "日报", "晚报", "日報", "新闻", "新闻网", "新聞", "新聞社", "通讯社", "通信社"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// isAccount reports a name that somebody logs in with rather than signs: one word
// that begins with a small letter.
func isAccount(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsLower(r) && !unicode.Is(unicode.Georgian, r) && !strings.Contains(name, " ") && !isAgency(name)
}

// Signed reports whether somebody signs the page by name.
func Signed(m *pb.Metadata) bool {
	return slices.ContainsFunc(m.GetAuthors(), func(name string) bool { return !isNewsroom(name) })
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
		if cut := c.suffix.ReplaceAllString(part, ""); cut != part {
			part = c.suffix.ReplaceAllString(cut, "") // "… at 10:30"
		}
	}
	part = strings.Trim(strings.Join(strings.Fields(part), " "), " .,:;-–—*~→\"'“”")
	if strings.HasSuffix(part, " Jr") || strings.HasSuffix(part, " Sr") {
		part += "."
	}
	if len(part) > maxAuthor || len(strings.Fields(part)) > 6 {
		return ""
	}
	part = properName(part)
	letters := 0
	for _, r := range part {
		if unicode.IsLetter(r) {
			letters++
		}
		if unicode.IsDigit(r) || strings.ContainsRune("<>{}=?!%:", r) {
			return ""
		}
	}
	if letters < 2 {
		return ""
	}
	return c.known(part)
}

// properName cuts what follows a name in lower case: "Ann Scriven im Gespräch".
// Four words and more that do not begin like a name are none.
func properName(part string) string {
	words := strings.Fields(part)
	at := slices.IndexFunc(words, func(w string) bool {
		r, _ := utf8.DecodeRuneInString(w)
		return unicode.IsLower(r) && !unicode.Is(unicode.Georgian, r) && !strings.ContainsRune(w, '.') && !slices.Contains(particles, w)
	})
	switch {
	case at > 1:
		return strings.Join(words[:at], " ")
	case at >= 0 && len(words) > 3:
		return ""
	}
	return part
}

// particles stand within names in lower case.
var particles = strings.Fields("von van vom der den dem de del della dello di da das do dos du la le les des y e zu zur zum ten ter und af av bin ibn ben al el aus")

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
