package record

import (
	"encoding/base64"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"github.com/winnow-news/winnow/store"
	"github.com/zeebo/xxh3"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// Widths of a task's header, in bytes; the scripts in Redis count on them.
const (
	rankWidth   = 8  // priority, hexadecimal, so that the highest sorts first
	dueWidth    = 14 // milliseconds, decimal
	IDWidth     = 22
	headerFixed = 1 + rankWidth + dueWidth
)

// States as they stand in a header.
const (
	Waiting     = 'W'
	Done        = 'D'
	Quarantined = 'Q'
)

// Header is what orders a task in the queue. It stands in front of the stored
// task and wins over it, so that a script can raise a priority without
// understanding protobuf:
//
//	state (1) | rank (8) | due (14) | site | 0 | CrawlTask
type Header struct {
	State    byte
	Priority int32
	Due      int64 // milliseconds of Unix time, never negative
	Site     string
}

// HeaderOf gives the header of t. A task in no state is waiting.
func HeaderOf(t *pb.CrawlTask) Header {
	h := Header{State: Waiting, Priority: t.GetPriority(), Site: t.GetSite()}
	switch t.GetState() {
	case pb.TaskState_TASK_STATE_DONE:
		h.State = Done
	case pb.TaskState_TASK_STATE_QUARANTINED:
		h.State = Quarantined
	}
	if t.GetDue() != nil {
		h.Due = CeilMillis(t.GetDue().AsTime())
	}
	return h
}

// Merge takes over from b a higher priority and, if earlier is asked for, an
// earlier due, and reports whether anything changed. Only waiting tasks change.
func (h *Header) Merge(b Header, earlier bool) bool {
	old := *h
	if h.State != Waiting {
		return false
	}
	h.Priority = max(h.Priority, b.Priority)
	if earlier {
		h.Due = min(h.Due, b.Due)
	}
	return *h != old
}

// Renew makes a task that is done wait, if it was so before modified, and
// reports whether it was.
func (h *Header) Renew(modified int64) bool {
	if h.State != Done || h.Due >= modified {
		return false
	}
	h.State, h.Due = Waiting, modified
	return true
}

// ModifiedMillis is when a feed says that the page of t has changed, in
// milliseconds of Unix time; 0 when it does not say.
func ModifiedMillis(t *pb.CrawlTask) int64 {
	if at := t.GetFeed().GetModified(); at.IsValid() {
		return FloorMillis(at.AsTime())
	}
	return 0
}

// Rank is the priority as it sorts: the highest first.
func (h Header) Rank() string {
	return fmt.Sprintf("%0*x", rankWidth, uint32(math.MaxInt32-int64(h.Priority)))
}

// DueText is the due as it sorts.
func (h Header) DueText() string { return fmt.Sprintf("%0*d", dueWidth, h.Due) }

// QueueKey is the place of a task in the queue: by host, site, priority, due.
func (h Header) QueueKey(host, id string) string {
	return Lane(host, h.Site) + h.Rank() + h.DueText() + id
}

// Lane is the part of the queue that holds one site's tasks on one host.
func Lane(host, site string) string { return host + "\x00" + site + "\x00" }

// EncodeTask gives the stored form of t with header h.
func EncodeTask(h Header, t *pb.CrawlTask) ([]byte, error) {
	message, err := Marshal("task "+t.GetUrl(), t)
	if err != nil {
		return nil, err
	}
	return slices.Concat([]byte{h.State}, []byte(h.Rank()+h.DueText()+h.Site), []byte{0}, message), nil
}

// DecodeTask undoes EncodeTask; state, priority and due are the header's. Errors
// match store.ErrCorrupt.
func DecodeTask(b []byte) (*pb.CrawlTask, error) {
	h, rest, err := DecodeHeader(b)
	if err != nil {
		return nil, err
	}
	t := new(pb.CrawlTask)
	if err := proto.Unmarshal(rest, t); err != nil {
		return nil, fmt.Errorf("task: %w: %v", store.ErrCorrupt, err)
	}
	own := HeaderOf(t)
	t.Priority = h.Priority
	if own.Due != h.Due {
		t.Due = timestamppb.New(time.UnixMilli(h.Due))
	}
	switch h.State {
	case Waiting:
		t.State = pb.TaskState_TASK_STATE_WAITING
	case Done:
		t.State = pb.TaskState_TASK_STATE_DONE
	case Quarantined:
		t.State = pb.TaskState_TASK_STATE_QUARANTINED
	}
	return t, nil
}

// DecodeHeader splits a stored task. Errors match store.ErrCorrupt.
func DecodeHeader(b []byte) (h Header, rest []byte, err error) {
	corrupt := fmt.Errorf("task header: %w", store.ErrCorrupt)
	if len(b) < headerFixed || strings.IndexByte("WDQ", b[0]) < 0 {
		return h, nil, corrupt
	}
	token, _, ok := strings.Cut(string(b[headerFixed:min(len(b), headerFixed+256)]), "\x00")
	if !ok || CheckSite(token) != nil {
		return h, nil, corrupt
	}
	rank, err := strconv.ParseUint(string(b[1:1+rankWidth]), 16, 32)
	if err != nil {
		return h, nil, corrupt
	}
	due, err := strconv.ParseUint(string(b[1+rankWidth:headerFixed]), 10, 63)
	if err != nil {
		return h, nil, corrupt
	}
	h = Header{State: b[0], Priority: int32(math.MaxInt32 - int64(rank)), Due: int64(due), Site: token}
	return h, b[headerFixed+len(token)+1:], nil
}

// TaskID is the key of a URL's task: a 128-bit hash, so that keys stay short.
func TaskID(url string) string {
	sum := xxh3.HashString128(url).Bytes()
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

const maxMillis = 99_999_999_999_999 // what fits dueWidth: the year 5138

// CeilMillis gives t in milliseconds of Unix time, rounded up: for the times
// before which nothing may happen.
func CeilMillis(t time.Time) int64 {
	ms := t.UnixMilli()
	if t.Nanosecond()%int(time.Millisecond) != 0 {
		ms++
	}
	return min(max(ms, 0), maxMillis)
}

// FloorMillis gives t rounded down: for "now".
func FloorMillis(t time.Time) int64 { return min(max(t.UnixMilli(), 0), maxMillis) }
