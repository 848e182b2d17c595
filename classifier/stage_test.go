package classifier

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/winnow-news/winnow/classifier/internal/pagetext"
	"github.com/winnow-news/winnow/proto/failure"
	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// scoredPage makes a page with one paragraph of the given words.
func scoredPage(t testing.TB, url, words string, fetched int64, position uint64, class pb.PageClass) *pb.ScoredPage {
	t.Helper()
	s, err := pagetext.Parse(fmt.Sprintf(`@url %s
@title %s
body
  article
    p |+ %s, which was said at the town hall on Monday, is what this article is about, and it goes on for long enough to be one by any count of words.
    p.more |+ A second paragraph follows.`, url, words, words))
	if err != nil {
		t.Fatal(err)
	}
	s.Page.PageClass = class
	s.Page.FetchedAt = &timestamppb.Timestamp{Seconds: fetched}
	s.Position = position
	return s
}

const (
	isArticle = pb.PageClass_PAGE_CLASS_ARTICLE
	isListing = pb.PageClass_PAGE_CLASS_LISTING
	isWall    = pb.PageClass_PAGE_CLASS_WALL
	storyURL  = "https://x.example/story"
)

// recleaned is s as it is judged later, when its second paragraph has turned
// out to be template.
func recleaned(s *pb.ScoredPage, position uint64) *pb.ScoredPage {
	r := proto.CloneOf(s)
	r.Position, r.Rejudged = position, true
	r.Scores[1].Template = true
	return r
}

// recurring is s as it is judged later, when the site has given its content
// under many addresses.
func recurring(s *pb.ScoredPage, position uint64) *pb.ScoredPage {
	r := proto.CloneOf(s)
	r.Position, r.Rejudged, r.Recurring = position, true, true
	return r
}

// undated is s as it is judged later, when the site's articles have been seen
// to show dates.
func undated(s *pb.ScoredPage, position uint64) *pb.ScoredPage {
	r := proto.CloneOf(s)
	r.Position, r.Rejudged, r.Undated = position, true, true
	return r
}

