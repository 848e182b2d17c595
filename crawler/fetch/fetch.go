package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/gocolly/colly/v2"
)

// Client fetches URLs. It is safe for concurrent use.
type Client struct {
	cfg       Config
	collector *colly.Collector
	transport *transport
}

// New makes a Client. cfg must be valid.
func New(cfg Config) (*Client, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("fetch: %w", err)
	}
	t := newTransport(cfg)
	return &Client{cfg: cfg, collector: newCollector(cfg, t), transport: t}, nil
}

// newCollector makes colly a plain fetch engine. Every field that colly would
// take from COLLY_* variables is set here, after them.
func newCollector(cfg Config, t http.RoundTripper) *colly.Collector {
	c := colly.NewCollector()
	c.UserAgent = cfg.UserAgent
	c.AllowURLRevisit = true        // the frontier dedupes
	c.IgnoreRobotsTxt = true        // ours is asked before
	c.ParseHTTPErrorResponse = true // 304 and errors are answers
	c.MaxBodySize = 0               // capped in the transport
	c.MaxDepth, c.MaxRequests = 0, 0
	c.CacheDir, c.DetectCharset, c.CheckHead, c.TraceHTTP, c.Async = "", false, false, false, false
	c.AllowedDomains, c.DisallowedDomains = nil, nil
	c.SetClient(&http.Client{
		Transport: t,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse // a redirect is a new task
		},
	})
	return c
}

// Close closes idle connections.
func (c *Client) Close() { c.transport.base.CloseIdleConnections() }

// Request is one thing to get.
type Request struct {
	// URL is absolute, http or https.
	URL string
	// ETag and LastModified, where not empty, make the request conditional.
	ETag, LastModified string
}

// Response is what came back. Any status is a response, not an error.
type Response struct {
	Status int
	// Header is the response's header without Content-Encoding, which has
	// been undone.
	Header http.Header
	// ContentType is the Content-Type header with its parameters.
	ContentType string
	// Body is the whole body of a response below status 300; empty otherwise.
	Body []byte
}

// Get does one request. Errors match ErrAddress, ErrTooLarge or ErrEncoding
// where it is of no use to repeat them; any other error may pass.
func (c *Client) Get(ctx context.Context, req Request) (*Response, error) {
	engine := c.collector.Clone()
	engine.Context = ctx
	var resp *Response
	engine.OnResponse(func(r *colly.Response) {
		resp = &Response{Status: r.StatusCode, Header: *r.Headers, Body: r.Body}
	})
	if err := engine.Request(http.MethodGet, req.URL, nil, nil, c.header(req)); err != nil {
		return nil, fmt.Errorf("fetching %s: %w", req.URL, innermost(err))
	}
	if resp == nil {
		return nil, fmt.Errorf("fetching %s: the engine gave no response", req.URL)
	}
	resp.ContentType = resp.Header.Get(headerContentType)
	resp.Header.Del(headerContentType)
	return resp, nil
}

func (c *Client) header(req Request) http.Header {
	h := http.Header{}
	h.Set("User-Agent", c.cfg.UserAgent)
	h.Set("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
	h.Set("Accept-Encoding", acceptEncoding)
	if c.cfg.Languages != "" {
		h.Set("Accept-Language", c.cfg.Languages)
	}
	if req.ETag != "" {
		h.Set("If-None-Match", req.ETag)
	}
	if req.LastModified != "" {
		h.Set("If-Modified-Since", req.LastModified)
	}
	return h
}

// innermost drops the *url.Error around what the transport said: the URL is
// named by Get already.
func innermost(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err
	}
	return err
}
