package comparer

import (
	"math"
	"strings"
	"testing"
)

func TestConfig(t *testing.T) {
	if err := DefaultConfig().Validate(); err != nil {
		t.Fatal(err)
	}
	for word, spoil := range map[string]func(*Config){
		"window":         func(c *Config) { c.Window = 0 },
		"epsilon":        func(c *Config) { c.Epsilon = 1 },
		"epsilon NaN":    func(c *Config) { c.Epsilon = math.NaN() },
		"weights":        func(c *Config) { c.StructureWeight = 0.5 },
		"content weight": func(c *Config) { c.StructureWeight, c.ContentWeight = 1, 0 },
		"template share": func(c *Config) { c.TemplateShare = 0 },
		"template pages": func(c *Config) { c.TemplatePages = 0 },
		"min window":     func(c *Config) { c.MinWindow = 0 },
		"place pages":    func(c *Config) { c.PlacePages = 0 },
		"max edges":      func(c *Config) { c.MaxEdges = 0 },
		"max probes":     func(c *Config) { c.MaxProbes = 0 },
		"max batch":      func(c *Config) { c.MaxBatch = 0 },
		"parallel":       func(c *Config) { c.Parallel = 0 },
		"attempts":       func(c *Config) { c.Attempts = 0 },
		"backoff":        func(c *Config) { c.Backoff = 0 },
		"max sites":      func(c *Config) { c.MaxSites = 0 },
		"max bytes":      func(c *Config) { c.MaxBytes = 0 },
	} {
		cfg := DefaultConfig()
		spoil(&cfg)
		err := cfg.Validate()
		if name, _, _ := strings.Cut(word, " NaN"); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", word, err)
		}
	}
}
