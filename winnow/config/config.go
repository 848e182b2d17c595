// Package config resolves Winnow's configuration: flag over environment over
// file over default. An unknown key is an error wherever it stands.
package config

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/go-viper/mapstructure/v2"
	"github.com/knadh/koanf/parsers/yaml"
	"github.com/knadh/koanf/providers/confmap"
	"github.com/knadh/koanf/providers/file"
	"github.com/knadh/koanf/providers/structs"
	"github.com/knadh/koanf/v2"
)

// ErrConfig is matched by every error of this package: something the user
// wrote is wrong.
var ErrConfig = errors.New("configuration")

// EnvPrefix begins the environment variables that set configuration keys:
// WINNOW_COMPARER_WINDOW sets comparer.window.
const EnvPrefix = "WINNOW_"

// Config is everything that can be set. Keys in the file are the lower-case
// names of the koanf tags, nested by section.
type Config struct {
	// Data is the folder of the embedded server and store.
	Data string `koanf:"data"`

	NATS       NATS       `koanf:"nats"`
	Redis      Redis      `koanf:"redis"`
	Sites      Sites      `koanf:"sites"`
	Crawler    Crawler    `koanf:"crawler"`
	Segmenter  Segmenter  `koanf:"segmenter"`
	Comparer   Comparer   `koanf:"comparer"`
	Classifier Classifier `koanf:"classifier"`
	Metrics    Metrics    `koanf:"metrics"`
	Log        Log        `koanf:"log"`
}

// NATS says where JetStream is.
type NATS struct {
	// URL of the server or cluster; empty: an embedded server in Data.
	URL string `koanf:"url"`
	// Credentials is the path of a .creds file.
	Credentials string `koanf:"credentials"`
	// Port is where the embedded server listens on loopback, so that other
	// programs can subscribe; 0: any free port, the last one if that is free,
	// -1: none.
	Port int `koanf:"port"`
	// MaxBytes bounds each work queue (PAGES, BLOCKS, SCORED); a full one
	// stops the stage before it.
	MaxBytes int64 `koanf:"max_bytes"`
	// ConnectWait is how long a server that does not answer is waited for at
	// the start.
	ConnectWait time.Duration `koanf:"connect_wait"`
	// Replicas of each stream on a cluster.
	Replicas int `koanf:"replicas"`
	// ArticlesMaxAge is how long articles can be replayed.
	ArticlesMaxAge time.Duration `koanf:"articles_max_age"`
}

// Redis says where the shared store is.
type Redis struct {
	// Addrs of a server, of sentinels (with Master) or of two nodes or more of a
	// cluster; empty: an embedded store in Data.
	Addrs    []string `koanf:"addrs"`
	Master   string   `koanf:"master"`
	Username string   `koanf:"username"`
	Password string   `koanf:"password"`
	DB       int      `koanf:"db"`
	TLS      bool     `koanf:"tls"`
	Prefix   string   `koanf:"prefix"`
	// ConnectWait is how long a server that does not answer is waited for at
	// the start.
	ConnectWait time.Duration `koanf:"connect_wait"`
}

// Sites says what is a site of its own besides registrable domains.
type Sites struct {
	// Own lists hosts and host/path prefixes: sport.bbc.co.uk, example.com/en.
	Own []string `koanf:"own"`
}

