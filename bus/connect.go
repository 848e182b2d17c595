package bus

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// headerRoom is what a message's headers may take of the server's
	// max_payload.
	headerRoom = 16 << 10
	// leastPayload is the least max_payload of a server: the object store cuts
	// what is larger into chunks of 128 KiB.
	leastPayload = 128<<10 + headerRoom
)

// Bus is a connection to JetStream. It is safe for concurrent use.
//
// Invariants:
//  1. What is being published to one destination weighs at most
//     MaxInflightBytes.
//  2. An object in the oversize store belongs to exactly one message or one
//     key of the segmented bucket; it is put before and removed after it.
type Bus struct {
	cfg      Config
	conn     *nats.Conn
	js       jetstream.JetStream
	codec    *codec
	inflight budgets
	handles  handles
	buffers  buffers
	waits    waits
	silences silences
	denials  *denials
	log      *slog.Logger
}

// Connect reaches the server and makes sure that it has JetStream. It tries
// again with jitter until cfg.ConnectWait is over or ctx ends. Once connected,
// a lost connection is restored without end.
func Connect(ctx context.Context, cfg Config) (*Bus, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	codec, err := newCodec(cfg.MaxPayload)
	if err != nil {
		return nil, err
	}
	denials := &denials{log: cfg.Log}
	conn, err := dial(ctx, cfg, denials)
	if err != nil {
		return nil, err
	}
	js, err := jetstream.New(conn)
	if err == nil {
		err = checkServer(ctx, cfg, conn, js, denials)
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	return &Bus{
		cfg: cfg, conn: conn, js: js, codec: codec, log: cfg.Log,
		inflight: newBudgets(cfg.MaxInflightBytes),
		waits:    waits{log: cfg.Log},
		denials:  denials,
	}, nil
}

func dial(ctx context.Context, cfg Config, denials *denials) (*nats.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, cfg.ConnectWait)
	defer cancel()
	for attempt := 1; ; attempt++ {
		conn, err := nats.Connect(cfg.URL, options(cfg, denials)...)
		if err == nil {
			return conn, nil
		}
		hopeless := errors.Is(err, nats.ErrAuthorization) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, nats.ErrBadSubject)
		if hopeless || !sleep(ctx, backoff(attempt, 50*time.Millisecond, 2*time.Second)) {
			return nil, fmt.Errorf("cannot reach NATS at %s: %s; %s", Redacted(cfg.URL), reason(err), remedy(err))
		}
	}
}

// remedy says what is to be done about a connection that cannot be had.
func remedy(err error) string {
	_, badCertificate := errors.AsType[*tls.CertificateVerificationError](err)
	switch {
	case errors.Is(err, nats.ErrAuthorization):
		return "name a user that it knows, nats://user:password@host:port, or a file of credentials, nats.credentials"
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		return "nats.credentials names the file"
	case errors.Is(err, nats.ErrSecureConnWanted), errors.Is(err, nats.ErrSecureConnRequired):
		return "nats:// is without TLS, tls:// with it"
	case badCertificate:
		return "SSL_CERT_FILE names a file of authorities to trust"
	}
	return "start it or pass --nats"
}

func options(cfg Config, denials *denials) []nats.Option {
	log := cfg.Log
	opts := []nats.Option{
		nats.Name(cfg.Name),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(250 * time.Millisecond),
		nats.ReconnectJitter(250*time.Millisecond, time.Second),
		nats.Timeout(2 * time.Second),
		nats.PingInterval(cfg.Ping),
		nats.MaxPingsOutstanding(2),
		// Publishers wait for the connection themselves, so that nothing
		// lies in a buffer that a crash would lose unnoticed.
		nats.ReconnectBufSize(-1),
		nats.DisconnectErrHandler(func(c *nats.Conn, err error) {
			if !c.IsClosed() && err != nil {
				log.Warn("connection to NATS lost, waiting for it", "url", Redacted(cfg.URL), "error", err)
			}
		}),
		nats.ReconnectHandler(func(c *nats.Conn) {
			log.Info("connection to NATS restored", "url", Redacted(c.ConnectedUrl()))
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			denials.report(err)
		}),
	}
	if cfg.Credentials != "" {
		opts = append(opts, nats.UserCredentials(cfg.Credentials))
	}
	if cfg.InProcess != nil {
		opts = append(opts, nats.InProcessServer(cfg.InProcess))
	}
	return opts
}

func checkServer(ctx context.Context, cfg Config, conn *nats.Conn, js jetstream.JetStream, denials *denials) error {
	ctx, cancel := context.WithTimeout(ctx, cfg.ConnectWait)
	defer cancel()
	err := askForJetStream(ctx, js, denials)
	switch {
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled),
		errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount),
		errors.Is(err, nats.ErrNoResponders):
		return fmt.Errorf("NATS at %s: %w; start it with nats-server -js", Redacted(cfg.URL), ErrNoJetStream)
	case err != nil:
		return fmt.Errorf("ask NATS at %s for JetStream: %w", Redacted(cfg.URL), err)
	}
	if conn.MaxPayload() < leastPayload {
		return fmt.Errorf("NATS at %s: max_payload of %d bytes is too small, want %d at least, better 1 MiB: articles are not cut",
			Redacted(cfg.URL), conn.MaxPayload(), leastPayload)
	}
	return nil
}

// askForJetStream asks until there is an answer: a cluster that has no leader
// yet leaves requests without one. So does a server that denies them, for good.
func askForJetStream(ctx context.Context, js jetstream.JetStream, denials *denials) error {
	for attempt := 1; ; attempt++ {
		try, cancel := context.WithTimeout(ctx, time.Second)
		_, err := js.AccountInfo(try)
		cancel()
		err = denials.explain(err, time.Time{})
		_, denied := errors.AsType[*deniedError](err)
		unanswered := errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout)
		if !unanswered || denied || !sleep(ctx, backoff(attempt, 50*time.Millisecond, time.Second)) {
			return err
		}
	}
}

// Redacted gives a comma-separated list of URLs without what may be secret in
// them: users, passwords, tokens.
func Redacted(urls string) string {
	all := strings.Split(urls, ",")
	for i, s := range all {
		u, err := url.Parse(strings.TrimSpace(s))
		switch {
		case err != nil && strings.Contains(s, "@"):
			all[i] = "(a URL that does not parse)" // it may hold a password
		case err == nil && u.User != nil:
			u.User = url.User("xxxxx")
			all[i] = u.String()
		}
	}
	return strings.Join(all, ",")
}

// Close ends the connection. Runners and subscriptions are to be ended first,
// through their contexts.
func (b *Bus) Close() {
	b.conn.Close()
	b.codec.close()
}
