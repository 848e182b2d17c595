package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/winnow-news/winnow/winnow/config"
)

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "winnow.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestPrecedence(t *testing.T) {
	path := write(t, "comparer:\n  window: 50\n  similarity: 0.6\ncrawler:\n  delay: 2s\n")
	c, err := config.Load(path,
		[]string{"WINNOW_COMPARER_WINDOW=70", "WINNOW_CRAWLER_REVISIT=1h", "HOME=/x", "WINNOW_SITES_OWN=a.example,b.example",
			"WINNOW_SEGMENTER_PRUNE=#comments,.newsletter-box"},
		map[string]any{"comparer.window": "90"})
	if err != nil {
		t.Fatal(err)
	}
	if c.Comparer.Window != 90 { // flag over environment over file
		t.Errorf("window = %d, want 90", c.Comparer.Window)
	}
	if c.Crawler.Revisit != time.Hour { // environment over default
		t.Errorf("revisit = %v, want 1h", c.Crawler.Revisit)
	}
	if c.Comparer.Similarity != 0.6 || c.Crawler.Delay != 2*time.Second { // file over default
		t.Errorf("file not read: %+v", c)
	}
	if c.Comparer.Template != 0.2 { // default
		t.Errorf("template = %v, want 0.2", c.Comparer.Template)
	}
	if len(c.Sites.Own) != 2 {
		t.Errorf("sites.own = %q", c.Sites.Own)
	}
	if got := strings.Join(c.Segmenter.Prune, " "); got != "#comments .newsletter-box" {
		t.Errorf("segmenter.prune = %q", got)
	}
}

// TestWholeNames: keys are called by their whole names everywhere else.
func TestWholeNames(t *testing.T) {
	c, err := config.Load(write(t, "comparer.window: 50\ncomparer:\n  similarity: 0.6\nsites.own: [a.example, b.example]\n"), nil, nil)
	if err != nil || c.Comparer.Window != 50 || c.Comparer.Similarity != 0.6 || c.Comparer.Template != 0.2 || len(c.Sites.Own) != 2 {
		t.Errorf("comparer %+v, sites %+v, %v", c.Comparer, c.Sites, err)
	}
}

func TestEveryKeyHasHelp(t *testing.T) {
	for _, kv := range config.Default().Flat() {
		if kv.Help == "" || strings.Contains(kv.Help, "\n") {
			t.Errorf("%s: help %q, want a line", kv.Key, kv.Help)
		}
	}
}

func TestErrorsAreOneLineAndSayWhere(t *testing.T) {
	tests := []struct {
		name, file string
		env        []string
		set        map[string]any
		want       string
	}{
		{"unknown in file", "comparer:\n  windw: 5\n", nil, nil, `unknown key "comparer.windw", did you mean comparer.window?`},
		{"value of a section", "comparer: 5\n", nil, nil, `"comparer" is a section of keys, such as comparer.`},
		{"section set", "", nil, map[string]any{"nats": "x"}, `flag --set: "nats" is a section of keys, such as nats.`},
		{"said twice", "comparer.window: 5\ncomparer:\n  window: 6\n", nil, nil, `"comparer.window" stands there by its whole name and below its section`},
		{"unknown whole name", "comparer.windw: 5\n", nil, nil, `unknown key "comparer.windw", did you mean comparer.window?`},
		{"unknown variable", "", []string{"WINNOW_COMPARER_WINDW=5"}, nil, "did you mean WINNOW_COMPARER_WINDOW?"},
		{"unknown override", "", nil, map[string]any{"nope": 1}, `flag --set: unknown key "nope"`},
		{"not a number", "", []string{"WINNOW_COMPARER_WINDOW=many"}, nil, "comparer.window"},
		{"out of range", "", nil, map[string]any{"comparer.template": "7"}, "comparer.template: want above 0"},
		{"bad duration", "crawler:\n  delay: soon\n", nil, nil, "crawler.delay"},
		{"duration without unit", "crawler:\n  delay: 5\n", nil, nil, "crawler.delay"},
		{"share of a worker", "segmenter:\n  workers: 1.9\n", nil, nil, "want a whole number instead of 1.9"},
		{"switch for a number", "segmenter:\n  workers: true\n", nil, nil, "true is no number"},
		{"number for a switch", "crawler:\n  once: 3\n", nil, nil, "3 is a number, want true or false"},
		{"two replicas", "", nil, map[string]any{"nats.replicas": "2"}, "nats.replicas: want 1, 3 or 5"},
		{"articles gone at once", "", nil, map[string]any{"nats.articles_max_age": "1m"}, "nats.articles_max_age: want at least 5m"},
		{"too many workers", "", nil, map[string]any{"comparer.workers": "2000"}, "comparer.workers: want 1 to 1024"},
		{"unknown without a value", "crawlr:\n", nil, nil, `unknown key "crawlr"`},
		{"broken yaml", "a: [", nil, nil, "file "},
		{"bad url", "", nil, map[string]any{"nats.url": "localhost"}, "nats.url: want nats://"},
		{"bad address", "", nil, map[string]any{"metrics.listen": "9464"}, "metrics.listen: want host:port"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := ""
			if tt.file != "" {
				path = write(t, tt.file)
			}
			_, err := config.Load(path, tt.env, tt.set)
			if !errors.Is(err, config.ErrConfig) {
				t.Fatalf("err = %v, want ErrConfig", err)
			}
			if msg := err.Error(); !strings.Contains(msg, tt.want) || strings.Contains(msg, "\n") {
				t.Errorf("error %q, want one line with %q", msg, tt.want)
			}
		})
	}
}

func TestNothingBehindAKey(t *testing.T) {
	c, err := config.Load(write(t, "crawler:\n#  delay: 5s\nnats:\n  url:\n  replicas: 3\n  max_bytes: 1e9\nredis:\n  tls: true\nmetrics: {}\n"), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := config.Default(); c.Crawler.Delay != want.Crawler.Delay || c.NATS.Replicas != 3 || c.NATS.MaxBytes != 1e9 || c.Metrics != want.Metrics || !c.Redis.TLS {
		t.Errorf("got %+v", c)
	}
}

func TestMasked(t *testing.T) {
	c := config.Default()
	c.Redis.Password, c.Redis.SentinelPassword = "secret", "secret"
	c.NATS.URL = "nats://me:secret@a:4222,nats://b:4222, nats://secret@c:4222"
	c.Crawler.Proxy = "http://me:secret@proxy:3128"
	m := c.Masked()
	if strings.Contains(m.NATS.URL+m.Redis.Password+m.Redis.SentinelPassword+m.Crawler.Proxy, "secret") || !strings.Contains(m.NATS.URL, "b:4222") {
		t.Errorf("not masked: %q %q %q", m.NATS.URL, m.Redis.Password, m.Crawler.Proxy)
	}
	for _, kv := range m.Flat() {
		if kv.Key == "redis.password" && kv.Value == "***" {
			return
		}
	}
	t.Error("Flat does not list redis.password")
}
