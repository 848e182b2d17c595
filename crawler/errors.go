package crawler

import "errors"

var (
	// ErrConfig is returned by New and Validate for a configuration that
	// cannot work.
	ErrConfig = errors.New("crawler configuration")
	// ErrNoPage is returned by FetchOne when what stands at a URL is no HTML
	// page: another type, an error status, too many redirects.
	ErrNoPage = errors.New("no page")
)
