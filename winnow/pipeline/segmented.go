package pipeline

import (
	"context"
	"fmt"
	"time"

	"github.com/winnow-news/winnow/bus"
)

// segmentedPages is the bucket as the comparer asks for it.
type segmentedPages struct{ *bus.Bus }

// SegmentedBefore gives the revisions of the site's pages that were stored
// before t, by page id.
func (p *segmentedPages) SegmentedBefore(ctx context.Context, site string, t time.Time) (map[string]uint64, error) {
	stored, err := p.SegmentedKeys(ctx, site)
	if err != nil {
		return nil, fmt.Errorf("listing segmented pages: %w", err)
	}
	old := make(map[string]uint64)
	for _, s := range stored {
		if s.Stored.Before(t) {
			old[s.PageID] = s.Revision
		}
	}
	return old, nil
}
