package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/winnow-news/winnow/winnow/control"
	"github.com/winnow-news/winnow/winnow/pipeline"
)

// statusReport is what status prints.
type statusReport struct {
	// NATS and Streams are absent on a folder on which no stage has run yet.
	NATS    *natsStatus    `json:"nats,omitempty"`
	Streams []streamStatus `json:"streams,omitempty"`
	// Sites and Frontier are absent where there is no store to ask.
	Sites    *int                    `json:"sites,omitempty"`
	Frontier *control.FrontierReport `json:"frontier,omitempty"`
}

type natsStatus struct {
	URL        string `json:"url"`
	Version    string `json:"version"`
	StoreBytes uint64 `json:"store_bytes"`
}

type streamStatus struct {
	Stream      string `json:"stream"`
	Messages    uint64 `json:"messages"`
	Bytes       uint64 `json:"bytes"`
	Consumer    string `json:"consumer,omitempty"`
	Waiting     uint64 `json:"waiting"`
	InWork      int    `json:"in_work"`
	Redelivered int    `json:"redelivered"`
}

func (a *app) status() *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Show the state of streams, frontier and sites",
		Long: `Show what the streams hold, what the stages have in work, and how far the crawl
is: of the process that runs on the data folder, of the folder itself when none
does, or of --nats and --redis.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			var r statusReport
			err := a.messaging(ctx, func(m *pipeline.Messaging) error { return r.askBus(ctx, m) })
			if err != nil && !errors.Is(err, pipeline.ErrNoData) {
				return err
			}
			err = a.look(ctx, func(admin control.Admin) error { return r.askStore(ctx, admin) })
			if err != nil && (r.NATS == nil || !errors.Is(err, pipeline.ErrNoData)) {
				return err
			}
			if a.json {
				return a.printJSON(r)
			}
			a.printStatus(r)
			return nil
		},
	}
}

func (r *statusReport) askBus(ctx context.Context, m *pipeline.Messaging) error {
	s, err := m.Status(ctx)
	if err != nil {
		return err
	}
	r.NATS = &natsStatus{URL: s.URL, Version: s.ServerVersion, StoreBytes: s.StoreBytes}
	for _, q := range s.Queues {
		r.Streams = append(r.Streams, streamStatus{
			Stream: q.Stream, Messages: q.Messages, Bytes: q.Bytes, Consumer: q.Consumer,
			Waiting: q.Waiting, InWork: q.AckPending, Redelivered: q.Redelivered,
		})
	}
	return nil
}

func (r *statusReport) askStore(ctx context.Context, admin control.Admin) error {
	sites, err := admin.Sites(ctx)
	if err != nil {
		return err
	}
	f, err := admin.Frontier(ctx)
	if err != nil {
		return err
	}
	r.Sites, r.Frontier = new(len(sites)), &f
	return nil
}

func (a *app) printStatus(r statusReport) {
	if r.NATS == nil {
		fmt.Fprintln(a.Out, "no streams: nothing has run on the data folder yet, and --nats names no other server")
	} else {
		a.printStreams(r)
	}
	if f := r.Frontier; f != nil {
		fmt.Fprintf(a.Out, "%s; frontier: %d waiting, %d due, %d being fetched, %d done, %d given up\n",
			count(*r.Sites, "site"), f.Waiting, f.Due, f.Leased, f.Done, f.GivenUp)
	}
}

func (a *app) printStreams(r statusReport) {
	fmt.Fprintf(a.Out, "NATS %s at %s, %.1f MiB stored\n", r.NATS.Version, r.NATS.URL, float64(r.NATS.StoreBytes)/(1<<20))
	fmt.Fprintf(a.Out, "%-12s %10s %10s  %-10s %8s %8s %11s\n", "STREAM", "MESSAGES", "KIB", "CONSUMER", "WAITING", "IN WORK", "REDELIVERED")
	for _, s := range r.Streams {
		fmt.Fprintf(a.Out, "%-12s %10d %10d  %-10s %8d %8d %11d\n", s.Stream, s.Messages, s.Bytes>>10, s.Consumer, s.Waiting, s.InWork, s.Redelivered)
	}
}
