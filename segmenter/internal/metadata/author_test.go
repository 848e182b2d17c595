package metadata

import (
	"slices"
	"strings"
	"testing"
)

func TestAuthors(t *testing.T) {
	tests := []struct {
		lines, want []string
	}{
		{[]string{"Ann Scriven"}, []string{"Ann Scriven"}},
		{[]string{"By Ann Scriven and Bo Other"}, []string{"Ann Scriven", "Bo Other"}},
		{[]string{"Ann Scriven, Bo Other, Cy Third & Di Fourth"}, []string{"Ann Scriven", "Bo Other", "Cy Third", "Di Fourth"}},
		{[]string{"Ann Scriven", "ann scriven", "ANN SCRIVEN"}, []string{"Ann Scriven"}},
		{[]string{"Von Ann Scriven und Bo Other"}, []string{"Ann Scriven", "Bo Other"}},
		{[]string{"Par Ann Scriven et Bo Other"}, []string{"Ann Scriven", "Bo Other"}},
		{[]string{"Text: Ann Scriven | Foto: Bo Other"}, []string{"Ann Scriven", "Bo Other"}},
		{[]string{"Ann Scriven, Political Editor"}, []string{"Ann Scriven"}},
		{[]string{"Ann Scriven (ann@news.example)"}, []string{"Ann Scriven"}},
		{[]string{"ann@news.example"}, nil},
		{[]string{"Ann Scriven @annscriven"}, []string{"Ann Scriven"}},
		{[]string{"https://news.example/by/ann", "Ann Scriven"}, []string{"Ann Scriven"}},
		{[]string{"Scriven, Ann"}, []string{"Ann Scriven"}},
		{[]string{"ANN SCRIVEN"}, []string{"Ann Scriven"}},
		{[]string{"Ann O'Scriven-Smith Jr."}, []string{"Ann O'Scriven-Smith Jr."}},
		{[]string{"Ann Scriven for The Example"}, []string{"Ann Scriven"}},
		{[]string{"By Ann Scriven 4 March 2026"}, []string{"Ann Scriven"}},
		{[]string{"By Ann Scriven Friday, 0|"}, []string{"Ann Scriven"}},
		{[]string{"Ann Scriven Tuesday"}, []string{"Ann Scriven"}},
		{[]string{"Updated 5 minutes ago"}, nil},
		{[]string{"admin"}, nil},
		{[]string{"Admin"}, nil},
		{[]string{"山田太郎、鈴木花子"}, []string{"山田太郎", "鈴木花子"}},
		{[]string{"Posted by Ann Scriven, Software Engineer"}, []string{"Ann Scriven"}},
		{[]string{"记者 王小明"}, []string{"王小明"}},
		{[]string{"홍길동 기자"}, []string{"홍길동"}},
		{[]string{"文：王小明，李华"}, []string{"王小明", "李华"}},
		{[]string{"Par Ann Scriven | Lecture : 4 min"}, []string{"Ann Scriven"}},
		{[]string{"By Ann Scriven and Bo Other · 4 min read"}, []string{"Ann Scriven", "Bo Other"}},
		{[]string{"Veröffentlicht von Ann Scriven am 4. März"}, []string{"Ann Scriven"}},
		{[]string{"Ann van der Scriven le"}, []string{"Ann van der Scriven"}},
		{[]string{"Анна Иванова"}, []string{"Анна Иванова"}},
		{[]string{"<b>x</b> {name}"}, nil},
		{[]string{"This is a whole sentence that is certainly not anybody's name"}, nil},
		{[]string{"", " ", "-"}, nil},
		{[]string{"View all posts by Ann Scriven"}, []string{"Ann Scriven"}},
		{[]string{"Zeige alle Beiträge von Ann Scriven →"}, []string{"Ann Scriven"}},
		{[]string{"Author Ann Scriven"}, []string{"Ann Scriven"}},
		{[]string{"vom Support Team"}, []string{"Support Team"}},
		{[]string{"Ann Scriven im Gespräch", "Bo Other"}, []string{"Ann Scriven", "Bo Other"}},
		{[]string{"Ann Scriven at 10:30"}, []string{"Ann Scriven"}},
		{[]string{"Ann Scriven Stand"}, []string{"Ann Scriven"}},
		{[]string{"Ann Scriven", "Ann Scriven Gazette"}, []string{"Ann Scriven"}},
		{[]string{"Ann", "Ann Scriven"}, []string{"Ann", "Ann Scriven"}},
		{[]string{"Autor:in: Ann Scriven", "Autor*innen: Bo Other", "Autor/in: Cy Third"}, []string{"Ann Scriven", "Bo Other", "Cy Third"}},
		{[]string{"Ann Scriven Foto: Bo Other", "Think Pink: Five Tips"}, []string{"Ann Scriven"}},
		{[]string{"danah boyd"}, []string{"danah boyd"}},
		{[]string{"Ludwig van Beethoven", "Juan e Silva", "Bund e.V."}, []string{"Ludwig van Beethoven", "Juan e Silva", "Bund e.V"}},
		{[]string{"Eine realistische Interpretation des Modells"}, nil},
		{[]string{"Donnerstag", "um", "Zuletzt geändert am", "Data", "Last update", "Artikel empfehlen", "Show All Articles", "No Author"}, nil},
		{[]string{"Anne Le Nir et Paul Dupont"}, []string{"Anne Le Nir", "Paul Dupont"}},
		{[]string{"Mohamed El Baradei and John Smith", "Jan Den Hartog"}, []string{"Mohamed El Baradei", "John Smith", "Jan Den Hartog"}},
		{[]string{"Reuters, AFP"}, []string{"Reuters", "AFP"}},
		{[]string{"DUPONT, Jean"}, []string{"Jean DUPONT"}},
		{[]string{"Jane Doe, PhD"}, []string{"Jane Doe"}},
		{[]string{"Jane Doe, M.D., Ann Scriven, Ph.D. and Martin King, Jr."}, []string{"Jane Doe", "Ann Scriven", "Martin King Jr."}},
		{[]string{"Ann Scriven, JD Other"}, []string{"Ann Scriven", "JD Other"}},
		{[]string{"King, Jr."}, []string{"King Jr."}},
		{[]string{"By Jane Doe, Sr. Reporter", "Bo Other, Sr Correspondent and Cy Third"}, []string{"Jane Doe", "Bo Other", "Cy Third"}},
		{[]string{"LEE, ANN", "ROUX, Marie"}, []string{"Ann Lee", "Marie ROUX"}},
		{[]string{"Jean Dupont Le 15 mars 2024", "Jan van den Berg", "John le Carré"}, []string{"Jean Dupont", "Jan van den Berg", "John le Carré"}},
		{[]string{"Par Anne Roux, le 5 novembre 2026"}, []string{"Anne Roux"}},
		{[]string{"By Ann Scriven Updated: 10:30", "Bo Other Published 4 March", "Cy Third Updated"}, []string{"Ann Scriven", "Bo Other", "Cy Third"}},
		{[]string{"გიორგი ბერიძე"}, []string{"გიორგი ბერიძე"}},
	}
	c := newAuthorCleaner()
	for _, tt := range tests {
		if got := c.clean(tt.lines, ""); !slices.Equal(got, tt.want) {
			t.Errorf("clean(%q) = %q, want %q", tt.lines, got, tt.want)
		}
	}
}

