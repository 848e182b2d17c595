package embedded

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// ErrCannotStore is returned when JetStream could not write to its directory.
// The server remembers it: until it is started again it stores nothing more in
// that stream, though there may be room again.
var ErrCannotStore = errors.New("JetStream cannot store any more")

// Watch looks every so often whether JetStream stores what is published, and
// returns ErrCannotStore once it does not, or nil when ctx ends. It is to end
// before Shutdown is called, which would look the same.
func (s *Server) Watch(ctx context.Context, every time.Duration) error {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if err := s.cannotStore(); err != nil && ctx.Err() == nil {
			return err
		}
	}
}

// cannotStore gives what the server has against itself, as far as it is for
// good: the write error of a stream, or that JetStream has been switched off,
// which the server does where it may not write. Anything else that its health
// tells of may pass, or has been so since the start.
func (s *Server) cannotStore() error {
	for _, e := range s.nats.Healthz(&server.HealthzOptions{Details: true}).Errors {
		if e.Type == server.HealthzErrorJetStream || e.Type == server.HealthzErrorStream && strings.Contains(e.Error, "write error") {
			return fmt.Errorf("%w: %s", ErrCannotStore, e.Error)
		}
	}
	return nil
}
