package comparer

import (
	"context"
	"time"

	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Journal keeps the records of each site's last pages. Implementations are safe
// for concurrent use; their errors say what was being done, and those without a
// class are transient.
type Journal interface {
	// Read gives the kept entries behind position after, in order. If entries
	// behind after have been trimmed, it gives all that is kept: the first
	// entry's Seq is then greater than after+1 and the reader starts anew.
	Read(ctx context.Context, site string, after uint64) ([]journal.Entry, error)
	// Append adds entries behind head, atomically and in one round trip, keeps
	// the last keep entries, and gives the new head. journal.ErrConflict means
	// that the journal does not end with head; after any other error it is not
	// known whether anything was written. A journal that ends at the same
	// position with another entry is another journal, and a conflict.
	Append(ctx context.Context, site string, head journal.Head, keep int, entries []journal.Entry) (journal.Head, error)
}

// Pages holds the segmented pages of all windows, so that a page can be judged
// again without the network. Implementations are safe for concurrent use.
type Pages interface {
	// PutSegmented stores page under its site and page_id, over what stood
	// there, and gives a revision: never 0, and greater than those before.
	PutSegmented(ctx context.Context, page *pb.SegmentedPage) (revision uint64, err error)
	// Segmented gives a stored page. When it is absent,
	// errors.Is(err, fs.ErrNotExist) holds.
	Segmented(ctx context.Context, site, pageID string) (*pb.SegmentedPage, error)
	// DeleteSegmented removes the given revisions, by page_id. A page that
	// was stored again since stays; one that is absent is no error.
	DeleteSegmented(ctx context.Context, site string, revisions map[string]uint64) error
}

// PageLister is what a Pages may also be. With it the stage removes stored pages
// that were left behind, when it first loads a site and once in W positions.
type PageLister interface {
	// SegmentedBefore gives the revisions of the site's stored pages that
	// were stored before t, by page_id.
	SegmentedBefore(ctx context.Context, site string, t time.Time) (map[string]uint64, error)
}

// ColdScorer gives the probability of content that one page alone gives.
type ColdScorer interface {
	// ColdScores stands parallel to page.Blocks, each 0..1. It is a pure
	// function of the page and safe for concurrent use.
	ColdScores(page *pb.SegmentedPage) []float32
}

// Publisher sends scored pages on. It is safe for concurrent use and returns
// when the message is durable.
type Publisher interface {
	PublishScored(ctx context.Context, page *pb.ScoredPage) error
}
