// Package date finds dates in lines that readers see, and reads dates as machines
// and people write them: in the languages of names.go, the digits of all scripts and
// the calendars of calendar.go.
package date

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/winnow-news/winnow/segmenter/internal/ascii"
)

// Reader finds and reads dates. It is immutable.
type Reader struct {
	shown  *regexp.Regexp // a date as a line shows it to readers
	months map[string]time.Month
	solar  map[string]time.Month // of solarMonths
	zones  map[string]int        // seconds east of UTC
}

// New makes a reader.
func New() *Reader {
	d := &Reader{shown: shownDates(), months: map[string]time.Month{}, solar: map[string]time.Month{}, zones: map[string]int{}}
	for line := range strings.Lines(monthNames) {
		for i, names := range strings.Fields(line) {
			for name := range strings.SplitSeq(names, "|") {
				d.months[name] = time.Month(i + 1)
			}
		}
	}
	for i, name := range strings.Fields(solarMonths) {
		d.solar[name] = time.Month(i + 1)
	}
	for field := range strings.FieldsSeq(zoneNames) {
		name, hours, _ := strings.Cut(field, "=")
		if h, err := strconv.ParseFloat(hours, 64); err == nil {
			d.zones[name] = int(h * 3600)
		}
	}
	return d
}

// parts are what was read of a date so far.
type parts struct {
	year, month, day  int
	hour, min, sec    int
	nsec              int
	clock, zoned      bool
	offset            int // seconds east of UTC
	numbers           [3]int
	digits            [3]int // how many digits numbers have
	n                 int
	separator         byte // between the numbers
	afternoon, midday bool
	era               int  // the year before its first
	solar, thai       bool // the month is of Iran's calendar, is Thai
}

// longest is how many bytes of a text are read as a date.
const longest = 120

// Moment is a time as it was written: in its own zone, which is UTC where it
// names none.
type Moment struct {
	time.Time
	clock, zoned bool // it names a time of day, a zone
}

// Local gives m as precisely as it was written and no more: RFC 3339, without
// the offset where there was none, without the time of day where there was none.
func (m Moment) Local() string {
	switch {
	case !m.clock:
		return m.Format(time.DateOnly)
	case !m.zoned:
		return m.Format("2006-01-02T15:04:05")
	}
	return m.Format(time.RFC3339)
}

// Read reads s. Where a date is written in numbers alone and could be read in
// two ways, monthFirst decides. A date without a zone is taken as UTC.
func (d *Reader) Read(s string, monthFirst bool) (Moment, bool) {
	if len(s) > longest {
		s = strings.ToValidUTF8(s[:longest], "")
	}
	s = westernDigits(strings.TrimSpace(s))
	if t, ok := epoch(s); ok {
		return Moment{t, true, true}, true
	}
	var p parts
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case '0' <= r && r <= '9':
			i = p.number(s, i)
		case p.clock && !p.zoned && beginsOffset(s[i:]):
			i = p.zone(s, i+size, r != '+')
		case unicode.IsLetter(r):
			i = d.word(&p, s, i)
		default:
			i += size
		}
	}
	return p.time(monthFirst)
}

// beginsOffset reports whether s begins with a sign and a digit.
func beginsOffset(s string) bool {
	for _, sign := range []string{"+", "-", "−"} {
		if rest, ok := strings.CutPrefix(s, sign); ok {
			return rest != "" && ascii.IsDigit(rest[0])
		}
	}
	return false
}

// epoch reads seconds or milliseconds since 1970.
func epoch(s string) (time.Time, bool) {
	if len(s) != 10 && len(s) != 13 {
		return time.Time{}, false
	}
	v, err := strconv.ParseInt(s, 10, 64)
	if err != nil || v <= 0 {
		return time.Time{}, false
	}
	if len(s) == 13 {
		return time.UnixMilli(v).UTC(), true
	}
	return time.Unix(v, 0).UTC(), true
}

