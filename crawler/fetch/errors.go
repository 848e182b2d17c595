package fetch

import "errors"

var (
	// ErrAddress is returned when a host's address is not a public one and
	// nothing allows it.
	ErrAddress = errors.New("address is not public")
	// ErrTooLarge is returned when a body is larger than its cap, as it came
	// or after its content encoding was undone.
	ErrTooLarge = errors.New("body too large")
	// ErrEncoding is returned when a body's Content-Encoding is not known or
	// the body does not follow it.
	ErrEncoding = errors.New("content encoding")
)
