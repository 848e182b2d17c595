package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/proto"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// World is what all processes share: it is asked whenever somebody looks.
type World interface {
	// Pending gives what every stream holds.
	Pending(ctx context.Context) ([]bus.QueueStatus, error)
	// Storing gives an error when NATS does not store what this process
	// publishes, though it may answer otherwise.
	Storing() error
	// Stats counts the URLs of the frontier; site "" means all. It may take
	// the longer the more hosts there are, and give what was counted before.
	Stats(ctx context.Context, site string) (proto.FrontierStats, error)
	// Site looks up one site, at once.
	Site(ctx context.Context, token string) (*pb.Site, error)
}

// askWait bounds how long somebody who looks waits for NATS, and for the store.
const askWait = 3 * time.Second

// pending, stats and answers ask the world within askWait each: while one of the
// servers is away, the other is asked all the same. A NATS that does not store is
// as good as away, but what the streams hold is known.
func pending(ctx context.Context, w World) ([]bus.QueueStatus, error) {
	ctx, cancel := context.WithTimeout(ctx, askWait)
	defer cancel()
	queues, err := w.Pending(ctx)
	if err == nil {
		err = w.Storing()
	}
	return queues, err
}

func stats(ctx context.Context, w World) (proto.FrontierStats, error) {
	ctx, cancel := context.WithTimeout(ctx, askWait)
	defer cancel()
	return w.Stats(ctx, "")
}

// answers asks the store the least that it can be asked: probes are many, and a
// frontier that takes long to count is not away.
func answers(ctx context.Context, w World) error {
	ctx, cancel := context.WithTimeout(ctx, askWait)
	defer cancel()
	_, err := w.Site(ctx, "any")
	return err
}

// watch is a collector that asks the world, for one who looks: a collector is
// given no context. What does not answer is left out, and winnow_up says so.
type watch struct {
	ctx   context.Context
	world World
}

var (
	up       = desc("winnow_up", "Whether NATS and the store answer this process, and NATS stores what it publishes.", "server")
	messages = desc("winnow_stream_messages", "Messages that a stream holds.", "stream")
	size     = desc("winnow_stream_bytes", "Bytes that a stream holds.", "stream")
	limit    = desc("winnow_stream_limit_bytes", "Bytes from which a stream refuses, so that the stage before it waits.", "stream")
	waiting  = desc("winnow_stream_waiting", "Messages that no worker has taken yet.", "stream")
	inWork   = desc("winnow_stream_in_work", "Messages that workers have in hand.", "stream")
	frontier = desc("winnow_frontier_urls", "URLs of the frontier; due ones count as waiting, too.", "state")
)

func desc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, labels, nil)
}

func (w watch) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{up, messages, size, limit, waiting, inWork, frontier} {
		ch <- d
	}
}

func (w watch) Collect(ch chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, value float64, label string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, label)
	}
	queues, err := pending(w.ctx, w.world)
	gauge(up, bit(err == nil), "nats")
	for _, q := range queues {
		gauge(messages, float64(q.Messages), q.Stream)
		gauge(size, float64(q.Bytes), q.Stream)
		if q.MaxBytes > 0 {
			gauge(limit, float64(q.MaxBytes), q.Stream)
		}
		if q.Consumer != "" {
			gauge(waiting, float64(q.Waiting), q.Stream)
			gauge(inWork, float64(q.AckPending), q.Stream)
		}
	}
	err = answers(w.ctx, w.world)
	gauge(up, bit(err == nil), "store")
	if err != nil {
		return
	}
	urls, err := stats(w.ctx, w.world)
	if err != nil {
		return
	}
	for state, n := range map[string]int{
		"waiting": urls.Waiting, "due": urls.Due, "leased": urls.Leased, "done": urls.Done, "given_up": urls.Quarantined,
	} {
		gauge(frontier, float64(n), state)
	}
}

func bit(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
