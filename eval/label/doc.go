// Package label gives a page's blocks their true labels by aligning them with
// the gold text of the page: in come blocks in document order and the gold
// text, out comes for each block whether it is content.
//
// Gold texts were made by people and other programs, from other renderings of
// the page, so nothing but the sequence of words can be relied upon: the
// longest common subsequence of the page's words and the gold's words
// (package word: single characters in scripts without spaces) says which words
// of each block are in the gold, and where.
package label
