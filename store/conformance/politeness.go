package conformance

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/winnow-news/winnow/proto"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/types/known/timestamppb"
)

func politenessTests() []test {
	return []test{
		{"OneLeaseAHost", oneLeaseAHost},
		{"HostsHaveTheirTurnsApart", hostsApart},
		{"HostWaitsForItsNextTurn", hostWaits},
		{"LeaseExpires", leaseExpires},
		{"FinishAfterTheLeaseWasLost", finishAfterLoss},
		{"FinishAfterAnotherWorkerFinished", finishAfterAnother},
		{"TaskGivenBackIsDueAgain", givenBack},
		{"BlockWhileIdle", blockWhileIdle},
		{"BlockWhileLeased", blockWhileLeased},
		{"BlockOutlivesLease", blockOutlivesLease},
		{"PausedSiteIsNotGivenOut", pausedSite},
		{"PausedSiteLeavesItsHostToOthers", pausedOnSharedHost},
		{"PauseKeepsTurns", pauseKeepsTurns},
		{"LongestWaitingHostGoesFirst", longestWaiting},
		{"ManyWorkers", manyWorkers},
	}
}

func oneLeaseAHost(t *testing.T, s Store) {
	put(t, s, 3, task("a.org", "1", priority(1)), task("a.org", "2"), task("a.org:8080", "3", inSite("a_org__8080")))
	gives(t, s, epoch, "1")
	gives(t, s, epoch, "3") // another port is another host
	nothing(t, s, epoch)
	nothing(t, s, at(lease-time.Millisecond))
}

func hostsApart(t *testing.T, s Store) {
	put(t, s, 4, task("a.org", "1"), task("b.org", "1"), task("a.org", "2"), task("b.org", "2"))
	first, _ := next(t, s, epoch)
	second, _ := next(t, s, epoch)
	if first.GetHost() == second.GetHost() {
		t.Fatalf("both tasks are of %s", first.GetHost())
	}
	nothing(t, s, epoch)
}

func hostWaits(t *testing.T, s Store) {
	put(t, s, 2, task("a.org", "1", priority(1)), task("a.org", "2"))
	done(t, s, gives(t, s, epoch, "1"), at(400*time.Millisecond))
	equal(t, "ask again", nothing(t, s, epoch), at(400*time.Millisecond))
	put(t, s, 1, task("a.org", "3", priority(9))) // brings no turn forward
	nothing(t, s, at(399*time.Millisecond))
	gives(t, s, at(400*time.Millisecond), "3")
}

func leaseExpires(t *testing.T, s Store) {
	put(t, s, 2, task("a.org", "1", priority(1)), task("a.org", "2"))
	gives(t, s, epoch, "1")
	nothing(t, s, at(lease-time.Millisecond))
	gives(t, s, at(lease), "1")
	nothing(t, s, at(lease))
	done(t, s, gives(t, s, at(2*lease), "1"), at(2*lease))
	gives(t, s, at(2*lease), "2")
}

func finishAfterLoss(t *testing.T, s Store) {
	put(t, s, 2, task("a.org", "1", priority(1)), task("a.org", "2"))
	lost := gives(t, s, epoch, "1")
	put(t, s, 1, task("a.org", "3", priority(5)))
	holder := gives(t, s, at(lease), "3")
	done(t, s, lost, at(lease))
	equal(t, "state", lookup(t, s, lost.Url).State, pb.TaskState_TASK_STATE_DONE)
	nothing(t, s, at(lease)) // the other lease stands
	done(t, s, holder, at(lease))
	done(t, s, gives(t, s, at(lease), "2"), at(lease))
	nothing(t, s, at(9*lease))
}