func handle(t *testing.T, s *Stage, pages ...*pb.ScoredPage) {
	t.Helper()
	for _, p := range pages {
		if err := s.Handle(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
}

func events(articles []*pb.Article) []string {
	var e []string
	for _, a := range articles {
		e = append(e, a.Event.String())
	}
	return e
}

func TestEvents(t *testing.T) {
	first := scoredPage(t, storyURL, "The first version", 100, 5, isArticle)
	second := scoredPage(t, storyURL, "The corrected version", 200, 9, isArticle)
	gone := scoredPage(t, storyURL, "A list", 300, 11, isListing)
	wall := scoredPage(t, storyURL, "Accept cookies", 400, 12, isWall)
	later := proto.CloneOf(first)
	later.Position = 8
	again := proto.CloneOf(first) // what the page has shown first, fetched once more
	again.Page.FetchedAt, again.Position = &timestamppb.Timestamp{Seconds: 300}, 10
	secondLater := proto.CloneOf(second)
	secondLater.Position = 13
	tests := []struct {
		name  string
		pages []*pb.ScoredPage
		want  []string
	}{
		{"new", []*pb.ScoredPage{first}, []string{"NEW"}},
		{"delivered twice", []*pb.ScoredPage{first, first}, []string{"NEW"}},
		{"judged again, unchanged", []*pb.ScoredPage{first, later}, []string{"NEW"}},
		{"recleaned", []*pb.ScoredPage{first, recleaned(first, 8)}, []string{"NEW", "RECLEANED"}},
		{"stale judgement", []*pb.ScoredPage{first, recleaned(first, 8), later}, []string{"NEW", "RECLEANED"}},
		{"updated", []*pb.ScoredPage{first, second}, []string{"NEW", "UPDATED"}},
		{"older page judged later", []*pb.ScoredPage{first, second, recleaned(first, 20)}, []string{"NEW", "UPDATED"}},
		{"older page comes late", []*pb.ScoredPage{second, first}, []string{"NEW"}},
		{"retracted", []*pb.ScoredPage{first, gone, gone}, []string{"NEW", "RETRACTED"}},
		{"back again", []*pb.ScoredPage{first, gone, scoredPage(t, storyURL, "Back", 500, 30, isArticle)}, []string{"NEW", "RETRACTED", "UPDATED"}},
		{"taken back", []*pb.ScoredPage{first, second, again, again}, []string{"NEW", "UPDATED", "UPDATED"}},
		{"taken back, judged again", []*pb.ScoredPage{first, second, again, recleaned(first, 12), secondLater}, []string{"NEW", "UPDATED", "UPDATED", "RECLEANED"}},
		{"back again as it was", []*pb.ScoredPage{first, scoredPage(t, storyURL, "A list", 200, 9, isListing), again}, []string{"NEW", "RETRACTED", "UPDATED"}},
		{"never an article", []*pb.ScoredPage{gone}, nil},
		{"was an article before it was known", []*pb.ScoredPage{gone, first}, nil},
		{"found to be a wall", []*pb.ScoredPage{first, recurring(first, 8)}, []string{"NEW", "RETRACTED"}},
		{"once a wall, always a wall", []*pb.ScoredPage{first, recurring(first, 7), later, recleaned(first, 9)}, []string{"NEW", "RETRACTED"}},
		{"walled", []*pb.ScoredPage{first, recurring(second, 9), secondLater}, []string{"NEW"}},
		{"walled, and as before", []*pb.ScoredPage{first, recurring(second, 9), again}, []string{"NEW"}},
		{"walled, and corrected", []*pb.ScoredPage{first, recurring(second, 9), scoredPage(t, storyURL, "Corrected", 500, 30, isArticle)}, []string{"NEW", "UPDATED"}},
		{"found to be walled", []*pb.ScoredPage{first, second, recurring(second, 11), secondLater, again}, []string{"NEW", "UPDATED", "RETRACTED", "UPDATED"}},
		{"walled, then no article", []*pb.ScoredPage{first, recurring(second, 9), gone}, []string{"NEW", "RETRACTED"}},
		{"known to be a wall", []*pb.ScoredPage{recurring(first, 8), first}, nil},
		{"found to be undated", []*pb.ScoredPage{first, undated(first, 8)}, []string{"NEW", "RETRACTED"}},
		{"undated no more", []*pb.ScoredPage{first, undated(first, 7), later}, []string{"NEW", "RETRACTED", "RECLEANED"}},
		{"known to be undated", []*pb.ScoredPage{undated(first, 8), first}, nil},
		{"a wall says nothing", []*pb.ScoredPage{first, wall}, []string{"NEW"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld()
			handle(t, w.stage(t), tt.pages...)
			if got := events(w.published); !slices.Equal(got, tt.want) {
				t.Errorf("events %v, want %v", got, tt.want)
			}
			for i, a := range w.published[min(1, len(w.published)):] {
				if a.Revision <= w.published[i].Revision {
					t.Errorf("revision %d behind %d", a.Revision, w.published[i].Revision)
				}
			}
		})
	}
}

func TestRevisionFollowsPosition(t *testing.T) {
	w := newWorld()
	handle(t, w.stage(t), scoredPage(t, storyURL, "One", 100, 40, isArticle))
	if r := w.published[0].Revision; r != 40 {
		t.Errorf("revision %d, want the position 40", r)
	}
}

func TestRetractionGoesWhereTheArticleWent(t *testing.T) {
	w := newWorld()
	first := scoredPage(t, storyURL, "One", 100, 5, isArticle)
	first.Page.Language = "sv"
	gone := scoredPage(t, storyURL, "List", 200, 6, isListing)
	handle(t, w.stage(t), first, gone)
	a := w.published[1]
	if a.Event != pb.Article_RETRACTED || a.Language != "sv" || a.Text != "" || a.Id != first.Page.ArticleId {
		t.Errorf("retraction %v", a)
	}
}

// Who subscribes to one language only has to hear that the article is gone,
// also when a worker dies at any point of telling it.
func TestArticleThatChangesItsLanguageIsRetractedUnderTheOld(t *testing.T) {
	for _, point := range []string{"", "before publish", "after publish", "before confirm"} {
		t.Run("crash "+point, func(t *testing.T) {
			w := newWorld()
			s := w.stage(t)
			first := scoredPage(t, storyURL, "One", 100, 5, isArticle)
			first.Page.Language = "und"
			second := scoredPage(t, storyURL, "Ett", 200, 6, isArticle)
			second.Page.Language = "sv"
			third := scoredPage(t, storyURL, "Eins", 300, 7, isArticle)
			third.Page.Language = "de"
			handle(t, s, first)
			w.fail = func(call string) error {
				if call == point {
					return errCrash
				}
				return nil
			}
			if err := s.Handle(t.Context(), second); (err != nil) != (point != "") {
				t.Fatalf("Handle = %v", err)
			}
			w.fail = nil
			handle(t, s, third)
			last := map[string]string{}
			for _, a := range w.published {
				last[a.Language] = a.Event.String()
			}
			want := map[string]string{"und": "RETRACTED", "sv": "RETRACTED", "de": "UPDATED"}
			if !maps.Equal(last, want) {
				t.Errorf("last events by language %v, want %v", last, want)
			}
			if a := w.last()[first.Page.ArticleId]; a.Language != "de" {
				t.Errorf("the highest revision is in %q, want de", a.Language)
			}
			holdRevisions(t, 0, w)
		})
	}
}

func TestCounts(t *testing.T) {
	w := newWorld()
	s := w.stage(t)
	article := scoredPage(t, storyURL, "One", 100, 5, isArticle)
	listing := scoredPage(t, "https://x.example/list", "List", 100, 0, isListing)
	unknown := recurring(scoredPage(t, "https://x.example/robots", "Robots", 100, 7, isArticle), 7)
	unknown.Rejudged = false
	handle(t, s, article, article, recleaned(article, 6), listing, listing,
		scoredPage(t, "https://x.example/wall", "Wall", 100, 0, isWall), unknown, unknown,
		scoredPage(t, "https://x.example/shop", "Shop", 100, 0, pb.PageClass_PAGE_CLASS_PRODUCT))
	want := &pb.SiteStats{Articles: 1, Listings: 1, Walls: 2, Other: 1}
	if !proto.Equal(&w.stats, want) {
		t.Errorf("counted %v, want %v", &w.stats, want)
	}
}

// A page that is judged again may overtake its own first verdict, between any
// two steps of it. It counts all the same, and once.
func TestCountsWhicheverVerdictIsFirst(t *testing.T) {
	article := scoredPage(t, storyURL, "One", 100, 5, isArticle)
	guide := undated(scoredPage(t, "https://x.example/guide", "How to", 100, 5, isArticle), 5)
	guide.Rejudged = false
	again := func(p *pb.ScoredPage, position uint64) *pb.ScoredPage {
		p = proto.CloneOf(p)
		p.Position, p.Rejudged = position, true
		return p
	}
	for _, tt := range []struct {
		name        string
		own, second *pb.ScoredPage
		want        *pb.SiteStats
	}{
		{"article", article, recleaned(article, 6), &pb.SiteStats{Articles: 1}},
		{"other", guide, again(guide, 6), &pb.SiteStats{Other: 1}},
		{"article that turns out to be none", article, undated(article, 6), &pb.SiteStats{Other: 1}},
	} {
		for _, point := range []string{"before read", "after read", "after announce", "after publish"} {
			t.Run(tt.name+" "+point, func(t *testing.T) {
				w := newWorld()
				s := w.stage(t)
				overtaken := false
				w.fail = func(call string) error {
					if call == point && !overtaken {
						overtaken = true
						w.mu.Unlock()
						handle(t, s, tt.second)
						w.mu.Lock()
					}
					return nil
				}
				handle(t, s, tt.own, tt.own, tt.second)
				if !proto.Equal(&w.stats, tt.want) {
					t.Errorf("counted %v, want %v", &w.stats, tt.want)
				}
			})
		}
	}
}

func TestBadPagesArePoison(t *testing.T) {
	s := newWorld().stage(t)
	for _, bad := range []*pb.ScoredPage{nil, {}, {Page: &pb.SegmentedPage{PageId: "p", Site: "s"}}} {
		err := s.Handle(t.Context(), bad)
		if !errors.Is(err, ErrNoPage) || failure.ClassOf(err) != failure.ClassPoison {
			t.Errorf("Handle(%v) = %v", bad, err)
		}
	}
}

func TestContentionIsTransient(t *testing.T) {
	w := newWorld()
	w.fail = func(call string) error {
		if call == "before announce" {
			return journal.ErrStale
		}
		return nil
	}
	err := w.stage(t).Handle(t.Context(), scoredPage(t, storyURL, "One", 100, 5, isArticle))
	if !errors.Is(err, ErrContended) || failure.ClassOf(err) != failure.ClassTransient {
		t.Errorf("Handle = %v", err)
	}
}

// A crash at any point, then the same message again: the article is published,
// and every repetition is the same to the byte.
func TestCrashRepeatsThePublication(t *testing.T) {
	for _, point := range []string{
		"before read", "after read", "before announce", "after announce", "before publish", "after publish",
		"before confirm", "after confirm", "before count", "after count",
	} {
		t.Run(point, func(t *testing.T) {
			w := newWorld()
			s := w.stage(t)
			crashed := false
			w.fail = func(call string) error {
				if call == point && !crashed {
					crashed = true
					return errCrash
				}
				return nil
			}
			page := scoredPage(t, storyURL, "One", 100, 5, isArticle)
			if err := s.Handle(t.Context(), page); !errors.Is(err, errCrash) {
				t.Fatalf("Handle = %v, want the crash", err)
			}
			handle(t, s, page)
			if len(w.published) == 0 {
				t.Fatal("the article was never published")
			}
			for _, a := range w.published {
				if !proto.Equal(a, w.published[0]) {
					t.Errorf("published %v, then %v", w.published[0], a)
				}
			}
			if w.stored[page.Page.ArticleId].Pending {
				t.Error("the publication is still pending")
			}
		})
	}
}

// So is a repetition by another delivery of the page, which was fetched again
// since.
func TestPageFetchedAgainRepeatsThePublication(t *testing.T) {
	w := newWorld()
	s := w.stage(t)
	w.fail = func(call string) error {
		if call == "before confirm" {
			return errCrash
		}
		return nil
	}
	page := scoredPage(t, storyURL, "One", 100, 5, isArticle)
	if err := s.Handle(t.Context(), page); !errors.Is(err, errCrash) {
		t.Fatal(err)
	}
	w.fail = nil
	again := proto.CloneOf(page)
	again.Page.FetchedAt.Seconds = 200
	handle(t, s, again, page)
	if len(w.published) != 2 {
		t.Fatalf("%d publications, want 2", len(w.published))
	}
	holdRevisions(t, 0, w)
}

// A worker that dies behind its announcement leaves a publication that nobody
// may rely on: the same text, judged later by another, is published by it.
func TestPendingIsNotReliedOn(t *testing.T) {
	w := newWorld()
	s := w.stage(t)
	w.fail = func(call string) error {
		if call == "before publish" {
			return errCrash
		}
		return nil
	}
	page := scoredPage(t, storyURL, "One", 100, 5, isArticle)
	if err := s.Handle(t.Context(), page); !errors.Is(err, errCrash) {
		t.Fatal(err)
	}
	w.fail = nil
	later := proto.CloneOf(page)
	later.Position = 6
	handle(t, s, later, page)
	if got := events(w.published); !slices.Equal(got, []string{"NEW"}) {
		t.Errorf("events %v, want one NEW", got)
	}
}

// history is what may be said of three articles over time.
func history(t testing.TB) []*pb.ScoredPage {
	other, third := "https://x.example/other", "https://x.example/third"
	one := scoredPage(t, storyURL, "The first version", 100, 5, isArticle)
	two := scoredPage(t, storyURL, "The second version", 200, 9, isArticle)
	two.Page.Language = "sv"
	a := scoredPage(t, other, "Another story", 110, 6, isArticle)
	b := scoredPage(t, third, "A third story", 120, 7, isArticle)
	wall := scoredPage(t, "https://x.example/fourth", "No robots", 120, 8, isArticle)
	return []*pb.ScoredPage{
		one, two, recleaned(one, 9), recleaned(two, 12), a, recleaned(a, 12),
		scoredPage(t, other, "Now a list", 300, 0, isListing), recleaned(a, 20),
		b, scoredPage(t, third, "Now a list", 150, 0, isListing), scoredPage(t, third, "Now a story", 170, 14, isArticle),
		scoredPage(t, third, "Cookies", 180, 0, isWall),
		wall, recurring(wall, 16),
	}
}

// reading is what of the last state of every article a reader would see.
func reading(w *world) map[string]string {
	r := map[string]string{}
	for id, a := range w.last() {
		if a.Event != pb.Article_RETRACTED {
			r[id] = a.Title + "\n" + a.Text
		}
	}
	return r
}

// Metamorphic: shuffled, delivered repeatedly, crashing anywhere, by several
// workers at once, the same verdicts end in the same articles.
func TestAnyDeliveryEndsInTheSameArticles(t *testing.T) {
	pages := history(t)
	plain := newWorld()
	handle(t, plain.stage(t), pages...)
	want := reading(plain)
	if len(want) != 2 {
		t.Fatalf("%d articles, want 2", len(want))
	}
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		w := newWorld()
		if seed%3 > 0 {
			w.fail = func(string) error { // called under the world's lock
				if rng.IntN(12) == 0 {
					return errCrash
				}
				return nil
			}
		}
		deliver(t, w, pages, rng, 1+int(seed%4))
		got := reading(w)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("seed %d: articles %v, want %v", seed, got, want)
		}
		holdRevisions(t, seed, w)
	}
}

