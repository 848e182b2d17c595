// Package prose writes news in eleven languages. Each language is a small
// context-free grammar (lang/*.txt) with the vocabulary, the sentence
// structure, the dates and the interface words of a news site.
//
// A grammar file has one rule a line, `symbol: alternative | alternative`; a
// repeated symbol adds alternatives. `{symbol}` expands to one alternative of
// that symbol, `{n:2-90}` to a number.
package prose
