// Package corpus reads labelled web pages from corpus archives.
//
// A corpus is one file NAME.tar.zst (zstd, windows up to 128 MB) that holds
// pages.jsonl, one line of facts and gold a page, and html/NNNNN.html, the
// pages' original bytes. docs/corpora.md describes the format and where each
// public corpus comes from. No page of a corpus is part of this repository.
//
// Read gives the pages one by one as the archive unfolds; Load keeps them.
// Folds splits pages for cross-validation by site, so that no site, under
// whatever name a corpus knows it, stands on both sides of a split.
package corpus
