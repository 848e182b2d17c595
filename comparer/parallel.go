package comparer

import (
	"context"

	"golang.org/x/sync/errgroup"
)

// Each effect waits for a disk somewhere; one behind the other they would hold
// a site's window many times longer. What the effects of one step have in
// common is that their order does not matter.

// each calls f for every item, at most Parallel at a time, and leaves its error
// in the item.
func (s *Stage) each(items []*item, f func(*item) error) {
	var g errgroup.Group
	g.SetLimit(s.cfg.Parallel)
	for _, it := range items {
		g.Go(func() error {
			it.err = f(it)
			return nil
		})
	}
	_ = g.Wait()
}

// all calls f for 0 … n-1, at most Parallel at a time, and returns the first
// error, which ends the others. Without an error f was called for all.
func (s *Stage) all(ctx context.Context, n int, f func(ctx context.Context, i int) error) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(s.cfg.Parallel)
	for i := range n {
		g.Go(func() error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return f(ctx, i)
		})
	}
	return g.Wait()
}
