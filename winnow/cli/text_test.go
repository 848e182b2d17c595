package cli

import (
	"slices"
	"testing"

	"github.com/winnow-news/winnow/classifier"
	"github.com/winnow-news/winnow/classifier/cold"
)

func TestPlainTakesTheTerminalsCommandsOut(t *testing.T) {
	for in, want := range map[string]string{
		"a\n b\t c":              "a b c",
		"\x1b]0;owned\x07 title": "]0;owned title",
		"caf\u00e9 \u0085 x":     "café x",
		"\x9b31m":                "\ufffd31m",
		"":                       "",
	} {
		if got := plain(in); got != want {
			t.Errorf("plain(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestClip(t *testing.T) {
	if got := clip("日本語の記事", 4); got != "日本語…" {
		t.Errorf("clip = %q", got)
	}
}

func TestStrongest(t *testing.T) {
	got := strongest([]cold.Contribution{
		{Family: "text", Logit: 0.5}, {Family: "tag", Logit: 0.2}, {Family: "link", Logit: -1.25}, {Family: "page", Logit: -0.5},
		{Family: "shape", Logit: 0.3}, {Family: "item", Logit: 0.26}, {Family: "image", Logit: 0.25}, {Family: "prior", Logit: -2},
	})
	if want := []string{"prior -2.0", "link -1.2", "text +0.5", "page -0.5", "shape +0.3"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := strongest(nil); len(got) > 0 {
		t.Errorf("of nothing: %q", got)
	}
}

func TestSiteSays(t *testing.T) {
	got := siteSays(classifier.BlockReport{PlaceLevel: -2, Outside: true})
	if want := []string{"site: place -2", "site: outside of its articles' element"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
