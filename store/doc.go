// Package store is being built.
package store
