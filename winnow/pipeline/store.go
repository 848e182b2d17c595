package pipeline

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/winnow-news/winnow/classifier"
	"github.com/winnow-news/winnow/comparer"
	"github.com/winnow-news/winnow/crawler"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store/bolt"
	"github.com/winnow-news/winnow/store/redis"
	"github.com/winnow-news/winnow/winnow/config"
)

// Store is all that outlives a process, behind the stages' own ports.
type Store interface {
	comparer.Journal
	classifier.Publications
	crawler.Frontier
	crawler.Cache
	crawler.Sites
	// RemoveSite forgets all of a site.
	RemoveSite(ctx context.Context, token string) error
	SiteStats(ctx context.Context, token string) (*pb.SiteStats, error)
	Close() error
}

// OpenStore opens Redis where it is configured, else the embedded store in the
// data folder.
func OpenStore(ctx context.Context, cfg config.Config, log *slog.Logger) (Store, error) {
	if len(cfg.Redis.Addrs) == 0 {
		return openBolt(cfg.Data)
	}
	rc := redis.DefaultConfig()
	rc.Addrs, rc.MasterName = cfg.Redis.Addrs, cfg.Redis.Master
	rc.Username, rc.Password, rc.DB, rc.Prefix = cfg.Redis.Username, cfg.Redis.Password, cfg.Redis.DB, cfg.Redis.Prefix
	rc.SentinelUsername, rc.SentinelPassword = cfg.Redis.SentinelUsername, cfg.Redis.SentinelPassword
	rc.ConnectWait = cfg.Redis.ConnectWait
	if cfg.Redis.TLS {
		rc.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	s, err := redis.Open(ctx, rc)
	if err != nil {
		return nil, unreachable(err)
	}
	for _, w := range s.Warnings() {
		log.Warn(w)
	}
	return s, nil
}

func openBolt(dir string) (Store, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, unreachable(fmt.Errorf("data folder: %w", err))
	}
	s, err := bolt.Open(storeFile(dir), bolt.DefaultConfig())
	if err != nil {
		return nil, folderError(dir, err)
	}
	return s, nil
}

func storeFile(dir string) string { return filepath.Join(dir, "winnow.db") }

// NeedStore gives ErrNoData where there is no store to open, neither Redis nor an
// embedded one that was made before, and ErrUnreachable where that cannot be found
// out.
func NeedStore(cfg config.Config) error {
	if len(cfg.Redis.Addrs) > 0 {
		return nil
	}
	_, err := os.Stat(storeFile(cfg.Data))
	return lookError(cfg.Data, err)
}
