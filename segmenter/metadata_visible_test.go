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

// What mayDate rules out, the pattern does not find.
func TestMayDate(t *testing.T) {
	date := newVisibleReader().date
	for _, line := range []string{
		"4.3.2026", "04/03/2026", "4 - 3 - 2026", "4.3.26", "Stand: 04.03.26, 10 Uhr", "2026-03-04", "2026/3/4", "2026年3月4日", "2026년 3월 4일",
		"4. März 2026", "March 4th, 2026", "4 de marzo de 2026", "4 มีนาคม 2569", "x4.3.2026", "4th of March, 1999",
	} {
		if !date.MatchString(line) {
			t.Errorf("%q: not found", line)
		}
		if !mayDate(line) {
			t.Errorf("%q: ruled out", line)
		}
	}
	for _, line := range []string{"", "1", "19", "1,024", "10:30", "4.3", "In 201 days", "2.0", "199"} {
		if mayDate(line) || date.MatchString(line) {
			t.Errorf("%q: not ruled out", line)
		}
	}
}

func FuzzMayDate(f *testing.F) {
	date := newVisibleReader().date
	f.Add("am 4. März 2026")
	f.Add("1.2.99")
	f.Fuzz(func(t *testing.T, line string) {
		if date.MatchString(line) && !mayDate(line) {
			t.Errorf("%q: ruled out", line)
		}
	})
}

// hasLetters compares as letters does.
func TestHasLetters(t *testing.T) {
	words := []string{"", " ", "-", "Storm", "storm ", "STORM!", "Stor", "Storms", "Été 2026", "été2026", "42"}
	for _, a := range words {
		for _, b := range words {
			if got, want := hasLetters(a, letters(b)), letters(a) == letters(b); got != want {
				t.Errorf("hasLetters(%q, letters(%q)) = %v", a, b, got)
			}
		}
	}
}
