// Package newsroom is being built.
package newsroom