// number takes the digits at s[i:]: a clock, a compact date or one number.
func (p *parts) number(s string, i int) int {
	j := i
	for j < len(s) && ascii.IsDigit(s[j]) {
		j++
	}
	v, err := strconv.Atoi(s[i:j])
	if err != nil {
		return j
	}
	switch {
	case j-i <= 2 && j+2 < len(s) && s[j] == ':' && ascii.IsDigit(s[j+1]):
		return p.time24(s, v, j)
	case j-i <= 2 && !p.clock && j+2 < len(s) && s[j] == '.' && ascii.AllDigits(s[j+1:j+3]) && beginsMeridiem(s[j+3:]): // 9.30pm
		return p.time24(s, v, j)
	case j-i <= 2 && !p.clock && v <= 12 && beginsMeridiem(s[j:]): // 5 pm
		p.hour, p.clock = v, true
	case j-i <= 2 && !p.clock && (p.n == 3 && hourSign(s[j:]) || j+1 < len(s) && s[j]|0x20 == 'h' && ascii.IsDigit(s[j+1])): // 14h30
		p.hour, p.clock = v, true
		_, size := utf8.DecodeRuneInString(s[j:])
		j += size
		for j < len(s) && s[j] == ' ' {
			j++
		}
		p.min, j = twoDigits(s, j)
	case j-i == 8 && p.n == 0:
		p.year, p.month, p.day = v/10000, v/100%100, v%100
		p.n = 3
	case j-i == 14 && p.n == 0:
		p.year, p.month, p.day = v/1e10, v/1e8%100, v/1e6%100
		p.hour, p.min, p.sec = v/1e4%100, v/100%100, v%100
		p.n, p.clock = 3, true
	case (j-i == 6 || j-i == 4) && p.n == 3 && p.year > 0 && !p.clock: // 20260304T050607
		if j-i == 4 {
			v *= 100
		}
		p.hour, p.min, p.sec, p.clock = v/1e4, v/100%100, v%100, true
	case j-i <= 4 && p.n < 3:
		p.numbers[p.n], p.digits[p.n] = v, j-i
		p.n++
		if p.n == 1 && j < len(s) {
			p.separator = s[j]
		}
	}
	return j
}

// time24 takes a clock whose hour has been read up to the colon at s[j].
func (p *parts) time24(s string, hour, j int) int {
	if p.clock { // a second clock: "updated 12:30"
		return j + 1
	}
	p.hour, p.clock = hour, true
	p.min, j = twoDigits(s, j+1)
	if j+1 < len(s) && s[j] == ':' && ascii.IsDigit(s[j+1]) {
		p.sec, j = twoDigits(s, j+1)
	}
	if j+1 < len(s) && (s[j] == '.' || s[j] == ',') && ascii.IsDigit(s[j+1]) {
		scale := int(time.Second) / 10
		for j++; j < len(s) && ascii.IsDigit(s[j]); j++ {
			p.nsec += int(s[j]-'0') * scale
			scale /= 10
		}
	}
	return j
}

// beginsMeridiem reports whether s begins with am, pm, a.m. or p.m.
func beginsMeridiem(s string) bool {
	s = strings.TrimLeftFunc(s, unicode.IsSpace)
	if len(s) < 2 || s[0]|0x20 != 'a' && s[0]|0x20 != 'p' {
		return false
	}
	s = strings.TrimPrefix(s[1:], ".")
	return s != "" && s[0]|0x20 == 'm' && (len(s) == 1 || !ascii.IsLetter(s[1]))
}

// hourSign reports whether s begins with what stands behind the hour in
// Chinese, Japanese and Korean.
func hourSign(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return strings.ContainsRune("時时点點시", r)
}

func twoDigits(s string, i int) (v, end int) {
	for end = i; end < len(s) && end < i+2 && ascii.IsDigit(s[end]); end++ {
		v = v*10 + int(s[end]-'0')
	}
	return v, end
}

// zone takes an offset: hh:mm, hhmm or hh.
func (p *parts) zone(s string, i int, west bool) int {
	h, j := twoDigits(s, i)
	m := 0
	if j < len(s) && s[j] == ':' {
		j++
	}
	if j < len(s) && ascii.IsDigit(s[j]) {
		m, j = twoDigits(s, j)
	}
	if h > 14 || m > 59 {
		return j
	}
	p.offset, p.zoned = h*3600+m*60, true
	if west {
		p.offset = -p.offset
	}
	return j
}

