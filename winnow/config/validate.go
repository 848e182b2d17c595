package config

import (
	"fmt"
	"net"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/winnow-news/winnow/bus"
)

// Validate checks what can be checked without starting anything. Component
// configurations check the rest when they are built.
func (c Config) Validate() error {
	checks := []struct {
		key string
		ok  bool
		say string
	}{
		{"data", c.Data != "", "is empty"},
		{"nats.url", validURL(c.NATS.URL, "nats", "tls", "ws", "wss"), "want nats://host:port"},
		{"nats.port", c.NATS.Port >= -1 && c.NATS.Port < 1<<16, "want -1 (none), 0 (any) or a port"},
		{"nats.max_bytes", c.NATS.MaxBytes >= 16<<20, "want at least 16777216 (16 MiB)"},
		{"nats.connect_wait", c.NATS.ConnectWait > 0, "want a positive duration"},
		{"nats.replicas", slices.Contains([]int{1, 3, 5}, c.NATS.Replicas), "want 1, 3 or 5"},
		{"nats.articles_max_age", c.NATS.ArticlesMaxAge >= 5*time.Minute, "want at least 5m, e.g. 720h"},
		{"redis.connect_wait", c.Redis.ConnectWait >= 0, "is negative"},
		{"crawler.workers", c.Crawler.Workers >= 1 && c.Crawler.Workers <= 1000, "want 1 to 1000"},
		{"crawler.delay", c.Crawler.Delay >= 0, "is negative"},
		{"crawler.timeout", c.Crawler.Timeout > 0, "want a positive duration"},
		{"crawler.max_depth", c.Crawler.MaxDepth >= 0, "is negative"},
		{"crawler.max_pages", c.Crawler.MaxPages >= 0, "is negative"},
		{"crawler.revisit", c.Crawler.Revisit > 0, "want a positive duration"},
		{"crawler.lease", c.Crawler.Lease > 0, "want a positive duration"},
		{"crawler.resolve", validPairs(c.Crawler.Resolve), "want host=address:port"},
		{"crawler.proxy", validURL(c.Crawler.Proxy, "http", "https", "socks5", "socks5h"), "want http://, https:// or socks5://host:port"},
		{"segmenter.workers", c.Segmenter.Workers >= 1 && c.Segmenter.Workers <= 1024, "want 1 to 1024"},
		{"comparer.window", c.Comparer.Window >= 5 && c.Comparer.Window <= 10000, "want 5 to 10000"},
		{"comparer.similarity", c.Comparer.Similarity > 0.3 && c.Comparer.Similarity < 1, "want between 0.3 and 1"},
		{"comparer.template", c.Comparer.Template > 0 && c.Comparer.Template <= 1, "want above 0, at most 1"},
		{"comparer.memory", c.Comparer.Memory >= 1<<20, "want at least 1048576 (1 MiB)"},
		{"comparer.workers", c.Comparer.Workers >= 1 && c.Comparer.Workers <= 1024, "want 1 to 1024"},
		{"classifier.min_words", c.Classifier.MinWords >= 0, "is negative"},
		{"classifier.workers", c.Classifier.Workers >= 1 && c.Classifier.Workers <= 1024, "want 1 to 1024"},
		{"metrics.listen", c.Metrics.Listen == "" || validAddress(c.Metrics.Listen), "want host:port or :port"},
		{"log.level", slices.Contains([]string{"debug", "info", "warn", "error"}, c.Log.Level), "want debug, info, warn or error"},
		{"log.format", slices.Contains([]string{"text", "json"}, c.Log.Format), "want text or json"},
	}
	for _, check := range checks {
		if !check.ok {
			return fmt.Errorf("%w: %s: %s", ErrConfig, check.key, check.say)
		}
	}
	return nil
}

func validURL(raw string, schemes ...string) bool {
	for part := range strings.SplitSeq(raw, ",") {
		if part == "" && raw == "" {
			return true
		}
		u, err := url.Parse(strings.TrimSpace(part))
		if err != nil || u.Host == "" || !slices.Contains(schemes, u.Scheme) {
			return false
		}
	}
	return true
}

func validAddress(addr string) bool {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}

func validPairs(pairs []string) bool {
	for _, p := range pairs {
		host, addr, ok := strings.Cut(p, "=")
		if !ok || host == "" || !strings.Contains(addr, ":") {
			return false
		}
	}
	return true
}

// Masked is c with its secrets replaced, for printing.
func (c Config) Masked() Config {
	for _, password := range []*string{&c.Redis.Password, &c.Redis.SentinelPassword} {
		if *password != "" {
			*password = "***"
		}
	}
	c.NATS.URL, c.Crawler.Proxy = bus.Redacted(c.NATS.URL), bus.Redacted(c.Crawler.Proxy)
	return c
}

// Flat gives the configuration as key/value rows in the order of the struct.
func (c Config) Flat() []KeyValue { return flatten("", reflect.ValueOf(c)) }

// KeyValue is one resolved setting.
type KeyValue struct {
	Key   string
	Value any
	Help  string // what it is for
}

func flatten(prefix string, v reflect.Value) []KeyValue {
	var rows []KeyValue
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag
		key := prefix + tag.Get("koanf")
		if f := v.Field(i); f.Kind() == reflect.Struct {
			rows = append(rows, flatten(key+".", f)...)
		} else {
			rows = append(rows, KeyValue{key, f.Interface(), tag.Get("help")})
		}
	}
	return rows
}

// suggest names the known word nearest to an unknown one, if it is near.
func suggest(word string, known []string) string {
	best, distance := "", 4
	for _, k := range known {
		if d := editDistance(word, k); d < distance {
			best, distance = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %s?", best)
}

// editDistance is the Levenshtein distance.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
