package bus

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
	"github.com/winnow-news/winnow/proto/failure"
	"github.com/winnow-news/winnow/proto/site"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/proto"
)

// objectMark begins a value that is not the page but the name of its object.
// No zstd frame begins so.
const objectMark = "object:"

// PutSegmented stores a segmented page under its site and page id, over what
// stood there, and gives the revision, by which it can be deleted: revisions
// grow. Like a publication it waits while the server is away.
func (b *Bus) PutSegmented(ctx context.Context, page *pb.SegmentedPage) (revision uint64, err error) {
	key, err := segmentedKey(page.GetSite(), page.GetPageId())
	if err != nil {
		return 0, err
	}
	buffer, body := b.buffers.get(), b.buffers.get()
	defer b.buffers.put(buffer)
	defer b.buffers.put(body)
	payload, err := proto.MarshalOptions{}.MarshalAppend(*buffer, page)
	*buffer = payload
	if err != nil {
		return 0, failure.Poison(fmt.Errorf("encode segmented page %s: %w", key, err))
	}
	release, err := b.inflight.acquire(ctx, stream.SegmentedBucket, len(payload))
	if err != nil {
		return 0, err
	}
	defer release()
	value, err := b.pack(*body, payload)
	if err != nil {
		return 0, err
	}
	*body = value
	if !b.fits(value) {
		object := segmentedObject(key)
		if err := b.putObject(ctx, object, value); err != nil {
			return 0, err
		}
		value = []byte(objectMark + object)
	}
	err = b.persist(ctx, stream.SegmentedBucket, func(ctx context.Context) error {
		ack, err := b.js.Publish(ctx, segmentedSubject+key, value)
		if err == nil {
			revision = ack.Sequence
		}
		return err
	})
	return revision, err
}

// Segmented gives a stored page. errors.Is(err, fs.ErrNotExist) when there is
// none, or one that nobody can read any more: who has it is to store it again.
func (b *Bus) Segmented(ctx context.Context, site, pageID string) (*pb.SegmentedPage, error) {
	key, err := segmentedKey(site, pageID)
	if err != nil {
		return nil, err
	}
	value, err := b.segmentedValue(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, fmt.Errorf("segmented page %s: %w", key, fs.ErrNotExist)
	}
	if err != nil {
		return nil, fmt.Errorf("read segmented page %s: %w", key, err)
	}
	page, err := b.segmentedPage(ctx, value)
	if errors.Is(err, errNoObject) || failure.ClassOf(err) == failure.ClassPoison {
		return nil, fmt.Errorf("segmented page %s: %w: %v", key, fs.ErrNotExist, err)
	}
	if err != nil {
		return nil, fmt.Errorf("read segmented page %s: %w", key, err)
	}
	return page, nil
}

// segmentedPage gives the page that a value holds, or names the object of. Damage
// is poison.
func (b *Bus) segmentedPage(ctx context.Context, value []byte) (*pb.SegmentedPage, error) {
	if object, ok := objectOf(value); ok {
		var err error
		if value, err = b.getObject(ctx, object); err != nil {
			return nil, err
		}
	}
	payload, err := b.codec.decompress(encodingZstd, value)
	if err != nil {
		return nil, err
	}
	page := new(pb.SegmentedPage)
	return page, failure.Poison(proto.Unmarshal(payload, page))
}

// segmentedValue gives what is stored under a key; jetstream.ErrKeyNotFound when
// that is nothing.
func (b *Bus) segmentedValue(ctx context.Context, key string) ([]byte, error) {
	bucket, err := b.segmentedBucket(ctx)
	if err != nil {
		return nil, err
	}
	entry, err := bucket.Get(ctx, key)
	if err == nil {
		return entry.Value(), nil
	}
	if !errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, err
	}
	msg, leaderErr := b.atLeader(ctx, segmentedStream, segmentedSubject+key)
	switch {
	case errors.Is(leaderErr, nats.ErrMsgNotFound), leaderErr == nil && len(msg.Data) == 0: // a marker
		return nil, err
	case leaderErr != nil:
		return nil, leaderErr
	}
	return msg.Data, nil
}

