// Package bus is being built.
package bus
