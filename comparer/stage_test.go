package comparer

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/winnow-news/winnow/proto/failure"
	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

func (k *worker) stage(cfg Config) *Stage { return New(cfg, k, k, coldScorer{}, k) }

// delivery hands pages to workers, again and again until each is acknowledged.
type delivery struct {
	mu    sync.Mutex
	queue []*pb.SegmentedPage
}

func (d *delivery) take(n int) []*pb.SegmentedPage {
	d.mu.Lock()
	defer d.mu.Unlock()
	n = min(n, len(d.queue))
	batch := d.queue[:n:n]
	d.queue = d.queue[n:]
	return batch
}

func (d *delivery) again(p *pb.SegmentedPage) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.queue = append(d.queue, p)
}

// trouble is what a run of the metamorphic test puts the stage through.
type trouble struct {
	workers, window, batch int
	parallel               int // 0: one call behind the other
	twice, shuffled        bool
	crash, flaky, conflict float64
	death                  int // of the first worker
}

// run delivers pages under trouble until all are acknowledged. A worker that
// has died is replaced by one that knows nothing.
func (tr trouble) run(t *testing.T, seed uint64, pages []*pb.SegmentedPage) *world {
	t.Helper()
	w := newWorld()
	rnd := rand.New(rand.NewPCG(seed, 4))
	queue := slices.Clone(pages)
	if tr.twice {
		queue = append(queue, pages...)
	}
	if tr.shuffled {
		rnd.Shuffle(len(queue), func(i, j int) { queue[i], queue[j] = queue[j], queue[i] })
	}
	d := &delivery{queue: queue}
	cfg := testConfig(tr.window, 0.8)
	cfg.MaxBatch = max(1, tr.batch-1) // so that a batch is cut, too
	cfg.Parallel = max(1, tr.parallel)
	synctest.Test(t, func(t *testing.T) {
		var all sync.WaitGroup
		for i := range tr.workers {
			all.Go(func() { tr.work(t, w, d, cfg, seed+uint64(i)<<32) })
		}
		all.Wait()
	})
	return w
}

func (tr trouble) work(t *testing.T, w *world, d *delivery, cfg Config, seed uint64) {
	var stage *Stage
	var k *worker
	for life := 0; ; {
		if k == nil || k.dead {
			k = w.worker(seed + uint64(life))
			k.crash, k.flaky, k.conflict = tr.crash, tr.flaky, tr.conflict
			if life == 0 {
				k.death = tr.death
			}
			stage = k.stage(cfg)
			if life++; life > 1000 {
				t.Error("no progress")
				return
			}
		}
		batch := d.take(tr.batch)
		if len(batch) == 0 {
			return
		}
		for i, err := range stage.HandleBatch(t.Context(), "site", batch) {
			if err == nil {
				continue
			}
			if failure.ClassOf(err) != failure.ClassTransient {
				t.Error(err)
			}
			d.again(batch[i])
		}
		time.Sleep(time.Millisecond) // lets the others have a turn
	}
}

