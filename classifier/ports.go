package classifier

import (
	"context"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Cold is a model that judges the blocks of one page by the page alone. It
// must be deterministic and safe for concurrent use.
type Cold interface {
	// Scores writes the probability of content, 0..1, of each block of page
	// into dst, which is as long as page.Blocks.
	Scores(page *pb.SegmentedPage, dst []float32)
}

// Publisher puts articles on the wire. It returns once the article is stored.
// Publishing the same id and revision again is harmless.
type Publisher interface {
	PublishArticle(ctx context.Context, a *pb.Article) error
}

// Publications remembers what was last published of each article. It is
// shared by all workers.
type Publications interface {
	// Publication gives what is stored of an article; nil when nothing is.
	Publication(ctx context.Context, site, articleID string) (*pb.Publication, error)
	// SetPublication stores p if what is stored has revision expect (0:
	// nothing stored); else journal.ErrStale and nothing is written.
	SetPublication(ctx context.Context, site string, expect uint64, p *pb.Publication) error
}

// Counter counts what became of a site's pages. Deliveries repeat, so the
// counts are for people to look at.
type Counter interface {
	CountSite(ctx context.Context, site string, delta *pb.SiteStats) error
}
