package bolt

import (
	"context"
	"fmt"

	"go.etcd.io/bbolt"
	"google.golang.org/protobuf/proto"

	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store"
	"github.com/winnow-news/winnow/store/internal/record"
)

// Publication gives what was last published of an article; nil when nothing
// was.
func (s *Store) Publication(ctx context.Context, site, articleID string) (p *pb.Publication, err error) {
	if err := record.CheckSite(site); err != nil {
		return nil, err
	}
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		p, err = publication(tx, site, articleID)
		return err
	})
	return p, s.failed(err, "read publication %s of %s", articleID, site)
}

func publication(tx *bbolt.Tx, site, articleID string) (*pb.Publication, error) {
	_, value, ok := unstamp(tx.Bucket(publicationsBucket).Get(join(site, articleID)))
	if !ok {
		return nil, nil
	}
	p := new(pb.Publication)
	if err := proto.Unmarshal(value, p); err != nil {
		return nil, fmt.Errorf("%w: %v", store.ErrCorrupt, err)
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
	value, err := record.Marshal("publication "+p.ArticleId, p)
	if err != nil {
		return err
	}
	var stale error
	err = s.write(ctx, func(tx *bbolt.Tx) error {
		stale = nil
		stored, err := publication(tx, site, p.ArticleId)
		if err != nil {
			return err
		}
		if stored.GetRevision() != expect && !proto.Equal(stored, p) {
			stale = journal.ErrStale
			return nil
		}
		return tx.Bucket(publicationsBucket).Put(join(site, p.ArticleId), stamped(s.cfg.Now(), value))
	})
	if err != nil {
		return s.failed(err, "set publication %s of %s", p.ArticleId, site)
	}
	return stale
}
