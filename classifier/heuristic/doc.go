// Package heuristic judges the blocks of a page by the page alone, with a
// logistic sum over a few dozen facts of the kind that readability-like
// extractors go by: text shape, link density, tags, the names that sites give
// to their parts, and how good the containers around a block are. It knows no
// word of any language; names are read in classes, ids and hints only.
//
// No pipeline runs it: it is the yardstick for the learned model, which eval
// measures beside it (winnow-heuristic). It stands here because it reads names
// with classifier/internal/name.
package heuristic
