package word_test

import (
	"slices"
	"testing"

	"github.com/winnow-news/winnow/proto/word"
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
