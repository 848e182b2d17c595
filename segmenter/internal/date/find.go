package date

import (
	"regexp"
	"strings"

	"github.com/winnow-news/winnow/segmenter/internal/ascii"
)

// shownDates gives the pattern of dates in lines that readers see.
func shownDates() *regexp.Regexp {
	return regexp.MustCompile(`(?:\b|\p{L})\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?(?:19|20)\d\d\b|\b\d{1,2}\.\d{1,2}\.\d\d\b|\b(?:19|20)\d\d(?:[-/.]|\.\s)\d{1,2}(?:[-/.]|\.\s)\d{1,2}\b` +
		`|(?:19|20)\d\d\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]?` +
		`|\b\d{1,2}(?:st|nd|rd|th|º|er|\.)?\s+(?:de |of )?[\p{L}\p{M}.]{3,14},?\s+(?:de |of )?(?:19|20|25)\d\d\b` +
		`|[\p{L}\p{M}]{3,12}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+(?:19|20)\d\d\b` +
		`|\b(?:19|20)\d\d(?:\.\s?gada|\s?жылғы)\s+\d{1,2}\.?\s+[\p{L}\p{M}]{3,14}` +
		`|\b(?:19|20)\d\d(?:\.|ko|\s?m\.|\s?թ\.)\s+[\p{L}\p{M}]{3,14}\.?\s+\d{1,2}(?:a|an)?\b` + // 2026. március 5.
		`|(?:令和|平成|民[國国])\s?(?:\d{1,3}|元)\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日` +
		`|\b\d{1,2}\s+\p{Thai}{1,3}\.\p{Thai}{1,2}\.?\s+\d\d\b` +
		`|\b\d{1,2}\s+(?:` + strings.ReplaceAll(solarMonths, " ", "|") + `)\s+(?:ماه\s+)?1[34]\d\d\b`)
}

// Lines finds the dates in the lines of a page. It remembers them: who looks for
// days and who looks for names ask for the same lines, and the pattern is slow.
type Lines struct {
	reader *Reader
	shown  map[string][][]int // where dates stand in the lines that may have some
}

// Lines makes ready for a page.
func (d *Reader) Lines() *Lines { return &Lines{d, map[string][][]int{}} }

// Find gives the first n dates that a line shows, with digits as those of ASCII.
func (l *Lines) Find(line string, n int) (dates []string) {
	line = westernDigits(line)
	for i, at := range l.in(line) {
		if i == n {
			break
		}
		dates = append(dates, line[at[0]:at[1]])
	}
	return dates
}

// Mask puts a bar in the place of each date in a line: the names of months look
// like those of people. A number before it tells what leads to a date, "Le 5 mars".
func (l *Lines) Mask(line string) string {
	var masked []byte
	from := 0
	for _, at := range l.in(line) {
		masked = append(append(masked, line[from:at[0]]...), " 0|"...)
		from = at[1]
	}
	if masked == nil {
		return line
	}
	return string(append(masked, line[from:]...))
}

func (l *Lines) in(line string) [][]int {
	if !mayDate(line) {
		return nil
	}
	found, ok := l.shown[line]
	if !ok {
		found = l.reader.shown.FindAllStringIndex(line, -1)
		l.shown[line] = found
	}
	return found
}

// mayDate reports whether text has what each date of shownDates has: a
// year in four digits and a number of one or two, or two points among digits, or
// the year of an era in words.
func mayDate(text string) bool {
	points, year, short := 0, false, false
	for i := 0; i < len(text); i++ {
		from := i
		for ; i < len(text) && ascii.IsDigit(text[i]); i++ {
			year = year || i+4 <= len(text) && isCentury(text[i:i+2]) && ascii.AllDigits(text[i+2:i+4])
		}
		short = short || i == from+1 || i == from+2
		if from < i && from >= 2 && text[from-1] == '.' && ascii.IsDigit(text[from-2]) {
			points++
		}
	}
	return points > 1 || short && (year || strings.Contains(text, "年") || shortThai(text))
}

// shortThai reports whether text may have the short name of a month in Thai: the
// point inside is what others have not.
func shortThai(text string) bool {
	i := strings.IndexByte(text, '.')
	for i >= 0 && !thai(text[i+1:]) {
		n := strings.IndexByte(text[i+1:], '.')
		if n < 0 {
			return false
		}
		i += 1 + n
	}
	return i >= 0
}

// isCentury knows those of our era, of Thailand's and of Iran's.
func isCentury(s string) bool {
	switch s {
	case "19", "20", "25", "13", "14":
		return true
	}
	return false
}
