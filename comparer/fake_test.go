package comparer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// world is what outlives a worker: journals, stored pages and what was
// published.
type world struct {
	mu        sync.Mutex
	journals  map[string]*fakeJournal
	stored    map[string]*pb.SegmentedPage
	storedAt  map[string]time.Time
	revision  uint64
	revisions map[string]uint64
	published []*pb.ScoredPage
}

type fakeJournal struct {
	head    uint64
	sum     uint64 // of the last entry
	entries []journal.Entry
}

func newWorld() *world {
	return &world{journals: map[string]*fakeJournal{}, stored: map[string]*pb.SegmentedPage{}, storedAt: map[string]time.Time{}, revisions: map[string]uint64{}}
}

var (
	errCrashed = errors.New("the worker is dead")
	errFlaky   = errors.New("the line broke")
)

// worker is one process' way to the world. It can break down at any call: die
// before or after the call has had its effect, or lose the answer.
type worker struct {
	*world
	mu       sync.Mutex
	rnd      *rand.Rand
	crash    float64 // chance at each moment before or behind an effect
	flaky    float64 // chance that the answer to a call is lost
	conflict float64 // chance that an append is refused for no reason
	death    int     // the moment at which the worker dies; 0: never
	moments  int
	dead     bool
}

func (w *world) worker(seed uint64) *worker {
	return &worker{world: w, rnd: rand.New(rand.NewPCG(seed, 3))}
}

// call does effect, unless the worker is or falls dead.
func (k *worker) call(effect func() error) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.falls() {
		return errCrashed
	}
	k.world.mu.Lock()
	err := effect()
	k.world.mu.Unlock()
	if k.falls() {
		return errCrashed
	}
	if k.rnd.Float64() < k.flaky {
		return errFlaky
	}
	return err
}

// falls reports whether the worker is dead: it is asked before and behind each
// effect.
func (k *worker) falls() bool {
	k.moments++
	k.dead = k.dead || k.moments == k.death || k.rnd.Float64() < k.crash
	return k.dead
}

func (k *worker) Read(_ context.Context, site string, after uint64) (entries []journal.Entry, err error) {
	err = k.call(func() error {
		entries, _ = k.read(site, after)
		return nil
	})
	return entries, err
}

func (w *world) read(site string, after uint64) ([]journal.Entry, uint64) {
	j := w.journals[site]
	if j == nil {
		return nil, 0
	}
	i := slices.IndexFunc(j.entries, func(e journal.Entry) bool { return e.Seq > after })
	if i < 0 {
		return nil, j.head
	}
	return slices.Clone(j.entries[i:]), j.head
}

func (k *worker) Append(_ context.Context, site string, head journal.Head, keep int, entries []journal.Entry) (at journal.Head, err error) {
	err = k.call(func() error {
		if k.rnd.Float64() < k.conflict {
			return journal.ErrConflict
		}
		at, err = k.append(site, head, keep, entries)
		return err
	})
	return at, err
}

func (w *world) append(site string, head journal.Head, keep int, entries []journal.Entry) (journal.Head, error) {
	j := w.journals[site]
	if j == nil {
		j = &fakeJournal{}
		w.journals[site] = j
	}
	if (head != journal.Head{Seq: j.head, Sum: j.sum}) {
		return journal.Head{}, journal.ErrConflict
	}
	for _, e := range entries {
		j.head++
		e.Seq = j.head
		j.entries = append(j.entries, e)
	}
	if drop := len(j.entries) - keep; drop > 0 {
		j.entries = slices.Clone(j.entries[drop:])
	}
	j.sum = head.Behind(entries...).Sum
	return journal.Head{Seq: j.head, Sum: j.sum}, nil
}

func (k *worker) PutSegmented(_ context.Context, page *pb.SegmentedPage) (revision uint64, err error) {
	err = k.call(func() error {
		k.revision++
		revision = k.revision
		k.stored[page.PageId] = proto.CloneOf(page)
		k.storedAt[page.PageId], k.revisions[page.PageId] = time.Now(), revision
		return nil
	})
	return revision, err
}

func (k *worker) Segmented(_ context.Context, _, pageID string) (page *pb.SegmentedPage, err error) {
	err = k.call(func() error {
		page = k.stored[pageID]
		if page == nil {
			return fmt.Errorf("page %s: %w", pageID, fs.ErrNotExist)
		}
		return nil
	})
	return page, err
}

func (k *worker) DeleteSegmented(_ context.Context, _ string, revisions map[string]uint64) error {
	return k.call(func() error {
		for id, revision := range revisions {
			if k.revisions[id] == revision {
				delete(k.stored, id)
			}
		}
		return nil
	})
}

func (k *worker) PublishScored(_ context.Context, page *pb.ScoredPage) error {
	return k.call(func() error {
		k.published = append(k.published, page)
		return nil
	})
}
