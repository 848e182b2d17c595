// Package bustest is what may befall a bus, for tests: a stranger on it, who
// publishes what the bus itself never would and repeats what others publish, by
// a plain NATS client of anybody's server; and a disk that is full.
package bustest

import (
	"context"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/winnow-news/winnow/proto/stream"
)

// Client is a connection that ends with the test.
type Client struct {
	tb   testing.TB
	conn *nats.Conn
	js   jetstream.JetStream
}

// Dial connects to a server that has JetStream.
func Dial(tb testing.TB, url string) *Client {
	tb.Helper()
	conn, err := nats.Connect(url, nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond))
	if err != nil {
		tb.Fatalf("bustest: %v", err)
	}
	tb.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		tb.Fatalf("bustest: %v", err)
	}
	return &Client{tb: tb, conn: conn, js: js}
}

// Put stores a message as it is, headers and body, in the stream that takes
// its subject.
func (c *Client) Put(subject string, header map[string]string, body []byte) {
	c.tb.Helper()
	msg := nats.NewMsg(subject)
	msg.Data = body
	for key, value := range header {
		msg.Header.Set(key, value)
	}
	ctx, cancel := context.WithTimeout(c.tb.Context(), 10*time.Second)
	defer cancel()
	if _, err := c.js.PublishMsg(ctx, msg); err != nil {
		c.tb.Fatalf("bustest: put to %s: %v", subject, err)
	}
}

// Doubler puts every message of the work queues there a second time.
type Doubler struct {
	client *Client
	subs   []*nats.Subscription
}

// again begins the message ids of repetitions.
const again = "again-"

// Double repeats from now on whatever is published to the queues, once, with
// a message id of its own, so that the server does not take it for the same.
// Messages with an object are left alone: it belongs to one message only.
func (c *Client) Double() *Doubler {
	c.tb.Helper()
	d := &Doubler{client: c}
	for _, queue := range []string{stream.AllPages, stream.AllBlocks, stream.AllScored} {
		sub, err := c.conn.Subscribe(queue, d.repeat)
		if err == nil {
			err = sub.SetPendingLimits(-1, -1)
		}
		if err != nil {
			c.tb.Fatalf("bustest: %v", err)
		}
		d.subs = append(d.subs, sub)
	}
	if err := c.conn.Flush(); err != nil {
		c.tb.Fatalf("bustest: %v", err)
	}
	return d
}

func (d *Doubler) repeat(m *nats.Msg) {
	id := m.Header.Get(jetstream.MsgIDHeader)
	if strings.HasPrefix(id, again) || m.Header.Get(stream.HeaderObject) != "" {
		return
	}
	msg := nats.NewMsg(m.Subject)
	msg.Data, msg.Header = m.Data, maps.Clone(m.Header)
	msg.Header.Set(jetstream.MsgIDHeader, again+id)
	if err := d.client.conn.PublishMsg(msg); err != nil {
		d.client.tb.Errorf("bustest: repeat %s: %v", id, err)
	}
}

// Settled waits until all that has been published so far has been repeated,
// and gives the number of messages that were seen.
func (d *Doubler) Settled() (seen int64) {
	d.client.tb.Helper()
	// The server answers a flush behind all that it has sent before.
	for _, sub := range d.subs {
		for pending := 1; pending > 0; {
			if err := d.client.conn.Flush(); err != nil {
				d.client.tb.Fatalf("bustest: %v", err)
			}
			var err error
			if pending, _, err = sub.Pending(); err != nil {
				d.client.tb.Fatalf("bustest: %v", err)
			}
		}
		n, err := sub.Delivered()
		if err != nil {
			d.client.tb.Fatalf("bustest: %v", err)
		}
		seen += n
	}
	if err := d.client.conn.Flush(); err != nil { // the repetitions themselves
		d.client.tb.Fatalf("bustest: %v", err)
	}
	return seen
}
