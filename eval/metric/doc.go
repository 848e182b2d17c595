// Package metric compares extracted text with the truth. It knows numbers
// only, no pages and no methods: the caller brings two texts (or the labels of
// blocks), and gets [Counts], which a [Sum] adds up: over the pages of a site,
// over sites, over resampled sites.
//
// What is compared is defined in package newsroom/score, the one place that
// knows what a word and a shingle is; here pages become sites and corpora.
package metric
