package e2e

import (
	"sync"
	"testing"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/segmenter"
)

// articlePages gives, for each site, the pages that the segmenter takes for
// articles: those that must be in the site's window.
var articlePages = sync.OnceValues(func() (map[string]map[string]bool, error) {
	c, err := savedPages()
	if err != nil {
		return nil, err
	}
	seg, err := segmenter.New(segmenter.DefaultConfig())
	if err != nil {
		return nil, err
	}
	sites := map[string]map[string]bool{}
	for _, page := range c.pages {
		cut, err := seg.Segment(page)
		if err != nil {
			return nil, err
		}
		if cut.GetPageClass() != pb.PageClass_PAGE_CLASS_ARTICLE {
			continue
		}
		if sites[page.GetSite()] == nil {
			sites[page.GetSite()] = map[string]bool{}
		}
		sites[page.GetSite()][page.GetPageId()] = true
	}
	return sites, nil
})

// checkJournals reads the sites' journals: each must hold each article page
// once, and nothing else. The same pages must be stored, so that they can be
// judged again.
func (f *fleet) checkJournals() {
	f.tb.Helper()
	want, err := articlePages()
	if err != nil {
		f.tb.Fatal(err)
	}
	store := f.store()
	for site, pages := range want {
		entries, err := store.Read(f.tb.Context(), site, 0)
		if err != nil {
			f.tb.Fatal(err)
		}
		if len(entries) != len(pages) {
			f.tb.Errorf("journal of %s: %d entries, want %d", site, len(entries), len(pages))
		}
		seen := map[string]bool{}
		for i, e := range entries {
			if e.Seq != uint64(i+1) || seen[e.PageID] || !pages[e.PageID] {
				f.tb.Errorf("journal of %s: position %d, page %s: out of order, twice there or no article", site, e.Seq, e.PageID)
			}
			seen[e.PageID] = true
		}
		stored, err := f.bus.SegmentedKeys(f.tb.Context(), site)
		if err != nil {
			f.tb.Fatal(err)
		}
		for _, s := range stored {
			if !seen[s.PageID] {
				f.tb.Errorf("page %s of %s is stored and in no window", s.PageID, site)
			}
			delete(seen, s.PageID)
		}
		for id := range seen {
			f.tb.Errorf("page %s of %s is in the window and not stored", id, site)
		}
	}
}

// checkSmallJournals reads the journals of sites that have more pages than fit
// into their window of so many.
func (f *fleet) checkSmallJournals(window int) {
	f.tb.Helper()
	want, err := articlePages()
	if err != nil {
		f.tb.Fatal(err)
	}
	store := f.store()
	for site, pages := range want {
		entries, err := store.Read(f.tb.Context(), site, 0)
		if err != nil {
			f.tb.Fatal(err)
		}
		// A page that had left the window when it was delivered again is
		// appended again.
		head := uint64(0)
		for _, e := range entries {
			head = e.Seq
		}
		if len(entries) != window || head < uint64(len(pages)) {
			f.tb.Errorf("journal of %s: %d entries, head %d; want %d, and %d at least", site, len(entries), head, window, len(pages))
		}
		for _, e := range entries {
			if _, err := f.bus.Segmented(f.tb.Context(), site, e.PageID); err != nil {
				f.tb.Errorf("page %s of %s, at position %d of %d: %v", e.PageID, site, e.Seq, head, err)
			}
		}
	}
}

// checkTruth looks whether every article that there truly is has come out.
func checkTruth(tb testing.TB, got map[string]*pb.Article) {
	tb.Helper()
	for id, url := range thePages(tb).articles {
		if got[id] == nil {
			tb.Errorf("no article of %s", url)
		}
	}
}
