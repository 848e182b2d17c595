package newsroom

import "errors"

var (
	// ErrConfig is returned when a Config cannot be used.
	ErrConfig = errors.New("newsroom configuration")
	// ErrNoPage is returned when a site or article that was asked for does not
	// exist.
	ErrNoPage = errors.New("no such page")
)
