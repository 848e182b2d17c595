package date

import "testing"

// What is found of a line is enough to read its date.
func TestFoundIsRead(t *testing.T) {
	d := New()
	lines := d.Lines()
	for _, line := range []string{
		"2026. március 5.", "2026. gada 5. marts", "Rīga, 2026. gada 5. martā, 10:15", "2026 m. kovo 5 d.", "2026ko martxoaren 5a", "2026 жылғы 5 наурыз",
		"令和8年3月5日", "民國115年3月5日", "5 มี.ค. 69", "14 اسفند 1404", "۱۴ اسفند ۱۴۰۴", "5. März 2026", "March 5th, 2026",
	} {
		found := lines.Find(line, 1)
		if len(found) != 1 {
			t.Errorf("%q: found %q", line, found)
			continue
		}
		if at, ok := d.Read(found[0], false); !ok || at.Local() != "2026-03-05" {
			t.Errorf("%q: found %q, read %v (%v), want 2026-03-05", line, found, at.Local(), ok)
		}
	}
}

// What mayDate rules out, the pattern does not find.
func TestMayDate(t *testing.T) {
	shown := shownDates()
	for _, line := range []string{
		"4.3.2026", "04/03/2026", "4 - 3 - 2026", "4.3.26", "Stand: 04.03.26, 10 Uhr", "2026-03-04", "2026/3/4", "2026年3月4日", "2026년 3월 4일",
		"4. März 2026", "March 4th, 2026", "4 de marzo de 2026", "4 มีนาคม 2569", "x4.3.2026", "4th of March, 1999",
		"2026. március 5.", "2026. gada 5. marts", "2026 m. kovo 5 d.", "2026ko martxoaren 5a", "2026 жылғы 5 наурыз", "令和8年3月5日", "令和元年5月1日", "民國115年3月5日",
		"5 มี.ค. 69", "14 اسفند 1404",
	} {
		if !shown.MatchString(line) || !mayDate(line) {
			t.Errorf("%q: found %v, may be %v", line, shown.MatchString(line), mayDate(line))
		}
	}
	for _, line := range []string{"", "1", "19", "1,024", "10:30", "4.3", "In 201 days", "2.0", "199", "© 2012 Ann Lee", "2012-2013"} {
		if shown.MatchString(line) || mayDate(line) {
			t.Errorf("%q: found %v, may be %v", line, shown.MatchString(line), mayDate(line))
		}
	}
}

func TestMask(t *testing.T) {
	lines := New().Lines()
	for line, want := range map[string]string{
		"Jane Doe, November 5th, 2026, 9:30": "Jane Doe,  0|, 9:30",
		"Par Anne Roux Le 05/11/2026":        "Par Anne Roux Le  0|",
		"Jane Doe":                           "Jane Doe",
		"4.3.2026 Jane Doe 5 May 2026 X":     " 0| Jane Doe  0| X",
	} {
		for range 2 { // it remembers
			if got := lines.Mask(line); got != want {
				t.Errorf("%q: %q, want %q", line, got, want)
			}
		}
	}
}

func FuzzMayDate(f *testing.F) {
	shown := shownDates()
	f.Add("am 4. März 2026")
	f.Add("1.2.99")
	f.Fuzz(func(t *testing.T, line string) {
		if shown.MatchString(line) && !mayDate(line) {
			t.Errorf("%q: ruled out", line)
		}
	})
}
