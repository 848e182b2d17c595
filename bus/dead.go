package bus

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/winnow-news/winnow/proto/failure"
	"github.com/winnow-news/winnow/proto/site"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// nowhere is the site of dead letters whose subject names none.
const nowhere = "unknown"

// burial is what a dead letter is made of.
type burial struct {
	stage, site, subject, reason string
	attempts                     int
	msgID                        string
	payload                      []byte
	// key makes a repetition after a crash recognisable; empty for none.
	key string
}

// burialKey identifies a message of a stream for good: sequences begin anew
// when a stream is made anew.
func burialKey(streamName string, sequence uint64, published time.Time) string {
	return fmt.Sprintf("d-%s-%d-%d", streamName, sequence, published.UnixNano())
}

// PublishDead stores a dead letter for what never was a message, such as a
// page that the crawler cannot hand on. subject is where a retry would put
// the payload; empty when there is no such place.
func (b *Bus) PublishDead(ctx context.Context, stage, site, subject, reason string, payload []byte) error {
	return b.bury(ctx, burial{stage: stage, site: site, subject: subject, reason: reason, attempts: 1, payload: payload})
}

func (b *Bus) bury(ctx context.Context, d burial) error {
	if !site.Valid(d.site) {
		d.site = nowhere
	}
	if err := checkTokens(d.stage); err != nil {
		return err
	}
	msg := nats.NewMsg(stream.DeadSubject(d.stage, d.site))
	msg.Header.Set(stream.HeaderDeadStage, d.stage)
	msg.Header.Set(stream.HeaderDeadReason, oneLine(d.reason))
	msg.Header.Set(stream.HeaderDeadAttempts, strconv.Itoa(d.attempts))
	msg.Header.Set(stream.HeaderDeadSubject, oneLine(d.subject))
	msg.Header.Set(stream.HeaderDeadMsgID, oneLine(d.msgID))
	msg.Header.Set(stream.HeaderDeadBytes, strconv.Itoa(len(d.payload)))
	if d.key != "" {
		msg.Header.Set(jetstream.MsgIDHeader, d.key)
	}
	return b.publishPayload(ctx, stream.Dead, msg, d.payload)
}

// DeadFilter chooses dead letters; empty fields choose all.
type DeadFilter struct{ Stage, Site string }

