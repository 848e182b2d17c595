package newsroom

import (
	"fmt"
	"slices"
	"time"

	"github.com/winnow-news/winnow/newsroom/internal/prose"
)

// Config says which newsroom to simulate.
type Config struct {
	// Seed decides everything that is not said here.
	Seed uint64
	// Sites is the number of sites, each with its own host.
	Sites int
	// ArticlesPerSite is the number of articles that a site has in the end.
	// Galleries, live pages, walls and lost pages come on top.
	ArticlesPerSite int
	// Languages are ISO 639-1 codes that the sites take in turn; none: all.
	Languages []string
	// Architectures are names of page architectures (see Architectures) that
	// the sites take in turn; none: all.
	Architectures []string
	// Now is where the clock stands at first; every article has been
	// published by then.
	Now time.Time
	// RedesignAfter is the number of articles after which a site changes its
	// template; older articles keep the old one. 0: never.
	RedesignAfter int
	// CorrectedShare is the share of articles, 0..1, whose text changes
	// CorrectionDelay after their publication.
	CorrectedShare  float64
	CorrectionDelay time.Duration
	// BrokenShare is the share of sites, 0..1, with broken HTML.
	BrokenShare float64
	// CharsetShare is the share of sites, 0..1, whose encoding is old,
	// undeclared or not the one they declare.
	CharsetShare float64
	// Traps adds endless calendars, repeating paths and session ids.
	Traps bool
	// CrawlDelay is what the sites that state one ask for in robots.txt.
	CrawlDelay time.Duration
	// Faults says how the server misbehaves.
	Faults Faults
}

// Faults are failures of the server, decided by address and attempt: the same
// attempt at the same URL always fares the same.
type Faults struct {
	// ErrorShare is the share of URLs, 0..1, whose first attempts end in 500,
	// 503 or a body that breaks off.
	ErrorShare float64
	// TimeoutShare is the share of URLs whose first attempts hang for Hang
	// and then break off.
	TimeoutShare float64
	// SlowShare is the share of URLs whose every answer takes Slow longer.
	SlowShare float64
	// Attempts is how many attempts fail before one succeeds.
	Attempts int
	Hang     time.Duration
	Slow     time.Duration
}

// DefaultConfig gives a dozen sites with everything that makes crawling hard,
// but no faults of the server.
func DefaultConfig() Config {
	return Config{
		Seed:            1,
		Sites:           12,
		ArticlesPerSite: 40,
		Now:             time.Date(2026, time.November, 16, 12, 0, 0, 0, time.UTC),
		CorrectedShare:  0.1,
		CorrectionDelay: 26 * time.Hour,
		BrokenShare:     0.25,
		CharsetShare:    0.25,
		Traps:           true,
		CrawlDelay:      time.Second,
		Faults:          Faults{Attempts: 1, Hang: 30 * time.Second, Slow: 200 * time.Millisecond},
	}
}

// Limits of a newsroom; article numbers above this would run into those of
// other page types.
const (
	maxSites    = 100_000
	maxArticles = 10_000_000
)

// Validate returns an error that says which field is wrong and wraps
// ErrConfig.
func (c Config) Validate() error {
	if c.Sites < 1 || c.Sites > maxSites {
		return fmt.Errorf("%w: Sites is %d, want 1 to %d", ErrConfig, c.Sites, maxSites)
	}
	if c.ArticlesPerSite < 1 || c.ArticlesPerSite > maxArticles {
		return fmt.Errorf("%w: ArticlesPerSite is %d, want 1 to %d", ErrConfig, c.ArticlesPerSite, maxArticles)
	}
	if c.Now.IsZero() || c.RedesignAfter < 0 {
		return fmt.Errorf("%w: Now must be set and RedesignAfter not negative", ErrConfig)
	}
	for _, s := range []struct {
		name  string
		value float64
	}{
		{"CorrectedShare", c.CorrectedShare}, {"BrokenShare", c.BrokenShare}, {"CharsetShare", c.CharsetShare},
		{"Faults.ErrorShare", c.Faults.ErrorShare}, {"Faults.TimeoutShare", c.Faults.TimeoutShare}, {"Faults.SlowShare", c.Faults.SlowShare},
	} {
		if !(s.value >= 0 && s.value <= 1) {
			return fmt.Errorf("%w: %s is %v, want 0 to 1", ErrConfig, s.name, s.value)
		}
	}
	if min(c.CorrectionDelay, c.CrawlDelay, c.Faults.Hang, c.Faults.Slow) < 0 || c.Faults.Attempts < 0 {
		return fmt.Errorf("%w: durations and Faults.Attempts must not be negative", ErrConfig)
	}
	for _, l := range c.Languages {
		if !slices.Contains(prose.Codes(), l) {
			return fmt.Errorf("%w: language %q, want one of %v", ErrConfig, l, prose.Codes())
		}
	}
	for _, a := range c.Architectures {
		if !slices.Contains(Architectures(), a) {
			return fmt.Errorf("%w: architecture %q, want one of %v", ErrConfig, a, Architectures())
		}
	}
	return nil
}
