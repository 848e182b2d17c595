// Package metric compares extracted text with the truth. It knows numbers
// only, no pages and no methods: the caller brings two texts (or the labels of
// blocks), and gets a Score that can be added up, over the pages of a site,
// over sites, over resampled sites.
//
// Every metric is defined where its function stands, with its source.
package metric
