package e2e

import (
	"math/rand/v2"
	"testing"
	"time"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

// kills is how often a worker is killed in the middle of its work.
const kills = 15

// TestWorkersKilled kills one worker after the other, of any stage and at any
// moment, and replaces it.
func TestWorkersKilled(t *testing.T) {
	f := startFleet(t)
	stages := pipeline.Stages()[1:]
	var crew []*process
	for i := range 2 * len(stages) {
		crew = append(crew, f.worker(stages[i%len(stages)]))
	}
	f.publish(thePages(t).pages)
	seed := rand.Uint64() // a chance to meet another moment each time
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	killed := 0
	for ; killed < kills && !f.isDrained(); killed++ {
		// Not a wait for anything: the crash may come at any moment.
		time.Sleep(time.Duration(20+r.IntN(300)) * time.Millisecond)
		i := r.IntN(len(crew))
		crew[i].kill()
		crew[i] = f.worker(stages[i%len(stages)])
	}
	f.drain()
	if killed < kills/2 {
		t.Errorf("the work was done after %d kills: too few to mean anything", killed)
	}
	f.check()
}

// TestRedisKilled takes Redis away twice while workers are in the middle of
// their pages, and brings it back with what it kept.
func TestRedisKilled(t *testing.T) {
	f := startFleet(t)
	f.work(2)
	f.disturbed(thePages(t).pages, 2, func() {
		f.redis.Kill()
		f.redis.Restart()
	})
	f.check()
}

// TestNATSKilled does the same with NATS.
func TestNATSKilled(t *testing.T) {
	f := startFleet(t)
	f.work(2)
	f.disturbed(thePages(t).pages, 2, func() {
		f.nats.kill()
		f.startNATS()
	})
	f.check()
}

// disturbed publishes pages, calls disturb at equal distances in the middle,
// while workers are busy, and waits until all is through.
func (f *fleet) disturbed(pages []*pb.Page, times int, disturb func()) {
	f.tb.Helper()
	part := len(pages)/(times+1) + 1
	for i := 0; len(pages) > 0; i++ {
		n := min(part, len(pages))
		f.publish(pages[:n])
		pages = pages[n:]
		if i == times {
			break
		}
		if f.waiting() == 0 {
			f.tb.Fatal("the workers were too fast to be disturbed")
		}
		disturb()
	}
	f.drain()
}

// TestDrain asks workers to end in the middle of their work. They must exit
// with 0 within their grace time and give back what they have not done: with
// this ack wait, a message that was left lying would not come again within
// the test.
func TestDrain(t *testing.T) {
	f := startFleetWith(t, time.Hour)
	var crew []*process
	for _, stage := range pipeline.Stages()[1:] {
		crew = append(crew, f.worker(stage))
	}
	pages := thePages(t).pages
	f.publish(pages)
	await(t, patience, "the workers are in the middle of it", func() bool {
		return len(f.articles()) > 0
	})
	for _, w := range crew {
		if code := w.terminate(30 * time.Second); code != 0 {
			t.Errorf("%s ended with exit code %d: %s", w.name, code, w.err.String())
		}
	}
	if f.waiting() == 0 {
		t.Fatal("the workers had nothing left to give back")
	}
	f.work(1)
	f.drain()
	f.check()
}
