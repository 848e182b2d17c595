package word_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/winnow-news/winnow/proto/word"
	"github.com/zeebo/xxh3"
)

func TestSpans(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"", nil},
		{"  ... ", nil},
		{"Hello, world-wide 3rd", []string{"Hello", "world", "wide", "3rd"}},
		{"Üben straße", []string{"Üben", "straße"}},
		{"日本語 text です", []string{"日", "本", "語", "text", "で", "す"}},
		{"abc日def", []string{"abc", "日", "def"}},
		{"bad\xffbyte", []string{"bad", "byte"}},
	}
	for _, tt := range tests {
		var got []string
		for s, e := range word.Spans(tt.text) {
			got = append(got, tt.text[s:e])
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("Spans(%q) = %q, want %q", tt.text, got, tt.want)
		}
		if n := word.Count(tt.text); n != len(tt.want) {
			t.Errorf("Count(%q) = %d, want %d", tt.text, n, len(tt.want))
		}
	}
}

func TestEffective(t *testing.T) {
	for _, tt := range []struct {
		words, chars uint32
		want         float32
	}{{0, 0, 0}, {20, 100, 20}, {20, 40, 20}, {20, 20, 12}, {20, 30, 18}} {
		if got := word.Effective(tt.words, tt.chars); got != tt.want {
			t.Errorf("%d words of %d characters: %v, want %v", tt.words, tt.chars, got, tt.want)
		}
	}
}

func TestHashesIgnoreCase(t *testing.T) {
	a, b := word.Hashes(nil, "ÜBEN Word"), word.Hashes(nil, "üben WORD")
	if !slices.Equal(a, b) || len(a) != 2 || a[0] == a[1] {
		t.Errorf("Hashes differ by case or collide: %v %v", a, b)
	}
}

// What is looked up, or known by its range, is what Unicode says.
func TestEveryCharacter(t *testing.T) {
	for r := range rune(unicode.MaxRune + 1) {
		isWord := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
		if got := word.IsWord(r); got != isWord {
			t.Errorf("IsWord(%U) = %v", r, got)
		}
		if !isWord {
			continue
		}
		if got, want := word.Hashes(nil, string(r)), xxh3.HashString(string(unicode.ToLower(r))); !slices.Equal(got, []uint64{want}) {
			t.Errorf("Hashes(%U) = %x, want %x", r, got, want)
		}
	}
}

// Hashes cuts where Spans does: each hash is that of the lower-cased span.
func FuzzHashes(f *testing.F) {
	f.Add("Hello, WORLD-wide 3rd Üben İstanbul 日本語text です \u0e33\u0300 bad\xffbyte e\u0301té")
	f.Add(strings.Repeat("long", 50) + " Ⅷ x")
	f.Fuzz(func(t *testing.T, text string) {
		var want []uint64
		for s, e := range word.Spans(text) {
			want = append(want, xxh3.HashString(lowered(text[s:e])))
		}
		if got := word.Hashes(nil, text); !slices.Equal(got, want) {
			t.Errorf("Hashes(%q) = %x, want %x", text, got, want)
		}
		if n := word.Count(text); n != len(want) {
			t.Errorf("Count(%q) = %d, want %d", text, n, len(want))
		}
	})
}

func lowered(w string) string { return strings.Map(unicode.ToLower, w) }

func BenchmarkCount(b *testing.B) {
	text := strings.Repeat("The storm of day 7 came later than the people of the town had thought. ", 100)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if n := word.Count(text); n != 1500 {
			b.Fatal(n)
		}
	}
}

func BenchmarkHashes(b *testing.B) {
	for _, bb := range []struct {
		script, text string
		words        int
	}{
		{"Latin", "The storm of day 7 came later than the people of the town had thought. ", 15},
		{"Cyrillic", "Буря пришла позже, чем думали жители города, но Сильнее. ", 9},
		{"Thai", "พายุมาช้ากว่าที่คนในเมืองคิด ", 27},
		{"Hangul", "폭풍은 도시 사람들이 생각한 것보다 늦게 왔다. ", 7},
		{"Han", "风暴来得比城里人想象的要晚。", 13},
	} {
		b.Run(bb.script, func(b *testing.B) {
			text := strings.Repeat(bb.text, 100)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			var dst []uint64
			for b.Loop() {
				if dst = word.Hashes(dst[:0], text); len(dst) != 100*bb.words {
					b.Fatal(len(dst))
				}
			}
		})
	}
}