// outcome folds the journal and verifies what must hold however the run went:
// the journal has no page twice, all of its pages are stored, messages with one key agree, and what was
// published last of each live page is what the window says of it. It gives the
// facts of each page in the window.
func (w *world) outcome(t *testing.T, window int, pages []*pb.SegmentedPage) map[string]string {
	t.Helper()
	entries, head := w.read("site", 0)
	fold := NewWindow(testConfig(window, 0.8))
	if err := fold.Fold(entries); err != nil || fold.Head() != head {
		t.Fatalf("fold: %v, head %d of %d", err, fold.Head(), head)
	}
	if n := fold.Skipped(); n > 0 {
		t.Fatalf("%d records skipped", n)
	}
	if err := fold.check(); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, e := range entries {
		if seen[e.PageID] {
			t.Fatalf("page %s is in the journal twice", e.PageID)
		}
		seen[e.PageID] = true
		if w.stored[e.PageID] == nil {
			t.Fatalf("page %s, at %d of %d, is not stored", e.PageID, e.Seq, head)
		}
	}
	last, keyed := map[string]*pb.ScoredPage{}, map[string]string{}
	for _, m := range w.published {
		id := m.Page.PageId
		key := fmt.Sprint(id, "@", m.Position)
		if was, ok := keyed[key]; ok && was != evidence(m) {
			t.Fatalf("two messages %s:\n%s\n%s", key, was, evidence(m))
		}
		keyed[key] = evidence(m)
		if l := last[id]; l == nil || l.Position <= m.Position {
			last[id] = m
		}
	}
	all := map[string]string{}
	for _, p := range pages {
		if last[p.PageId] == nil {
			t.Fatalf("page %s was never published", p.PageId)
		}
		e := fold.byPage[p.PageId]
		if e == nil {
			continue
		}
		scored, err := fold.Score(p)
		if err != nil {
			t.Fatal(err)
		}
		all[p.PageId] = evidence(scored)
		if got, want := facts(last[p.PageId]), facts(scored); e.live() && got != want {
			t.Fatalf("page %s, last published at %d of %d:\n got %s\nwant %s", p.PageId, last[p.PageId].Position, head, got, want)
		}
	}
	return all
}

// facts writes out the discrete facts of a page and its blocks.
func facts(p *pb.ScoredPage) (s string) {
	s = fmt.Sprint(" ", p.Recurring, p.Undated)
	for _, b := range p.Scores {
		s += fmt.Sprintf(" [%x %v %d %v]", b.Group, b.Template, b.PlaceLevel, b.Outside)
	}
	return s
}

// TestSamePagesSameScores runs the stage through all sorts of trouble. While
// all pages fit into the window, every run must end in the same scores.
func TestSamePagesSameScores(t *testing.T) {
	pages := newSynthetic(11).pages(60)
	want := trouble{workers: 1, window: 64, batch: 1}.run(t, 1, pages).outcome(t, 64, pages)
	if len(want) != len(pages) {
		t.Fatalf("%d pages in the window, want %d", len(want), len(pages))
	}
	for name, tr := range map[string]trouble{
		"batches":  {workers: 1, batch: 7},
		"shuffled": {workers: 1, batch: 3, shuffled: true},
		"twice":    {workers: 1, batch: 3, twice: true, shuffled: true},
		"four":     {workers: 4, batch: 3, shuffled: true},
		"conflict": {workers: 4, batch: 2, conflict: 0.3},
		"flaky":    {workers: 2, batch: 4, flaky: 0.02, twice: true},
		"crashes":  {workers: 1, batch: 4, crash: 0.002},
		"parallel": {workers: 2, batch: 4, parallel: 8, crash: 0.002, flaky: 0.02},
		"all":      {workers: 4, batch: 5, parallel: 4, crash: 0.001, flaky: 0.01, conflict: 0.1, twice: true, shuffled: true},
	} {
		for _, window := range []int{64, 20} {
			t.Run(fmt.Sprintf("%s,W=%d", name, window), func(t *testing.T) {
				tr.window = window
				got := tr.run(t, 5, pages).outcome(t, window, pages)
				for id := range want {
					if window == 64 && got[id] != want[id] {
						t.Fatalf("page %s:\n got %s\nwant %s", id, got[id], want[id])
					}
				}
			})
		}
	}
}

// TestCrashAnywhere lets the first worker die at every moment of its life in
// turn: before and behind each effect.
func TestCrashAnywhere(t *testing.T) {
	pages := newSynthetic(12).pages(9)
	calm := trouble{workers: 1, window: 8, batch: 2}
	want := calm.run(t, 1, pages).outcome(t, 8, pages)
	for death := 1; ; death++ {
		tr := calm
		tr.death = death
		w := tr.run(t, 1, pages)
		got := w.outcome(t, 8, pages)
		if len(got) != len(want) {
			t.Fatalf("death at %d: %d pages in the window, want %d", death, len(got), len(want))
		}
		if death > 400 {
			break
		}
	}
}

