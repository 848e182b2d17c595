package control

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/winnow-news/winnow/classifier"
	"github.com/winnow-news/winnow/comparer"
	"github.com/winnow-news/winnow/proto"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/winnow/pipeline"
	"google.golang.org/protobuf/types/known/durationpb"
)

// ErrUnknownSite is returned for a token of which nothing is known.
var ErrUnknownSite = errors.New("unknown site")

// Admin looks after sites.
type Admin interface {
	Sites(ctx context.Context) ([]SiteReport, error)
	// Site reports on a site that is registered, or whose pages came without
	// it, as saved ones do.
	Site(ctx context.Context, token string) (*SiteReport, error)
	// Add registers the site of a URL and makes the URL one of its seeds.
	Add(ctx context.Context, r AddRequest) (*SiteReport, error)
	// Pause stops or resumes the crawl of a site that is registered.
	Pause(ctx context.Context, token string, paused bool) error
	// Remove forgets all of a site that Site reports on: registry, journal,
	// frontier, publications, stored pages.
	Remove(ctx context.Context, token string) error
	Frontier(ctx context.Context) (FrontierReport, error)
	// Address reports what became of a URL; ErrUnknownAddress when nothing did.
	Address(ctx context.Context, url string) (*AddressReport, error)
	// Explain judges a page with what is known of its site.
	Explain(ctx context.Context, page *pb.Page) (*Explanation, error)
	Close()
}

// AddRequest says which site to add. MinDelay (on the wire in nanoseconds) and
// MaxPages are left as they are when nil, and have no bound when 0.
type AddRequest struct {
	URL      string         `json:"url"`
	MinDelay *time.Duration `json:"min_delay,omitempty"`
	MaxPages *uint64        `json:"max_pages,omitempty"`
}

// SiteReport is what is known of a site.
type SiteReport struct {
	Token string   `json:"token"`
	Seeds []string `json:"seeds"`
	// SeedNotes says of a seed why its last visit brought nothing, or where it
	// led to.
	SeedNotes map[string]string `json:"seed_notes,omitempty"`
	Paused    bool              `json:"paused"`
	AddedAt   time.Time         `json:"added_at,omitzero"` // zero: it is not registered
	MinDelay  time.Duration     `json:"min_delay_ns,omitempty"`
	MaxPages  uint64            `json:"max_pages,omitempty"`
	Frontier  FrontierReport    `json:"frontier"`
	// Window is N, the distinct pages that the site is judged by; Journal the
	// number of pages that ever entered it; Unusable the number of records that
	// are kept and cannot be used: their pages do not count. Saturated is how
	// often the search for similar blocks ended at a cap: what is on many pages
	// may then count as being on fewer.
	Window    int    `json:"window"`
	Journal   uint64 `json:"journal"`
	Unusable  int    `json:"unusable"`
	Saturated int    `json:"saturated"`

	Fetched     uint64     `json:"fetched"`
	Failed      uint64     `json:"failed"`
	Articles    uint64     `json:"articles"`
	Listings    uint64     `json:"listings"`
	Walls       uint64     `json:"walls"`
	Other       uint64     `json:"other"`
	LastFetch   *time.Time `json:"last_fetch,omitempty"`
	LastArticle *time.Time `json:"last_article,omitempty"`
}

// FrontierReport counts the tasks of a frontier, or of one site in it.
type FrontierReport struct {
	Waiting int `json:"waiting"` // in the queue
	Due     int `json:"due"`     // of these, due now
	Leased  int `json:"leased"`  // being fetched
	Done    int `json:"done"`    // fetched, not to be visited again
	GivenUp int `json:"given_up"`
}

func frontierOf(s proto.FrontierStats) FrontierReport {
	return FrontierReport{Waiting: s.Waiting, Due: s.Due, Leased: s.Leased, Done: s.Done, GivenUp: s.Quarantined}
}

