// Package archtest holds the house's import table: which module may import
// which, and which may talk to NATS and Redis; and docs/DEPENDENCIES.md, that it
// has a line for every direct dependency. It has tests only.
package archtest
