package control

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

// Open gives the Admin of the configured pipeline: on Redis where it is
// configured; else of the process that runs on the data folder or on the NATS
// server; else on the folder's store itself, which is made where there is none.
func Open(ctx context.Context, cfg config.Config, version string, log *slog.Logger) (Admin, error) {
	if remote, err := openRemote(ctx, cfg, log); err != nil || remote != nil {
		return remote, err
	}
	return openLocal(ctx, cfg, version, log)
}

// OpenExisting is Open for those who only look: it gives pipeline.ErrNoData
// instead of making a store.
func OpenExisting(ctx context.Context, cfg config.Config, version string, log *slog.Logger) (Admin, error) {
	if remote, err := openRemote(ctx, cfg, log); err != nil || remote != nil {
		return remote, err
	}
	if err := pipeline.NeedStore(cfg); err != nil {
		return nil, err
	}
	return openLocal(ctx, cfg, version, log)
}

func openLocal(ctx context.Context, cfg config.Config, version string, log *slog.Logger) (Admin, error) {
	cores, err := pipeline.NewCores(cfg, version)
	if err != nil {
		return nil, err
	}
	cfg.Redis.ConnectWait = 0 // there is somebody in front of the screen
	store, err := pipeline.OpenStore(ctx, cfg, log)
	if err != nil {
		return nil, err
	}
	seed, err := pipeline.Seeder(cfg, cores, store, log)
	if err != nil {
		_ = store.Close()
		return nil, err
	}
	drop := func(ctx context.Context, token string) error {
		m, err := pipeline.LookAtBus(ctx, cfg, log)
		switch {
		case errors.Is(err, pipeline.ErrNoData) && len(cfg.Redis.Addrs) > 0: // they would stay for good
			return fmt.Errorf("%w: nats.url is empty: the site's pages, which are to be deleted as well, are stored on the fleet's NATS server; name it with --nats", config.ErrConfig)
		case errors.Is(err, pipeline.ErrNoData): // no page has ever been stored
			return nil
		}
		if err != nil {
			return err
		}
		defer m.Close()
		return m.DropSegmented(ctx, token)
	}
	return &owner{NewLocal(store, cores, seed, drop), store}, nil
}

// openRemote gives an Admin that asks a running process; nil when the store is
// Redis or nobody answers.
func openRemote(ctx context.Context, cfg config.Config, log *slog.Logger) (Admin, error) {
	m, err := pipeline.ConnectRunning(ctx, cfg, log)
	if err != nil || m == nil {
		return nil, err
	}
	remote := NewRemote(m.Bus, m.Close)
	if _, err := remote.Frontier(ctx); err != nil {
		m.Close()
		if errors.Is(err, bus.ErrNobodyAnswers) {
			return nil, nil
		}
		return nil, err
	}
	return remote, nil
}

// owner is a Local that closes its store.
type owner struct {
	*Local
	store pipeline.Store
}

// Close closes the store.
func (o *owner) Close() { _ = o.store.Close() }