func finishAfterAnother(t *testing.T, s Store) {
	put(t, s, 1, task("a.org", "1"))
	slow := gives(t, s, epoch, "1")
	quick := gives(t, s, at(lease), "1")
	quick.Due = timestamppb.New(at(2 * lease))
	ok(t, s.Finish(t.Context(), quick, at(lease)))
	slow.Due = timestamppb.New(at(3 * lease))
	ok(t, s.Finish(t.Context(), slow, at(lease)))
	nothing(t, s, at(2*lease))
	equal(t, "waiting", must[proto.FrontierStats](t)(s.Stats(t.Context(), "a_org")).Waiting, 1)
	done(t, s, gives(t, s, at(3*lease), "1"), at(3*lease))
	nothing(t, s, at(9*lease))
}

// givenBack is what a worker does that has to stop: it finishes the task as the
// frontier holds it.
func givenBack(t *testing.T, s Store) {
	put(t, s, 1, task("a.org", "1"))
	leased := gives(t, s, epoch, "1")
	ok(t, s.Finish(t.Context(), lookup(t, s, leased.Url), at(time.Second)))
	equal(t, "stats", must[proto.FrontierStats](t)(s.Stats(t.Context(), "a_org")), proto.FrontierStats{Waiting: 1, Due: 1})
	nothing(t, s, at(time.Second-time.Millisecond))
	gives(t, s, at(time.Second), "1")
}

func blockWhileIdle(t *testing.T, s Store) {
	put(t, s, 2, task("a.org", "1"), task("b.org", "2"))
	ok(t, s.Block(t.Context(), "a.org", at(time.Hour)))
	ok(t, s.Block(t.Context(), "a.org", at(time.Minute))) // the longest holds
	ok(t, s.Block(t.Context(), "unknown.org", at(time.Minute)))
	gives(t, s, epoch, "2")
	put(t, s, 1, task("a.org", "3", priority(1)))
	ok(t, s.Block(t.Context(), "b.org", at(9*time.Hour)))
	nothing(t, s, at(time.Hour-time.Millisecond))
	gives(t, s, at(time.Hour), "3")
}

func blockWhileLeased(t *testing.T, s Store) {
	put(t, s, 2, task("a.org", "1"), task("a.org", "2"))
	got, _ := next(t, s, epoch)
	ok(t, s.Block(t.Context(), "a.org", at(time.Hour)))
	done(t, s, got, at(time.Second))
	nothing(t, s, at(time.Hour-time.Millisecond))
	if got, _ := next(t, s, at(time.Hour)); got == nil {
		t.Fatal("nothing after the block")
	}
}

func blockOutlivesLease(t *testing.T, s Store) {
	put(t, s, 1, task("a.org", "1"))
	gives(t, s, epoch, "1")
	ok(t, s.Block(t.Context(), "a.org", at(time.Hour)))
	nothing(t, s, at(lease))
	nothing(t, s, at(time.Hour-time.Millisecond))
	gives(t, s, at(time.Hour), "1")
}

func pause(t *testing.T, s Store, token string, paused bool) {
	t.Helper()
	ok(t, s.PutSite(t.Context(), &pb.Site{Token: token, Paused: paused}))
}

func pausedSite(t *testing.T, s Store) {
	put(t, s, 3, task("a.org", "1"), task("www.a.org", "2", inSite("a_org")), task("b.org", "3"))
	pause(t, s, "a_org", true)
	gives(t, s, epoch, "3")
	nothing(t, s, epoch)
	put(t, s, 1, task("a.org", "4", priority(7)))
	nothing(t, s, at(time.Second))
	equal(t, "waiting", must[proto.FrontierStats](t)(s.Stats(t.Context(), "a_org")).Waiting, 3)
	pause(t, s, "a_org", false)
	got := make(map[string]bool)
	for range 2 {
		task, _ := next(t, s, at(time.Second))
		got[task.GetHost()] = true
	}
	equal(t, "hosts that go on", len(got), 2)
	nothing(t, s, at(time.Second))
}

