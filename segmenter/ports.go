package segmenter

import (
	"context"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Publisher takes segmented pages on their way to the comparer.
type Publisher interface {
	// PublishBlocks returns when the page is stored durably; only then may
	// the message that it came from be acknowledged. Publishing a page_id
	// twice has the effect of publishing it once. Pages may be published in
	// any order and concurrently. An error that carries no class is
	// transient.
	PublishBlocks(ctx context.Context, page *pb.SegmentedPage) error
}
