package bus

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/winnow-news/winnow/proto/failure"
	"github.com/winnow-news/winnow/proto/site"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// PublishPage hands a fetched page to the segmenter. It begins a trace when
// ctx carries none. Like every Publish method it returns after the server's
// acknowledgement; while the stream is full or the connection lost it waits,
// until ctx ends. An error that is poison will not go away by another try.
func (b *Bus) PublishPage(ctx context.Context, page *pb.Page) error {
	trace := TraceFrom(ctx)
	if trace == "" {
		trace = newTrace()
	}
	return b.publishProto(ctx, stream.Pages, page.GetSite(), stream.PageSubject(page.GetSite()),
		stream.PageMsgID(page.GetPageId(), page.GetFetchedAt().AsTime()), trace, page)
}

// PublishBlocks hands a segmented page to the comparer.
func (b *Bus) PublishBlocks(ctx context.Context, page *pb.SegmentedPage) error {
	id, fetched := page.GetPageId(), page.GetFetchedAt().AsTime()
	return b.publishProto(ctx, stream.Blocks, page.GetSite(), stream.BlocksSubject(page.GetSite()),
		stream.BlocksMsgID(id, fetched), traceOf(ctx, stream.PageMsgID(id, fetched)), page)
}

// PublishScored hands a scored page to the classifier.
func (b *Bus) PublishScored(ctx context.Context, page *pb.ScoredPage) error {
	id, token, fetched := page.GetPage().GetPageId(), page.GetPage().GetSite(), page.GetPage().GetFetchedAt().AsTime()
	return b.publishProto(ctx, stream.Scored, token, stream.ScoredSubject(token),
		stream.ScoredMsgID(id, fetched, page.GetPosition()), traceOf(ctx, stream.BlocksMsgID(id, fetched)), page)
}

// PublishArticle publishes a revision of an article as JSON with proto field
// names. An article above the server's max_payload is poison: it travels
// inline, so that any NATS client can read it.
func (b *Bus) PublishArticle(ctx context.Context, a *pb.Article) error {
	if err := checkTokens(a.GetSite(), a.GetLanguage()); err != nil {
		return err
	}
	body, err := protojson.MarshalOptions{UseProtoNames: true}.Marshal(a)
	if err != nil {
		return failure.Poison(fmt.Errorf("encode article %s: %w", a.GetId(), err))
	}
	msg := nats.NewMsg(stream.ArticleSubject(a.GetLanguage(), a.GetSite()))
	msg.Data = body
	msg.Header.Set(jetstream.MsgIDHeader, stream.ArticleMsgID(a.GetId(), a.GetFetchedAt().AsTime(), a.GetRevision()))
	msg.Header.Set(stream.HeaderContentType, "application/json")
	msg.Header.Set(stream.HeaderEvent, strings.ToLower(a.GetEvent().String()))
	msg.Header.Set(stream.HeaderArticle, a.GetId())
	msg.Header.Set(stream.HeaderRevision, strconv.FormatUint(a.GetRevision(), 10))
	if trace := TraceFrom(ctx); trace != "" {
		msg.Header.Set(stream.HeaderTraceparent, trace)
	}
	release, err := b.inflight.acquire(ctx, stream.Articles, len(body))
	if err != nil {
		return err
	}
	defer release()
	_, err = b.send(ctx, stream.Articles, msg)
	return err
}

func (b *Bus) publishProto(ctx context.Context, streamName, token, subject, msgID, trace string, m proto.Message) error {
	if err := checkTokens(token); err != nil {
		return err
	}
	buffer := b.buffers.get()
	defer b.buffers.put(buffer)
	payload, err := proto.MarshalOptions{}.MarshalAppend(*buffer, m)
	*buffer = payload
	if err != nil {
		return failure.Poison(fmt.Errorf("encode %s for %s: %w", msgID, streamName, err))
	}
	msg := nats.NewMsg(subject)
	msg.Header.Set(jetstream.MsgIDHeader, msgID)
	msg.Header.Set(stream.HeaderContentType, "application/protobuf")
	if trace != "" {
		msg.Header.Set(stream.HeaderTraceparent, trace)
	}
	return b.publishPayload(ctx, streamName, msg, payload)
}

// publishPayload seals the payload into msg and sends it.
func (b *Bus) publishPayload(ctx context.Context, streamName string, msg *nats.Msg, payload []byte) error {
	release, err := b.inflight.acquire(ctx, streamName, len(payload))
	if err != nil {
		return err
	}
	defer release()
	body := b.buffers.get()
	defer b.buffers.put(body)
	object, err := b.seal(ctx, streamName, msg, body, payload)
	if err != nil {
		return err
	}
	duplicate, err := b.send(ctx, streamName, msg)
	if object != "" && (duplicate || failure.ClassOf(err) == failure.ClassPoison) {
		// The server kept an earlier message, which has an object of its own.
		return errors.Join(err, b.dropObject(ctx, object))
	}
	return err
}

// send publishes msg and waits for the acknowledgement. duplicate is true when
// the server is known to have kept another message with the same id: an
// acknowledgement that was lost may have been our own, so only the first
// attempt can tell.
func (b *Bus) send(ctx context.Context, streamName string, msg *nats.Msg) (duplicate bool, err error) {
	attempts := 0
	err = b.persist(ctx, streamName, func(ctx context.Context) error {
		attempts++
		ack, err := b.js.PublishMsg(ctx, msg)
		if err == nil {
			duplicate = ack.Duplicate && attempts == 1
		}
		return err
	})
	return duplicate, err
}

// checkTokens refuses what may not stand in a subject.
func checkTokens(tokens ...string) error {
	for _, t := range tokens {
		if !site.Valid(t) {
			return failure.Poison(fmt.Errorf("%q cannot stand in a subject", oneLine(t)))
		}
	}
	return nil
}