// Explanation is a page with the report of each of its blocks.
type Explanation struct {
	URL       string `json:"url,omitempty"`
	Canonical string `json:"canonical_url,omitempty"` // under which its article is published
	Site      string `json:"site"`
	Title     string `json:"title"`
	PageClass string `json:"page_class"`
	Reason    string `json:"class_reason"`
	Language  string `json:"language"`
	Window    uint32 `json:"window"`
	Threshold uint32 `json:"threshold"`
	// Recurring: the site gives the page's content under so many addresses that
	// it is taken for a wall, whatever its class.
	Recurring bool `json:"recurring"`
	// Undated: the page shows no date where the site's articles do.
	Undated bool                     `json:"undated"`
	Blocks  []classifier.BlockReport `json:"blocks"`
}

// Local is an Admin on an open store.
type Local struct {
	store pipeline.Store
	cores *pipeline.Cores
	seed  func(ctx context.Context, url string) (token string, err error)
	drop  func(ctx context.Context, token string) error
}

// NewLocal makes a Local; seed puts a URL into the frontier, drop removes the
// stored pages of a site. Closing it closes nothing: the store is the caller's.
func NewLocal(store pipeline.Store, cores *pipeline.Cores, seed func(context.Context, string) (string, error), drop func(context.Context, string) error) *Local {
	return &Local{store: store, cores: cores, seed: seed, drop: drop}
}

// Close does nothing.
func (l *Local) Close() {}

// Sites reports on every site, without what takes more reading: the windows and
// the notes on seeds.
func (l *Local) Sites(ctx context.Context) ([]SiteReport, error) {
	sites, err := l.store.Sites(ctx)
	if err != nil {
		return nil, err
	}
	reports := make([]SiteReport, 0, len(sites))
	for _, s := range sites {
		r, err := l.report(ctx, s)
		if err != nil {
			return nil, err
		}
		reports = append(reports, *r)
	}
	return reports, nil
}

// Site reports on one site, its window and the notes on its seeds included.
func (l *Local) Site(ctx context.Context, token string) (*SiteReport, error) {
	s, err := l.seen(ctx, token)
	if err != nil {
		return nil, err
	}
	r, err := l.report(ctx, s)
	if err != nil {
		return nil, err
	}
	w, err := l.window(ctx, token)
	if err != nil {
		return nil, err
	}
	r.Window, r.Journal, r.Unusable, r.Saturated = w.N(), w.Head(), w.Skipped(), w.Saturated()
	r.SeedNotes, err = l.seedNotes(ctx, s.GetSeeds())
	return r, err
}

func (l *Local) seedNotes(ctx context.Context, seeds []string) (map[string]string, error) {
	notes := map[string]string{}
	for _, seed := range seeds {
		task, err := l.store.Lookup(ctx, seed)
		if err != nil {
			return nil, err
		}
		if task.GetReason() != "" {
			notes[seed] = task.GetReason()
		}
	}
	return notes, nil
}

// known gives a site of the registry.
func (l *Local) known(ctx context.Context, token string) (*pb.Site, error) {
	s, err := l.store.Site(ctx, token)
	if err == nil && s == nil {
		err = fmt.Errorf("%w %q", ErrUnknownSite, token)
	}
	return s, err
}

// seen gives a site of the registry, or one of which only pages were judged.
func (l *Local) seen(ctx context.Context, token string) (*pb.Site, error) {
	s, unknown := l.known(ctx, token)
	if !errors.Is(unknown, ErrUnknownSite) {
		return s, unknown
	}
	counts, err := l.store.SiteStats(ctx, token)
	if err != nil {
		return nil, err
	}
	if counts.GetArticles()+counts.GetListings()+counts.GetWalls()+counts.GetOther() == 0 {
		return nil, unknown
	}
	return &pb.Site{Token: token}, nil
}

func (l *Local) report(ctx context.Context, s *pb.Site) (*SiteReport, error) {
	stats, err := l.store.SiteStats(ctx, s.GetToken())
	if err != nil {
		return nil, err
	}
	frontier, err := l.store.Stats(ctx, s.GetToken())
	if err != nil {
		return nil, err
	}
	r := &SiteReport{
		Token: s.GetToken(), Seeds: append([]string{}, s.GetSeeds()...), Paused: s.GetPaused(),
		MinDelay: s.GetMinDelay().AsDuration(), MaxPages: s.GetMaxPages(), Frontier: frontierOf(frontier),
		Fetched: stats.GetFetched(), Failed: stats.GetFailed(), Articles: stats.GetArticles(),
		Listings: stats.GetListings(), Walls: stats.GetWalls(), Other: stats.GetOther(),
	}
	if t := s.GetAddedAt(); t != nil {
		r.AddedAt = t.AsTime()
	}
	if t := stats.GetLastFetch(); t != nil {
		r.LastFetch = new(t.AsTime())
	}
	if t := stats.GetLastArticle(); t != nil {
		r.LastArticle = new(t.AsTime())
	}
	return r, nil
}

