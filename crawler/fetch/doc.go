// Package fetch gets one URL over HTTP: what goes in is a URL with the
// validators of the last visit, what comes out is the status, the headers and
// the whole body, with its content encoding undone.
//
// It guards three borders. Addresses: the address that is about to be dialled,
// after name resolution, must be public (guard.go). Sizes: a body is read to
// one byte behind its cap, compressed and decompressed, and then refused,
// never cut silently (decode.go). Time: each phase of an exchange has a
// timeout, and the whole has one.
//
// Redirects are not followed: they are answers like any other. Nothing is
// retried and nothing is remembered between calls but open connections.
package fetch
