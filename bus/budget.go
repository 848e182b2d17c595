package bus

import (
	"context"
	"fmt"

	"github.com/winnow-news/winnow/proto/stream"
	"golang.org/x/sync/semaphore"
)

// budgets bound the bytes in flight. Every destination has its own: were there
// one for all, publishers that wait for a full queue would hold the bytes that
// the next stage needs to empty it.
type budgets struct {
	size int64
	of   map[string]*semaphore.Weighted
}

func newBudgets(size int64) budgets {
	b := budgets{size: size, of: map[string]*semaphore.Weighted{}}
	for _, name := range []string{
		stream.Pages, stream.Blocks, stream.Scored, stream.Articles, stream.Dead, stream.SegmentedBucket,
	} {
		b.of[name] = semaphore.NewWeighted(size)
	}
	return b
}

// acquire takes a payload's share of a destination's budget. A payload above
// the whole budget goes alone.
func (b budgets) acquire(ctx context.Context, destination string, bytes int) (release func(), err error) {
	budget, weight := b.of[destination], min(int64(bytes), b.size)
	if err := budget.Acquire(ctx, weight); err != nil {
		return nil, fmt.Errorf("wait for bytes in flight to %s: %w", destination, err)
	}
	return func() { budget.Release(weight) }, nil
}
