package classifier

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/proto"
)

// world is everything outside of the stage: what is remembered, what was
// published and counted. It can fail before and after each effect.
type world struct {
	mu        sync.Mutex
	stored    map[string]*pb.Publication
	published []*pb.Article
	stats     pb.SiteStats
	// fail is asked before and after each effect; nil never fails.
	fail func(call string) error
}

var errCrash = errors.New("crash")

func newWorld() *world { return &world{stored: map[string]*pb.Publication{}} }

// do runs effect unless it is to fail; it may fail behind it, too.
func (w *world) do(call string, effect func() error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fail != nil {
		if err := w.fail("before " + call); err != nil {
			return err
		}
	}
	if err := effect(); err != nil {
		return err
	}
	if w.fail != nil {
		return w.fail("after " + call)
	}
	return nil
}

func (w *world) PublishArticle(_ context.Context, a *pb.Article) error {
	return w.do("publish", func() error {
		w.published = append(w.published, proto.CloneOf(a))
		return nil
	})
}

func (w *world) Publication(_ context.Context, _, articleID string) (p *pb.Publication, err error) {
	err = w.do("read", func() error {
		if stored := w.stored[articleID]; stored != nil {
			p = proto.CloneOf(stored)
		}
		return nil
	})
	return p, err
}

func (w *world) SetPublication(_ context.Context, _ string, expect uint64, p *pb.Publication) error {
	call := "confirm"
	if p.GetPending() {
		call = "announce"
	}
	return w.do(call, func() error {
		if w.stored[p.ArticleId].GetRevision() != expect {
			return journal.ErrStale
		}
		w.stored[p.ArticleId] = proto.CloneOf(p)
		return nil
	})
}

func (w *world) CountSite(_ context.Context, _ string, delta *pb.SiteStats) error {
	return w.do("count", func() error {
		w.stats.Articles += delta.Articles
		w.stats.Listings += delta.Listings
		w.stats.Walls += delta.Walls
		w.stats.Other += delta.Other
		return nil
	})
}

// last gives what a consumer has of each article: the highest revision.
func (w *world) last() map[string]*pb.Article {
	last := map[string]*pb.Article{}
	for _, a := range w.published {
		if have := last[a.Id]; have == nil || a.Revision > have.Revision {
			last[a.Id] = a
		}
	}
	return last
}

func (w *world) stage(t testing.TB) *Stage { return NewStage(newClassifier(t), w, w, w) }
