package segmenter

import (
	"context"
	"fmt"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Stage segments pages and hands them on. It is safe for concurrent use.
type Stage struct {
	segmenter *Segmenter
	publisher Publisher
}

// NewStage joins a segmenter to the publisher of its results.
func NewStage(s *Segmenter, p Publisher) *Stage { return &Stage{segmenter: s, publisher: p} }

// Handle segments one page and publishes the result. It returns nil when the
// result is stored: the page may then be acknowledged. A page that cannot be
// segmented gives an error of class poison, a failed publish that of the
// publisher.
func (s *Stage) Handle(ctx context.Context, page *pb.Page) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	segmented, err := s.segmenter.Segment(page)
	if err != nil {
		return err
	}
	if err := s.publisher.PublishBlocks(ctx, segmented); err != nil {
		return fmt.Errorf("publishing blocks of %s: %w", page.GetUrl(), err)
	}
	return nil
}
