package newsroom

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"
)

func TestConfigNamesTheFault(t *testing.T) {
	if err := DefaultConfig().Validate(); err != nil {
		t.Errorf("the default configuration: %v", err)
	}
	for want, spoil := range map[string]func(*Config){
		"Sites":               func(c *Config) { c.Sites = 0 },
		"ArticlesPerSite":     func(c *Config) { c.ArticlesPerSite = -1 },
		"Now":                 func(c *Config) { c.Now = time.Time{} },
		"CorrectedShare":      func(c *Config) { c.CorrectedShare = 1.1 },
		"BrokenShare":         func(c *Config) { c.BrokenShare = math.NaN() },
		"CharsetShare":        func(c *Config) { c.CharsetShare = -1 },
		"Faults.ErrorShare":   func(c *Config) { c.Faults.ErrorShare = 2 },
		"Faults.TimeoutShare": func(c *Config) { c.Faults.TimeoutShare = 2 },
		"Faults.SlowShare":    func(c *Config) { c.Faults.SlowShare = 2 },
		"durations":           func(c *Config) { c.CrawlDelay = -1 },
		"language":            func(c *Config) { c.Languages = []string{"tlh"} },
		"architecture":        func(c *Config) { c.Architectures = []string{"flash"} },
	} {
		cfg := DefaultConfig()
		spoil(&cfg)
		if _, err := New(cfg); !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s spoilt: %v", want, err)
		}
	}
}

func TestHostnamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for i := range 20_000 {
		h := hostname(i)
		if seen[h] {
			t.Fatalf("site %d has the name of another: %s", i, h)
		}
		seen[h] = true
	}
	if got := brand("old-town-echo.example"); got != "Old Town Echo" {
		t.Errorf("brand %q", got)
	}
}

func TestSlug(t *testing.T) {
	for title, want := range map[string]string{
		"Was der Straße fehlt":      "was-der-strasse-fehlt",
		"Łęcki: 5 % więcej – jutro": "lecki-5-wiecej-jutro",
		"L'été à Neufchamp":         "lete-a-neufchamp",
		"石桥新学校将于2037年建成":            "story",
		"":                          "story",
	} {
		if got := slug(title); got != want {
			t.Errorf("slug(%q) = %q, want %q", title, got, want)
		}
	}
}
