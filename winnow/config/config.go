// Package config resolves Winnow's configuration: flag over environment over
// file over default. An unknown key is an error wherever it stands.
package config

import (
	"errors"
	"fmt"
	"io/fs"
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

// envPrefix begins the environment variables that set configuration keys:
// WINNOW_COMPARER_WINDOW sets comparer.window.
const envPrefix = "WINNOW_"

// Config is everything that can be set. Keys in the file are the lower-case
// names of the koanf tags, nested by section; the help tags say what for, here
// and in winnow config --help.
type Config struct {
	Data string `koanf:"data" help:"folder of the embedded server and store"`

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
	URL            string        `koanf:"url" help:"server or cluster, nats://host:port; empty: an embedded server"`
	Credentials    string        `koanf:"credentials" help:"path of a .creds file"`
	Port           int           `koanf:"port" help:"where the embedded server listens on loopback; 0: any free port, the last one if that is free; -1: none"`
	MaxBytes       int64         `koanf:"max_bytes" help:"bound of each work queue in bytes; a full one stops the stage before it"`
	ConnectWait    time.Duration `koanf:"connect_wait" help:"how long a server that does not answer is waited for at the start"`
	Replicas       int           `koanf:"replicas" help:"replicas of each stream on a cluster: 1, 3 or 5"`
	ArticlesMaxAge time.Duration `koanf:"articles_max_age" help:"how long articles can be replayed"`
}

// Redis says where the shared store is.
type Redis struct {
	Addrs            []string      `koanf:"addrs" help:"a server, sentinels (with redis.master) or nodes of a cluster, host:port,…; empty: an embedded store"`
	Master           string        `koanf:"master" help:"name of the master that the sentinels watch"`
	Username         string        `koanf:"username" help:"user, where the server wants one"`
	Password         string        `koanf:"password" help:"password, where the server wants one"`
	SentinelUsername string        `koanf:"sentinel_username" help:"user, where the sentinels want one"`
	SentinelPassword string        `koanf:"sentinel_password" help:"password, where the sentinels want one"`
	DB               int           `koanf:"db" help:"number of the database"`
	TLS              bool          `koanf:"tls" help:"connect by TLS"`
	Prefix           string        `koanf:"prefix" help:"what every key begins with"`
	ConnectWait      time.Duration `koanf:"connect_wait" help:"how long a server that does not answer is waited for at the start"`
}

// Sites says what is a site of its own besides registrable domains.
type Sites struct {
	Own []string `koanf:"own" help:"hosts and host/path prefixes that are sites of their own: sport.bbc.co.uk,example.com/en"`
}

// Crawler says how to fetch.
type Crawler struct {
	Product       string        `koanf:"product" help:"the crawler's name in User-Agent, robots.txt and opt-outs"`
	Contact       string        `koanf:"contact" help:"where publishers find you, in User-Agent"`
	Workers       int           `koanf:"workers" help:"requests in flight"`
	Delay         time.Duration `koanf:"delay" help:"least time between two requests to one host"`
	Timeout       time.Duration `koanf:"timeout" help:"longest time that a request may take"`
	MaxDepth      int           `koanf:"max_depth" help:"links followed from a home page"`
	MaxPages      int           `koanf:"max_pages" help:"pages of a site beyond which links deeper than its home page add nothing; 0: no limit"`
	Revisit       time.Duration `koanf:"revisit" help:"least time between two visits of a home page, feed or sitemap"`
	Once          bool          `koanf:"once" help:"come to an end instead of visiting home pages, feeds and sitemaps again"`
	Lease         time.Duration `koanf:"lease" help:"how long a URL waits after its worker was killed"`
	AllowPrivate  bool          `koanf:"allow_private" help:"fetch from addresses that are not public, too"`
	IgnoreRobots  bool          `koanf:"ignore_robots" help:"do not ask robots.txt"`
	IgnoreOptOuts bool          `koanf:"ignore_opt_outs" help:"publish pages that ask for noindex, noarchive, noai or tdm_reservation, too"`
	Resolve       []string      `koanf:"resolve" help:"send hosts to addresses, like curl's --resolve: *.example=127.0.0.1:8080"`
	Proxy         string        `koanf:"proxy" help:"HTTP or SOCKS5 proxy that fetches the pages: http://user:password@proxy:3128"`
}

// Segmenter says how to cut pages.
type Segmenter struct {
	Tags    []string `koanf:"tags" help:"tags that begin a block, instead of the usual ones"`
	Prune   []string `koanf:"prune" help:"CSS selectors of elements that are not read: #comments,.newsletter-box"`
	Workers int      `koanf:"workers" help:"pages in work at once"`
}

// Comparer says what is similar and what is template.
type Comparer struct {
	Window     int     `koanf:"window" help:"how many of a site's pages are remembered (W)"`
	Similarity float64 `koanf:"similarity" help:"blocks more similar than this are the same (epsilon)"`
	Template   float64 `koanf:"template" help:"share of the window's pages from which a block is template (X-CEX, eq. 7: 0.2)"`
	Memory     int     `koanf:"memory" help:"bytes of the sites' windows that a worker keeps (an estimate; a full one takes 2 to 6 MB)"`
	Workers    int     `koanf:"workers" help:"batches of pages in work at once"`
}

// Classifier says how to decide.
type Classifier struct {
	Method   string `koanf:"method" help:"winnow, xcex or content-extractor"`
	MinWords int    `koanf:"min_words" help:"least words of an article"`
	Workers  int    `koanf:"workers" help:"pages in work at once"`
}

// Metrics says where the process can be watched.
type Metrics struct {
	Listen string `koanf:"listen" help:"host:port of an HTTP server with /metrics (Prometheus), /healthz and /readyz; empty: none"`
}

// Log says what is logged, on stderr.
type Log struct {
	Level  string `koanf:"level" help:"debug, info, warn or error"`
	Format string `koanf:"format" help:"text or json"`
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
		if err := k.Load(confmap.Provider(f, "."), nil); err != nil {
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

// fromFile reads a file, in which comparer.window may stand as a key below
// comparer or by its whole name. A key or a section without a value says nothing.
func fromFile(path string, known []string) (map[string]any, error) {
	f := koanf.New(".")
	if err := f.Load(file.Provider(path), yaml.Parser()); err != nil {
		return nil, fmt.Errorf("%w: file %s: %v", ErrConfig, path, err)
	}
	raw := f.Raw()
	for _, key := range mapKeys(raw) {
		section, name, _ := strings.Cut(key, ".")
		if below, _ := raw[section].(map[string]any); below[name] != nil {
			return nil, fmt.Errorf("%w: file %s: %q stands there by its whole name and below its section", ErrConfig, path, key)
		}
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
	return f.All(), unknown(f.Keys(), known, "file "+path)
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
		names[envName(key)] = key
	}
	set := map[string]any{}
	for _, kv := range environ {
		name, value, _ := strings.Cut(kv, "=")
		if !strings.HasPrefix(name, envPrefix) || slices.Contains(reserved, name) {
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

// envName is the environment variable of a key.
func envName(key string) string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

func unknown(keys, known []string, where string) error {
	for _, key := range keys {
		if i := slices.IndexFunc(known, func(k string) bool { return strings.HasPrefix(k, key+".") }); i >= 0 {
			return fmt.Errorf("%w: %s: %q is a section of keys, such as %s", ErrConfig, where, key, known[i])
		}
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

// DefaultFile is the configuration file where nothing else is said: winnow.yaml
// in the working directory, "" where there is none.
func DefaultFile() string {
	const name = "winnow.yaml"
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	return name
}
