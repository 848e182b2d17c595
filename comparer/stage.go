package comparer

import (
	"context"
	"fmt"
	"slices"

	"github.com/winnow-news/winnow/proto/failure"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Stage compares pages with their sites' windows. It is safe for concurrent
// use.
type Stage struct {
	cfg     Config
	journal Journal
	pages   Pages
	cold    ColdScorer
	out     Publisher
	sites   *siteCache
}

// New gives a stage. The configuration must be valid.
func New(cfg Config, journal Journal, pages Pages, cold ColdScorer, out Publisher) *Stage {
	return &Stage{cfg: cfg, journal: journal, pages: pages, cold: cold, out: out, sites: newSiteCache(cfg)}
}

// item is one page of a batch.
type item struct {
	page  *pb.SegmentedPage
	draft *draft
	err   error
}

// HandleBatch sees to pages of one site and gives one error for each; a page
// with nil may be acknowledged. The order of the pages does not matter.
//
// Effects happen in this order, so that a crash between any two leaves nothing
// that the next delivery does not repeat: the segmented pages are stored, the
// records appended, the pages deleted that this pushed out of the window, the
// pages published, the earlier pages that they changed published again.
func (s *Stage) HandleBatch(ctx context.Context, site string, pages []*pb.SegmentedPage) []error {
	items := make([]*item, len(pages))
	byID := make(map[string]*item, len(pages))
	var articles, others []*item
	for i, page := range pages {
		if it := byID[page.GetPageId()]; it != nil {
			items[i] = it // the same page twice
			continue
		}
		it := &item{page: page}
		items[i], byID[page.GetPageId()] = it, it
		switch it.err = accept(site, page); {
		case it.err != nil:
		case page.GetPageClass() == pb.PageClass_PAGE_CLASS_ARTICLE:
			articles = append(articles, it)
		default:
			others = append(others, it)
		}
	}
	err := s.handle(ctx, site, articles, others)
	fail(err, articles)
	fail(err, others)
	errs := make([]error, len(items))
	for i, it := range items {
		errs[i] = it.err
	}
	return errs
}

// accept tells whether page can be handled as one of site.
func accept(site string, page *pb.SegmentedPage) error {
	err := checkPage(page)
	if err == nil && page.GetSite() != site {
		err = fmt.Errorf("page %s is of site %q, not %q: %w", page.GetPageId(), page.GetSite(), site, ErrPage)
	}
	return failure.Poison(err)
}

// fail gives err, unless it is nil, to all items that have none. An error
// without a class is transient.
func fail(err error, items []*item) {
	if err == nil {
		return
	}
	for _, it := range items {
		if it.err == nil {
			it.err = err
		}
	}
}

// handle sees to the accepted pages of a batch. Errors of single pages stand
// in their items; the error that it returns concerns all that have none.
func (s *Stage) handle(ctx context.Context, site string, articles, others []*item) error {
	if len(articles)+len(others) == 0 {
		return nil
	}
	st, err := s.sites.acquire(ctx, site)
	if err != nil {
		return fmt.Errorf("compare: wait for site %s: %w", site, err)
	}
	defer s.sites.release(st)
	if err := s.load(ctx, st); err != nil {
		return err
	}
	fail(s.passOn(ctx, st, others), others)
	size := min(s.cfg.MaxBatch, s.cfg.Window)
	for len(articles) > 0 {
		part := articles[:min(size, len(articles))]
		articles = articles[len(part):]
		s.compare(ctx, st, part)
	}
	return nil
}

// passOn publishes pages that do not enter the window, at the current head: it
// orders what is said about one article.
func (s *Stage) passOn(ctx context.Context, st *siteState, others []*item) error {
	if len(others) == 0 {
		return nil
	}
	if err := s.catchUp(ctx, st); err != nil {
		return err
	}
	s.each(others, func(it *item) error {
		return s.send(ctx, &pb.ScoredPage{Page: it.page, Position: st.window.Head()})
	})
	return nil
}

// compare takes article pages, at most W, into the window.
func (s *Stage) compare(ctx context.Context, st *siteState, items []*item) {
	items, returned, err := s.withoutDone(ctx, st, items)
	if err != nil {
		fail(err, items)
		return
	}
	s.giveAgain(ctx, st, returned)
	rest := s.prepare(ctx, st, items)
	fresh, known, rest, err := s.append(ctx, st, rest)
	fail(s.settleFresh(ctx, st, fresh), fresh)
	fail(s.settleKnown(ctx, st, known), known)
	fail(err, rest)
}

// withoutDone gives the items without those that are delivered again although
// all that they cause has happened, and these. The window may be old: what it
// holds of a page that is delivered again counts only if that is still there when
// it has caught up, for the page may have left since, or been appended anew.
func (s *Stage) withoutDone(ctx context.Context, st *siteState, items []*item) (rest, returned []*item, err error) {
	held := func(it *item) bool { return st.window.Holds(it.page.GetPageId()) }
	if !slices.ContainsFunc(items, held) {
		return items, nil, nil
	}
	if err := s.catchUp(ctx, st); err != nil {
		return items, nil, err
	}
	returned, rest = split(items, func(id string) bool {
		e := st.window.byPage[id]
		return e != nil && st.window.isDone(e)
	})
	return rest, returned, nil
}

// prepare matches the blocks of pages to groups and stores the pages. It gives
// the items with which that went well.
func (s *Stage) prepare(ctx context.Context, st *siteState, items []*item) []*item {
	failed := func(it *item) bool { return it.err != nil }
	for _, it := range items {
		it.draft, it.err = st.window.draft(it.page, s.cold.ColdScores(it.page))
		it.err = failure.Poison(it.err)
	}
	items = slices.DeleteFunc(slices.Clone(items), failed)
	s.each(items, func(it *item) error { return s.keep(ctx, st, it) })
	return slices.DeleteFunc(items, failed)
}

// keep stores an item's page, and its record will say under which revision. A
// page whose record is in the window was stored before; what is stored then
// belongs to the record and is left alone.
func (s *Stage) keep(ctx context.Context, st *siteState, it *item) (err error) {
	if !st.window.Holds(it.page.GetPageId()) {
		it.draft.record.Stored, err = s.put(ctx, it.page)
	}
	return err
}
