package cli

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/winnow-news/winnow/winnow/pipeline"
)

// messaging runs do with a connection to NATS, for commands that look at what
// the streams hold.
func (a *app) messaging(ctx context.Context, do func(*pipeline.Messaging) error) error {
	cfg, err := a.load()
	if err != nil {
		return err
	}
	m, err := pipeline.LookAtBus(ctx, cfg, a.logger(cfg.Log))
	if err != nil {
		return err
	}
	defer m.Close()
	err = do(m)
	answered := !errors.Is(err, context.DeadlineExceeded)
	if err != nil && answered && !m.Owned() && lacksStreams(ctx, m) {
		return notFoundf("the NATS server has none of Winnow's streams; winnow topology apply creates them")
	}
	return m.Explain(err)
}

// lacksStreams reports whether a server misses streams that every command
// needs.
func lacksStreams(ctx context.Context, m *pipeline.Messaging) bool {
	diff, err := m.Diff(ctx)
	return err == nil && slices.ContainsFunc(diff, func(line string) bool { return strings.HasSuffix(line, "is missing") })
}