// TestStoredPagesFollowTheWindow: no more pages are stored than the window
// holds, when nothing goes wrong.
func TestStoredPagesFollowTheWindow(t *testing.T) {
	pages := newSynthetic(13).pages(30)
	w := trouble{workers: 2, window: 10, batch: 3}.run(t, 1, pages)
	entries, _ := w.read("site", 0)
	if len(w.stored) != len(entries) {
		t.Fatalf("%d pages stored, %d in the window", len(w.stored), len(entries))
	}
	for _, e := range entries {
		if w.stored[e.PageID] == nil {
			t.Errorf("page %s is not stored", e.PageID)
		}
	}
}

func TestPagesThatAreNoArticlesPass(t *testing.T) {
	w := newWorld()
	stage := w.worker(1).stage(testConfig(10, 0.8))
	pages := newSynthetic(14).pages(3)
	pages[2].PageClass = pb.PageClass_PAGE_CLASS_LISTING
	for _, err := range stage.HandleBatch(t.Context(), "site", pages[:2]) {
		if err != nil {
			t.Fatal(err)
		}
	}
	published := len(w.published)
	if err := stage.HandleBatch(t.Context(), "site", pages[2:])[0]; err != nil {
		t.Fatal(err)
	}
	if len(w.published) != published+1 {
		t.Fatalf("%d messages, want 1", len(w.published)-published)
	}
	got := w.published[published]
	if got.Page.PageId != pages[2].PageId || got.Position != 2 || len(got.Scores) != 0 || got.Window != 0 {
		t.Errorf("got %v", got)
	}
	if _, head := w.read("site", 0); head != 2 {
		t.Errorf("head is %d: the listing entered the window", head)
	}
}

// TestDeliveredAgain: a page that this process has completed causes nothing
// when it comes again; one that another appended causes one round of the
// window, whatever number of them comes.
func TestDeliveredAgain(t *testing.T) {
	w := newWorld()
	cfg := testConfig(50, 0.8)
	pages := newSynthetic(15).pages(20)
	first := w.worker(1).stage(cfg)
	deliver(t, first, pages...)
	before := len(w.published)
	deliver(t, first, pages...)
	if n := len(w.published) - before; n != 0 {
		t.Errorf("%d messages for completed pages", n)
	}
	second := w.worker(2).stage(cfg)
	deliver(t, second, pages[0])
	round := len(w.published) - before
	if round == 0 || round > len(pages) {
		t.Errorf("%d messages for a page of unknown state", round)
	}
	deliver(t, second, pages[1:]...)
	if n := len(w.published) - before - round; n != 0 {
		t.Errorf("%d messages behind the round", n)
	}
}

// TestFetchedAgain: an address that shows again what it has shown before, with
// something else in between, is published as it was fetched last, by whichever
// worker, and as often as it is delivered; an older delivery is nothing new.
func TestFetchedAgain(t *testing.T) {
	for name, other := range map[string]bool{"the same worker": false, "another worker": true} {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			cfg := testConfig(50, 0.8)
			stage := w.worker(1).stage(cfg)
			first := newSynthetic(15).page()
			between, again := proto.CloneOf(newSynthetic(16).page()), proto.CloneOf(first)
			between.PageId, between.ArticleId, between.Url = "between", first.ArticleId, first.Url
			between.FetchedAt = timestamppb.New(first.FetchedAt.AsTime().Add(time.Hour))
			again.FetchedAt = timestamppb.New(first.FetchedAt.AsTime().Add(2 * time.Hour))
			deliver(t, stage, first, between)
			if other {
				stage = w.worker(2).stage(cfg)
			}
			for range 2 {
				deliver(t, stage, again)
				last := w.published[len(w.published)-1]
				if last.Page.PageId != first.PageId || !last.Page.FetchedAt.AsTime().Equal(again.FetchedAt.AsTime()) {
					t.Errorf("published last: %s of %v", last.Page.PageId, last.Page.FetchedAt.AsTime())
				}
			}
			before := len(w.published)
			deliver(t, stage, first, between)
			if n := len(w.published) - before; n != 0 {
				t.Errorf("%d messages for old deliveries", n)
			}
			if _, head := w.read("site", 0); head != 2 {
				t.Errorf("head is %d, want 2", head)
			}
		})
	}
}

