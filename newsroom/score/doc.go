// Package score measures extracted text against the true text of a page.
//
// In come pairs of texts, out go precision, recall and F1; nothing is kept
// between calls but what a Shingles or Snippets value has added up. The
// measures are the field's own, so that figures can be laid beside published
// ones:
//
//   - Words: lower-cased \w+ bags, F1 per page (wcxb);
//   - Shingles: 4-token shingles with their counts, every page weighing the
//     same (article extraction benchmark of Zyte);
//   - Snippets: pieces that must and must not be there (trafilatura).
//
// \w is meant as in Python's re module, in which those measures are written:
// letters, numbers of every kind and the underscore, but no combining marks.
package score