// Crawler says how to fetch.
type Crawler struct {
	// Product names the crawler in User-Agent, in robots.txt and in the opt-outs
	// of pages, Contact is where publishers find you.
	Product string `koanf:"product"`
	Contact string `koanf:"contact"`
	// Workers is the number of requests in flight, Delay the least time
	// between two requests to one host.
	Workers  int           `koanf:"workers"`
	Delay    time.Duration `koanf:"delay"`
	Timeout  time.Duration `koanf:"timeout"`
	MaxDepth int           `koanf:"max_depth"`
	MaxPages int           `koanf:"max_pages"`
	// Revisit is the least time between two visits of a seed, feed or sitemap;
	// Once ends the crawl instead of visiting them again.
	Revisit time.Duration `koanf:"revisit"`
	Once    bool          `koanf:"once"`
	// Lease is how long a URL waits after its worker was killed.
	Lease         time.Duration `koanf:"lease"`
	AllowPrivate  bool          `koanf:"allow_private"`
	IgnoreRobots  bool          `koanf:"ignore_robots"`
	IgnoreOptOuts bool          `koanf:"ignore_opt_outs"`
	// Resolve sends hosts to addresses, like curl's --resolve:
	// "*.example=127.0.0.1:8080".
	Resolve []string `koanf:"resolve"`
	// Proxy is the URL of an HTTP or SOCKS5 proxy that fetches the pages:
	// "http://user:password@proxy:3128".
	Proxy string `koanf:"proxy"`
}

// Segmenter says how to cut pages.
type Segmenter struct {
	// Tags replaces the list of tags that begin a block.
	Tags []string `koanf:"tags"`
	// Prune are CSS selectors of elements that are not read: "#comments",
	// ".newsletter-box".
	Prune   []string `koanf:"prune"`
	Workers int      `koanf:"workers"`
}

// Comparer says what is similar and what is template.
type Comparer struct {
	// Window is W, the number of a site's pages that are remembered.
	Window int `koanf:"window"`
	// Similarity is epsilon: blocks above it are the same.
	Similarity float64 `koanf:"similarity"`
	// Template is the share of the window's pages from which a block is
	// template (X-CEX, eq. 7: 0.2).
	Template float64 `koanf:"template"`
	// Memory bounds the bytes of the sites' windows that a worker keeps (an
	// estimate; a full window of a news site takes 2 to 6 MB). A site whose
	// window was given up costs a reading of its journal when it comes again.
	Memory  int `koanf:"memory"`
	Workers int `koanf:"workers"`
}

// Classifier says how to decide.
type Classifier struct {
	Method   string `koanf:"method"`
	MinWords int    `koanf:"min_words"`
	Workers  int    `koanf:"workers"`
}

// Metrics says where the process can be watched.
type Metrics struct {
	// Listen is host:port of an HTTP server with /metrics (Prometheus),
	// /healthz and /readyz; empty: none.
	Listen string `koanf:"listen"`
}

// Log says what is logged, on stderr.
type Log struct {
	Level  string `koanf:"level"`  // debug, info, warn, error
	Format string `koanf:"format"` // text, json
}

// Load resolves the configuration: defaults, then the file (may be ""), then
// the environment (as os.Environ gives it), then overrides by key
// ("comparer.window": "100").
func Load(path string, environ []string, overrides map[string]any) (Config, error) {
	k := koanf.New(".")
	if err := k.Load(structs.Provider(Default(), "koanf"), nil); err != nil {
		return Config{}, fmt.Errorf("%w: defaults: %v", ErrConfig, err)
	}
	known := k.Keys()
	if path != "" {
		f, err := fromFile(path, known)
		if err != nil {
			return Config{}, err
		}
		if err := k.Merge(f); err != nil {
			return Config{}, fmt.Errorf("%w: file %s: %v", ErrConfig, path, err)
		}
	}
	env, err := fromEnv(environ, known)
	if err != nil {
		return Config{}, err
	}
	if err := unknown(mapKeys(overrides), known, "flag --set"); err != nil {
		return Config{}, err
	}
	for _, layer := range []map[string]any{env, overrides} {
		if err := k.Load(confmap.Provider(layer, "."), nil); err != nil {
			return Config{}, fmt.Errorf("%w: %v", ErrConfig, err)
		}
	}
	return decode(k)
}

