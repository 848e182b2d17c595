package bolt

import (
	"context"
	"fmt"

	"go.etcd.io/bbolt"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store"
	"github.com/winnow-news/winnow/store/internal/record"
)

// CountSite adds delta to a site's counts; of the times the later stays. A
// repeated call counts again.
func (s *Store) CountSite(ctx context.Context, token string, delta *pb.SiteStats) error {
	if err := record.CheckSite(token); err != nil {
		return err
	}
	err := s.write(ctx, func(tx *bbolt.Tx) error {
		sum, err := siteStats(tx, token)
		if err != nil {
			return err
		}
		sum.Fetched += delta.GetFetched()
		sum.Failed += delta.GetFailed()
		sum.Articles += delta.GetArticles()
		sum.Listings += delta.GetListings()
		sum.Walls += delta.GetWalls()
		sum.Other += delta.GetOther()
		sum.LastFetch = later(sum.LastFetch, delta.GetLastFetch())
		sum.LastArticle = later(sum.LastArticle, delta.GetLastArticle())
		value, err := record.Marshal("counts of site "+token, sum)
		if err != nil {
			return err
		}
		return tx.Bucket(statsBucket).Put([]byte(token), stamped(s.cfg.Now(), value))
	})
	return s.failed(err, "count site %s", token)
}

func later(a, b *timestamppb.Timestamp) *timestamppb.Timestamp {
	if a == nil || b != nil && b.AsTime().After(a.AsTime()) {
		return b
	}
	return a
}

// SiteStats gives a site's counts; all zero when nothing was counted.
func (s *Store) SiteStats(ctx context.Context, token string) (stats *pb.SiteStats, err error) {
	if err := record.CheckSite(token); err != nil {
		return nil, err
	}
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		stats, err = siteStats(tx, token)
		return err
	})
	return stats, s.failed(err, "read counts of site %s", token)
}

func siteStats(tx *bbolt.Tx, token string) (*pb.SiteStats, error) {
	stats := &pb.SiteStats{Token: token}
	_, value, ok := unstamp(tx.Bucket(statsBucket).Get([]byte(token)))
	if !ok {
		return stats, nil
	}
	if err := proto.Unmarshal(value, stats); err != nil {
		return nil, fmt.Errorf("counts of site %s: %w: %v", token, store.ErrCorrupt, err)
	}
	return stats, nil
}
