package bus

import (
	"context"
	"fmt"

	"github.com/winnow-news/winnow/proto/stream"
)

// LastArticle gives the sequence of the article that was published last; 0
// when none ever was.
func (b *Bus) LastArticle(ctx context.Context) (uint64, error) {
	s, err := b.js.Stream(ctx, stream.Articles)
	if err != nil {
		return 0, fmt.Errorf("stream %s: %w", stream.Articles, err)
	}
	return s.CachedInfo().State.LastSeq, nil
}