func pausedOnSharedHost(t *testing.T, s Store) {
	put(t, s, 2, task("a.org", "en", inSite("a_org__en"), priority(9)), task("a.org", "sv", inSite("a_org__sv")))
	pause(t, s, "a_org__en", true)
	done(t, s, gives(t, s, epoch, "sv"), epoch)
	nothing(t, s, epoch)
	pause(t, s, "a_org__en", false)
	gives(t, s, epoch, "en")
}

func pauseKeepsTurns(t *testing.T, s Store) {
	put(t, s, 3, task("a.org", "1", priority(1)), task("a.org", "2"), task("b.org", "3"))
	ok(t, s.Block(t.Context(), "b.org", at(time.Hour)))
	leased := gives(t, s, epoch, "1")
	pause(t, s, "a_org", true)
	pause(t, s, "a_org", false)
	nothing(t, s, epoch) // still leased
	pause(t, s, "a_org", true)
	done(t, s, leased, at(time.Second))
	pause(t, s, "a_org", false)
	nothing(t, s, at(time.Second-time.Millisecond)) // still waits for its turn
	done(t, s, gives(t, s, at(time.Second), "2"), at(time.Second))
	pause(t, s, "b_org", true)
	nothing(t, s, at(2*time.Hour))
	pause(t, s, "b_org", false)
	gives(t, s, at(time.Hour), "3")
}

func longestWaiting(t *testing.T, s Store) {
	put(t, s, 6, task("a.org", "1", due(-time.Second)), task("b.org", "2", due(-time.Minute)),
		task("c.org", "3", due(-time.Hour)), task("a.org", "4", due(-time.Second)),
		task("b.org", "5", due(-time.Minute)), task("c.org", "6", due(-time.Hour)))
	for _, host := range []string{"c.org", "b.org", "a.org"} {
		got, _ := next(t, s, epoch)
		equal(t, "host", got.GetHost(), host)
		done(t, s, got, epoch)
	}
}

// manyWorkers crawls with several workers on a common clock and checks that no
// host is fetched twice at once and no task is lost or given twice.
func manyWorkers(t *testing.T, s Store) {
	const workers, hosts, each = 4, 6, 12
	for h := range hosts {
		var tasks []*pb.CrawlTask
		for i := range each {
			tasks = append(tasks, task(fmt.Sprintf("h%d.org", h), fmt.Sprint(i)))
		}
		put(t, s, each, tasks...)
	}
	crawl := &crawl{busy: make(map[string]bool), seen: make(map[string]int), left: hosts * each}
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for crawl.more() {
				if err := crawl.step(t, s); err != nil {
					t.Error(err)
					crawl.stop()
				}
			}
		})
	}
	wg.Wait()
	equal(t, "URLs fetched", len(crawl.seen), hosts*each)
}

type crawl struct {
	mu   sync.Mutex
	busy map[string]bool
	seen map[string]int
	left int
}

func (c *crawl) more() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.left > 0
}

func (c *crawl) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.left = 0
}

func (c *crawl) step(t *testing.T, s Store) error {
	got, _, err := s.Next(t.Context(), epoch, lease)
	if err != nil || got == nil {
		return err
	}
	if err := c.begin(got); err != nil {
		return err
	}
	got.State = pb.TaskState_TASK_STATE_DONE
	c.end(got)
	return s.Finish(t.Context(), got, epoch)
}

func (c *crawl) begin(task *pb.CrawlTask) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.busy[task.Host] {
		return fmt.Errorf("host %s was given out twice", task.Host)
	}
	if c.seen[task.Url]++; c.seen[task.Url] > 1 {
		return fmt.Errorf("%s was given out twice", strings.TrimPrefix(task.Url, "https://"))
	}
	c.busy[task.Host] = true
	return nil
}

// end marks the host free before Finish does, so that a rightful next turn is
// not taken for a fault.
func (c *crawl) end(task *pb.CrawlTask) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy[task.Host] = false
	c.left--
}
