package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/winnow-news/winnow/bus"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"golang.org/x/sync/errgroup"
	gproto "google.golang.org/protobuf/proto"
)

// The verbs that a running process answers.
const (
	verbSites    = "sites"
	verbSite     = "site"
	verbAdd      = "site-add"
	verbPause    = "site-pause"
	verbRemove   = "site-rm"
	verbFrontier = "frontier"
	verbAddress  = "address"
	verbExplain  = "explain"
)

// answer is what travels back: a value, or an error, of which the asker has to
// tell some from others.
type answer struct {
	Unknown bool            `json:"unknown,omitempty"` // ErrUnknownSite or ErrUnknownAddress
	Error   string          `json:"error,omitempty"`
	Value   json.RawMessage `json:"value,omitempty"`
}

// pauseRequest asks to stop or resume a site's crawl.
type pauseRequest struct {
	Token  string `json:"token"`
	Paused bool   `json:"paused"`
}

// Serve answers for a process that has the store open, until ctx ends.
func Serve(ctx context.Context, b *bus.Bus, a Admin) error {
	verbs := map[string]func(ctx context.Context, request []byte) (any, error){
		verbSites: func(ctx context.Context, _ []byte) (any, error) { return a.Sites(ctx) },
		verbSite:  func(ctx context.Context, r []byte) (any, error) { return a.Site(ctx, string(r)) },
		verbAdd: func(ctx context.Context, r []byte) (any, error) {
			var req AddRequest
			if err := json.Unmarshal(r, &req); err != nil {
				return nil, err
			}
			return a.Add(ctx, req)
		},
		verbPause: func(ctx context.Context, r []byte) (any, error) {
			var req pauseRequest
			if err := json.Unmarshal(r, &req); err != nil {
				return nil, err
			}
			return nil, a.Pause(ctx, req.Token, req.Paused)
		},
		verbRemove:   func(ctx context.Context, r []byte) (any, error) { return nil, a.Remove(ctx, string(r)) },
		verbFrontier: func(ctx context.Context, _ []byte) (any, error) { return a.Frontier(ctx) },
		verbAddress:  func(ctx context.Context, r []byte) (any, error) { return a.Address(ctx, string(r)) },
		verbExplain: func(ctx context.Context, r []byte) (any, error) {
			var page pb.Page
			if err := gproto.Unmarshal(r, &page); err != nil {
				return nil, err
			}
			return a.Explain(ctx, &page)
		},
	}
	g, ctx := errgroup.WithContext(ctx)
	for verb, do := range verbs {
		g.Go(func() error {
			return b.Respond(ctx, verb, func(ctx context.Context, request []byte) ([]byte, error) {
				return pack(do(ctx, request))
			})
		})
	}
	return g.Wait()
}

func pack(value any, err error) ([]byte, error) {
	var a answer
	switch {
	case errors.Is(err, ErrUnknownSite), errors.Is(err, ErrUnknownAddress):
		a = answer{Unknown: true, Error: err.Error()}
	case err != nil:
		a = answer{Error: err.Error()}
	default:
		v, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		a.Value = v
	}
	return json.Marshal(a)
}

// Remote is an Admin that asks a running process.
type Remote struct {
	bus   *bus.Bus
	close func()
}

// NewRemote asks over b; Close calls done.
func NewRemote(b *bus.Bus, done func()) *Remote { return &Remote{bus: b, close: done} }

// Close ends the connection.
func (r *Remote) Close() { r.close() }

// call asks verb and reads the answer into value, which may be nil.
func (r *Remote) call(ctx context.Context, verb string, request []byte, value any) error {
	b, err := r.bus.Request(ctx, verb, request)
	if err != nil {
		return fmt.Errorf("asking the running process: %w", err)
	}
	var a answer
	if err := json.Unmarshal(b, &a); err != nil {
		return fmt.Errorf("answer of the running process: %w", err)
	}
	switch {
	case a.Unknown:
		return unknown(a.Error)
	case a.Error != "":
		return errors.New(a.Error)
	case value == nil:
		return nil
	}
	return json.Unmarshal(a.Value, value)
}

// unknown makes of its text the error that it was.
func unknown(text string) error {
	for _, err := range []error{ErrUnknownSite, ErrUnknownAddress} {
		if rest, ok := strings.CutPrefix(text, err.Error()); ok {
			return fmt.Errorf("%w%s", err, rest)
		}
	}
	return errors.New(text)
}

func (r *Remote) callJSON(ctx context.Context, verb string, request, value any) error {
	b, err := json.Marshal(request)
	if err != nil {
		return err
	}
	return r.call(ctx, verb, b, value)
}

// Sites asks for all sites.
func (r *Remote) Sites(ctx context.Context) (reports []SiteReport, err error) {
	return reports, r.call(ctx, verbSites, nil, &reports)
}

// Site asks for one site.
func (r *Remote) Site(ctx context.Context, token string) (*SiteReport, error) {
	var report SiteReport
	if err := r.call(ctx, verbSite, []byte(token), &report); err != nil {
		return nil, err
	}
	return &report, nil
}

// Add asks to add a site.
func (r *Remote) Add(ctx context.Context, req AddRequest) (*SiteReport, error) {
	var report SiteReport
	if err := r.callJSON(ctx, verbAdd, req, &report); err != nil {
		return nil, err
	}
	return &report, nil
}

// Pause asks to stop or resume a site's crawl.
func (r *Remote) Pause(ctx context.Context, token string, paused bool) error {
	return r.callJSON(ctx, verbPause, pauseRequest{token, paused}, nil)
}

// Remove asks to forget a site.
func (r *Remote) Remove(ctx context.Context, token string) error {
	return r.call(ctx, verbRemove, []byte(token), nil)
}

// Frontier asks for the counts of all tasks.
func (r *Remote) Frontier(ctx context.Context) (stats FrontierReport, err error) {
	return stats, r.call(ctx, verbFrontier, nil, &stats)
}

// Address asks what became of a URL.
func (r *Remote) Address(ctx context.Context, url string) (*AddressReport, error) {
	var report AddressReport
	if err := r.call(ctx, verbAddress, []byte(url), &report); err != nil {
		return nil, err
	}
	return &report, nil
}

// Explain asks to explain a page.
func (r *Remote) Explain(ctx context.Context, page *pb.Page) (*Explanation, error) {
	b, err := gproto.Marshal(page)
	if err != nil {
		return nil, err
	}
	var e Explanation
	if err := r.call(ctx, verbExplain, b, &e); err != nil {
		return nil, err
	}
	return &e, nil
}
