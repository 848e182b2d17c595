// Package run measures methods on corpora: in come the pages of a corpus and a
// method, out comes a Result of numbers.
//
//   - predict.go applies a method to pages, in parallel, and survives the
//     panics of foreign code.
//   - score.go compares the texts with the gold and adds up.
//   - curve.go runs site methods with N pages seen.
//   - cost.go measures time and memory, alone and in sequence.
//   - cache.go keeps results, so that an interrupted run goes on where it was.
//
// Everything but the costs is deterministic.
package run