// fromFile reads a file. A key or a section without a value says nothing.
func fromFile(path string, known []string) (*koanf.Koanf, error) {
	f := koanf.New(".")
	if err := f.Load(file.Provider(path), yaml.Parser()); err != nil {
		return nil, fmt.Errorf("%w: file %s: %v", ErrConfig, path, err)
	}
	sections := map[string]bool{}
	for _, key := range known {
		section, _, _ := strings.Cut(key, ".")
		sections[section] = true
	}
	for _, key := range f.Keys() {
		section, isMap := f.Get(key).(map[string]any)
		if (f.Get(key) == nil || isMap && len(section) == 0) && (sections[key] || slices.Contains(known, key)) {
			f.Delete(key)
		}
	}
	return f, unknown(f.Keys(), known, "file "+path)
}

func decode(k *koanf.Koanf) (Config, error) {
	var c Config
	err := k.UnmarshalWithConf("", &c, koanf.UnmarshalConf{DecoderConfig: &mapstructure.DecoderConfig{
		DecodeHook: mapstructure.ComposeDecodeHookFunc(
			exact,
			mapstructure.StringToTimeDurationHookFunc(),
			mapstructure.StringToSliceHookFunc(","),
		),
		Result:           &c,
		WeaklyTypedInput: true,
		ErrorUnused:      true,
		TagName:          "koanf",
	}})
	if err != nil {
		return Config{}, fmt.Errorf("%w: %s", ErrConfig, oneLine(err))
	}
	return c, c.Validate()
}

// exact refuses values that mapstructure would bend to a key's type: 5 to five
// nanoseconds, 1.9 to 1, 3 to true, true to 1.
func exact(from, to reflect.Type, value any) (any, error) {
	float, isFloat := value.(float64)
	switch {
	case from == to:
		return value, nil
	case from.Kind() == reflect.Bool && isNumber(to):
		return nil, fmt.Errorf("%v is no number", value)
	case !isNumber(from):
		return value, nil
	case to == reflect.TypeFor[time.Duration]() && !reflect.ValueOf(value).IsZero():
		return nil, fmt.Errorf("%v has no unit, want a duration such as %vs", value, value)
	case to.Kind() == reflect.Bool:
		return nil, fmt.Errorf("%v is a number, want true or false", value)
	case isFloat && isNumber(to) && to.Kind() != reflect.Float64 && float != math.Trunc(float):
		return nil, fmt.Errorf("want a whole number instead of %v", value)
	}
	return value, nil
}

func isNumber(t reflect.Type) bool {
	return t.Kind() >= reflect.Int && t.Kind() <= reflect.Float64
}

// oneLine folds mapstructure's bulleted list into a line.
func oneLine(err error) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(err.Error(), "decoding failed due to the following error(s):", "")), " ")
}

// reserved are variables with the prefix that are no configuration keys.
var reserved = []string{"WINNOW_CONFIG", "WINNOW_CORPORA"}

func fromEnv(environ, known []string) (map[string]any, error) {
	names := map[string]string{}
	for _, key := range known {
		names[EnvName(key)] = key
	}
	set := map[string]any{}
	for _, kv := range environ {
		name, value, _ := strings.Cut(kv, "=")
		if !strings.HasPrefix(name, EnvPrefix) || slices.Contains(reserved, name) {
			continue
		}
		key, ok := names[name]
		if !ok {
			return nil, fmt.Errorf("%w: environment: unknown variable %s%s", ErrConfig, name, suggest(name, mapKeys(names)))
		}
		set[key] = value
	}
	return set, nil
}

// EnvName is the environment variable of a key.
func EnvName(key string) string {
	return EnvPrefix + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

func unknown(keys, known []string, where string) error {
	for _, key := range keys {
		if !slices.Contains(known, key) {
			return fmt.Errorf("%w: %s: unknown key %q%s", ErrConfig, where, key, suggest(key, known))
		}
	}
	return nil
}

func mapKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// DefaultData is the data folder where nothing else is said: winnow-data in
// the working directory.
func DefaultData() string {
	dir, err := os.Getwd()
	if err != nil {
		return "winnow-data"
	}
	return filepath.Join(dir, "winnow-data")
}
