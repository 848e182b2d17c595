package comparer

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/winnow-news/winnow/proto/canon"
	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// log is a journal in a slice.
type log struct {
	entries []journal.Entry
	keep    int
}

// append makes the records of pages against w, in one go, and adds them to the
// journal and the window.
func (l *log) append(t testing.TB, w *Window, pages ...*pb.SegmentedPage) {
	t.Helper()
	var drafts []*draft
	for _, p := range pages {
		d, err := w.draft(p, coldOf(p))
		if err != nil {
			t.Fatal(err)
		}
		drafts = append(drafts, d)
	}
	w.sign(drafts...)
	for _, d := range drafts {
		data, err := proto.Marshal(d.record)
		if err != nil {
			t.Fatal(err)
		}
		l.entries = append(l.entries, journal.Entry{Seq: w.Head() + 1, PageID: d.record.PageId, Data: data})
		if err := w.Add(d.record); err != nil {
			t.Fatal(err)
		}
	}
	l.entries = l.entries[max(0, len(l.entries)-l.keep):]
}

func (l *log) behind(after uint64) []journal.Entry {
	i := slices.IndexFunc(l.entries, func(e journal.Entry) bool { return e.Seq > after })
	if i < 0 {
		return nil
	}
	return l.entries[i:]
}

// TestSignaturesStayInTheWindow lets several workers append by turns in batches
// of random size, fold one another's records late, and begin anew: every group
// must find its signature in the kept records, and all must agree.
func TestSignaturesStayInTheWindow(t *testing.T) {
	for seed := range uint64(6) {
		rnd := rand.New(rand.NewPCG(seed, 8))
		cfg := testConfig(6+rnd.IntN(20), 0.8)
		l := &log{keep: cfg.Window}
		workers := []*Window{NewWindow(cfg), NewWindow(cfg), NewWindow(cfg)}
		pages := newSynthetic(seed).pages(120)
		for len(pages) > 0 {
			i := rnd.IntN(len(workers))
			if rnd.IntN(10) == 0 {
				workers[i] = NewWindow(cfg)
			}
			w := workers[i]
			if err := w.Fold(l.behind(w.Head())); err != nil {
				t.Fatal(err)
			}
			n := min(1+rnd.IntN(cfg.Window), len(pages))
			l.append(t, w, pages[:n]...)
			pages = pages[n:]
			fresh := NewWindow(cfg)
			if err := fresh.Fold(l.entries); err != nil {
				t.Fatal(err)
			}
			for _, w := range []*Window{w, fresh} {
				if err := w.check(); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				if len(w.orphans) > 0 {
					t.Fatalf("seed %d: %d groups without a carrier", seed, len(w.orphans))
				}
			}
			if got, want := allFacts(fresh), allFacts(w); !slices.Equal(got, want) {
				t.Fatalf("seed %d at %d: a fresh worker sees\n%v\nthe old one\n%v", seed, w.Head(), got, want)
			}
		}
	}
}

// allFacts writes out what a window says of each of its live pages.
func allFacts(w *Window) (all []string) {
	w.settle()
	for _, e := range w.entries() {
		if e.live() {
			all = append(all, e.page+w.factsOf(e))
		}
	}
	return all
}

func (w *Window) factsOf(e *entry) (s string) {
	s = fmt.Sprint(" ", w.recurs[e.slot], e.undated(w.dates.shown))
	for i, b := range e.blocks {
		var score pb.BlockScore
		w.score(&score, b, &e.spots[b.spot], int(e.slot))
		s += fmt.Sprintf(" [%x %v %d %v]", score.Group, score.Template, score.PlaceLevel, outside(e.spansOf(w.homes.home), i))
	}
	return s
}

// TestChangedIsExact compares Changed with what changed: neither a page too
// few nor one too many.
func TestChangedIsExact(t *testing.T) {
	for _, size := range []int{12, 100} {
		w := NewWindow(testConfig(size, 0.8))
		before := map[string]string{}
		changes := 0
		for _, p := range newSynthetic(uint64(size)).pages(90) {
			mustAdd(t, w, p)
			got := w.Changed()
			var want []string
			after := map[string]string{}
			for _, e := range w.entries() {
				if !e.live() {
					continue
				}
				after[e.page] = w.factsOf(e)
				// A page that has become live again counts as changed.
				if was, ok := before[e.page]; e.page != p.PageId && (!ok || was != after[e.page]) {
					want = append(want, e.page)
				}
			}
			got = slices.DeleteFunc(got, func(id string) bool { return id == p.PageId })
			if !slices.Equal(got, want) {
				t.Fatalf("W=%d at %d: changed %v, want %v", size, w.Head(), got, want)
			}
			before, changes = after, changes+len(got)
		}
		if changes == 0 {
			t.Error("nothing ever changed")
		}
	}
}

