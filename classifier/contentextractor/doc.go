// Package contentextractor counts blocks over a collection of pages as
// ContentExtractor does (S. Debnath, P. Mitra, N. Pal, C. L. Giles: Automatic
// Identification of Informative Sections of Web Pages, IEEE TKDE 17(9), 2005;
// summarised in Fernandes 2021, section 2.4).
//
// What comes in are all segmented pages of a site; what goes out is a scored
// page for each, in which similar_pages and template follow from the paper's
// similarity instead of X-CEX's. Method "content-extractor" of package
// classifier decides on them.
//
// A page is cut into atomic blocks by a list of tags. A block is a vector: its
// features (counts of terms, links, list items and so on, each divided by its
// greatest value in the collection), joined with a binary entry for each word
// of the collection. Two blocks are similar when the cosine of their vectors
// exceeds a threshold. A block's inverse block document frequency is the
// inverse of the number of pages with a similar block.
//
// The paper's features also count images, scripts, styles and objects, which
// segmented pages do not carry by block: those features are missing here.
package contentextractor
