package bus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/encoding/protojson"
)

// SubscribeOptions say which articles, from when on, and whether to stay.
type SubscribeOptions struct {
	// Subject filters, with the wildcards of NATS; empty for all articles.
	Subject string
	// Since, SinceSeq and All say where to begin; the first that is set
	// counts. With none only what is new is delivered, which wants Live.
	Since    time.Time
	SinceSeq uint64
	All      bool
	// Live goes on with what is published later; otherwise Subscribe returns
	// once it has given what there was.
	Live bool
}

// ArticleMeta is what the stream knows of an article.
type ArticleMeta struct {
	Subject   string
	Sequence  uint64
	Published time.Time // by Winnow; the article has the publisher's own time
	Trace     string
	// JSON is the article as it was published.
	JSON []byte
}

// Subscribe gives articles to handle in the order of their publication, each
// once, until ctx ends (which is no error), handle fails, or, without Live,
// there are no more. A lost connection is restored and the stream continued
// where it broke off. What is no article is logged and left out.
func (b *Bus) Subscribe(ctx context.Context, o SubscribeOptions, handle func(*pb.Article, ArticleMeta) error) error {
	cfg, err := o.consumer(func() (last uint64, err error) {
		err = b.keepTrying(ctx, "subscription", func(ctx context.Context) error {
			last, err = b.LastArticle(ctx)
			return err
		}, refused)
		return last, err
	})
	if err != nil {
		return unlessDone(ctx, err)
	}
	err = b.replay(ctx, stream.Articles, cfg, o.Live, func(msg jetstream.Msg, meta *jetstream.MsgMetadata) error {
		a := new(pb.Article)
		if err := (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(msg.Data(), a); err != nil {
			b.log.Warn("no article, left out", "subject", msg.Subject(), "sequence", meta.Sequence.Stream, "error", reason(err))
			return nil
		}
		return handle(a, ArticleMeta{
			Subject: msg.Subject(), Sequence: meta.Sequence.Stream, Published: meta.Timestamp,
			Trace: msg.Headers().Get(stream.HeaderTraceparent), JSON: msg.Data(),
		})
	})
	if err != nil {
		return fmt.Errorf("subscribe to %s: %w", cfg.FilterSubjects[0], err)
	}
	return nil
}

// consumer gives the consumer that the options ask for. "From now on" is a
// sequence, too: a consumer of what is new, lost with its server before anything
// had come, would be made anew for what is new then, and miss what came between.
func (o SubscribeOptions) consumer(last func() (uint64, error)) (jetstream.OrderedConsumerConfig, error) {
	subject := o.Subject
	if subject == "" {
		subject = stream.AllArticles
	}
	cfg := jetstream.OrderedConsumerConfig{FilterSubjects: []string{subject}}
	if !strings.HasPrefix(subject, strings.TrimSuffix(stream.AllArticles, ">")) || strings.ContainsAny(subject, " \t\r\n") {
		return cfg, fmt.Errorf("subscribe to %q: want a subject of %s", subject, stream.AllArticles)
	}
	switch {
	case !o.Since.IsZero():
		cfg.DeliverPolicy, cfg.OptStartTime = jetstream.DeliverByStartTimePolicy, &o.Since
	case o.SinceSeq > 0:
		cfg.DeliverPolicy, cfg.OptStartSeq = jetstream.DeliverByStartSequencePolicy, o.SinceSeq
	case o.All:
		cfg.DeliverPolicy = jetstream.DeliverAllPolicy
	case o.Live:
		now, err := last()
		cfg.DeliverPolicy, cfg.OptStartSeq = jetstream.DeliverByStartSequencePolicy, now+1
		return cfg, err
	default:
		return cfg, errors.New("subscribe: neither a beginning nor live: nothing would be delivered")
	}
	return cfg, nil
}

// errEnough is returned by a replay's function that wants no more.
var errEnough = errors.New("enough")

// replay gives a stream's messages in order, and ends where the stream ended,
// or, when live, with ctx; then it waits for a server that is away, too.
func (b *Bus) replay(ctx context.Context, streamName string, cfg jetstream.OrderedConsumerConfig, live bool,
	handle func(jetstream.Msg, *jetstream.MsgMetadata) error) error {
	var consumer jetstream.Consumer
	begin := func(ctx context.Context) (err error) {
		consumer, err = b.js.OrderedConsumer(ctx, streamName, cfg)
		return err
	}
	if live {
		if err := b.keepTrying(ctx, "subscription", begin, refused); err != nil {
			return unlessDone(ctx, err)
		}
		b.log.Debug("subscribed", "subjects", strings.Join(cfg.FilterSubjects, " "))
	} else {
		if err := begin(ctx); err != nil {
			return err
		}
		if consumer.CachedInfo().NumPending == 0 {
			return nil
		}
	}
	messages, err := consumer.Messages()
	if err != nil {
		return err
	}
	defer messages.Stop()
	// Next heeds its context only while it waits for a message, not while it
	// waits for the server.
	defer context.AfterFunc(ctx, messages.Stop)()
	for {
		msg, err := messages.Next(jetstream.NextContext(ctx))
		switch {
		case err != nil && ctx.Err() != nil && live:
			return nil
		case err != nil && ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return err
		}
		meta, err := msg.Metadata()
		if err == nil {
			err = handle(msg, meta)
		}
		switch {
		case errors.Is(err, errEnough), err == nil && !live && meta.NumPending == 0:
			return nil
		case err != nil:
			return err
		}
	}
}
