// Package score measures extracted text against the true text of a page.
//
// In come pairs of texts, out go counts, or precision, recall and F1; nothing
// is kept between calls. The measures are the field's own, so that figures can
// be laid beside published ones; package eval/metric adds them up over corpora:
//
//   - MatchWords, Words: lower-cased \w+ bags, F1 per page (wcxb);
//   - MatchShingles: 4-token shingles with their counts (article extraction
//     benchmark of Zyte);
//   - MatchSnippets: pieces that must and must not be there (trafilatura).
//
// \w is meant as in Python's re module, in which those measures are written:
// letters, numbers of every kind and the underscore, but no combining marks.
package score
