package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"time"

	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/proto"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/winnow/config"
	"github.com/winnow-news/winnow/winnow/metrics"
)

// monitor is what the process tells those who watch over it, and where.
type monitor struct {
	*metrics.Metrics
	listener net.Listener
}

// openMonitor begins to listen where the configuration says; it gives nil where
// nobody is to look.
func openMonitor(cfg config.Config, o Options) (*monitor, error) {
	if cfg.Metrics.Listen == "" {
		return nil, nil
	}
	l, err := net.Listen("tcp", cfg.Metrics.Listen)
	if err != nil {
		return nil, unreachable(fmt.Errorf("metrics.listen: %w", err))
	}
	o.Log.Info("can be watched", "metrics", "http://"+l.Addr().String()+"/metrics")
	return &monitor{metrics.New(o.Version), l}, nil
}

// observe tells the monitor and the program of a message that a stage has
// settled.
func (p *Pipeline) observe(o bus.Observation) {
	if p.monitor != nil {
		p.monitor.Settled(o)
	}
	if p.options.Observe != nil {
		p.options.Observe(o)
	}
}

// world is what all processes share.
type world struct {
	*bus.Bus
	Store
}

// Stats counts a frontier that takes long to count for all processes, and not
// again before fifty times as long has passed: it is they together who keep the
// store from its work.
func (w world) Stats(ctx context.Context, site string) (stats proto.FrontierStats, err error) {
	const quick = 50 * time.Millisecond
	key := "frontier stats/" + site
	if b, ok, err := w.CacheGet(ctx, key); err == nil && ok && json.Unmarshal(b, &stats) == nil {
		return stats, nil
	}
	started := time.Now()
	stats, err = w.Store.Stats(ctx, site)
	if took := time.Since(started); err == nil && took > quick {
		if b, err := json.Marshal(stats); err == nil {
			_ = w.CachePut(ctx, key, b, 50*took) // else the next one counts
		}
	}
	return stats, err
}

// monitored is a store that tells the monitor what is counted of sites.
type monitored struct {
	Store
	monitor *monitor
}

func (m monitored) CountSite(ctx context.Context, token string, delta *pb.SiteStats) error {
	m.monitor.Counted(delta)
	return m.Store.CountSite(ctx, token, delta)
}
