package control

import (
	"context"
	"log/slog"

	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

// Open gives the Admin of the configured pipeline: on Redis where it is
// configured; else of the process that runs on the data folder; else on the
// folder's store itself.
func Open(ctx context.Context, cfg config.Config, version string, log *slog.Logger) (Admin, error) {
	if m, err := pipeline.ConnectRunning(ctx, cfg, log); err != nil {
		return nil, err
	} else if m != nil {
		return NewRemote(m.Bus, m.Close), nil
	}
	cores, err := pipeline.NewCores(cfg, version)
	if err != nil {
		return nil, err
	}
	store, err := pipeline.OpenStore(ctx, cfg, log)
	if err != nil {
		return nil, err
	}
	seed, err := pipeline.Seeder(cfg, cores, store, log)
	if err != nil {
		_ = store.Close()
		return nil, err
	}
	return &owner{NewLocal(store, cores, seed), store}, nil
}

// owner is a Local that closes its store.
type owner struct {
	*Local
	store pipeline.Store
}

// Close closes the store.
func (o *owner) Close() { _ = o.store.Close() }
