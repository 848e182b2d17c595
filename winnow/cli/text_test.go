package cli

import "testing"

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