// window folds a site's journal.
func (l *Local) window(ctx context.Context, token string) (*comparer.Window, error) {
	entries, err := l.store.Read(ctx, token, 0)
	if err != nil {
		return nil, fmt.Errorf("journal of %s: %w", token, err)
	}
	w := comparer.NewWindow(l.cores.Comparer)
	if err := w.Fold(entries); err != nil {
		return nil, fmt.Errorf("journal of %s: %w", token, err)
	}
	return w, nil
}

// Add registers the site of a URL.
func (l *Local) Add(ctx context.Context, r AddRequest) (*SiteReport, error) {
	token, err := l.seed(ctx, r.URL)
	if err != nil {
		return nil, err
	}
	if r.MinDelay != nil || r.MaxPages != nil {
		s, err := l.known(ctx, token)
		if err != nil {
			return nil, err
		}
		if r.MinDelay != nil {
			s.MinDelay = durationpb.New(max(*r.MinDelay, 0))
		}
		if r.MaxPages != nil {
			s.MaxPages = *r.MaxPages
		}
		if err := l.store.PutSite(ctx, s); err != nil {
			return nil, err
		}
	}
	return l.Site(ctx, token)
}

// Pause stops or resumes the crawl of a site.
func (l *Local) Pause(ctx context.Context, token string, paused bool) error {
	s, err := l.known(ctx, token)
	if err != nil {
		return err
	}
	s.Paused = paused
	return l.store.PutSite(ctx, s)
}

// Remove forgets a site.
func (l *Local) Remove(ctx context.Context, token string) error {
	if _, err := l.seen(ctx, token); err != nil {
		return err
	}
	if err := l.drop(ctx, token); err != nil { // before the site is unknown: it can be repeated
		return err
	}
	return l.store.RemoveSite(ctx, token)
}

// Frontier counts all tasks.
func (l *Local) Frontier(ctx context.Context) (FrontierReport, error) {
	stats, err := l.store.Stats(ctx, "")
	return frontierOf(stats), err
}

// Explain segments a page, adds it to a copy of its site's window and reports
// what is known of each block. Nothing is stored.
func (l *Local) Explain(ctx context.Context, page *pb.Page) (*Explanation, error) {
	w, err := l.window(ctx, page.GetSite())
	if err != nil {
		return nil, err
	}
	return explain(l.cores, w, page)
}

// ExplainAlone is Explain for a page whose site is not known.
func ExplainAlone(cores *pipeline.Cores, page *pb.Page) (*Explanation, error) {
	return explain(cores, comparer.NewWindow(cores.Comparer), page)
}

func explain(cores *pipeline.Cores, w *comparer.Window, page *pb.Page) (*Explanation, error) {
	segmented, err := cores.Segmenter.Segment(page)
	if err != nil {
		return nil, err
	}
	if !w.Holds(segmented.GetPageId()) {
		if err := w.AddPage(segmented, cores.Classifier.ColdScores(segmented)); err != nil {
			return nil, err
		}
	}
	scored, err := w.Score(segmented)
	if err != nil {
		return nil, err
	}
	return &Explanation{
		URL: segmented.GetUrl(), Canonical: segmented.GetCanonicalUrl(), Site: segmented.GetSite(), Title: segmented.GetMetadata().GetTitle(),
		PageClass: pageClass(segmented.GetPageClass()), Reason: segmented.GetClassReason(),
		Language: segmented.GetLanguage(), Window: scored.GetWindow(), Threshold: scored.GetThreshold(),
		Recurring: scored.GetRecurring(), Undated: scored.GetUndated(), Blocks: cores.Classifier.Explain(scored),
	}, nil
}

// pageClass is the class in lower case, without the enum's prefix.
func pageClass(c pb.PageClass) string {
	return strings.ToLower(strings.TrimPrefix(c.String(), "PAGE_CLASS_"))
}
