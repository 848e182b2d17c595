// Package cold judges the blocks of a page by that page alone: what is known
// before the site has been learned. A boosted-tree model (see docs/model-card.md)
// reads some two hundred features of each block and gives the probability that
// the block is part of the article.
//
// In comes a segmented page, out goes one probability a block. The features
// are derived from the segmented page only, use no words of any language in
// the text, and look for keywords only where sites name the parts of a page:
// class, id, role, itemprop and data attributes.
//
// Everything here is deterministic and safe for concurrent use.
package cold
