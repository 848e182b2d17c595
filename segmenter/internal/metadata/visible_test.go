package metadata

import (
	"strings"
	"testing"

	"github.com/winnow-news/winnow/segmenter/internal/date"
)

// holdsPrefilter fails the test where what is cheap to ask, may, rules out what
// the pattern finds, or lets pass what neither should.
func holdsPrefilter(t *testing.T, found, may func(string) bool, lines, others []string) {
	t.Helper()
	for _, line := range lines {
		if !found(line) {
			t.Errorf("%q: not found", line)
		}
		if !may(line) {
			t.Errorf("%q: ruled out", line)
		}
	}
	for _, line := range others {
		if may(line) || found(line) {
			t.Errorf("%q: not ruled out", line)
		}
	}
}

// What mayCredit rules out, the pattern does not find.
func TestMayCredit(t *testing.T) {
	by := newVisibleReader().by
	holdsPrefilter(t, by.MatchString, mayCredit, []string{
		"By Ann Lee", "BY ANN LEE", "Monday | by Ann Lee and Bo Day", "ByAnn Lee", "(Von Anna Bauer, Bonn", "Écrit par Anne Roux", "Texte: Anne Roux",
		"12.3.2026 – Autorin: Eva Blau", "Text und Fotos von Eva Blau", "Published by Ann Lee on Monday", "Redaktion: Ole Ask", "Av Ole Ask", "przez Ewa Nowak",
	}, []string{"", "Ann Lee", "Nearby Ann Lee", "The storm came late", "After The Storm", "Parts Of A Whole", "1,024", "É"})
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

// What isLabel rules out without the pattern, the pattern does not find.
func TestIsLabel(t *testing.T) {
	r := newVisibleReader()
	holdsPrefilter(t, r.label.MatchString, r.isLabel, []string{
		"By", "by:", "Written by", "ÉCRIT PAR :", "Autorin:", "Authors", "Text und Fotos von", "Redaktion", "作者：", "기자 / ",
	}, []string{"", "After", "Ann Lee", "By Ann", "Share:", "作者"})
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

// What is new tells when it came out in a few ways.
func TestTimeOfNews(t *testing.T) {
	v := newVisibleReader()
	for line, want := range map[string]bool{
		"Today, 14:30": true, "Heute, 14.30 Uhr": true, "Publié à 14h30": true, "2 hours ago": true, "vor 5 Minuten": true, "il y a 3 heures": true,
		"hace 2 horas": true, "för 3 timmar sedan": true, "2 часа назад": true, "5 минут назад": true, "3小时前": true, "2時間前": true, "5분 전": true, "2 ชั่วโมงที่แล้ว": true,
		"": false, "Schools": false, "12 schools": false, "Room 14": false, "1.250 places": false, "24:70": false, "3 candidates": false,
	} {
		if got := v.time.MatchString(line); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}

// The names of months are none of authors.
func TestAuthorsBesideDates(t *testing.T) {
	lines, authors := date.New().Lines(), newAuthorCleaner()
	for line, want := range map[string]string{
		"By Jane Doe | November 5, 2026":         "Jane Doe",
		"Jane Doe • Nov 5, 2026 • 9:30 am":       "Jane Doe",
		"By Jane Doe November 5, 2026":           "Jane Doe",
		"Thursday, November 5, 2026 by Jane Doe": "Jane Doe",
		"Jane Doe, November 5th, 2026, 9:30":     "Jane Doe",
		"Par Anne Roux, le 5 novembre 2026":      "Anne Roux",
		"Par Anne Roux Le 05/11/2026":            "Anne Roux",
		"By Jane Doe Updated: November 5, 2026":  "Jane Doe",
		"Jane Doe":                               "Jane Doe",
		"Anh Tuan Le":                            "Anh Tuan Le",
	} {
		if got := strings.Join(authors.clean([]string{lines.Mask(line)}, ""), "; "); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// What others do for an article makes them no authors.
func TestCreditOfOthers(t *testing.T) {
	r := newVisibleReader()
	for line, want := range map[string]string{
		"By Ann Lee": "Ann Lee", "Posted in News by Ann Lee": "Ann Lee", "Monday | by Ann Lee": "Ann Lee", "Published 5 May by Ann Lee": "Ann Lee",
		"Door Anna de Wit op di,  0| - 16:05": "Anna de Wit",
		"Photo by Ann Lee":                    "", "Illustration von Anna Bauer": "", "Powered by Big News Tool": "", "Medically reviewed by Ann Lee": "", "Foto: von Anna Bauer": "",
		"(Translated by Ann Lee)": "", "Takeaways by Big News Tool": "",
	} {
		_, got, ok := r.credit(line)
		if got != want || ok != (want != "") {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}
