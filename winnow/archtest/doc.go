// Package archtest holds the house's import table: which module may import
// which, and which may talk to NATS and Redis. It has tests only.
package archtest
