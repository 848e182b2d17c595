package segmenter

import "errors"

var (
	// ErrTooLarge is returned when a document has more than Config.MaxBytes.
	ErrTooLarge = errors.New("page is too large")
	// ErrTooSlow is returned when parse and walk took longer than
	// Config.MaxTime.
	ErrTooSlow = errors.New("page takes too long")
	// ErrEmpty is returned for a document without a byte that is not white
	// space.
	ErrEmpty = errors.New("page is empty")
	// ErrBinary is returned for a document that is not text.
	ErrBinary = errors.New("page is not text")
	// ErrURL is returned when the page's URL is not an absolute http(s) URL.
	ErrURL = errors.New("page has no usable URL")
	// ErrParse is returned when the parser refuses the document.
	ErrParse = errors.New("page cannot be parsed")
)
