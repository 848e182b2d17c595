package comparer

import "errors"

var (
	// ErrPage is returned when a segmented page contradicts itself or is over
	// a cap: it is marked as poison.
	ErrPage = errors.New("comparer: unusable page")
	// ErrRecord is returned by Window.Add when a journal record cannot be
	// decoded or contradicts itself. The record keeps its position and counts
	// as no page.
	ErrRecord = errors.New("comparer: unusable journal record")
	// ErrNotInWindow is returned when a page is asked for that the window does
	// not hold.
	ErrNotInWindow = errors.New("comparer: page is not in the window")
	// ErrContended is returned when other workers were faster in every attempt
	// to append. It is transient.
	ErrContended = errors.New("comparer: journal is contended")
	// ErrGap is returned when the journal gave entries that do not ascend, or
	// another head than was asked for. It is transient: the site is read anew.
	ErrGap = errors.New("comparer: gap in the journal")
)
