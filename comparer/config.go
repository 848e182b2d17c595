package comparer

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// Config holds the comparer's settings. All processes that work on one site
// must agree on everything but the last group.
type Config struct {
	// Window is W: how many article pages of a site are remembered.
	Window int
	// Epsilon is ε: two blocks are similar when Sim > Epsilon (X-CEX, eq. 6).
	Epsilon float64
	// StructureWeight and ContentWeight are SImp and CImp of X-CEX, eq. 3;
	// they sum to 1.
	StructureWeight float64
	ContentWeight   float64

	// TemplateShare is the share of the window's pages from which a block is
	// template (X-CEX, eq. 7), TemplatePages the least number of them.
	TemplateShare float64
	TemplatePages int
	// LeastCold is the cold score from which a block may be content, wherever it
	// stands. Of a block with a lower one, at a place whose level is not above 0,
	// nothing is told, and no page is judged again for it; but that it is
	// template is told beside probable content, where captions are. 0: all is
	// told of every block.
	LeastCold float64
	// MinWindow is N from which blocks are called template and places known.
	MinWindow int
	// PlacePages is the number of pages from which a place is known. Of a site
	// of five pages three would tell of some places and be silent about those
	// beside them.
	PlacePages int
	// HomeShare is the share of the window's pages on which the home of a
	// site stands, and of their probable content that it holds.
	HomeShare float64
	// WallPages is the number of articles that show, or have shown while in the
	// window, one and the same probable content from which it is taken for a
	// wall.
	WallPages int
	// DatedShare is the share of the journal's records, at least MinWindow of
	// them, that show a date from which the site's articles do.
	DatedShare float64

	// MaxEdges bounds the pairs of neighbours that a window remembers, and
	// MaxProbes the work that one page may cause in looking for them, in index
	// entries visited. Real sites stay a hundred times below both; a page
	// made to exceed them loses neighbours, and [Window.Saturated] tells.
	MaxEdges  int
	MaxProbes int

	// MaxBatch is how many pages are appended together.
	MaxBatch int
	// Parallel is how many pages of a site are stored, loaded or published at
	// one time.
	Parallel int
	// Attempts is how often an append is tried when other workers are faster.
	Attempts int
	// Backoff is the mean pause before the second attempt; it doubles.
	Backoff time.Duration
	// MaxSites and MaxBytes bound the windows that are kept in memory between
	// batches, in number and in (estimated) bytes.
	MaxSites int
	MaxBytes int
}

// DefaultConfig gives the settings that docs and measurements refer to.
func DefaultConfig() Config {
	return Config{
		Window:          200,
		Epsilon:         0.8,
		StructureWeight: 0.3,
		ContentWeight:   0.7,
		TemplateShare:   0.2,
		TemplatePages:   3,
		MinWindow:       5,
		PlacePages:      4,
		HomeShare:       0.8,
		WallPages:       5,
		DatedShare:      0.05,
		MaxEdges:        1 << 22,
		MaxProbes:       1 << 22,
		MaxBatch:        32,
		Parallel:        8,
		Attempts:        12,
		Backoff:         10 * time.Millisecond,
		MaxSites:        1000,
		MaxBytes:        512 << 20,
	}
}

// maxWindow keeps counts of pages within 16 bits and a window in memory.
const maxWindow = 10_000

// Validate tells everything that is wrong with c, one line each.
func (c Config) Validate() error {
	var errs []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf("comparer: "+format, args...))
		}
	}
	check(c.Window >= 1 && c.Window <= maxWindow, "window %d is not within 1..%d", c.Window, maxWindow)
	check(c.Epsilon >= 0 && c.Epsilon < 1, "epsilon %v is not within [0, 1)", c.Epsilon)
	check(c.StructureWeight >= 0, "structure weight %v is negative", c.StructureWeight)
	check(c.ContentWeight > 0, "content weight %v is not positive", c.ContentWeight)
	check(math.Abs(c.StructureWeight+c.ContentWeight-1) < 1e-9, "weights %v and %v do not sum to 1", c.StructureWeight, c.ContentWeight)
	check(c.TemplateShare > 0 && c.TemplateShare <= 1, "template share %v is not within (0, 1]", c.TemplateShare)
	check(c.TemplatePages >= 1, "template pages %d is less than 1", c.TemplatePages)
	check(c.LeastCold >= 0 && c.LeastCold < 1, "least cold score %v is not within [0, 1)", c.LeastCold)
	check(c.MinWindow >= 1, "min window %d is less than 1", c.MinWindow)
	check(c.PlacePages >= 1, "place pages %d is less than 1", c.PlacePages)
	check(c.HomeShare > 0.5 && c.HomeShare <= 1, "home share %v is not within (0.5, 1]", c.HomeShare)
	check(c.WallPages >= 2, "wall pages %d is less than 2", c.WallPages)
	check(c.DatedShare > 0 && c.DatedShare <= 1, "dated share %v is not within (0, 1]", c.DatedShare)
	check(c.MaxEdges >= 1, "max edges %d is less than 1", c.MaxEdges)
	check(c.MaxProbes >= 1, "max probes %d is less than 1", c.MaxProbes)
	check(c.MaxBatch >= 1, "max batch %d is less than 1", c.MaxBatch)
	check(c.Parallel >= 1, "parallel %d is less than 1", c.Parallel)
	check(c.Attempts >= 1, "attempts %d is less than 1", c.Attempts)
	check(c.Backoff > 0, "backoff %v is not positive", c.Backoff)
	check(c.MaxSites >= 1, "max sites %d is less than 1", c.MaxSites)
	check(c.MaxBytes >= 1, "max bytes %d is less than 1", c.MaxBytes)
	return errors.Join(errs...)
}
