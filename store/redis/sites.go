package redis

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	goredis "github.com/redis/go-redis/v9"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store"
	"github.com/winnow-news/winnow/store/internal/record"
	"google.golang.org/protobuf/proto"
)

// Sites gives the registry, ordered by token.
func (s *Store) Sites(ctx context.Context) ([]*pb.Site, error) {
	stored, err := s.client.HGetAll(ctx, s.registryKey()).Result()
	if err != nil {
		return nil, failed(err, "list sites")
	}
	sites := make([]*pb.Site, 0, len(stored))
	for _, token := range slices.Sorted(maps.Keys(stored)) {
		site, err := decodeSite(token, stored[token])
		if err != nil {
			return nil, err
		}
		sites = append(sites, site)
	}
	return sites, nil
}

// Site gives one site; nil when it is unknown.
func (s *Store) Site(ctx context.Context, token string) (*pb.Site, error) {
	stored, err := s.client.HGet(ctx, s.registryKey(), token).Result()
	if errors.Is(err, goredis.Nil) {
		return nil, nil
	}
	if err != nil {
		return nil, failed(err, "read site %s", token)
	}
	return decodeSite(token, stored)
}

func decodeSite(token, stored string) (*pb.Site, error) {
	site := new(pb.Site)
	if err := proto.Unmarshal([]byte(stored), site); err != nil {
		return nil, fmt.Errorf("site %s: %w: %v", token, store.ErrCorrupt, err)
	}
	return site, nil
}

// PutSite stores a site. While it is paused, Next gives none of its tasks:
// the mark is copied to every partition of the frontier. It may be repeated
// when it failed halfway.
func (s *Store) PutSite(ctx context.Context, site *pb.Site) error {
	token := site.GetToken()
	if err := record.CheckSite(token); err != nil {
		return err
	}
	stored, err := record.Marshal("site "+token, site)
	if err != nil {
		return err
	}
	if err := s.client.HSet(ctx, s.registryKey(), token, stored).Err(); err != nil {
		return failed(err, "store site %s", token)
	}
	return s.eachPartition(func(_ int, p partition) error {
		err := s.scripts.pause.Run(ctx, s.client, p.keys(p.paused(), p.site(token)),
			token, flag(site.GetPaused()), s.cfg.TTL.Milliseconds()).Err()
		return noReply(err, "pause site %s", token)
	})
}

func flag(b bool) string {
	if b {
		return "1"
	}
	return "0"
}
