// Package comparer is being built.
package comparer
