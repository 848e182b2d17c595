package redis

import (
	"context"
	"errors"
	"strconv"
	"time"

	goredis "github.com/redis/go-redis/v9"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store/internal/record"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// A site's counts are a hash, not a message, because Redis adds to them.
const (
	fetchedField     = "fetched"
	failedField      = "failed"
	articlesField    = "articles"
	listingsField    = "listings"
	wallsField       = "walls"
	otherField       = "other"
	lastFetchField   = "last_fetch"
	lastArticleField = "last_article"
)

// CountSite adds delta to a site's counts; of the times the later stays. A
// repeated call counts again.
func (s *Store) CountSite(ctx context.Context, token string, delta *pb.SiteStats) error {
	if err := record.CheckSite(token); err != nil {
		return err
	}
	args := []any{s.cfg.TTL.Milliseconds()}
	add := func(field string, n uint64) {
		if n > 0 {
			args = append(args, field, "+", n)
		}
	}
	add(fetchedField, delta.GetFetched())
	add(failedField, delta.GetFailed())
	add(articlesField, delta.GetArticles())
	add(listingsField, delta.GetListings())
	add(wallsField, delta.GetWalls())
	add(otherField, delta.GetOther())
	latest := func(field string, t *timestamppb.Timestamp) {
		if t != nil {
			args = append(args, field, ">", t.AsTime().UnixMilli())
		}
	}
	latest(lastFetchField, delta.GetLastFetch())
	latest(lastArticleField, delta.GetLastArticle())
	err := s.scripts.count.Run(ctx, s.client, []string{s.siteKey(token, "stats")}, args...).Err()
	if errors.Is(err, goredis.Nil) {
		return nil
	}
	return failed(err, "count site %s", token)
}

// SiteStats gives a site's counts; all zero when nothing was counted.
func (s *Store) SiteStats(ctx context.Context, token string) (*pb.SiteStats, error) {
	if err := record.CheckSite(token); err != nil {
		return nil, err
	}
	h, err := s.client.HGetAll(ctx, s.siteKey(token, "stats")).Result()
	if err != nil {
		return nil, failed(err, "read counts of site %s", token)
	}
	number := func(field string) uint64 {
		n, _ := strconv.ParseUint(h[field], 10, 64)
		return n
	}
	instant := func(field string) *timestamppb.Timestamp {
		ms, err := strconv.ParseInt(h[field], 10, 64)
		if err != nil {
			return nil
		}
		return timestamppb.New(time.UnixMilli(ms))
	}
	return &pb.SiteStats{
		Token:       token,
		Fetched:     number(fetchedField),
		Failed:      number(failedField),
		Articles:    number(articlesField),
		Listings:    number(listingsField),
		Walls:       number(wallsField),
		Other:       number(otherField),
		LastFetch:   instant(lastFetchField),
		LastArticle: instant(lastArticleField),
	}, nil
}