func TestUnusableRecords(t *testing.T) {
	cfg := testConfig(10, 0.8)
	l := &log{keep: 10}
	l.append(t, NewWindow(cfg), newSynthetic(40).page())
	good := new(pb.JournalRecord)
	if err := proto.Unmarshal(l.entries[0].Data, good); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*pb.JournalRecord){
		"no page id":         func(r *pb.JournalRecord) { r.PageId = "" },
		"cold too short":     func(r *pb.JournalRecord) { r.Cold = r.Cold[1:] },
		"places too long":    func(r *pb.JournalRecord) { r.Places = append(r.Places, 1) },
		"wrong fingerprint":  func(r *pb.JournalRecord) { r.Signatures[0].Group++ },
		"words out of order": func(r *pb.JournalRecord) { slices.Reverse(r.Signatures[0].Words) },
		"no words":           func(r *pb.JournalRecord) { r.Signatures[0].Words = nil },
		"too many blocks": func(r *pb.JournalRecord) {
			r.Groups, r.Places, r.Cold = make([]uint64, maxBlocks+1), make([]uint64, maxBlocks+1), make([]byte, maxBlocks+1)
		},
	} {
		w := NewWindow(cfg)
		bad := proto.CloneOf(good)
		spoil(bad)
		if err := w.Add(bad); !errors.Is(err, ErrRecord) {
			t.Errorf("%s: %v", name, err)
		}
		if n := w.Skipped(); n != 1 || w.Head() != 1 || w.N() != 0 {
			t.Errorf("%s: skipped %d, head %d, N %d", name, n, w.Head(), w.N())
		}
		if err := w.Add(good); err != nil || w.N() != 1 {
			t.Errorf("%s: the next record: %v, N %d", name, err, w.N())
		}
		if err := w.Add(good); !errors.Is(err, ErrRecord) {
			t.Errorf("the same page again: %v", err)
		}
	}
}

// TestLostSignature: a record was lost to damage; the groups that it brought
// count by identity until a page brings their signatures again.
func TestLostSignature(t *testing.T) {
	cfg := testConfig(10, 0.8)
	w, l := NewWindow(cfg), &log{keep: 10}
	pages := newSynthetic(41).pages(8)
	l.append(t, w, pages[0])
	l.append(t, w, pages[1:5]...)
	l.entries[0].Data = []byte("damage")
	again := NewWindow(cfg)
	if err := again.Fold(l.entries); err != nil {
		t.Fatal(err)
	}
	unsigned := func() (n int) {
		for _, g := range again.groups.ids {
			if !again.groups.all[g].sig.known() {
				n++
			}
		}
		return n
	}
	if n := again.Skipped(); n != 1 || again.N() == 0 || unsigned() == 0 {
		t.Fatalf("%d skipped, N %d, %d groups without signature", n, again.N(), unsigned())
	}
	l.append(t, again, pages[5:]...)
	if err := again.check(); err != nil {
		t.Fatal(err)
	}
	if g := again.groups.ids[again.groups.all[again.entries()[0].blocks[0].group].key]; !again.groups.all[g].sig.known() {
		t.Error("the navigation is still without its signature")
	}
}

