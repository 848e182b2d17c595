package crawler

import "errors"

var (
	// ErrConfig is returned by New and Validate for a configuration that
	// cannot work.
	ErrConfig = errors.New("crawler configuration")
	// ErrNoPage is returned by FetchOne when what stands at a URL is no HTML
	// page: another type, an error status, too many redirects.
	ErrNoPage = errors.New("no page")
	// errLease is why a visit ends whose lease is about to.
	errLease = errors.New("the lease is about to end")
)
