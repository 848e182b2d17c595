// Package segmenter is being built.
package segmenter
