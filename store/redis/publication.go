package redis

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	goredis "github.com/redis/go-redis/v9"
	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store"
	"github.com/winnow-news/winnow/store/internal/record"
	"google.golang.org/protobuf/proto"
)

// Publication gives what was last published of an article; nil when nothing
// was.
func (s *Store) Publication(ctx context.Context, site, articleID string) (*pb.Publication, error) {
	if err := record.CheckSite(site); err != nil {
		return nil, err
	}
	value, err := s.client.Get(ctx, s.publicationKey(site, articleID)).Result()
	if errors.Is(err, goredis.Nil) {
		return nil, nil
	}
	if err != nil {
		return nil, failed(err, "read publication %s of %s", articleID, site)
	}
	p, err := decodePublication(value)
	if err != nil {
		return nil, fmt.Errorf("read publication %s of %s: %w", articleID, site, err)
	}
	return p, nil
}

// SetPublication stores p if what is stored has revision expect (0: nothing
// is stored); else it returns journal.ErrStale. What is stored already may be
// stored again, so that a repeated call succeeds.
func (s *Store) SetPublication(ctx context.Context, site string, expect uint64, p *pb.Publication) error {
	if err := record.CheckPublication(site, p); err != nil {
		return err
	}
	value, err := encodePublication(p)
	if err != nil {
		return err
	}
	keys := []string{s.publicationKey(site, p.ArticleId)}
	stored, err := s.scripts.publish.Run(ctx, s.client, keys, expect, s.cfg.TTL.Milliseconds(), value).Bool()
	if err != nil {
		return failed(err, "set publication %s of %s", p.ArticleId, site)
	}
	if !stored {
		return journal.ErrStale
	}
	return nil
}

func (s *Store) publicationKey(site, articleID string) string {
	return s.siteKey(site, "publication:"+articleID)
}

// A publication is stored as its revision in decimal, a colon and the message.
func encodePublication(p *pb.Publication) ([]byte, error) {
	message, err := record.Marshal("publication "+p.GetArticleId(), p)
	if err != nil {
		return nil, err
	}
	b := append(strconv.AppendUint(nil, p.GetRevision(), 10), ':')
	return append(b, message...), nil
}

func decodePublication(value string) (*pb.Publication, error) {
	_, message, ok := strings.Cut(value, ":")
	p := new(pb.Publication)
	if !ok {
		return nil, store.ErrCorrupt
	}
	if err := proto.Unmarshal([]byte(message), p); err != nil {
		return nil, fmt.Errorf("%w: %v", store.ErrCorrupt, err)
	}
	return p, nil
}
