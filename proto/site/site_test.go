package site_test

import (
	"testing"

	"github.com/winnow-news/winnow/proto/site"
)

func TestOf(t *testing.T) {
	n, err := site.NewNamer([]string{"sport.bbc.co.uk", "example.com/en"})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ url, want string }{
		{"https://www.bbc.co.uk/news/1", "bbc_co_uk"},
		{"https://sport.bbc.co.uk/x", "sport_bbc_co_uk"},
		{"https://example.com/en/a", "example_com__en"},
		{"https://example.com/english", "example_com"},
		{"https://News.Bücher.de/", "xn--bcher-kva_de"},
		{"http://127.0.0.1:8080/", "127_0_0_1__8080"},
		{"http://localhost/", "localhost"},
		{"http://[::1]/", "--1"},
	}
	for _, tt := range tests {
		got, err := n.Of(tt.url)
		if err != nil || got != tt.want {
			t.Errorf("Of(%q) = %q, %v; want %q", tt.url, got, err, tt.want)
		}
		if !site.Valid(got) {
			t.Errorf("Of(%q) = %q is no valid token", tt.url, got)
		}
	}
	for _, bad := range []string{"", "/x", "::"} {
		if got, err := n.Of(bad); err == nil {
			t.Errorf("Of(%q) = %q, want an error", bad, got)
		}
	}
	if site.Valid("a.b") || site.Valid("") {
		t.Error("Valid accepts dots or nothing")
	}
}

func TestNamed(t *testing.T) {
	n, err := site.NewNamer([]string{"sport.bbc.co.uk", "example.com/en"})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"bbc_co_uk":                  "bbc_co_uk",
		"BBC.co.uk":                  "bbc_co_uk",
		"www.bbc.co.uk":              "bbc_co_uk",
		"https://www.bbc.co.uk/news": "bbc_co_uk",
		"sport.bbc.co.uk":            "sport_bbc_co_uk",
		"example.com/en":             "example_com__en",
		"http://127.0.0.1:8080/":     "127_0_0_1__8080",
		"unknown":                    "unknown",
		"a b":                        "a-b",
	} {
		if got := n.Named(name); got != want {
			t.Errorf("Named(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestName(t *testing.T) {
	for _, name := range []string{"bbc.co.uk", "example.com/en", "xn--bcher-kva.example"} {
		if got := site.Name(site.Token(name)); got != name {
			t.Errorf("%s: %s", name, got)
		}
	}
}
