package classifier

import "errors"

var (
	// ErrConfig is returned when a configuration value cannot be used.
	ErrConfig = errors.New("classifier: bad configuration")
	// ErrNoPage is returned when a scored page lacks its page, or the page its
	// ids or site. It is poison: no retry will mend it.
	ErrNoPage = errors.New("classifier: scored page without page, ids or site")
	// ErrContended is returned when other workers kept changing an article's
	// publication. It is transient.
	ErrContended = errors.New("classifier: publication changed again and again")
)
