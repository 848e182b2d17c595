package segmenter

import "testing"

// What mayCredit rules out, the pattern does not find.
func TestMayCredit(t *testing.T) {
	by := newVisibleReader().by
	for _, line := range []string{
		"By Ann Lee", "BY ANN LEE", "Monday | by Ann Lee and Bo Day", "ByAnn Lee", "(Von Anna Bauer, Bonn", "Écrit par Anne Roux", "Texte: Anne Roux",
		"12.3.2026 – Autorin: Eva Blau", "Text und Fotos von Eva Blau", "Published by Ann Lee on Monday", "Redaktion: Ole Ask", "Av Ole Ask", "przez Ewa Nowak",
	} {
		if !by.MatchString(line) {
			t.Errorf("%q: not found", line)
		}
		if !mayCredit(line) {
			t.Errorf("%q: ruled out", line)
		}
	}
	for _, line := range []string{"", "Ann Lee", "Nearby Ann Lee", "The storm came late", "1,024", "É"} {
		if mayCredit(line) || by.MatchString(line) {
			t.Errorf("%q: not ruled out", line)
		}
	}
}

func FuzzMayCredit(f *testing.F) {
	by := newVisibleReader().by
	f.Add("Foto|By Ann Lee")
	f.Add("ÉCRIT PAR Anne Roux")
	f.Fuzz(func(t *testing.T, line string) {
		if by.MatchString(line) && !mayCredit(line) {
			t.Errorf("%q: ruled out", line)
		}
	})
}
