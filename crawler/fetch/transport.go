package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"
)

// headerContentType carries the Content-Type past colly, which would
// transcode a body by the charset that it finds there. Charsets are decided
// elsewhere, with more evidence than the header.
const headerContentType = "Winnow-Content-Type"

// transport does one exchange and reads the whole body inside RoundTrip, so
// that caps and timeouts hold whatever the client above it does.
type transport struct {
	cfg  Config
	base *http.Transport
}

func newTransport(cfg Config) *transport {
	proxy, addr, _ := cfg.proxy() // valid
	return &transport{cfg: cfg, base: &http.Transport{
		Proxy:                  cfg.through(proxy), // not one from the environment: it would dial behind the guard
		DialContext:            dialer(cfg, addr),
		TLSHandshakeTimeout:    cfg.Dial,
		ResponseHeaderTimeout:  cfg.Header,
		MaxResponseHeaderBytes: 256 << 10,
		DisableCompression:     true, // undone in Decode, with caps
		ForceAttemptHTTP2:      true,
		MaxIdleConns:           256,
		MaxIdleConnsPerHost:    1, // hosts take turns; and see onceOnly
		IdleConnTimeout:        90 * time.Second,
	}}
}

// RoundTrip implements http.RoundTripper. The response's body is in memory
// and decoded; its Content-Type has lost its parameters.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeoutCause(req.Context(), t.cfg.Total,
		fmt.Errorf("no complete answer within %v: %w", t.cfg.Total, context.DeadlineExceeded))
	defer cancel()
	ctx = onceOnly(ctx)
	resp, err := t.base.RoundTrip(req.WithContext(ctx))
	if err != nil {
		return nil, because(ctx, err)
	}
	defer resp.Body.Close()
	body, err := t.read(resp)
	if err != nil {
		return nil, because(ctx, err)
	}
	return replaced(resp, body), nil
}

// errBrokenOff is returned when a kept connection breaks after the request was
// sent on it.
var errBrokenOff = errors.New("the connection broke off before an answer")

// sentKey is the context key of a request's *atomic.Bool: it has been sent.
type sentKey struct{}

// onceOnly keeps http.Transport from sending a request a second time, at once,
// when a kept connection breaks: a host that hangs up is not to be asked again
// before its next turn. The repeat would need a new connection, because none
// but the broken one was kept; the dialer refuses it.
func onceOnly(ctx context.Context) context.Context {
	sent := new(atomic.Bool)
	ctx = context.WithValue(ctx, sentKey{}, sent)
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { sent.Store(true) }})
}

// sent reports whether the request that a connection is wanted for has been
// sent before.
func sent(ctx context.Context) bool {
	s, ok := ctx.Value(sentKey{}).(*atomic.Bool)
	return ok && s.Load()
}

func (t *transport) read(resp *http.Response) ([]byte, error) {
	if resp.StatusCode >= 300 { // what an error or a redirect says is of no use
		return nil, nil
	}
	encoding := resp.Header.Get("Content-Encoding")
	if len(encodings(encoding)) == 0 && resp.ContentLength > t.cfg.MaxBody {
		return nil, fmt.Errorf("%d bytes announced, at most %d: %w", resp.ContentLength, t.cfg.MaxBody, ErrTooLarge)
	}
	return Decode(resp.Body, encoding, t.cfg.MaxBody, t.cfg.MaxCompressed)
}

// because prefers the reason for which a context ended to the bare fact.
func because(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// replaced gives resp with a body that is decoded and in memory. Uncompressed
// keeps colly from decompressing a second time by the URL's ending.
func replaced(resp *http.Response, body []byte) *http.Response {
	contentType := resp.Header.Get("Content-Type")
	media, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		media = "application/octet-stream"
	}
	resp.Header.Set(headerContentType, contentType)
	resp.Header.Set("Content-Type", media)
	resp.Header.Del("Content-Encoding")
	resp.Header.Del("Content-Length")
	resp.Uncompressed = true
	resp.ContentLength = int64(len(body))
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp
}
