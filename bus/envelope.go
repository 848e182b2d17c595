package bus

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
	"github.com/winnow-news/winnow/proto/failure"
	"github.com/winnow-news/winnow/proto/stream"
)

// errNoObject is returned when a message names an object that is not there:
// either its message has been dealt with, or the message is damaged.
var errNoObject = errors.New("object is missing")

// errDroppedObject is the errNoObject of an object whose message has been dealt
// with.
var errDroppedObject = fmt.Errorf("%w: dropped", errNoObject)

// seal puts the payload into msg: compressed into the buffer, and into an
// object of its own when that is above the inline limit. The object's name
// begins with its owner. The buffer must stay untouched while msg is in use.
func (b *Bus) seal(ctx context.Context, owner string, msg *nats.Msg, buffer *[]byte, payload []byte) (object string, err error) {
	body, err := b.pack(*buffer, payload)
	if err != nil {
		return "", err
	}
	*buffer = body
	msg.Header.Set(stream.HeaderEncoding, encodingZstd)
	if b.fits(body) {
		msg.Data = body
		return "", nil
	}
	// A name of its own for each publication: were it derived from the
	// content, the end of one message would take the object of its repetition.
	object = owner + "/" + nuid.Next()
	if err := b.putObject(ctx, object, body); err != nil {
		return "", err
	}
	msg.Header.Set(stream.HeaderObject, object)
	return object, nil
}

// fits reports whether a body travels in the message itself.
func (b *Bus) fits(body []byte) bool {
	return int64(len(body)) <= min(int64(b.cfg.InlineLimit), b.conn.MaxPayload()-headerRoom)
}

// pack appends the compressed payload to dst.
func (b *Bus) pack(dst, payload []byte) ([]byte, error) {
	if len(payload) > b.cfg.MaxPayload {
		return nil, failure.Poison(fmt.Errorf("%w: %d bytes, at most %d are carried", ErrTooLarge, len(payload), b.cfg.MaxPayload))
	}
	return b.codec.compress(dst, payload), nil
}

// open undoes seal. Damage is poison, with what is damaged as far as it can be
// had; errNoObject says that an object is gone.
func (b *Bus) open(ctx context.Context, header nats.Header, body []byte) ([]byte, error) {
	if object := header.Get(stream.HeaderObject); object != "" {
		var err error
		if body, err = b.getObject(ctx, object); err != nil {
			return body, err
		}
	}
	payload, err := b.codec.decompress(header.Get(stream.HeaderEncoding), body)
	if err != nil {
		return body, err
	}
	return payload, nil
}

func (b *Bus) putObject(ctx context.Context, name string, body []byte) error {
	return b.persist(ctx, stream.Oversize, func(ctx context.Context) error {
		store, err := b.oversizeStore(ctx)
		if err != nil {
			return err
		}
		_, err = store.PutBytes(ctx, name, body)
		return err
	})
}

func (b *Bus) getObject(ctx context.Context, name string) ([]byte, error) {
	store, err := b.oversizeStore(ctx)
	if err != nil {
		return nil, err
	}
	info, err := b.lookFor(ctx, store, name)
	if err != nil {
		return nil, err
	}
	if info.Size > uint64(b.cfg.MaxPayload) {
		return nil, failure.Poison(fmt.Errorf("%w: object %s has %d bytes", ErrTooLarge, oneLine(name), info.Size))
	}
	once, cancel := context.WithTimeout(ctx, b.cfg.PublishTimeout)
	defer cancel()
	body, err := store.GetBytes(once, name)
	switch {
	case err == nil:
		return body, nil
	case errors.Is(err, jetstream.ErrDigestMismatch):
		return nil, failure.Poison(fmt.Errorf("read object %s: %w", oneLine(name), err))
	}
	// The client waits for parts even where there is none.
	if _, lost := b.atLeader(ctx, oversizeStream, oversizeParts+info.NUID); errors.Is(lost, nats.ErrMsgNotFound) {
		return nil, fmt.Errorf("%w: no part of %s is left", errNoObject, oneLine(name))
	}
	return nil, fmt.Errorf("read object %s: %w", oneLine(name), err)
}

// lookFor gives what the store says of an object; errNoObject when it has none.
func (b *Bus) lookFor(ctx context.Context, store jetstream.ObjectStore, name string) (*jetstream.ObjectInfo, error) {
	info, err := store.GetInfo(ctx, name, jetstream.GetObjectInfoShowDeleted())
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		if _, err = b.atLeader(ctx, oversizeStream, objectMeta(name)); err == nil {
			err = errLags
		}
	}
	switch {
	case errors.Is(err, nats.ErrMsgNotFound):
		return nil, fmt.Errorf("%w: %s", errNoObject, oneLine(name))
	case err != nil:
		return nil, fmt.Errorf("look for object %s: %w", oneLine(name), err)
	case info.Deleted:
		return nil, fmt.Errorf("%w: %s", errDroppedObject, oneLine(name))
	}
	return info, nil
}

// errLags is returned when the server that was asked does not have yet what was
// stored. It passes.
var errLags = errors.New("the replica lags behind")

// atLeader gives the last message of a subject as the server that leads the
// stream has it; nats.ErrMsgNotFound when there is none. Buckets are read from
// any replica, and that one which lags behind has nothing is no proof.
func (b *Bus) atLeader(ctx context.Context, streamName, subject string) (*nats.RawStreamMsg, error) {
	js, err := b.conn.JetStream()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, b.cfg.PublishTimeout)
	defer cancel()
	return js.GetLastMsg(streamName, subject, nats.Context(ctx))
}

// objectMeta is the subject under which the store keeps what it says of an
// object.
func objectMeta(name string) string {
	return oversizeMeta + base64.URLEncoding.EncodeToString([]byte(name))
}

// markDropped removes an object whose message has been dealt with. The marker
// that the object store leaves in its place tells so if a killed server has
// forgotten that the message was acknowledged, until it is swept. marked is false
// for an object that the server does not have, which is no error.
func (b *Bus) markDropped(ctx context.Context, name string) (marked bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, b.cfg.PublishTimeout)
	defer cancel()
	store, err := b.oversizeStore(ctx)
	if err != nil {
		return false, err
	}
	switch err := store.Delete(ctx, name); {
	case errors.Is(err, jetstream.ErrObjectNotFound):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("drop object %s: %w", oneLine(name), err)
	}
	return true, nil
}

// dropObject removes an object and its marker. An absent object is no error. One
// that a replica does not have yet is left to the sweep: what is said of it is
// all by which its parts are found.
func (b *Bus) dropObject(ctx context.Context, name string) error {
	if marked, err := b.markDropped(ctx, name); !marked {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, b.cfg.PublishTimeout)
	defer cancel()
	return b.purgeSubject(ctx, oversizeStream, objectMeta(name))
}

// purgeSubject removes every trace of a subject from a stream, or what of it the
// options say.
func (b *Bus) purgeSubject(ctx context.Context, streamName, subject string, opts ...jetstream.StreamPurgeOpt) error {
	s, err := b.stream(ctx, streamName)
	if err != nil {
		return err
	}
	if err := s.Purge(ctx, append(opts, jetstream.WithPurgeSubject(subject))...); err != nil {
		return fmt.Errorf("purge %s: %w", subject, err)
	}
	return nil
}