// DeleteSegmented removes the given revisions of pages, by page id, and leaves
// nothing in their place. A page that has been stored again since stays; absent
// pages are no error.
func (b *Bus) DeleteSegmented(ctx context.Context, site string, revisions map[string]uint64) error {
	for id, revision := range revisions {
		key, err := segmentedKey(site, id)
		if err != nil {
			return err
		}
		if err := b.deleteRevision(ctx, key, revision); err != nil {
			return fmt.Errorf("delete segmented page %s: %w", key, err)
		}
	}
	return nil
}

func (b *Bus) deleteRevision(ctx context.Context, key string, revision uint64) error {
	bucket, err := b.segmentedBucket(ctx)
	if err != nil {
		return err
	}
	entry, err := bucket.GetRevision(ctx, key, revision)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read revision %d: %w", revision, err)
	}
	// The object first: were it last, a crash would leave it to the sweep.
	if object, ok := objectOf(entry.Value()); ok {
		if err := b.dropObject(ctx, object); err != nil {
			return err
		}
	}
	// What is stored from here on has a greater sequence and is not touched.
	return b.purgeSubject(ctx, segmentedStream, segmentedSubject+key, jetstream.WithPurgeSequence(revision+1))
}

// DropSegmented removes all stored pages of a site; their objects are swept.
func (b *Bus) DropSegmented(ctx context.Context, token string) error {
	if err := checkTokens(token); err != nil {
		return err
	}
	err := b.purgeSubject(ctx, segmentedStream, segmentedSubject+token+".*")
	if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) { // without it nothing is stored
		return fmt.Errorf("drop segmented pages of %s: %w", token, err)
	}
	return nil
}

// StoredPage is a key of the segmented bucket.
type StoredPage struct {
	PageID   string
	Revision uint64
	Stored   time.Time
}

// SegmentedKeys gives the stored pages of a site, so that those which are no
// longer in its window can be swept away.
func (b *Bus) SegmentedKeys(ctx context.Context, token string) ([]StoredPage, error) {
	if err := checkTokens(token); err != nil {
		return nil, err
	}
	bucket, err := b.segmentedBucket(ctx)
	if err != nil {
		return nil, err
	}
	watch, err := bucket.Watch(ctx, token+".*", jetstream.MetaOnly(), jetstream.IgnoreDeletes())
	if err != nil {
		return nil, fmt.Errorf("list segmented pages of %s: %w", token, err)
	}
	defer watch.Stop()
	var pages []StoredPage
	for {
		select {
		case entry, ok := <-watch.Updates():
			if !ok || entry == nil { // nil: all that there was has been seen
				return pages, ctx.Err()
			}
			pages = append(pages, StoredPage{strings.TrimPrefix(entry.Key(), token+"."), entry.Revision(), entry.Created()})
		case <-ctx.Done():
			return nil, fmt.Errorf("list segmented pages of %s: %w", token, ctx.Err())
		}
	}
}

// segmentedObject names an object for a page. Each storing has one of its own,
// so that deleting an old revision leaves the object of a new one alone; what a
// new one has replaced is swept.
func segmentedObject(key string) string {
	return stream.SegmentedBucket + "/" + key + "/" + nuid.Next()
}

// objectOf gives the name of the object that holds the page of a value.
func objectOf(value []byte) (object string, ok bool) {
	return strings.CutPrefix(string(value[:min(len(value), 1<<10)]), objectMark)
}

// segmentedKey refuses what would not be one key: page ids are hashes.
func segmentedKey(token, pageID string) (string, error) {
	if !site.Valid(token) || !site.Valid(pageID) {
		return "", failure.Poison(fmt.Errorf("segmented page %q of site %q: no valid key", oneLine(pageID), oneLine(token)))
	}
	return stream.SegmentedKey(token, pageID), nil
}
