package judge

import "testing"

func TestIsNotice(t *testing.T) {
	for text, want := range map[string]bool{
		"Copyright 2008 The Associated Press.":   true,
		"copyright (c) 2008 by the paper":        true,
		"Copyright © 1996-99 The Paper":          true,
		"(c) 2004 The Paper":                     true,
		"[(Copyright 2004 The Paper)]":           true,
		"© The Paper":                            true,
		"c) 2019 the reading room was closed":    false,
		"(c) the third of the conditions is met": false,
		"Copyright law was made in 1710":         false,
		"2008 was a good year for copyright":     false,
		"Copyright 20081":                        false,
		"":                                       false,
	} {
		if got := isNotice(text, true); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestNoticeFarUp(t *testing.T) {
	if isNotice("Copyright 1970, soft cover, 118 pages", false) || !isNotice("(© The Paper)", false) {
		t.Error("farther up only the sign makes a notice")
	}
}

func TestAnnouncesAd(t *testing.T) {
	for text, want := range map[string]bool{
		"ADVERTISEMENT": true, "– Anzeige –": true, "(Story continues below)": true, "Реклама": true, "広告": true, "* Publicité *": true,
		"Publicité: les règles changent": false, "Advertisement and the law": false, "": false,
	} {
		if got := announcesAd(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