// word takes the letters at s[i:]: a month, a zone, am or pm, or nothing.
func (d *Reader) word(p *parts, s string, i int) int {
	j := i
	for j < len(s) {
		r, size := utf8.DecodeRuneInString(s[j:])
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !(r == '.' && thai(s[j+1:])) {
			break
		}
		j += size
	}
	w := strings.ToLower(s[i:j])
	p.afternoon = p.afternoon || strings.HasSuffix(w, "午後") || strings.HasSuffix(w, "下午") || w == "오후"
	if m, ok := d.months[w]; ok && p.month == 0 {
		p.month, p.thai = int(m), thai(w)
		return j
	}
	if m, ok := d.solar[w]; ok && p.month == 0 {
		p.month, p.solar = int(m), true
		return j
	}
	if first, ok := strings.CutSuffix(w, "元年"); p.n == 0 && (ok || eraOf(w) > 0) {
		if p.era = eraOf(first); ok && p.era > 0 {
			p.numbers[0], p.digits[0], p.n = 1, 1, 1
		}
	}
	if p.clock {
		if offset, ok := d.zones[w]; ok && !p.zoned {
			p.offset, p.zoned = offset, offset != 0 || !beginsOffset(strings.TrimLeft(s[j:], " ")) // GMT+1
		}
		p.afternoon = p.afternoon || w == "pm" || w == "p" && strings.HasPrefix(s[j:], ".m")
		p.midday = p.midday || w == "am" || w == "a" && strings.HasPrefix(s[j:], ".m")
	}
	return j
}

// thai reports whether s begins with a Thai letter: short names of months have
// a full stop inside.
func thai(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.Is(unicode.Thai, r)
}

// time joins the parts, if they make a day that exists.
func (p *parts) time(monthFirst bool) (Moment, bool) {
	if p.year == 0 && !p.order(monthFirst) {
		return Moment{}, false
	}
	if p.solar {
		day, ok := solarHijri(p.year, p.month, p.day)
		if !ok {
			return Moment{}, false
		}
		p.year, p.month, p.day = day.Year(), int(day.Month()), day.Day()
	}
	if p.year >= buddhist+1900 && p.year < buddhist+2200 {
		p.year -= buddhist
	}
	if p.afternoon && p.hour < 12 {
		p.hour += 12
	}
	if p.midday && p.hour == 12 {
		p.hour = 0
	}
	if p.hour > 24 || p.min > 59 || p.sec > 60 || p.year < 1900 || p.year > 2200 {
		return Moment{}, false
	}
	zone := time.UTC
	if p.offset != 0 {
		zone = time.FixedZone("", p.offset)
	}
	t := time.Date(p.year, time.Month(p.month), p.day, p.hour, p.min, p.sec, p.nsec, zone)
	if p.month < 1 || p.month > 12 || p.day < 1 || p.day > 31 || p.hour < 24 && t.Day() != p.day {
		return Moment{}, false
	}
	return Moment{t, p.clock, p.zoned}, true
}

// buddhist is how many years the era that Thailand counts in is ahead.
const buddhist = 543

// order says which of the numbers is the year, the month and the day.
func (p *parts) order(monthFirst bool) bool {
	if p.month > 0 { // by name: day and year, in either order
		switch {
		case p.n < 2:
			return false
		case p.digits[0] == 4:
			p.year, p.day = p.numbers[0], p.numbers[1]
		case p.digits[1] == 4 || p.n == 2 && p.separator == '-': // a short year only as in 04-Mar-26
			p.day, p.year = p.numbers[0], p.numbers[1]
		case p.n == 3 && p.digits[2] == 4:
			p.day, p.year = p.numbers[0], p.numbers[2]
		case p.thai && p.n >= 2 && p.digits[1] == 2: // 69 is 2569
			p.day, p.year = p.numbers[0], p.numbers[1]+2500
		default:
			return false
		}
		p.century()
		return true
	}
	if p.n < 3 {
		return false
	}
	a, b, c := p.numbers[0], p.numbers[1], p.numbers[2]
	switch {
	case p.era > 0:
		p.year, p.month, p.day = a+p.era, b, c
	case p.digits[0] == 4:
		p.year, p.month, p.day = a, b, c
	case b > 12 || a <= 12 && monthFirst && p.separator == '/':
		p.month, p.day, p.year = a, b, c
	default:
		p.day, p.month, p.year = a, b, c
	}
	p.century()
	return true
}

// century completes a year of two digits; one that is written in four says what it
// means ("0001" is nothing).
func (p *parts) century() {
	if p.era == 0 && p.year < 100 && !slices.Contains(p.digits[:min(p.n, len(p.digits))], 4) {
		if p.year += 2000; p.year > 2069 {
			p.year -= 100
		}
	}
}
