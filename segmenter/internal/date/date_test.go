package date

import (
	"testing"
	"time"
)

func TestDates(t *testing.T) {
	tests := []struct {
		in         string
		monthFirst bool
		want       string // RFC 3339, empty for none
	}{
		{in: "2026-03-04T05:06:07Z", want: "2026-03-04T05:06:07Z"},
		{in: "2026-03-04T05:06:07.123456+01:00", want: "2026-03-04T04:06:07Z"},
		{in: "2026-03-04T05:06:07,5-0330", want: "2026-03-04T08:36:07Z"},
		{in: "2026-03-04T05:06+0000", want: "2026-03-04T05:06:00Z"},
		{in: "2026-03-04 05:06:07 +0200", want: "2026-03-04T03:06:07Z"},
		{in: "2026-03-04", want: "2026-03-04T00:00:00Z"},
		{in: "2026/3/4", want: "2026-03-04T00:00:00Z"},
		{in: "20260304", want: "2026-03-04T00:00:00Z"},
		{in: "20260304T050607Z", want: "2026-03-04T05:06:07Z"},
		{in: "20260304050607", want: "2026-03-04T05:06:07Z"},
		{in: "1772600767", want: "2026-03-04T05:06:07Z"},
		{in: "1772600767000", want: "2026-03-04T05:06:07Z"},
		{in: "Wed, 04 Mar 2026 05:06:07 GMT", want: "2026-03-04T05:06:07Z"},
		{in: "Wed, 04 Mar 2026 05:06:07 -0500", want: "2026-03-04T10:06:07Z"},
		{in: "Wed Mar 4 05:06:07 UTC 2026", want: "2026-03-04T05:06:07Z"},
		{in: "March 4, 2026, 5:06 p.m. EST", want: "2026-03-04T22:06:00Z"},
		{in: "Mar. 4, 2026 12:06 AM", want: "2026-03-04T00:06:00Z"},
		{in: "4th March 2026", want: "2026-03-04T00:00:00Z"},
		{in: "March 4 2026 at 5pm", want: "2026-03-04T17:00:00Z"},
		{in: "Published: 5:06 AM Wednesday, 4 March 2026", want: "2026-03-04T05:06:00Z"},
		{in: "0001-01-01T00:00:00", want: ""},
		{in: "03/04/2026", monthFirst: true, want: "2026-03-04T00:00:00Z"},
		{in: "04/03/2026", want: "2026-03-04T00:00:00Z"},
		{in: "25/03/2026", monthFirst: true, want: "2026-03-25T00:00:00Z"},
		{in: "03/25/2026", want: "2026-03-25T00:00:00Z"},
		{in: "4.3.2026, 05:06 Uhr", monthFirst: true, want: "2026-03-04T05:06:00Z"},
		{in: "04.03.26", want: "2026-03-04T00:00:00Z"},
		{in: "4. März 2026", want: "2026-03-04T00:00:00Z"},
		{in: "Mittwoch, 4. März 2026, 5:06 MEZ", want: "2026-03-04T04:06:00Z"},
		{in: "4 mars 2026 à 14h30", want: "2026-03-04T14:30:00Z"},
		{in: "4 de marzo de 2026", want: "2026-03-04T00:00:00Z"},
		{in: "4 de março de 2026", want: "2026-03-04T00:00:00Z"},
		{in: "4 marca 2026 05:06", want: "2026-03-04T05:06:00Z"},
		{in: "4. maaliskuuta 2026", want: "2026-03-04T00:00:00Z"},
		{in: "4 марта 2026, 05:06", want: "2026-03-04T05:06:00Z"},
		{in: "4 Μαρτίου 2026", want: "2026-03-04T00:00:00Z"},
		{in: "2026年3月4日 5時6分", want: "2026-03-04T05:06:00Z"},
		{in: "2026年3月4日 午後5時06分", want: "2026-03-04T17:06:00Z"},
		{in: "2026年03月04日 17:06", want: "2026-03-04T17:06:00Z"},
		{in: "2026년 3월 4일 오후 5:06", want: "2026-03-04T17:06:00Z"},
		{in: "4 มีนาคม 2569", want: "2026-03-04T00:00:00Z"},
		{in: "4 มี.ค. 2569", want: "2026-03-04T00:00:00Z"},
		{in: "2026년 3월 4일", want: "2026-03-04T00:00:00Z"},
		{in: "4 مارس 2026", want: "2026-03-04T00:00:00Z"},
		{in: "2026. március 5.", want: "2026-03-05T00:00:00Z"},
		{in: "2026. gada 5. marts", want: "2026-03-05T00:00:00Z"},
		{in: "2026 m. kovo 5 d.", want: "2026-03-05T00:00:00Z"},
		{in: "2026ko martxoaren 5a", want: "2026-03-05T00:00:00Z"},
		{in: "٥ مارس ٢٠٢٦", want: "2026-03-05T00:00:00Z"},
		{in: "۵ مارچ ۲۰۲۶", want: "2026-03-05T00:00:00Z"},
		{in: "५ मार्च २०२६", want: "2026-03-05T00:00:00Z"},
		{in: "৫ মার্চ ২০২৬, ১৪:৩০", want: "2026-03-05T14:30:00Z"},
		{in: "๕ มีนาคม ๒๕๖๙", want: "2026-03-05T00:00:00Z"},
		{in: "5 มี.ค. 69", want: "2026-03-05T00:00:00Z"},
		{in: "令和8年3月5日", want: "2026-03-05T00:00:00Z"},
		{in: "令和元年5月1日", want: "2019-05-01T00:00:00Z"},
		{in: "平成31年4月30日", want: "2019-04-30T00:00:00Z"},
		{in: "民國115年3月5日", want: "2026-03-05T00:00:00Z"},
		{in: "中華民國115年3月5日", want: "2026-03-05T00:00:00Z"},
		{in: "۱۴ اسفند ۱۴۰۴", want: "2026-03-05T00:00:00Z"},
		{in: "۱ فروردین ۱۴۰۵", want: "2026-03-21T00:00:00Z"},
		{in: "۳۰ اسفند ۱۴۰۳", want: "2025-03-20T00:00:00Z"}, // a leap year
		{in: "۳۰ اسفند ۱۴۰۴"},
		{in: "۳۱ مهر ۱۴۰۴"},
		{in: "۵ اسفند ۲۰۲۶"},
		{in: "5 March 69"},
		{in: "04-Mar-26", want: "2026-03-04T00:00:00Z"},
		{in: "Thu Nov 05 2026 09:30:00 GMT+0100 (Central European Standard Time)", want: "2026-11-05T08:30:00Z"},
		{in: "2026-11-05 10:30 GMT+8", want: "2026-11-05T02:30:00Z"},
		{in: "2026-11-05 10:30 GMT −03:30", want: "2026-11-05T14:00:00Z"},
		{in: "November 5, 2026, 9:30 AM UTC+2", want: "2026-11-05T07:30:00Z"},
		{in: "2026-11-05 10:30 GMT - 5 comments", want: "2026-11-05T10:30:00Z"},
		{in: "05/11/2026 à 14h30", want: "2026-11-05T14:30:00Z"},
		{in: "05/11/2026 14 h", want: "2026-11-05T00:00:00Z"},
		{in: "11/05/2026 5 PM", monthFirst: true, want: "2026-11-05T17:00:00Z"},
		{in: "2026-11-05 5\u202fp.m.", want: "2026-11-05T17:00:00Z"},
		{in: "9.30pm, 5 November 2026", want: "2026-11-05T21:30:00Z"},
		{in: "5 November 2026 9.30 am", want: "2026-11-05T09:30:00Z"},
		{in: "2024-02-29", want: "2024-02-29T00:00:00Z"},
		{in: "2026-02-29"},
		{in: "2026-13-01"},
		{in: "2026-00-10"},
		{in: "2026-03-04T25:00:00Z"},
		{in: "yesterday"},
		{in: "March"},
		{in: "March 2026"},
		{in: "12:30"},
		{in: ""},
		{in: "99999999999999999999999"},
		{in: "5 minutes ago, 12 comments"},
	}
	d := New()
	for _, tt := range tests {
		got, ok := d.Read(tt.in, tt.monthFirst)
		text := ""
		if ok {
			text = got.UTC().Truncate(time.Second).Format(time.RFC3339)
		}
		if text != tt.want {
			t.Errorf("parse(%q, %v) = %q, want %q", tt.in, tt.monthFirst, text, tt.want)
		}
	}
}

