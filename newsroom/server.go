package newsroom

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"
)

// Server serves a newsroom over TCP and keeps count of its visitors.
//
// It can be reached in three ways: by sending the Host header of a site to
// Addr; by naming Addr as an HTTP proxy; in the same process through Client or
// DialContext, which lead every host name ending in ".example" to it.
type Server struct {
	http     *http.Server
	listener net.Listener
	log      *visits
	ended    chan struct{}
	err      error // why serving ended; to be read after ended is closed
	stop     func() bool
}

// Serve listens on addr ("127.0.0.1:0" for any free port) and serves until
// Close or until ctx ends. The error says what kept it from listening.
func (n *Newsroom) Serve(ctx context.Context, addr string) (*Server, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("newsroom: %w", err)
	}
	s := &Server{listener: l, log: newVisits(), ended: make(chan struct{})}
	s.http = &http.Server{Handler: s.log.watch(n.Handler()), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		defer close(s.ended)
		if err := s.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.err = err
		}
	}()
	s.stop = context.AfterFunc(ctx, func() { _ = s.http.Close() })
	return s, nil
}

// Addr is the address that the server listens on, host:port.
func (s *Server) Addr() string { return s.listener.Addr().String() }

// Close ends the server and waits until it has; answers that are under way
// break off. Closing again does nothing.
func (s *Server) Close() error {
	s.stop()
	err := s.http.Close()
	<-s.ended
	return errors.Join(err, s.err)
}

// DialContext connects to the server when the host of addr ends in ".example",
// and to addr otherwise: for http.Transport.DialContext.
func (s *Server) DialContext(ctx context.Context, network, addr string) (net.Conn, error) {
	if host, _, err := net.SplitHostPort(addr); err == nil && strings.HasSuffix(host, ".example") {
		addr = s.Addr()
	}
	var d net.Dialer
	return d.DialContext(ctx, network, addr)
}

// Client gives an HTTP client that finds the simulated hosts. It follows
// redirects like any client.
func (s *Server) Client() *http.Client {
	return &http.Client{Transport: &http.Transport{DialContext: s.DialContext}}
}

// Visits tells what has been asked for so far.
func (s *Server) Visits() Visits { return s.log.snapshot() }
