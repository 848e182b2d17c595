package e2e

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/winnow-news/winnow/bus/bustest"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// reference keeps the articles of the single process: of the run that nothing
// disturbs.
var reference struct {
	once     sync.Once
	articles map[string]*pb.Article
}

// theArticles runs `winnow ingest` in one process, on the embedded server and
// store, the first time that they are asked for.
func theArticles(tb testing.TB) map[string]*pb.Article {
	tb.Helper()
	c := thePages(tb)
	reference.once.Do(func() {
		out := winnow(tb, 0, "ingest", c.dir, "--json", "--data", tb.TempDir(), "--log-level", "warn", "--set", window)
		reference.articles = parseArticles(tb, out)
	})
	if len(reference.articles) == 0 {
		tb.Fatal("the single process has given no articles")
	}
	return reference.articles
}

// check compares a fleet that has worked all pages off with the reference.
func (f *fleet) check() {
	f.tb.Helper()
	f.noDeadLetters()
	f.checkJournals()
	sameArticles(f.tb, f.articles(), theArticles(f.tb))
}

func TestSingleProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process")
	}
	checkTruth(t, theArticles(t))
}

func TestOneWorkerEach(t *testing.T) {
	f := startFleet(t)
	f.work(1)
	winnow(t, 0, append([]string{"ingest", "--submit", thePages(t).dir}, f.flags()...)...)
	f.drain()
	f.check()
}

func TestFourWorkersEach(t *testing.T) {
	f := startFleet(t)
	f.work(4)
	f.publish(thePages(t).pages)
	f.drain()
	f.check()
}

func TestShuffled(t *testing.T) {
	f := startFleet(t)
	f.work(1)
	f.publish(shuffled(thePages(t).pages, 1))
	f.drain()
	f.check()
}

func shuffled(pages []*pb.Page, seed uint64) []*pb.Page {
	pages = slices.Clone(pages)
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(pages), func(i, j int) { pages[i], pages[j] = pages[j], pages[i] })
	return pages
}

// TestEverythingTwice repeats each message of each queue, so that every stage
// gets everything twice. The stages answer some repetitions with publications
// of their own, which are repeated as well.
func TestEverythingTwice(t *testing.T) {
	f := startFleet(t)
	twice := bustest.Dial(t, f.natsURL()).Double()
	f.work(2)
	f.publish(thePages(t).pages)
	f.settle(twice)
	f.check()
}

// settle waits until all messages have been repeated and all repetitions are
// through: until a look at the drained queues finds that nothing has been
// published since the look before.
func (f *fleet) settle(twice *bustest.Doubler) {
	f.tb.Helper()
	for seen := int64(-1); ; {
		now := twice.Settled()
		f.drain()
		if now == seen {
			return
		}
		seen = now
	}
}
