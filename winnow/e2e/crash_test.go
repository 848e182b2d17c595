package e2e

import (
	"errors"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/winnow-news/winnow/bus/bustest"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

// kills is how often a worker is killed in the middle of its work.
const kills = 15

// TestWorkersKilled kills one worker after the other, of any stage and at any
// moment, and replaces it.
func TestWorkersKilled(t *testing.T) {
	f := startFleet(t)
	f.survive(thePages(t).pages, func(int) {})
	f.check()
}

// TestWorkersKilledInASmallWindow does the same where the pages of a site do
// not fit into its window. What is said of them then depends on their order,
// but none may be lost: neither those that a dead worker owed when they left
// the window, nor those that are in it.
func TestWorkersKilledInASmallWindow(t *testing.T) {
	f := startFleet(t, "comparer.window=8")
	f.survive(thePages(t).pages, func(int) {})
	f.noDeadLetters()
	f.checkSmallJournals(8)
	checkTruth(t, f.articles())
}

// survive takes pages through two workers of each stage while one worker
// after the other is killed and replaced; meanwhile is called with the number
// of those that have been.
func (f *fleet) survive(pages []*pb.Page, meanwhile func(killed int)) {
	f.tb.Helper()
	stages := pipeline.Stages()[1:]
	var crew []*process
	for i := range 2 * len(stages) {
		crew = append(crew, f.worker(stages[i%len(stages)]))
	}
	seed := rand.Uint64() // a chance to meet another moment each time
	f.tb.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for killed := range kills {
		f.publish(pages[killed*len(pages)/kills : (killed+1)*len(pages)/kills])
		meanwhile(killed)
		// Not a wait for anything: the crash may come at any moment.
		time.Sleep(time.Duration(r.IntN(200)) * time.Millisecond)
		i := r.IntN(len(crew))
		crew[i].kill()
		crew[i] = f.worker(stages[i%len(stages)])
	}
	f.work(1) // a worker that starts while Redis is away ends with an error
	f.drain()
}

// TestRedisKilled takes Redis away twice while workers are in the middle of
// their pages, and brings it back with what it kept.
func TestRedisKilled(t *testing.T) {
	f := startFleet(t)
	f.disturbed(func() {
		f.redis.Kill()
		f.redis.Restart()
	})
	f.check()
}

// TestNATSKilled does the same with NATS.
func TestNATSKilled(t *testing.T) {
	f := startFleet(t)
	f.disturbed(func() {
		f.nats.kill()
		f.startNATS()
	})
	f.check()
}

// TestNATSLost takes NATS away for good, with all that it held, when pages are in
// their sites' journals and have not been judged, and gives the fleet an empty one:
// whoever publishes the pages once more has every article.
func TestNATSLost(t *testing.T) {
	f := startFleet(t)
	pages := thePages(t).pages
	f.publish(pages)
	f.worker("segment")
	f.worker("compare")
	f.awaitBacklog(len(pages) / 3)
	f.nats.kill()
	if err := os.RemoveAll(f.dir); err != nil {
		t.Fatal(err)
	}
	f.startNATS()
	await(t, patience, "the streams are there", func() bool { return f.bus.Apply(t.Context()) == nil })
	f.publish(pages)
	f.worker("classify")
	f.drain()
	f.check()
}

// TestSingleProcessKilled kills an ingest, with the NATS server and the store
// that it holds, again and again. The last one, which comes to its end, leaves
// a file for each article, as if nothing had happened.
func TestSingleProcessKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	out := t.TempDir()
	ingest := []string{"ingest", thePages(t).dir, "--out", out, "--data", t.TempDir(), "--log-level", "warn", "--set", window}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for range 5 {
		p := start(t, roleWinnow, ingest...)
		time.Sleep(time.Duration(200+r.IntN(1500)) * time.Millisecond) // a crash may come at any moment
		p.kill()
	}
	winnow(t, 0, ingest...)
	sameArticles(t, articlesIn(t, out), theArticles(t))
}

// articlesIn reads the articles that --out has written.
func articlesIn(tb testing.TB, dir string) map[string]*pb.Article {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.json"))
	if err != nil {
		tb.Fatal(err)
	}
	var lines strings.Builder
	for _, f := range files {
		b, err := os.ReadFile(f)
		if errors.Is(err, fs.ErrNotExist) {
			continue // retracted meanwhile
		}
		if err != nil {
			tb.Fatal(err)
		}
		lines.Write(b)
	}
	return parseArticles(tb, lines.String())
}

// TestEverythingKilled kills workers, NATS and Redis in turn while somebody has
// subscribed, who misses nothing.
func TestEverythingKilled(t *testing.T) {
	f := startFleet(t)
	out := t.TempDir()
	sub := start(t, roleWinnow, "sub", "--all", "--out", out, "--nats", f.natsURL(), "--log-level", "warn")
	f.survive(thePages(t).pages, func(killed int) {
		switch killed % 5 {
		case 1, 3:
			f.nats.kill()
			f.startNATS()
		case 4:
			f.redis.Kill()
			f.redis.Restart()
		}
	})
	f.check()
	want := f.articles()
	await(t, patience, "the subscriber has every article", func() bool {
		got := articlesIn(t, out)
		return maps.EqualFunc(got, want, func(a, b *pb.Article) bool { return a.GetRevision() == b.GetRevision() })
	})
	if code := sub.terminate(patience); code != 0 {
		t.Errorf("the subscriber ended with %d: %s", code, sub.err.String())
	}
}

// disturbed takes the pages through two workers of each stage and calls
// disturb when a third, and when two thirds, of them have been segmented.
func (f *fleet) disturbed(disturb func()) {
	f.tb.Helper()
	pages := thePages(f.tb).pages
	f.publish(pages)
	f.work(2)
	for _, left := range []int{2 * len(pages) / 3, len(pages) / 3} {
		f.awaitBacklog(left)
		disturb()
	}
	f.drain()
}

// TestAllAtOnce shuffles the pages, repeats every message, kills workers one
// after the other and takes Redis away meanwhile.
func TestAllAtOnce(t *testing.T) {
	f := startFleet(t)
	twice := bustest.Dial(t, f.natsURL()).Double()
	f.survive(shuffled(thePages(t).pages, 2), func(killed int) {
		if killed%5 == 4 {
			f.redis.Kill()
			f.redis.Restart()
		}
	})
	f.settle(twice)
	f.check()
}

// TestDrain asks workers to end in the middle of their work. They must exit
// with 0 within their grace time and give back what they have not done: with
// this ack wait, a message that was left lying would not come again within
// the test.
func TestDrain(t *testing.T) {
	f := startFleetWith(t, time.Hour)
	pages := thePages(t).pages
	f.publish(pages)
	var crew []*process
	for _, stage := range pipeline.Stages()[1:] {
		crew = append(crew, f.worker(stage))
	}
	f.awaitBacklog(2 * len(pages) / 3)
	for _, w := range crew {
		if code := w.terminate(30 * time.Second); code != 0 {
			t.Errorf("%s ended with exit code %d: %s", w.name, code, w.err.String())
		}
	}
	if f.isDrained() {
		t.Fatal("the workers had nothing left to give back")
	}
	f.work(1)
	f.drain()
	f.check()
}