// A time is given again as precisely as it was written.
func TestLocalTimes(t *testing.T) {
	d := New()
	for in, want := range map[string]string{
		"2026-11-21T23:30:00+01:00":    "2026-11-21T23:30:00+01:00",
		"2026-11-21T23:30:00Z":         "2026-11-21T23:30:00Z",
		"November 21, 2026, 9 pm EST":  "2026-11-21T21:00:00-05:00",
		"21.11.2026, 23:30 Uhr":        "2026-11-21T23:30:00",
		"2026年11月21日":                  "2026-11-21",
		"1795000000":                   "2026-11-18T11:06:40Z",
		"Sat, 21 Nov 2026 23:30:00 UT": "2026-11-21T23:30:00",
	} {
		if got, _ := d.Read(in, false); got.Local() != want {
			t.Errorf("%q: %s, want %s", in, got.Local(), want)
		}
	}
}

func FuzzDate(f *testing.F) {
	for _, s := range []string{"2026-03-04T05:06:07Z", "4. März 2026", "0:0:0:0", "14h30 +", "9.30pm", "1:00 GMT+1", "2026年3月4日", "1 pm pm"} {
		f.Add(s, true)
	}
	d := New()
	f.Fuzz(func(t *testing.T, s string, monthFirst bool) {
		if got, ok := d.Read(s, monthFirst); ok && (got.Year() < 1899 || got.Year() > 2286 && len(s) != 13) {
			t.Errorf("parse(%q) = %v", s, got)
		}
	})
}