// TestAnd: what means "and" in one language is part of a name, or "in", in
// another.
func TestAnd(t *testing.T) {
	c := newAuthorCleaner()
	for _, tt := range []struct{ lang, line, want string }{
		{"es", "Por Juan Pérez y María López", "Juan Pérez; María López"},
		{"es-MX", "José Ortega y Gasset", "José Ortega y Gasset"},
		{"pt_BR", "Ana Silva e João Costa e Rui Reis", "Ana Silva; João Costa; Rui Reis"},
		{"pt", "João dos Santos e Silva", "João dos Santos e Silva"},
		{"it", "Anna Rossi e Ugo Bianchi", "Anna Rossi; Ugo Bianchi"},
		{"pl", "Anna Nowak i Jan Kowalski", "Anna Nowak; Jan Kowalski"},
		{"tr", "Ahmet Yılmaz ve Ayşe Demir", "Ahmet Yılmaz; Ayşe Demir"},
		{"nl", "Door Jan Jansen en Piet de Vries", "Jan Jansen; Piet de Vries"},
		{"cs", "Jana Nováková a Petr Novák", "Jana Nováková; Petr Novák"},
		{"hr", "Ana Horvat i Ivan Babić", "Ana Horvat; Ivan Babić"},
		{"el", "Άννα Λέκκα και Νίκος Παππάς", "Άννα Λέκκα; Νίκος Παππάς"},
		{"hu", "Kovács Anna és Nagy Béla", "Kovács Anna; Nagy Béla"},
		{"ro", "Ana Lungu și Ion Popa", "Ana Lungu; Ion Popa"},
		{"id", "Ana Lestari dan Budi Santoso", "Ana Lestari; Budi Santoso"},
		{"uk", "Анна Лисенко та Іван Бондар", "Анна Лисенко; Іван Бондар"},
		{"sv", "Anna Larsson i New York", "Anna Larsson"},
		{"", "Ana Silva e João Costa", "Ana Silva e João Costa"},
	} {
		if got := strings.Join(c.clean([]string{tt.line}, tt.lang), "; "); got != tt.want {
			t.Errorf("%s: %q gives %q, want %q", tt.lang, tt.line, got, tt.want)
		}
	}
}
