package prose

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/winnow-news/winnow/newsroom/internal/chance"
)

func load(t testing.TB) []*Language {
	t.Helper()
	all, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestLanguagesHaveTheSameSymbols(t *testing.T) {
	all := load(t)
	for _, l := range all[1:] {
		for name := range all[0].symbols {
			_, ok := l.symbols[name]
			// German conjugates in a symbol of its own.
			if !ok && !(l.Code == "de" && name == "vp") {
				t.Errorf("%s lacks %s", l.Code, name)
			}
		}
		if len(l.Sections) != 6 || len(l.months) != 12 || len(l.dates) < 2 || len(l.Columns) != 3 {
			t.Errorf("%s: %d sections, %d months, %d date styles", l.Code, len(l.Sections), len(l.months), len(l.dates))
		}
	}
}

func TestTextIsWholeAndDistinct(t *testing.T) {
	for _, l := range load(t) {
		seen := map[string]bool{}
		v := NewVoice(l, chance.New(1))
		for range 2000 {
			p := v.Paragraph(3)
			if strings.ContainsAny(p, "{}|") || strings.Contains(p, "  ") || p != strings.TrimSpace(p) {
				t.Fatalf("%s: malformed paragraph %q", l.Code, p)
			}
			if seen[p] {
				t.Fatalf("%s: paragraph came twice: %q", l.Code, p)
			}
			seen[p] = true
		}
		for name := range l.symbols {
			if s := v.Say(name); s == "" || strings.ContainsAny(s, "{}|") {
				t.Errorf("%s: %s expands to %q", l.Code, name, s)
			}
		}
	}
}

func TestCastReturns(t *testing.T) {
	v := NewVoice(load(t)[0], chance.New(3))
	cast := v.Cast("person", 2)
	for range 20 {
		if p := v.Say("person"); !slices.Contains(cast, p) {
			t.Fatalf("%q is not of the cast %q", p, cast)
		}
	}
	v.Bind("person", "Nobody Else")
	if p := v.Say("person"); p != "Nobody Else" {
		t.Errorf("%q speaks in place of the one who was named", p)
	}
}

func TestDate(t *testing.T) {
	at := time.Date(2026, 3, 5, 7, 8, 0, 0, time.UTC)
	for code, want := range map[string][]string{
		"en": {"5 March 2026", "March 5, 2026", "5 March 2026, 07:08", "2026-03-05 07:08"},
		"de": {"5. März 2026", "05.03.2026", "5. März 2026, 07:08 Uhr", "05.03.2026 - 07:08"},
		"ja": {"2026年3月5日", "2026/03/05 07:08", "2026年3月5日 07:08"},
	} {
		l := load(t)[slices.Index(Codes(), code)]
		for i, w := range want {
			if got := l.Date(at, i); got != w {
				t.Errorf("%s style %d: %q, want %q", code, i, got, w)
			}
		}
	}
}

func TestParseNamesTheFault(t *testing.T) {
	for src, want := range map[string]string{
		"nothing":        "want symbol",
		"a: {b}":         "not defined",
		"a: {b":          "without }",
		"a: {n:9-2}":     "low-high",
		"sec: news":      "slug=Name",
		"# x\n\na: {n:}": "line 3",
	} {
		if _, err := parse("xx", src); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("parse(%q): %v, want an error with %q", src, err, want)
		}
	}
}

func BenchmarkParagraph(b *testing.B) {
	v := NewVoice(load(b)[0], chance.New(1))
	b.ReportAllocs()
	for b.Loop() {
		p := v.Paragraph(3)
		if p == "" {
			b.Fatal("empty paragraph")
		}
		b.SetBytes(int64(len(p)))
	}
}