func deliver(t *testing.T, s *Stage, pages ...*pb.SegmentedPage) {
	t.Helper()
	for _, err := range s.HandleBatch(t.Context(), "site", pages) {
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestUnusablePages(t *testing.T) {
	good := newSynthetic(16).page()
	nameless := newSynthetic(17).page()
	nameless.PageId = ""
	stranger := newSynthetic(18).page()
	stranger.Site, stranger.PageId = "other", "stranger"
	huge := &pb.SegmentedPage{PageId: "huge", Site: "site", Blocks: make([]*pb.Block, maxBlocks+1)}
	w := newWorld()
	errs := w.worker(1).stage(testConfig(10, 0.8)).HandleBatch(t.Context(), "site", []*pb.SegmentedPage{nameless, good, stranger, huge, good})
	for i, wantErr := range []bool{true, false, true, true, false} {
		if (errs[i] != nil) != wantErr || wantErr && (failure.ClassOf(errs[i]) != failure.ClassPoison || !errors.Is(errs[i], ErrPage)) {
			t.Errorf("page %d: %v", i, errs[i])
		}
	}
	if _, head := w.read("site", 0); head != 1 {
		t.Errorf("head is %d, want 1", head)
	}
}

// TestRemovedSite: the journal of a site that was removed begins again.
func TestRemovedSite(t *testing.T) {
	w := newWorld()
	stage := w.worker(1).stage(testConfig(10, 0.8))
	pages := newSynthetic(19).pages(6)
	deliver(t, stage, pages[:5]...)
	delete(w.journals, "site")
	deliver(t, stage, pages[5])
	if entries, head := w.read("site", 0); head != 1 || len(entries) != 1 {
		t.Errorf("head %d, %d entries", head, len(entries))
	}
	if last := w.published[len(w.published)-1]; last.Window != 1 {
		t.Errorf("N is %d, want 1", last.Window)
	}
}

// TestRemovedSiteThatHasComeAsFar: one worker holds the window of a site that
// was removed, added again and taken just as far by another worker. It must not
// take the new journal for the old one.
func TestRemovedSiteThatHasComeAsFar(t *testing.T) {
	for name, tt := range map[string]struct{ again, then []int }{
		"other pages":              {[]int{5, 6, 7, 8, 9}, []int{10}},
		"the same last page":       {[]int{5, 6, 7, 8, 4}, []int{10}},
		"the same pages":           {[]int{0, 1, 2, 3, 4}, []int{10}},
		"a page of the old site":   {[]int{5, 6, 7, 8, 9}, []int{0}},
		"a page of both":           {[]int{5, 6, 0, 8, 9}, []int{0}},
		"a page that is delivered": {[]int{5, 6, 7, 8, 9}, []int{7, 10}},
		"further":                  {[]int{5, 6, 7, 8, 9, 4, 3}, []int{10}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			cfg := testConfig(10, 0.8)
			a, b := w.worker(1).stage(cfg), w.worker(2).stage(cfg)
			all := newSynthetic(19).pages(11)
			some := func(numbers []int) (pages []*pb.SegmentedPage) {
				for _, n := range numbers {
					pages = append(pages, all[n])
				}
				return pages
			}
			deliver(t, a, all[:5]...)
			delete(w.journals, "site")
			w.published = nil
			deliver(t, b, some(tt.again)...)
			deliver(t, a, some(tt.then)...)
			w.outcome(t, 10, append(some(tt.again), some(tt.then)...))
			listing := newSynthetic(20).page()
			listing.PageClass, listing.PageId = pb.PageClass_PAGE_CLASS_LISTING, "listing"
			deliver(t, a, listing)
			if _, head := w.read("site", 0); w.published[len(w.published)-1].Position != head {
				t.Errorf("a listing passes at %d, head is %d", w.published[len(w.published)-1].Position, head)
			}
		})
	}
}

// TestSitesDoNotWaitForOneAnother: a site that hangs holds up no other.
func TestSitesDoNotWaitForOneAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		k := w.worker(1)
		hung := make(chan struct{})
		stage := New(testConfig(10, 0.8), k, k, coldScorer{}, publisherFunc(func(p *pb.ScoredPage) error {
			if p.Page.Site == "hung" {
				<-hung
			}
			return nil
		}))
		slow, fast := newSynthetic(20).page(), newSynthetic(21).page()
		slow.Site = "hung"
		var all sync.WaitGroup
		all.Go(func() { stage.HandleBatch(t.Context(), "hung", []*pb.SegmentedPage{slow}) })
		synctest.Wait()
		deliver(t, stage, fast)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := stage.HandleBatch(ctx, "hung", []*pb.SegmentedPage{slow})[0]; !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("second batch of a busy site: %v", err)
		}
		close(hung)
		all.Wait()
	})
}

