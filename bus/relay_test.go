package bus_test

import (
	"context"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/proto/stream"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// relay stands between clients and a server. Once hush has been called, nothing
// passes any more on the connections that there are, and none of them ends: so
// it is when a firewall, or a host that has gone, forgets them.
type relay struct {
	addr string
	lost atomic.Pointer[chan struct{}] // closed: what is connected is forgotten
}

func startRelay(t *testing.T, to string) *relay {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	r := &relay{addr: l.Addr().String()}
	r.lost.Store(new(make(chan struct{})))
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", to)
			if err != nil {
				_ = client.Close()
				continue
			}
			lost := *r.lost.Load()
			go pass(t.Context(), server, client, lost)
			go pass(t.Context(), client, server, lost)
		}
	}()
	return r
}

func (r *relay) hush() { close(*r.lost.Swap(new(make(chan struct{})))) }

// pass copies until one side ends, or the connection is lost; then it holds it
// until ctx ends.
func pass(ctx context.Context, to, from net.Conn, lost <-chan struct{}) {
	defer to.Close()
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		select {
		case <-lost:
			<-ctx.Done()
			return
		default:
		}
		if _, werr := to.Write(buffer[:n]); err != nil || werr != nil {
			return
		}
	}
}

// TestForgottenConnection: a connection that the network has forgotten is given
// up and another one made, for what is published and for what is worked on.
func TestForgottenConnection(t *testing.T) {
	t.Parallel()
	server := startServer(t, 0)
	r := startRelay(t, strings.TrimPrefix(server.URL(), "nats://"))
	b := connect(t, server, func(c *bus.Config) {
		c.URL, c.Ping, c.PublishTimeout = "nats://"+r.addr, 50*time.Millisecond, 200*time.Millisecond
	})
	handled := make(chan string, 10)
	run(t, b, stream.SegmentConsumer, bus.EachOf(func(_ context.Context, p *pb.Page) error {
		handled <- p.GetPageId()
		return nil
	}), quick(stream.StageSegment))

	r.hush()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := b.PublishPage(ctx, page("a_org", "1", nil)); err != nil {
		t.Fatal(err)
	}
	receive(t, handled)
}