// deliver gives each page once or twice, in any order, to workers that take it
// again when it fails.
func deliver(t *testing.T, w *world, pages []*pb.ScoredPage, rng *rand.Rand, workers int) {
	queue := slices.Concat(pages, pages[:rng.IntN(len(pages))])
	rng.Shuffle(len(queue), func(i, j int) { queue[i], queue[j] = queue[j], queue[i] })
	var mu sync.Mutex
	next := func() *pb.ScoredPage {
		mu.Lock()
		defer mu.Unlock()
		if len(queue) == 0 {
			return nil
		}
		p := queue[0]
		queue = queue[1:]
		return p
	}
	again := func(p *pb.ScoredPage) {
		mu.Lock()
		defer mu.Unlock()
		queue = append(queue, p)
	}
	s := w.stage(t)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for p := next(); p != nil; p = next() {
				if err := s.Handle(t.Context(), p); err != nil {
					again(p)
				}
			}
		})
	}
	wg.Wait()
}

// holdRevisions checks that one revision of an article is one text.
func holdRevisions(t *testing.T, seed uint64, w *world) {
	t.Helper()
	seen := map[string]*pb.Article{}
	for _, a := range w.published {
		key := fmt.Sprintf("%s-%d", a.Id, a.Revision)
		if have := seen[key]; have != nil && !proto.Equal(have, a) {
			t.Fatalf("seed %d: two articles under %s:\n%v\n%v", seed, key, have, a)
		}
		seen[key] = a
	}
}