// DeadList gives the dead letters that the filter chooses, oldest first, at
// most limit of them (0: all), without their payloads.
func (b *Bus) DeadList(ctx context.Context, f DeadFilter, limit int) ([]*pb.DeadLetter, error) {
	subject := stream.DeadSubject(orAny(f.Stage), orAny(f.Site))
	var letters []*pb.DeadLetter
	err := b.replay(ctx, stream.Dead, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{subject}, DeliverPolicy: jetstream.DeliverAllPolicy, HeadersOnly: true,
	}, false, func(msg jetstream.Msg, meta *jetstream.MsgMetadata) error {
		letters = append(letters, letterOf(msg.Subject(), msg.Headers(), meta.Sequence.Stream, meta.Timestamp))
		if limit > 0 && len(letters) == limit {
			return errEnough
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list dead letters: %w", err)
	}
	return letters, nil
}

func orAny(token string) string {
	if token == "" {
		return "*"
	}
	return token
}

// DeadShow gives the dead letter at a sequence of the dead-letter stream, with
// its payload. ErrNoDeadLetter when there is none.
func (b *Bus) DeadShow(ctx context.Context, sequence uint64) (*pb.DeadLetter, error) {
	raw, err := b.deadMessage(ctx, sequence)
	if err != nil {
		return nil, err
	}
	letter := letterOf(raw.Subject, raw.Header, raw.Sequence, raw.Time)
	if letter.Payload, err = b.open(ctx, raw.Header, raw.Data); err != nil {
		return nil, fmt.Errorf("open dead letter %d: %w", sequence, err)
	}
	return letter, nil
}

// DeadRetry puts a dead letter's payload back into its queue under a new
// message id and then removes the letter. ErrNotRetryable when it came from no
// queue.
func (b *Bus) DeadRetry(ctx context.Context, sequence uint64) error {
	letter, err := b.DeadShow(ctx, sequence)
	if err != nil {
		return err
	}
	queue, ok := queueOf(letter.GetSubject())
	if !ok {
		return fmt.Errorf("retry dead letter %d (subject %q): %w", sequence, letter.GetSubject(), ErrNotRetryable)
	}
	msg := nats.NewMsg(letter.GetSubject())
	// New to the queue, yet the same when this retry is itself repeated.
	msg.Header.Set(jetstream.MsgIDHeader, fmt.Sprintf("r-%d-%d", sequence, letter.GetDiedAt().AsTime().UnixNano()))
	msg.Header.Set(stream.HeaderContentType, "application/protobuf")
	if err := b.publishPayload(ctx, queue, msg, letter.GetPayload()); err != nil {
		return fmt.Errorf("retry dead letter %d: %w", sequence, err)
	}
	return b.DeadDrop(ctx, sequence)
}

// DeadDrop removes a dead letter for good.
func (b *Bus) DeadDrop(ctx context.Context, sequence uint64) error {
	raw, err := b.deadMessage(ctx, sequence)
	if err != nil {
		return err
	}
	if err := b.deleteMessage(ctx, stream.Dead, raw); err != nil {
		return fmt.Errorf("drop dead letter %d: %w", sequence, err)
	}
	return nil
}

func (b *Bus) deadMessage(ctx context.Context, sequence uint64) (*jetstream.RawStreamMsg, error) {
	raw, err := b.rawMessage(ctx, stream.Dead, sequence)
	if errors.Is(err, errNoMessage) {
		return nil, fmt.Errorf("%w: %d", ErrNoDeadLetter, sequence)
	}
	return raw, err
}

// queueOf gives the queue that takes a subject.
func queueOf(subject string) (queue string, ok bool) {
	if _, err := stream.SiteOf(subject); err != nil || strings.ContainsAny(subject, "*> ") {
		return "", false
	}
	for _, q := range []struct{ name, all string }{
		{stream.Pages, stream.AllPages}, {stream.Blocks, stream.AllBlocks}, {stream.Scored, stream.AllScored},
	} {
		if strings.HasPrefix(subject, strings.TrimSuffix(q.all, ">")) {
			return q.name, true
		}
	}
	return "", false
}

func letterOf(subject string, h nats.Header, sequence uint64, died time.Time) *pb.DeadLetter {
	token, _ := stream.SiteOf(subject)
	attempts, _ := strconv.ParseUint(h.Get(stream.HeaderDeadAttempts), 10, 32)
	size, _ := strconv.ParseUint(h.Get(stream.HeaderDeadBytes), 10, 64)
	return &pb.DeadLetter{
		Sequence: sequence, Stage: h.Get(stream.HeaderDeadStage), Site: token,
		Subject: h.Get(stream.HeaderDeadSubject), Reason: h.Get(stream.HeaderDeadReason),
		Attempts: uint32(attempts), DiedAt: timestamppb.New(died), PayloadBytes: size,
		MessageId: h.Get(stream.HeaderDeadMsgID),
	}
}

// errNoMessage is returned when a stream holds no message at a sequence.
var errNoMessage = errors.New("no such message")

func (b *Bus) rawMessage(ctx context.Context, streamName string, sequence uint64) (*jetstream.RawStreamMsg, error) {
	if sequence == 0 { // the server would take it for the first
		return nil, fmt.Errorf("%w: sequence 0", errNoMessage)
	}
	s, err := b.stream(ctx, streamName)
	if err != nil {
		return nil, err
	}
	raw, err := s.GetMsg(ctx, sequence)
	switch {
	case errors.Is(err, jetstream.ErrMsgNotFound):
		return nil, fmt.Errorf("%w: %d of %s", errNoMessage, sequence, streamName)
	case err != nil:
		return nil, fmt.Errorf("read message %d of %s: %w", sequence, streamName, err)
	}
	return raw, nil
}

// deleteMessage removes a message and then its object. A message that is gone
// already is no error.
func (b *Bus) deleteMessage(ctx context.Context, streamName string, raw *jetstream.RawStreamMsg) error {
	if err := b.removeMessage(ctx, streamName, raw.Sequence); err != nil {
		return err
	}
	if object := raw.Header.Get(stream.HeaderObject); object != "" {
		return b.dropObject(ctx, object)
	}
	return nil
}

// removeMessage is deleteMessage for a message whose object stays.
func (b *Bus) removeMessage(ctx context.Context, streamName string, sequence uint64) error {
	s, err := b.stream(ctx, streamName)
	if err != nil {
		return err
	}
	err = s.DeleteMsg(ctx, sequence)
	if err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) && !errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) {
		return fmt.Errorf("delete message %d of %s: %w", sequence, streamName, err)
	}
	return nil
}

// payloadOrRaw opens a stored message as far as that is possible: a damaged
// one is kept as it is. An error is a failure of the world, or errDroppedObject.
func (b *Bus) payloadOrRaw(ctx context.Context, raw *jetstream.RawStreamMsg) ([]byte, error) {
	payload, err := b.open(ctx, raw.Header, raw.Data)
	switch {
	case err == nil, failure.ClassOf(err) == failure.ClassPoison:
		return payload, nil
	case errors.Is(err, errNoObject) && !errors.Is(err, errDroppedObject):
		return raw.Data, nil
	default:
		return nil, err
	}
}
