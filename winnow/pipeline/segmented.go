package pipeline

import (
	"context"
	"fmt"
	"time"

	"github.com/winnow-news/winnow/bus"
)

// segmentedPages is the bucket as the comparer asks for it.
type segmentedPages struct{ *bus.Bus }

// SegmentedBefore gives the ids of the site's pages that were stored before t.
func (p *segmentedPages) SegmentedBefore(ctx context.Context, site string, t time.Time) ([]string, error) {
	stored, err := p.SegmentedKeys(ctx, site)
	if err != nil {
		return nil, fmt.Errorf("listing segmented pages: %w", err)
	}
	var old []string
	for _, s := range stored {
		if s.Stored.Before(t) {
			old = append(old, s.PageID)
		}
	}
	return old, nil
}
