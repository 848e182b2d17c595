package store

import "errors"

var (
	// ErrCorrupt is returned when a stored record cannot be decoded: it was
	// damaged, or written by something else. It carries no class: removing the
	// site heals it and the message need not be lost.
	ErrCorrupt = errors.New("store: record cannot be decoded")
	// ErrArgument is returned, marked as poison, when what is to be stored can
	// never be: an invalid site token, a page twice in one batch, a task whose
	// host is not its URL's. Nothing was written.
	ErrArgument = errors.New("store: cannot be stored")
)