type publisherFunc func(*pb.ScoredPage) error

func (f publisherFunc) PublishScored(_ context.Context, p *pb.ScoredPage) error { return f(p) }

// TestSiteCacheIsBounded: idle sites are given up, and come back by reading.
func TestSiteCacheIsBounded(t *testing.T) {
	w := newWorld()
	cfg := testConfig(10, 0.8)
	cfg.MaxSites = 2
	stage := w.worker(1).stage(cfg)
	for i := range 6 {
		p := newSynthetic(uint64(30 + i)).page()
		p.Site = fmt.Sprint("site", i%3)
		p.PageId = fmt.Sprint("p", i)
		p.ArticleId = p.PageId
		p.FetchedAt = timestamppb.New(time.Unix(int64(i), 0))
		if err := stage.HandleBatch(t.Context(), p.Site, []*pb.SegmentedPage{p})[0]; err != nil {
			t.Fatal(err)
		}
		windows := 0
		for _, st := range stage.sites.sites {
			if st.window != nil {
				windows++
			}
		}
		if windows > 2 || windows != stage.sites.used.Len() {
			t.Fatalf("%d windows kept", windows)
		}
	}
	for i := range 3 {
		if _, head := w.read(fmt.Sprint("site", i), 0); head != 2 {
			t.Errorf("site%d has head %d", i, head)
		}
	}
}

// TestJournalThatLostItsEnd: a store may come back without its last moments. A
// worker that has folded what is gone goes on with the others from what there is,
// and the pages that are gone are taken in again.
func TestJournalThatLostItsEnd(t *testing.T) {
	for name, kept := range map[string]int{"the last": 4, "a batch": 2, "all": 0} {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			cfg := testConfig(10, 0.8)
			holder := w.worker(1).stage(cfg)
			pages := newSynthetic(19).pages(7)
			deliver(t, holder, pages[:2]...)
			deliver(t, holder, pages[2:5]...)
			j := w.journals["site"]
			j.entries = j.entries[:kept]
			j.head, j.sum = uint64(kept), journal.Head{}.Behind(j.entries...).Sum
			w.published = nil
			deliver(t, holder, pages[5])
			deliver(t, w.worker(2).stage(cfg), pages[6])
			deliver(t, holder, pages...)
			if got := w.outcome(t, 10, pages); len(got) != len(pages) {
				t.Errorf("%d pages in the window, want %d", len(got), len(pages))
			}
		})
	}
}
