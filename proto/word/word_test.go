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

func TestHashesIgnoreCase(t *testing.T) {
	a, b := word.Hashes(nil, "ÜBEN Word"), word.Hashes(nil, "üben WORD")
	if !slices.Equal(a, b) || len(a) != 2 || a[0] == a[1] {
		t.Errorf("Hashes differ by case or collide: %v %v", a, b)
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

func BenchmarkHashes(b *testing.B) {
	text := strings.Repeat("The storm of day 7 came later than the people of the town had thought. ", 100)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	var dst []uint64
	for b.Loop() {
		if dst = word.Hashes(dst[:0], text); len(dst) != 1500 {
			b.Fatal(len(dst))
		}
	}
}
