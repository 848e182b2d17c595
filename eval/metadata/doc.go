// Package metadata measures what systems say of a page beside its text: title,
// authors, day of publication and language, against the labels of the corpora
// that have them. Every system gets the same bytes. The rules by which a value
// counts as right are in match.go; they are the same for all systems.
package metadata
