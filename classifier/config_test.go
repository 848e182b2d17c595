package classifier

import (
	"errors"
	"strings"
	"testing"
)

func TestConfigValidate(t *testing.T) {
	for _, tt := range []struct {
		name  string
		spoil func(*Config)
		names string
	}{
		{"method", func(c *Config) { c.Method = "x" }, "method"},
		{"words", func(c *Config) { c.MinWords = -1 }, "min_words"},
		{"unspaced", func(c *Config) { c.MinUnspaced = -1 }, "min_unspaced"},
		{"text", func(c *Config) { c.MaxText = 0 }, "max_text"},
	} {
		cfg := DefaultConfig()
		tt.spoil(&cfg)
		_, err := New(cfg, coldModel(t))
		if !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), tt.names) {
			t.Errorf("%s: New = %v", tt.name, err)
		}
	}
	if err := DefaultConfig().Validate(); err != nil {
		t.Error(err)
	}
}
