// Package run measures methods on corpora: in come the pages of a corpus and a
// method, out comes a Result of numbers.
//
//   - runner.go goes over corpora and methods.
//   - set.go says which pages of a site a method sees together: all, or N of
//     them for a learning curve.
//   - train.go trains methods, each without the sites that it is to judge.
//   - predict.go applies a method to pages, in parallel, and survives the
//     panics of foreign code.
//   - score.go compares the texts with the gold, by the conventions of
//     headline.go; result.go makes figures with intervals of the scores.
//   - cost.go measures time and memory, alone and in sequence.
//   - cache.go keeps results, so that an interrupted run goes on where it was.
//
// Everything but the costs is deterministic.
package run
