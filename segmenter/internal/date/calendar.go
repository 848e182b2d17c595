package date

import (
	"strings"
	"time"
	"unicode"
)

// westernDigits gives s with the decimal digits of all scripts as those of
// ASCII. Texts without others are not copied.
func westernDigits(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r > '9' && unicode.IsDigit(r) }) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r > '9' && unicode.IsDigit(r) {
			return '0' + digitValue(r)
		}
		return r
	}, s)
}

// digitValue gives what a decimal digit means: Unicode has those of a script in a
// row from 0 to 9, so that each range of them begins with a zero.
func digitValue(r rune) rune {
	for _, in := range unicode.Nd.R16 {
		if rune(in.Lo) <= r && r <= rune(in.Hi) {
			return (r - rune(in.Lo)) % 10
		}
	}
	for _, in := range unicode.Nd.R32 {
		if rune(in.Lo) <= r && r <= rune(in.Hi) {
			return (r - rune(in.Lo)) % 10
		}
	}
	return 0
}

// eraOf gives the year before the first of the era that word names, or 0.
func eraOf(word string) int {
	switch {
	case strings.HasSuffix(word, "令和"):
		return 2018
	case strings.HasSuffix(word, "平成"):
		return 1988
	case strings.HasSuffix(word, "民國"), strings.HasSuffix(word, "民国"):
		return 1911
	}
	return 0
}

// solarHijri gives the day of Iran's calendar as one of ours, if it exists, by
// the cycle of 33 years with 8 leap years, and only in the years around ours.
func solarHijri(year, month, day int) (time.Time, bool) {
	if year < 1300 || year > 1500 || month < 1 || month > 12 || day < 1 || day > 31 {
		return time.Time{}, false
	}
	newYear := func(y int) int { // days from the first of 1600
		y -= 979
		return 79 + 365*y + y/33*8 + (y%33+3)/4
	}
	days := newYear(year) + (month-1)*30 + min(month-1, 6) + day - 1
	if month > 6 && day > 30 || days >= newYear(year+1) {
		return time.Time{}, false
	}
	return time.Date(1600, 1, 1+days, 0, 0, 0, 0, time.UTC), true
}
