package prose

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed lang/*.txt
var files embed.FS

// Language is one grammar, ready to speak. It is not changed after Load and
// safe for concurrent use.
type Language struct {
	Code   string // ISO 639-1
	RTL    bool   // written from right to left
	Joined bool   // sentences follow each other without a space

	Sections []Section

	Columns []string // headings of a table

	months  []string
	dates   []string
	symbols map[string]int
	rules   []rule
}

// Section is a part of a news site.
type Section struct {
	Slug string // for URLs, ASCII
	Name string
}

// Codes lists the languages in the order in which sites are given them.
func Codes() []string {
	return []string{"en", "de", "es", "fr", "sv", "zh", "pl", "ru", "ar", "ja", "th"}
}

// Load reads the grammars of all languages, in the order of Codes.
func Load() ([]*Language, error) {
	var all []*Language
	for _, code := range Codes() {
		src, err := files.ReadFile("lang/" + code + ".txt")
		if err != nil {
			return nil, fmt.Errorf("grammar of %s: %w", code, err)
		}
		l, err := parse(code, string(src))
		if err != nil {
			return nil, fmt.Errorf("grammar of %s: %w", code, err)
		}
		all = append(all, l)
	}
	return all, nil
}

// Word gives the text of a symbol with a single fixed alternative, such as an
// interface word.
func (l *Language) Word(symbol string) string {
	r := l.rules[l.symbol(symbol)]
	return r[0][0].literal
}

// symbol gives the number of a symbol. Only names written in this program come
// here, so one that is missing is a defect of the program.
func (l *Language) symbol(name string) int {
	id, ok := l.symbols[name]
	if !ok {
		panic("prose: language " + l.Code + " has no symbol " + name)
	}
	return id
}

func (l *Language) sections(words []string) error {
	for _, w := range words {
		slug, name, ok := strings.Cut(w, "=")
		if !ok {
			return fmt.Errorf("section %q: want slug=Name", w)
		}
		l.Sections = append(l.Sections, Section{Slug: slug, Name: name})
	}
	return nil
}
