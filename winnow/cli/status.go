package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

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
	URL        string `json:"url,omitempty"` // absent for a data folder on which no process runs
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
		Use:   "status [URL]",
		Short: "Show the state of streams, frontier and sites, or what became of a URL",
		Long: `Show what the streams hold, what the stages have in work, and how far the crawl
is: of the process that runs on the data folder, of the folder itself when none
does, or of --nats and --redis.

With the URL of a page, show whether the crawl has found it, when it was fetched,
or why not, and which article was published of it. What is known of a page that
was fetched and did not become an article is shown by winnow explain.`,
		Example: "  winnow status\n  winnow status https://news.example/a",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, urls []string) error {
			if len(urls) > 0 {
				return a.statusOf(cmd.Context(), urls[0])
			}
			return a.statusOfAll(cmd.Context())
		},
	}
}

func (a *app) statusOfAll(ctx context.Context) error {
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
}

// statusOf shows what became of a URL.
func (a *app) statusOf(ctx context.Context, url string) error {
	if err := checkURLs([]string{url}); err != nil {
		return err
	}
	return a.look(ctx, func(admin control.Admin) error {
		r, err := admin.Address(ctx, url)
		if errors.Is(err, control.ErrUnknownAddress) {
			return notFoundf("%w: no link, feed or sitemap has led the crawl to it, or robots.txt disallows it", err)
		}
		if err != nil {
			return err
		}
		if a.json {
			return a.printJSON(r)
		}
		fmt.Fprintf(a.Out, "address  %s\nsite     %s\ncrawl    %s\narticle  %s\n", r.URL, r.Site, crawlLine(r.Crawl), publishedLine(r))
		return nil
	})
}

// crawlLine tells how far the crawl has come with an address.
func crawlLine(c *control.CrawlReport) string {
	if c == nil {
		return "has not found it; its page came by winnow ingest"
	}
	words := []string{}
	if c.FetchedAt != nil {
		words = append(words, "fetched "+ago(c.FetchedAt))
	}
	switch {
	case c.State == "given_up":
		words = append(words, "given up")
	case c.Due != nil && c.Due.After(time.Now()):
		words = append(words, "to be fetched at "+c.Due.UTC().Format(time.RFC3339))
	case c.Due != nil:
		words = append(words, "waiting for its turn")
	}
	if c.Attempts > 0 {
		words = append(words, count(int(c.Attempts), "attempt")+" in vain")
	}
	line := strings.Join(words, ", ")
	if c.Reason != "" {
		line += ": " + plain(c.Reason)
	}
	return line
}

// publishedLine tells what was published of an address.
func publishedLine(r *control.AddressReport) string {
	switch {
	case r.Article != nil:
		return fmt.Sprintf("%s, %s, revision %d", r.Article.ID, r.Article.Event, r.Article.Revision)
	case r.Judged:
		return "none: the page was judged to be no article; winnow explain shows why"
	case r.Crawl.State == "done" && r.Crawl.Reason == "":
		return "none under this address: the page names another as its own (winnow explain shows it), or is still under way"
	}
	return "none"
}

func (r *statusReport) askBus(ctx context.Context, m *pipeline.Messaging) error {
	s, err := m.Status(ctx)
	if err != nil {
		return err
	}
	r.NATS = &natsStatus{URL: s.URL, Version: s.ServerVersion, StoreBytes: s.StoreBytes}
	if m.Owned() { // it was started to look, and ends with this command
		r.NATS.URL = ""
	}
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
		fmt.Fprintf(a.Out, "%s; frontier: %s\n", count(*r.Sites, "site"), frontierLine(*f))
	}
}

func frontierLine(f control.FrontierReport) string {
	return fmt.Sprintf("%d waiting, %d of them due; %d being fetched, %d done, %d given up", f.Waiting, f.Due, f.Leased, f.Done, f.GivenUp)
}

func (a *app) printStreams(r statusReport) {
	where := "at " + r.NATS.URL
	if r.NATS.URL == "" {
		where = "in the data folder, on which no process runs"
	}
	fmt.Fprintf(a.Out, "NATS %s %s, %.1f MiB stored\n", r.NATS.Version, where, float64(r.NATS.StoreBytes)/(1<<20))
	fmt.Fprintf(a.Out, "%-12s %10s %10s  %-10s %8s %8s %11s\n", "STREAM", "MESSAGES", "KIB", "CONSUMER", "WAITING", "IN WORK", "REDELIVERED")
	for _, s := range r.Streams {
		fmt.Fprintf(a.Out, "%-12s %10d %10d  %-10s %8d %8d %11d\n", s.Stream, s.Messages, s.Bytes>>10, s.Consumer, s.Waiting, s.InWork, s.Redelivered)
	}
}