// TestFoldGaps: what lies before a hole is of no use, and backwards nothing goes.
func TestFoldGaps(t *testing.T) {
	cfg := testConfig(10, 0.8)
	l := &log{keep: 10}
	l.append(t, NewWindow(cfg), newSynthetic(42).pages(6)...)
	for name, entries := range map[string][]journal.Entry{
		"backwards": {l.entries[3], l.entries[2]},
		"twice":     {l.entries[0], l.entries[0]},
	} {
		if err := NewWindow(cfg).Fold(entries); !errors.Is(err, ErrGap) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, entries := range map[string][]journal.Entry{
		"trimmed": l.entries[3:],
		"hole":    append(l.entries[:2:2], l.entries[3:]...),
	} {
		w := NewWindow(cfg)
		if err := w.Fold(entries); err != nil || w.Head() != 6 || len(w.entries()) != 3 {
			t.Errorf("%s: %v, head %d, %d entries", name, err, w.Head(), len(w.entries()))
		}
	}
}

// version makes a page of an article with the given body.
func version(id, article string, at int64, body ...string) *pb.SegmentedPage {
	p := &pb.SegmentedPage{PageId: id, ArticleId: article, Site: "site", PageClass: pb.PageClass_PAGE_CLASS_ARTICLE,
		FetchedAt: timestamppb.New(time.Unix(at, 0))}
	for _, text := range body {
		p.Blocks = append(p.Blocks, block("body", text, "p", ""))
	}
	return p
}

func addAll(t *testing.T, w *Window, cold float32, pages ...*pb.SegmentedPage) {
	t.Helper()
	for _, p := range pages {
		scores := make([]float32, len(p.Blocks))
		for i := range scores {
			scores[i] = cold
		}
		if err := w.AddPage(p, scores); err != nil {
			t.Fatal(err)
		}
	}
}

func counts(t *testing.T, w *Window, p *pb.SegmentedPage) (n []int) {
	t.Helper()
	scored, err := w.Score(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range scored.Scores {
		n = append(n, int(b.SimilarPages))
	}
	return n
}

// TestOwnAddressCounts: of an article at its own address and a twin the former
// counts, whichever was fetched and comes later.
func TestOwnAddressCounts(t *testing.T) {
	const url = "https://site/a"
	article := canon.ArticleID(url)
	own := version("a1", article, 1, "shared by all", "own sentence")
	own.Url = url
	twin := version("a2", article, 2, "shared by all", "sentence of the print version")
	twin.Url = url + "?print=1"
	other := version("b", "b", 1, "sentence of the print version")
	for name, order := range map[string][]*pb.SegmentedPage{"twin last": {own, twin, other}, "twin first": {twin, other, own}} {
		w := NewWindow(testConfig(4, 0.8))
		addAll(t, w, 0.9, order...)
		if got := counts(t, w, own); w.N() != 2 || !slices.Equal(got, []int{1, 1}) {
			t.Errorf("%s: N = %d, own page counts %v", name, w.N(), got)
		}
		if got := counts(t, w, other); !slices.Equal(got, []int{1}) {
			t.Errorf("%s: what only the twin shares counts %v", name, got)
		}
	}
}

func TestVersionsAreOnePage(t *testing.T) {
	w := NewWindow(testConfig(4, 0.8))
	first := version("a1", "a", 1, "shared by all", "old sentence")
	second := version("a2", "a", 2, "shared by all", "new sentence entirely")
	other := version("b", "b", 1, "shared by all")
	addAll(t, w, 0.9, second, first, other) // the older version comes late
	if got := w.N(); got != 2 {
		t.Errorf("N = %d, want 2", got)
	}
	if got := counts(t, w, second); !slices.Equal(got, []int{2, 1}) {
		t.Errorf("newest: %v", got)
	}
	if got := counts(t, w, first); !slices.Equal(got, []int{2, 1}) {
		t.Errorf("superseded: %v: its own page counts", got)
	}
	w.Changed()
	addAll(t, w, 0.9, version("c", "c", 1, "x"), version("d", "d", 1, "y")) // a2 leaves
	if w.Holds("a2") || w.N() != 4 {
		t.Errorf("N = %d, want 4: the older version counts again", w.N())
	}
	if !slices.Contains(w.Changed(), "a1") {
		t.Error("the older version counts again and was not among the changed pages")
	}
}

func TestOnePageUnderTwoAddresses(t *testing.T) {
	const long = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " +
		"seventeen eighteen nineteen twenty twenty1 twenty2 twenty3 twenty4 twenty5 twenty6"
	w := NewWindow(testConfig(10, 0.8))
	a, b := version("a", "a", 1, long), version("b", "b", 1, long)
	addAll(t, w, 0.9, a, b)
	if w.N() != 1 || !slices.Equal(counts(t, w, a), []int{1}) {
		t.Errorf("N = %d, counts %v: one content is one page", w.N(), counts(t, w, a))
	}
	w = NewWindow(testConfig(10, 0.8))
	addAll(t, w, 0.1, a, b)
	if w.N() != 2 {
		t.Errorf("N = %d: pages with no content to speak of were taken for one", w.N())
	}
}

// TestWallsRecur: five addresses that give one text are a wall. Each of them
// hears of it, also when one comes to show something else, and hears again when
// there are fewer in the window.
func TestWallsRecur(t *testing.T) {
	const notice = "we have seen unusual requests from your network so before you go on to the page that you have asked for " +
		"please show that you are no robot by ticking the box that stands below"
	cfg := testConfig(20, 0.8)
	cfg.WallPages = 5
	w := NewWindow(cfg)
	var walls []*pb.SegmentedPage
	recurring := func(p *pb.SegmentedPage) bool {
		scored, err := w.Score(p)
		if err != nil {
			t.Fatal(err)
		}
		return scored.Recurring
	}
	for i := range 5 {
		id := fmt.Sprint("wall", i)
		walls = append(walls, version(id, id, 1, notice))
	}
	addAll(t, w, 0.9, walls[:4]...)
	addAll(t, w, 0.9, version("own", "own", 1, "what this page says is said by no other page of the site, and it is said here at some length "+
		"in so many words that it is taken for a page with a text of its own and not for a short notice"))
	w.Changed()
	if recurring(walls[0]) {
		t.Error("four addresses are a wall")
	}
	addAll(t, w, 0.9, walls[4])
	changed := w.Changed()
	for _, p := range walls[:4] {
		if !slices.Contains(changed, p.PageId) {
			t.Errorf("%s was not judged again", p.PageId)
		}
	}
	if slices.Contains(changed, "own") {
		t.Error("the page with a text of its own was judged again")
	}
	for _, p := range walls {
		if !recurring(p) {
			t.Errorf("%s is no wall", p.PageId)
		}
	}
	before := version("wall0-before", "wall0", 0, "this is what stood at the address before the wall came up in front of it, an article that no other "+
		"page of the site has and that is long enough to be counted as a page with a text of its own")
	if addAll(t, w, 0.9, before); recurring(before) || !recurring(walls[0]) {
		t.Error("what an address has shown before is taken for the wall, or the wall for it")
	}
	later := version("wall0-later", "wall0", 2, "now the page itself is given, and it says what nobody else says, at such a length that it "+
		"counts as a page with a text of its own, which is what those who asked for it had wanted all the time")
	addAll(t, w, 0.9, later) // the wall has gone from one address
	if recurring(later) || !recurring(walls[1]) {
		t.Error("the page is a wall, or the other four are none")
	}
	w.Changed()
	for i := range 13 { // until the first has left
		id := fmt.Sprint("page", i)
		addAll(t, w, 0.9, version(id, id, 3, "page of its own "+strings.Repeat(id+" ", 30)))
	}
	if recurring(walls[1]) || !slices.Contains(w.Changed(), "wall1") {
		t.Error("four addresses are a wall, or wall1 was not judged again")
	}
}

// TestUndated: where a twentieth of all pages show a date, at least five, those
// that stand there for good are no news, also when the dates have left the
// window. Each of them in the window hears of it, and hears again when there
// are too few dates; pages that only show no date are left alone.
func TestUndated(t *testing.T) {
	cfg := testConfig(8, 0.8)
	w, l := NewWindow(cfg), &log{keep: cfg.Window}
	n := 0
	add := func(d pb.Dateline) *pb.SegmentedPage {
		t.Helper()
		n++
		id := fmt.Sprint("page", n)
		p := version(id, id, int64(n), fmt.Sprintf("what page %d says of its matter is said by no other page of the site", n))
		p.Dateline = d
		l.append(t, w, p)
		return p
	}
	undated := func(w *Window, p *pb.SegmentedPage) bool {
		t.Helper()
		scored, err := w.Score(p)
		if err != nil {
			t.Fatal(err)
		}
		return scored.Undated
	}
	standing, silent := add(pb.Dateline_DATELINE_ABSENT), add(pb.Dateline_DATELINE_UNSPECIFIED)
	for range cfg.MinWindow - 1 {
		add(pb.Dateline_DATELINE_SHOWN)
	}
	w.Changed()
	if undated(w, standing) {
		t.Error("four dates are a custom")
	}
	add(pb.Dateline_DATELINE_SHOWN)
	if changed := w.Changed(); !slices.Contains(changed, standing.PageId) || slices.Contains(changed, silent.PageId) {
		t.Errorf("judged again: %q", changed)
	}
	if !undated(w, standing) || undated(w, silent) {
		t.Errorf("undated: the standing page %v, the silent one %v", undated(w, standing), undated(w, silent))
	}
	var last *pb.SegmentedPage
	for n < 100 {
		last = add(pb.Dateline_DATELINE_ABSENT)
	}
	fresh := NewWindow(cfg)
	if err := fresh.Fold(l.behind(0)); err != nil {
		t.Fatal(err)
	}
	if !undated(w, last) || !undated(fresh, last) {
		t.Errorf("the dates have left the window: undated %v, to a fresh worker %v", undated(w, last), undated(fresh, last))
	}
	w.Changed()
	add(pb.Dateline_DATELINE_ABSENT)
	if undated(w, last) || !slices.Contains(w.Changed(), last.PageId) {
		t.Error("five dates on 101 pages are a custom, or the page did not hear that they are none")
	}
}
